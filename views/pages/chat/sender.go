package chat

import (
	"context"
	"errors"

	"parlando/app/connections"

	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/problem"
	"parlando/app/projects"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/views/composer"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/pages/chat/answers"
	"parlando/views/uithread"
	"parlando/views/words"
)

// sender sends messages and requests replies.
type sender struct {
	*base
	settings    *settings.Store
	connections *connections.Connections
	history     *history.Store
	rescue      Rescue

	reader     *reader
	drafts     *draftBox
	parameters *parameters
	// onSend is called before a message is sent. enterKey asks for the key of the connection, and
	// markReads marks the model as supporting PDFs.
	onSend, enterKey, markReads func()
	// onBegun is called after the first message of a new chat was sent.
	onBegun func()
	// answer offers a message as the answer to a question that waits in the open chat. It returns
	// false if none waits; sent is called once the user has answered.
	answer func(message string, sent func()) bool
	// maySend reports whether a request may be sent now; if it first asks the user, it calls send
	// later.
	maySend func(once string, send func()) bool
}

// Edit puts an earlier message into the composer. Sending creates a new branch beside the old
// message.
func (s *sender) Edit(id chat.ID) {
	type editedMessage struct {
		message chat.Message
		form    *chat.AnswerForm
	}
	uithread.Load(s.open.scope, func() (e editedMessage, err error) {
		if e.message, err = s.reader.message(id); err == nil {
			e.form, err = answers.FormForMessage(s.Frame.Context(), s.history, e.message)
		}
		return e, err
	}, func(e editedMessage) {
		if s.drafts.edit(draftOf(e.message)) && e.form != nil {
			p := s.open.Params.Clone()
			p.Answer = e.form
			s.parameters.set(p)
		}
	}, s.reader.couldNotReadMessage(func() { s.Edit(id) }))
}

func (s *sender) editLast() {
	if id, ok := s.view.LastMessage(chat.User); ok {
		s.Edit(id)
	}
}

// Send takes the message out of the composer, stores it and requests the reply. A rejected message
// returns to the composer.
func (s *sender) Send(d chat.Draft) {
	if _, ok := s.connections.Current(); !ok {
		s.Links.Connect()
		return
	}
	if s.body.ReadFailed() {
		s.composer.SetNotice(composer.Notice{Danger: true, Text: format.Sentences(notSentSentence(), i18n.Text("This chat couldn't be read."))})
		return
	}
	if d.Edits == "" && len(d.Parts) == 0 && s.answer(d.Text, func() { s.drafts.answered(d) }) {
		return // the message stays until it is the answer
	}
	if !s.maySend(i18n.Text("Send this one"), s.composer.Send) {
		return // the message stays
	}
	s.onSend()
	if s.Compact && s.open.ID == "" {
		s.open.begin("") // the connection may have changed since the quick window was shown
	}
	target, here := s.asked(), s.open.scope.Current()
	c, message := s.open.Conversation, s.drafts.takeOut(d)
	release := s.Frame.KeepOpen()
	s.Thread.Go(func() func() {
		defer release()
		c, reply, err := s.store(s.Frame.Context(), c, target, message)
		if err != nil {
			return func() {
				s.drafts.follow()
				s.notSent(err)
			}
		}
		return func() {
			if here() {
				s.sent(c, reply)
			} else {
				s.drafts.follow()
			}
		}
	})
}

// SendNow sends the first of the paused messages; the others follow it.
func (s *sender) SendNow() {
	id := s.open.ID
	s.request(func(ctx context.Context, target *chat.Target) (chat.ID, error) {
		return "", s.replies.SendNow(ctx, id, target)
	}, func(err error) { s.refused(err, notSentSentence(), s.SendNow) })
}

// Stop cancels the reply that is being written in the open chat.
func (s *sender) Stop() { s.replies.Stop(s.open.ID) }

// sent shows a sent message, which may have created the chat, and its reply, "" if it is queued.
func (s *sender) sent(c chat.Conversation, reply chat.ID) {
	if comfort := s.settings.Get().Comfort; !comfort.KnowsSendKey() {
		s.settings.Change(func(s *settings.Settings) { s.Comfort.CountSent() })
		comfort.CountSent()
		s.composer.SetKeys(comfort.SendWith == settings.SendShiftEnter, comfort.KnowsSendKey())
	}
	s.drafts.forgetSaid()
	if s.open.ID == "" {
		s.open.sent(c)
		s.top.SetNewChat(false)
		s.onBegun()
		s.Links.OnOpened(c.ID)
		s.reader.reload() // changes announced before the chat was open were not shown
		s.showWriting()
	}
	s.parameters.afterMessage()
	s.drafts.follow()
	s.view.AwaitReply(reply)
}

// store stores a message and requests the reply, in a new chat if c has no ID.
func (s *sender) store(ctx context.Context, c chat.Conversation, target *chat.Target, message *drafts.TakenMessage) (_ chat.Conversation, reply chat.ID, err error) {
	if c.ID == "" {
		c.ID, c.Model = chat.NewID(), target.Model
		return s.replies.Begin(ctx, c, message)
	}
	reply, _, err = s.replies.Send(ctx, message, target)
	return c, reply, err
}

// ask runs a function that requests a reply, with the parameters of the panel. The function returns
// the new reply, "" for none.
func (s *sender) ask(question func(context.Context, *chat.Target) (chat.ID, error)) {
	s.request(question, func(err error) { s.refused(err, "", func() { s.ask(question) }) })
}

// continueOnce is the name of the button that allows one request that is no new message.
func continueOnce() string { return i18n.Text("Continue this once") }

// request is ask with a function that handles the error.
func (s *sender) request(question func(context.Context, *chat.Target) (chat.ID, error), failed func(error)) {
	if !s.maySend(continueOnce(), func() { s.request(question, failed) }) {
		return
	}
	target, here := s.asked(), s.open.scope.Current()
	s.Thread.Go(func() func() {
		reply, err := question(s.Frame.Context(), target)
		return func() {
			switch {
			case err != nil:
				failed(err)
			case here():
				s.showWriting()
				s.view.AwaitReply(reply)
			}
		}
	})
}

// Regenerate requests another reply as a sibling of the given one.
func (s *sender) Regenerate(id chat.ID) {
	s.ask(func(ctx context.Context, target *chat.Target) (chat.ID, error) {
		return s.replies.Regenerate(ctx, id, target)
	})
}

// Continue requests the rest of a truncated reply.
func (s *sender) Continue(id chat.ID) {
	s.ask(func(ctx context.Context, target *chat.Target) (chat.ID, error) {
		return "", s.replies.Continue(ctx, id, target)
	})
}

// notSent shows why a message was not sent, and that the message is still in the composer.
func (s *sender) notSent(err error) { s.refused(err, notSentSentence(), s.composer.Send) }

func notSentSentence() string { return i18n.Text("Your message wasn't sent. It's still here.") }

// refused shows an error above the message. before is a sentence to put before the error, or "";
// again repeats the refused action.
func (s *sender) refused(err error, before string, again func()) {
	if errors.Is(err, replies.ErrClosed) || errors.Is(err, context.Canceled) {
		return // Parlando is closing
	}
	s.Log.Warn("A message could not be sent", "error", err)
	if errors.Is(err, history.ErrGone) && s.history.Gone() {
		return // the notice about the missing library has the reason
	}
	n := composer.Notice{Text: why(err), Danger: true}
	var p problem.Problem
	var long *projects.TooLongError
	switch {
	case s.Compact:
		n.Button, n.Action = i18n.Text("Open in Parlando"), s.Links.OpenInMain
	case errors.As(err, &p) && (p.Kind == problem.NoKey || p.Kind == problem.ConnectionGone):
		s.enterKey()
		return
	// the notice with the key projectNotice says it, and offers to choose files
	case errors.As(err, &long):
		return
	case errors.Is(err, replies.ErrCannotRead): // a document of this message or of an earlier one
		n.Text = words.TextForKind(problem.CannotRead).Title
		n.Button, n.Action = i18n.Text("Send it anyway"), func() { s.markReads(); again() }
	case errors.Is(err, history.ErrDamaged):
		n.Button, n.Action = words.RecoverLibrary(), s.rescue.RecoverLibrary
	case errors.Is(err, replies.ErrNoModel):
		n.Button, n.Action = i18n.Text("Choose a model"), s.top.OpenPicker
	}
	if before != "" {
		n.Text = format.Sentences(before, n.Text)
	}
	s.composer.SetNotice(n)
}

// why returns the sentence for an error of sending a message or requesting a reply.
func why(err error) string {
	for _, known := range []struct {
		err      error
		sentence string
	}{
		{replies.ErrNoModel, i18n.Text("No model is chosen.")},
		{replies.ErrBusy, i18n.Text("A reply is being written in this chat. Wait until it's done, or stop it.")},
		{replies.ErrCannotContinue, i18n.Text("This reply can't be continued. You can try again instead.")},
		{replies.ErrNoReply, i18n.Text("There is no message here to send again.")},
		{replies.ErrNothingToSend, i18n.Text("There is nothing to send.")},
		{history.ErrNotFound, i18n.Text("This chat or message was deleted.")},
		{history.ErrReadOnly, i18n.Text("Your chats can't be changed at the moment.")},
		{history.ErrGone, words.LibraryGone()},
		{history.ErrFull, i18n.Text("The disk is full.")},
		{history.ErrDamaged, words.LibraryDamaged()},
	} {
		if errors.Is(err, known.err) {
			return known.sentence
		}
	}
	return i18n.Text("It couldn't be saved.")
}
