package chat

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/markdown"
	"parlando/app/problem"
	"parlando/app/replies"
	"parlando/app/speech"
	"parlando/views/conversation"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// readAhead is the number of messages read together with a chat, before the view requests more.
const readAhead = 24

// reader reads the open chat and its changes for the view.
type reader struct {
	*base
	attachments *attachments.Attachments
	gallery     Gallery
	// attachAgain adds a picture to the next message.
	attachAgain func(chat.Part)
	history     *history.Store
	speech      *speech.Speech

	// shown is the chat whose thread the view shows.
	shown chat.ID
	// always is the scope of reads that continue after another chat is opened.
	always *uithread.Scope
	// about lists the transcripts attached to messages of the open chat.
	about []history.TranscriptMessage
	// onThread is called before a thread is shown.
	onThread func()
	// onGone is called if the open chat is not in the library anymore, not even as a deleted one.
	onGone func()
	// stopCountdown ends the countdown of a busy service; nil for none.
	stopCountdown func()
}

// thread is the shown branch of a chat: the heads of all messages, and the messages read so far.
type thread struct {
	heads    []chat.Head
	messages []chat.Message
	about    []history.TranscriptMessage
}

// read reads the shown branch, and the messages around the given one, or else the last messages.
func (r *reader) read(id, around chat.ID) (t thread, err error) {
	ctx := r.Frame.Context()
	if t.heads, err = r.history.Thread(ctx, id); err != nil {
		return t, err
	}
	to := len(t.heads)
	if i := slices.IndexFunc(t.heads, func(h chat.Head) bool { return h.ID == around }); i >= 0 {
		to = min(i+readAhead/2, to)
	}
	t.messages, err = r.history.Messages(ctx, chat.IDs(t.heads[max(0, to-readAhead):to]))
	// Ignore damaged messages here: the view requests them again, and shows the error.
	if err != nil && !errors.Is(err, history.ErrDamaged) {
		return t, err
	}
	if t.about, err = r.history.Transcripts(ctx, id); err != nil {
		// Open the chat without links to times in the recording.
		r.Log.Error("The transcripts of a chat could not be read", "error", err)
	}
	return t, nil
}

// reload reads the branch again after it changed.
func (r *reader) reload() {
	id := r.open.ID
	again := func() {
		if id == r.open.ID {
			r.reload()
		}
	}
	uithread.Load(r.open.scope, func() (thread, error) {
		t, err := r.read(id, "")
		if errors.Is(err, history.ErrNotFound) && r.isDeleted(id) {
			err = errDeleted
		}
		return t, err
	}, func(t thread) {
		if id == r.open.ID {
			r.show(t)
		}
	}, func(err error) {
		if id == r.open.ID && errors.Is(err, history.ErrNotFound) {
			r.onGone()
			return
		}
		if id == r.open.ID && r.shown != id && r.Frame.Context().Err() == nil {
			r.Log.Error("A chat could not be read", "error", err)
			r.body.SetReadFailed(err, again)
			return
		}
		r.Frame.ReadErrorHandler(outOfDate(), again)(err)
	})
}

// errDeleted reports that a chat was deleted elsewhere and can be restored. It stays open, so that
// what is typed stays in sight.
var errDeleted = errors.New("the chat was deleted")

// isDeleted reports whether a chat is deleted and can be restored.
func (r *reader) isDeleted(id chat.ID) bool {
	_, err := r.history.DeletedThread(r.Frame.Context(), id)
	return err == nil
}

// outOfDate returns the error to show when a changed chat could not be read again.
func outOfDate() string {
	return i18n.Text("This chat may not show the latest messages. Try opening it again.")
}

// show passes a thread to the view. Replies that are still being written come from memory, because
// the disk lags behind.
func (r *reader) show(t thread) {
	r.shown = r.open.ID
	r.about = t.about
	r.view.SetTimes(len(t.about) > 0)
	r.replies.ReplaceLive(t.messages)
	r.Links.OnLargeAllocation()
	r.onThread()
	r.view.SetThread(r.open.ID, t.heads, t.messages)
	r.find.SetThread(r.open.ID, t.heads)
	r.body.SetEmpty(len(t.heads) == 0)
	if n := len(t.messages); n > 0 {
		r.countDown(t.messages[n-1])
	}
}

// ReadMessages reads messages that the view is about to show.
func (r *reader) ReadMessages(ids []chat.ID) {
	r.Links.OnLargeAllocation()
	var ms []chat.Message
	show := func(ms []chat.Message) {
		r.replies.ReplaceLive(ms)
		r.view.SetMessages(ms)
		for _, m := range ms {
			r.countDown(m)
		}
	}
	uithread.Load(r.open.scope, func() (_ []chat.Message, err error) {
		ms, err = r.history.Messages(r.Frame.Context(), ids)
		return ms, err
	}, show, func(err error) {
		if len(ms) > 0 {
			show(ms) // the messages that are not damaged
		}
		ids := slices.DeleteFunc(slices.Clone(ids), func(id chat.ID) bool {
			return slices.ContainsFunc(ms, func(m chat.Message) bool { return m.ID == id })
		})
		if shown := r.view.SetReadFailed(ids); shown {
			r.Frame.ReadErrorHandler(outOfDate(), func() { r.ReadMessages(ids) })(err)
		} else {
			r.Log.Error("Messages could not be read", "error", err)
		}
	})
}

// message reads one message, or history.ErrNotFound.
func (r *reader) message(id chat.ID) (chat.Message, error) {
	return r.history.Message(r.Frame.Context(), id)
}

// question reads the user's message that a reply answers.
func (r *reader) question(reply chat.ID) (chat.Message, error) {
	m, err := r.message(reply)
	if err != nil {
		return m, err
	}
	return r.message(m.Parent)
}

// couldNotReadMessage returns an error handler that tells the user that a message could not be read
// and offers to try again.
func (r *reader) couldNotReadMessage(again func()) func(error) {
	return r.Frame.ReadErrorHandler(i18n.Text("This message couldn't be read."), again)
}

// current passes the current state of a message to then.
func (r *reader) current(id chat.ID, then func(chat.Message)) {
	if s, ok := r.replies.Snapshot(id); ok {
		then(s.Message)
		return
	}
	uithread.Load(r.always, func() (chat.Message, error) { return r.message(id) }, then,
		r.couldNotReadMessage(func() { r.current(id, then) }))
}

// refresh updates a reply in the view: from memory while the reply is being written, else from the
// library.
func (r *reader) refresh(id chat.ID) {
	if !r.view.HasMessage(id) {
		return
	}
	r.find.Changed(id)
	if s, ok := r.replies.Snapshot(id); ok {
		r.view.UpdateMessage(s.Message, s.Quiet)
		return
	}
	r.ReadMessages([]chat.ID{id})
}

func (r *reader) ReadPicture(sha string, edge float32) {
	// Round the size up, so that a slightly larger window still finds the cached picture.
	pixels := (int(edge*r.Frame.Canvas().Scale())/128 + 1) * 128
	r.Thread.Go(func() func() {
		img, err := r.attachments.Thumbnail(r.Frame.Context(), sha, pixels)
		if err != nil {
			r.Log.Error("A picture could not be read", "error", err)
			if t := (*attachments.FileError)(nil); errors.As(err, &t) {
				return func() { r.view.SetDamaged(sha) }
			}
			// The picture file may be intact, so the view offers to read it again.
			return func() { r.view.SetPictureReadFailed(sha) }
		}
		return func() { r.view.SetPicture(sha, img) }
	})
}

func (r *reader) Highlight(key, language, code string) {
	r.Thread.Go(func() func() {
		lines := markdown.Highlight(language, code)
		return func() { r.view.SetHighlight(key, lines) }
	})
}

// ShowPicture opens a picture of a message; the gallery also has the message's other pictures.
func (r *reader) ShowPicture(message chat.ID, sha string) {
	r.current(message, func(m chat.Message) {
		change := func(sha string) { r.ChangePicture(message, sha) }
		if m.Role == chat.User {
			change = nil
		}
		r.gallery.Show(m.Parts, sha, change)
	})
}

// ChangePicture adds a picture of a reply to the next message.
func (r *reader) ChangePicture(message chat.ID, sha string) {
	r.withFile(message, sha, r.attachAgain)
}

// withFile calls then with the part of a message that contains the given file.
func (r *reader) withFile(message chat.ID, sha string, then func(chat.Part)) {
	r.current(message, func(m chat.Message) {
		for _, p := range m.Parts {
			if b := p.SentBlob(); b != nil && b.SHA256 == sha {
				then(p)
				return
			}
		}
	})
}

// OpenFile opens a document of a message.
func (r *reader) OpenFile(message chat.ID, sha string) {
	r.withFile(message, sha, func(p chat.Part) { r.openFile(r.gallery, p) })
}

// SavePicture saves a picture of a message that cannot be shown.
func (r *reader) SavePicture(message chat.ID, sha string) {
	r.withFile(message, sha, func(p chat.Part) { r.gallery.AskSave(sha, p.Name) })
}

// Choose shows the branch that is step siblings away from a message.
func (r *reader) Choose(id chat.ID, step int) {
	uithread.Load(r.open.scope, func() ([]chat.ID, error) { return r.history.Siblings(r.Frame.Context(), id) }, func(ids []chat.ID) {
		if i := slices.Index(ids, id); i >= 0 && i+step >= 0 && i+step < len(ids) {
			r.Frame.Change(func(ctx context.Context) error { return r.history.ShowBranch(ctx, ids[i+step]) })
		}
	}, r.Frame.ReadErrorHandler(i18n.Text("The other replies couldn't be read."), func() { r.Choose(id, step) }))
}

// Delete deletes a message and its descendants. It asks first if there are descendants.
func (r *reader) Delete(id chat.ID) {
	uithread.Load(r.always, func() (int, error) { return r.history.CountDescendants(r.Frame.Context(), id) }, func(descendants int) {
		if descendants == 0 {
			r.delete(id, 1)
			return
		}
		shell.AskBeforeLoss(r.Frame, words.DeleteWithLater(descendants), i18n.Text("You can get them back from “Recently deleted” for 30 days."), i18n.Text("Delete"),
			func() { r.delete(id, 1+descendants) })
	}, r.couldNotReadMessage(func() { r.Delete(id) }))
}

// delete deletes a message and its descendants, count messages in all, and offers Undo.
func (r *reader) delete(id chat.ID, count int) {
	r.Frame.ChangeThen(func(ctx context.Context) error { return r.history.DeleteMessage(ctx, id) }, func() { r.deleted(id, count) })
}

// DeleteAlone deletes a message without its descendants.
func (r *reader) DeleteAlone(id chat.ID) {
	writing := false
	r.Frame.ChangeThen(func(ctx context.Context) error {
		err := r.history.DeleteMessageAlone(ctx, id)
		if writing = errors.Is(err, history.ErrInvalid); writing {
			return nil
		}
		return err
	}, func() {
		if writing {
			r.Frame.Toasts().Say(why(replies.ErrBusy), "", nil)
			return
		}
		r.deleted(id, 1)
	})
}

// deleted offers Undo after count messages were deleted, of which id is the first.
func (r *reader) deleted(id chat.ID, count int) {
	r.speech.StopSource(speech.MessageSource(id))
	r.Frame.Toasts().Say(words.MessagesDeleted(count), i18n.Text("Undo"), func() {
		r.Frame.Change(func(ctx context.Context) error { return r.history.RestoreMessage(ctx, id) })
	})
}

// markReading highlights the sentence being read aloud.
func (r *reader) markReading() {
	reading := conversation.ReadAloud{}
	if s := r.speech.Snapshot(); s.Phase != speech.Idle && s.Source.Kind == speech.Message {
		reading = conversation.ReadAloud{
			Message: chat.ID(s.Source.ID), Start: s.Start, End: s.End,
			Paused: !s.Phase.CanPause(),
		}
	}
	r.view.SetReadAloud(reading)
}

// countDown shows a countdown of the wait that a busy service has requested. It does not send the
// request again: the user decides.
func (r *reader) countDown(m chat.Message) {
	if m.Request == nil || m.Request.Problem == nil || m.Request.Problem.Kind != problem.Busy || m.Request.Problem.RetryAfter <= 0 {
		return
	}
	until := m.Request.Problem.At.Add(m.Request.Problem.RetryAfter)
	r.endCountdown()
	var tick func()
	tick = func() {
		left := time.Until(until)
		if left <= 0 {
			r.view.SetBusy(m.ID, "")
			r.stopCountdown = nil
			return
		}
		r.view.SetBusy(m.ID, words.WaitingTime(left))
		r.stopCountdown = r.Thread.After(min(time.Second, left), tick)
	}
	tick()
}

func (r *reader) endCountdown() {
	if r.stopCountdown != nil {
		r.stopCountdown()
		r.stopCountdown = nil
	}
}

// keepPlace stores the reading position in the open chat if it has changed.
func (r *reader) keepPlace() {
	id := r.open.ID
	place, been := r.view.ReadingPlace(id)
	if !been || id == "" || place == r.open.Place || r.history.ReadOnly() != "" {
		return
	}
	r.open.setPlace(place)
	r.Frame.Change(func(ctx context.Context) error {
		if err := r.history.SetReadingPlace(ctx, id, place); err != nil {
			r.Log.Warn("The reading place in a chat could not be stored", "error", err)
		}
		return nil
	})
}
