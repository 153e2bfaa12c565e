package window

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/settings"
	"parley/app/transcripts/excerpt"
	"parley/views/uithread"
	"parley/views/words"
)

// fix does what the button of a problem promises.
func (v *Window) fix(id chat.ID, action words.Action) {
	switch action {
	case words.EnterKey, words.CheckAddress, words.ChooseService:
		v.enterKey(id)
	case words.CheckProxy:
		v.connections.Open()
	case words.ChooseModel:
		v.unanswered = id
		v.top.OpenPicker()
	case words.AskSeeing:
		model := v.seeingModel().ID
		v.core.Catalog.Used(v.connection(), model)
		v.regenerateBy(id, model)
		v.refreshModel()
	case words.Continue:
		v.goOn(id)
	case words.NewChat:
		v.newChat()
	case words.OpenService:
		v.askToOpen(v.servicePage())
	case words.SendPlain:
		v.sendWith(id, chat.Parameters{Instructions: v.open.Params.Instructions})
	case words.SmallerPictures:
		v.editQuestion(id, true)
	case words.EditMessage:
		v.editQuestion(id, false)
	case words.SendFirstPart:
		v.sendChanged(id, v.firstPart)
	case words.SendWithout:
		v.sendChanged(id, withoutAttachments)
	default:
		v.regenerate(id)
	}
}

// servicePage returns the web page of the service that is in use.
func (v *Window) servicePage() string { return v.servicePageOf(v.connection()) }

// servicePageOf returns the web page of a service, "" for practice and programs on this computer. It is the host of its
// address, without the label that many put before it for programs.
func (v *Window) servicePageOf(connection chat.ID) string {
	c, _ := v.core.Settings.Get().Find(connection)
	u, err := url.Parse(c.Address)
	if c.Kind != settings.Service || err != nil || u.Host == "" {
		return ""
	}
	page := url.URL{Scheme: u.Scheme, Host: strings.TrimPrefix(u.Host, "api."), Path: "/"}
	return page.String()
}

// sendAgain asks again with another number for a field of the request, or with nil without it.
func (v *Window) sendAgain(id chat.ID, field string, value *float64) {
	v.sendWith(id, v.open.Params.With(field, value))
}

// sendWith asks for another reply beside this one, with other parameters, which the chat keeps.
func (v *Window) sendWith(id chat.ID, params chat.Parameters) {
	v.saveParams.Drop()
	v.open.Params = params
	c := v.open
	v.adjust.Set(c.Params)
	v.presets.ShowName()
	v.ask(func(ctx context.Context) error {
		if err := v.core.History.SetParameters(ctx, c.ID, c.Params); err != nil {
			return err
		}
		_, err := v.core.Replies.Regenerate(ctx, id)
		return err
	})
}

// readQuestion reads the question that a reply answers.
func (v *Window) readQuestion(reply chat.ID) (chat.Message, error) {
	m, err := v.readMessage(reply)
	if err != nil {
		return m, err
	}
	return v.readMessage(m.Parent)
}

// sendChanged sends the question of a reply once more with something changed in it. Where nothing is left to send, it is shown for editing.
func (v *Window) sendChanged(reply chat.ID, change func(chat.Draft) chat.Draft) {
	again := func() { v.sendChanged(reply, change) }
	uithread.Load(v.chatReads, func() (chat.Message, error) { return v.readQuestion(reply) }, func(question chat.Message) {
		d := change(draftOf(question))
		if v.drafts.edit(d) {
			v.composer.Send()
		}
	}, v.frame.CouldNotRead(lang.L("This message could not be read."), again))
}

// withoutAttachments is a message of words alone.
func withoutAttachments(d chat.Draft) chat.Draft {
	d.Parts = nil
	return d
}

// firstPart shortens the texts attached to a message to what the model takes; where that is not known, to half of them.
func (v *Window) firstPart(d chat.Draft) chat.Draft {
	all := textTokens(d.Parts)
	m, _ := v.core.Catalog.Model(v.connection(), v.model())
	room := excerpt.Room(m.Context)
	if room == 0 || room >= all {
		room = all / 2
	}
	d.Parts = slices.Clone(d.Parts)
	for i, p := range d.Parts {
		if !p.IsAttachedText() {
			continue
		}
		first := chat.FirstTokens(p.Text, int(int64(chat.TextTokens(p.Text))*int64(room)/int64(all)))
		d.Parts[i].Text = strings.TrimSpace(first) + "\n\n[Only the first part of this text was sent.]"
	}
	return d
}

// editQuestion shows the question of a reply for editing; with smaller, its pictures come at half their width and height.
func (v *Window) editQuestion(reply chat.ID, smaller bool) {
	read := func() (chat.Draft, error) {
		m, err := v.readQuestion(reply)
		if err != nil {
			return chat.Draft{}, err
		}
		d := draftOf(m)
		for i := range d.Parts {
			if !smaller {
				break
			}
			if d.Parts[i], err = v.core.Attachments.Smaller(v.ctx, d.Parts[i]); err != nil {
				return chat.Draft{}, err
			}
		}
		return d, nil
	}
	again := func() { v.editQuestion(reply, smaller) }
	uithread.Load(v.chatReads, read, func(d chat.Draft) { v.drafts.edit(d) }, v.frame.CouldNotRead(lang.L("This message could not be read."), again))
}
