package chat

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/drafts"
	"parley/app/history"
	"parley/app/problem"
	"parley/app/replies"
	"parley/views/composer"
	"parley/views/uithread"
	"parley/views/words"
)

// sender sends messages and asks for replies.
type sender struct {
	*base
	reader *reader
	drafts *draftBox
	// onSend is called before a message is sent. enterKey asks for the key of the connection, and markReads
	// takes the user's word that the model supports PDFs.
	onSend, enterKey, markReads func()
}

// Edit puts an earlier message into the composer; sending it makes a new branch beside the old one.
func (s *sender) Edit(id chat.ID) {
	uithread.Load(s.reads, func() (chat.Message, error) { return s.reader.message(id) }, func(m chat.Message) {
		s.drafts.edit(draftOf(m))
	}, s.reader.couldNotReadMessage(func() { s.Edit(id) }))
}

func (s *sender) editLast() {
	if id, ok := s.view.Last(chat.User); ok {
		s.Edit(id)
	}
}

// Send takes the message out of the composer, stores it and asks for the reply. What is refused comes back.
func (s *sender) Send(d chat.Draft) {
	if _, ok := s.Owners.Connections.Current(); !ok {
		s.Links.Connect()
		return
	}
	if s.body.unread() {
		s.composer.SetNotice(composer.Notice{Danger: true, Text: notSentSentence() + " " + lang.L("This chat could not be read.")})
		return
	}
	s.onSend()
	if s.Compact && s.open.ID == "" {
		s.beginWith("") // the connection may have changed since the quick window was shown
	}
	c, visit := s.open, s.visit
	model, message := s.model(), s.drafts.takeOut(d)
	release := s.Frame.Hold()
	s.Thread.Go(func() func() {
		defer release()
		c, err := s.store(s.Frame.Context(), c, model, message)
		if err != nil {
			return func() {
				s.drafts.follow()
				s.notSent(err)
			}
		}
		return func() {
			if visit == s.visit {
				s.sent(c)
			} else {
				s.drafts.follow()
			}
		}
	})
}

// Stop stops the reply that is being written in the open chat.
func (s *sender) Stop() { s.Owners.Replies.Stop(s.open.ID) }

// sent shows a message that was sent in a chat that may have begun with it.
func (s *sender) sent(c chat.Conversation) {
	first := s.open.ID == ""
	s.open.ID, s.open.Connection, s.open.Model, s.open.Title = c.ID, c.Connection, c.Model, c.Title
	s.drafts.follow()
	s.drafts.forgetSaid()
	s.showWriting()
	if first {
		s.Links.Opened(c.ID)
	}
	s.reader.reload()
	s.view.GoToEnd()
}

// store stores a message and asks a model for the reply, in a chat that begins with it or in one that exists.
func (s *sender) store(ctx context.Context, c chat.Conversation, model string, message *drafts.Taken) (_ chat.Conversation, err error) {
	if c.ID == "" {
		begun := c
		begun.ID, begun.Model = chat.NewID(), model
		if begun, _, err = s.Owners.Replies.Begin(ctx, begun, message); err != nil {
			return c, err
		}
		return begun, nil
	}
	if c, err = s.withModel(ctx, c, model); err != nil {
		message.GiveBack(nil)
		return c, err
	}
	_, _, err = s.Owners.Replies.Send(ctx, message)
	return c, err
}

// withModel stores the model that a chat is asked with from now on.
func (s *sender) withModel(ctx context.Context, c chat.Conversation, model string) (chat.Conversation, error) {
	if c.Model == model {
		return c, nil
	}
	c.Model = model
	return c, s.Owners.Editor.SetModel(ctx, c.ID, c.Connection, model)
}

// ask runs something that asks the service for a reply.
func (s *sender) ask(question func(context.Context) error) {
	visit := s.visit
	s.Thread.Go(func() func() {
		err := question(s.Frame.Context())
		return func() {
			switch {
			case err != nil:
				s.refused(err, "")
			case visit == s.visit:
				s.showWriting()
				s.view.GoToEnd()
			}
		}
	})
}

// Regenerate asks again with the model that is chosen now.
func (s *sender) Regenerate(id chat.ID) { s.regenerateWith(id, s.model()) }

// regenerateWith asks again with a model, which is that of the chat from then on.
func (s *sender) regenerateWith(id chat.ID, model string) {
	c := s.open
	s.open.Model = model
	s.ask(func(ctx context.Context) error {
		if _, err := s.withModel(ctx, c, model); err != nil {
			return err
		}
		_, err := s.Owners.Replies.Regenerate(ctx, id)
		return err
	})
}

// Continue has a reply that was cut short continued.
func (s *sender) Continue(id chat.ID) {
	s.ask(func(ctx context.Context) error { return s.Owners.Replies.Continue(ctx, id) })
}

// notSent says why a message was not sent, and that it is still here.
func (s *sender) notSent(err error) { s.refused(err, notSentSentence()) }

func notSentSentence() string { return lang.L("Your message was not sent, and is still here.") }

// refused says above the message why something was not done. before is a sentence that goes first, or "".
func (s *sender) refused(err error, before string) {
	if errors.Is(err, replies.ErrClosed) || errors.Is(err, context.Canceled) {
		return // Parley is closing
	}
	s.Log.Warn("Not asked", "error", err)
	n := composer.Notice{Text: why(err), Danger: true}
	var p problem.Problem
	switch {
	case s.Compact:
		n.Button, n.Action = lang.L("Open in Parley"), s.Links.OpenInMain
	case errors.As(err, &p) && (p.Kind == problem.NoKey || p.Kind == problem.Gone):
		s.enterKey()
		return
	case errors.Is(err, replies.ErrCannotRead): // a document of this message, or of one before it
		n.Text = words.For(problem.CannotRead).Title
		n.Button, n.Action = lang.L("It takes them"), s.markReads
	case errors.Is(err, replies.ErrNoModel):
		n.Button, n.Action = lang.L("Choose a model"), s.top.OpenPicker
	}
	if before != "" {
		n.Text = before + " " + n.Text
	}
	s.composer.SetNotice(n)
}

// why returns the sentence that says why nothing was sent or asked.
func why(err error) string {
	for _, known := range []struct {
		err      error
		sentence string
	}{
		{replies.ErrNoModel, lang.L("No model is chosen.")},
		{replies.ErrBusy, lang.L("A reply is being written here. Wait for its end, or stop it.")},
		{drafts.ErrWaiting, lang.L("Another message waits to be sent. Take it back, or wait until it is sent.")},
		{replies.ErrCannotContinue, lang.L("This reply cannot be continued. You can try again instead.")},
		{replies.ErrNoReply, lang.L("There is no question here to ask again.")},
		{replies.ErrNothingToSend, lang.L("There is nothing to send.")},
		{history.ErrNotFound, lang.L("This chat or message was deleted.")},
		{history.ErrReadOnly, lang.L("The library is open for reading only.")},
		{history.ErrFull, lang.L("The disk is full.")},
	} {
		if errors.Is(err, known.err) {
			return known.sentence
		}
	}
	return lang.L("It could not be kept on the disk.")
}
