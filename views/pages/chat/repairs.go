package chat

import (
	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/views/composer"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/uithread"
	"parlando/views/words"
)

// repairs performs the actions offered on the card of a failed reply.
type repairs struct {
	*base
	attachments *attachments.Attachments

	reader     *reader
	drafts     *draftBox
	sender     *sender
	chooser    *chooser
	parameters *parameters
	fit        *fit
	addresses  *addresses
	// newChat shows a new chat.
	newChat func()
}

// PerformAction performs the action that a problem's card offers.
func (r *repairs) PerformAction(id chat.ID, action words.Action) {
	switch action {
	case words.EnterKey, words.CheckAddress, words.ChooseService:
		r.chooser.enterKey(id)
	case words.CheckProxy:
		r.Links.ShowConnections()
	case words.ChooseModel:
		r.chooser.unanswered = id
		r.top.OpenPicker()
	case words.ChooseVisionModel:
		r.askWith(id, r.fit.modelThatSees().ID)
	case words.ChooseInstead:
		r.askWith(id, r.chooser.question().Instead)
	case words.Continue:
		r.sender.Continue(id)
	case words.StoreAgain:
		r.storeAgain()
	case words.NewChat:
		r.newChat()
	case words.OpenServicePage:
		r.addresses.OpenLink(r.addresses.servicePage(r.open.connection()))
	case words.SendWithoutParameters:
		r.sendWith(id, chat.Parameters{Instructions: r.open.Params.Instructions})
	case words.SendSmallerPictures:
		r.editQuestion(id, r.smaller, r.drafts.editAnew)
	case words.EditMessage:
		r.editQuestion(id, func(d chat.Draft) (chat.Draft, error) { return d, nil }, r.drafts.edit)
	case words.SendFirstPart:
		r.sendChanged(id, r.fit.firstPart)
	case words.SendTextOnly:
		r.sendTextOnly(id)
	case words.SendWithoutAttachments:
		r.sendChanged(id, func(d chat.Draft) chat.Draft { d.Parts = nil; return d })
	default:
		r.sender.Regenerate(id)
	}
}

// askWith chooses a model for the chat and requests a reply again.
func (r *repairs) askWith(id chat.ID, model string) {
	r.open.setModel(model)
	r.catalog.RecordUse(r.open.connection(), model)
	r.sender.Regenerate(id)
	r.chooser.refresh()
}

// storeAgain retries storing replies that the disk has refused. No request is sent.
func (r *repairs) storeAgain() {
	r.Thread.Go(func() func() {
		err := r.replies.Flush()
		return func() {
			if err != nil {
				r.Frame.Toasts().Say(i18n.Text("It still couldn't be saved. Free up some space on your disk and try again."), "", nil)
			}
		}
	})
}

// SendAgain requests the reply again with another value for a request field; nil omits the field.
func (r *repairs) SendAgain(id chat.ID, field string, value *float64) {
	r.sendWith(id, r.open.Params.With(field, value))
}

// sendWith changes the chat's parameters and requests another reply as a sibling of the given one.
func (r *repairs) sendWith(id chat.ID, params chat.Parameters) {
	r.parameters.set(params)
	r.sender.Regenerate(id)
}

// sendChanged applies change to the question of a reply and sends the changed question. If nothing
// is left to send, the question stays in the composer for editing.
func (r *repairs) sendChanged(reply chat.ID, change func(chat.Draft) chat.Draft) {
	again := func() { r.sendChanged(reply, change) }
	uithread.Load(r.open.scope, func() (chat.Message, error) { return r.reader.question(reply) }, func(question chat.Message) {
		d := change(draftOf(question))
		if r.drafts.editAnew(d) {
			r.composer.Send()
		}
	}, r.reader.couldNotReadMessage(again))
}

// sendTextOnly sends the question of a reply again, with each document replaced by its text.
func (r *repairs) sendTextOnly(reply chat.ID) {
	type readQuestion struct {
		draft chat.Draft
		noted string // why the text of a document could not be read; else ""
	}
	uithread.Load(r.open.scope, func() (q readQuestion, err error) {
		m, err := r.reader.question(reply)
		if err != nil {
			return q, err
		}
		q.draft = draftOf(m)
		for i, p := range q.draft.Parts {
			if p.Kind != chat.PartFile {
				continue
			}
			if q.draft.Parts[i], err = r.attachments.TextOf(r.Frame.Context(), p); err != nil {
				r.Log.Warn("The text of a document could not be read", "error", err)
				return readQuestion{noted: format.Named(p.Name, noText(err))}, nil
			}
		}
		return q, nil
	}, func(q readQuestion) {
		switch {
		case q.noted != "":
			r.composer.SetNotice(composer.Notice{Text: q.noted, Danger: true})
		case r.drafts.editAnew(q.draft):
			r.composer.Send()
		}
	}, r.reader.couldNotReadMessage(func() { r.sendTextOnly(reply) }))
}

// editQuestion applies change to the question of a reply and begins to edit it.
func (r *repairs) editQuestion(reply chat.ID, change func(chat.Draft) (chat.Draft, error), begin func(chat.Draft) bool) {
	uithread.Load(r.open.scope, func() (chat.Draft, error) {
		m, err := r.reader.question(reply)
		if err != nil {
			return chat.Draft{}, err
		}
		return change(draftOf(m))
	}, func(d chat.Draft) { begin(d) }, r.reader.couldNotReadMessage(func() { r.editQuestion(reply, change, begin) }))
}

// smaller returns a message with its pictures at half their width and height.
func (r *repairs) smaller(d chat.Draft) (_ chat.Draft, err error) {
	files := r.attachments.In(r.open.ID)
	for i := range d.Parts {
		if d.Parts[i], err = files.HalfSize(r.Frame.Context(), d.Parts[i]); err != nil {
			return chat.Draft{}, err
		}
	}
	return d, nil
}
