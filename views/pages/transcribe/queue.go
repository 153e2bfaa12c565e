package transcribe

import (
	"context"

	"parlando/app/chat"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	transcribeview "parlando/views/transcribe"
	"parlando/views/words"
)

// queue does what can be done with the transcripts of the list.
type queue struct {
	host
	transcripts Transcripts
	queue       Queue
	links       Links
	view        *transcribeview.Page
	// onOpen shows a transcript, "" none; onAgain asks about its sound once more, onSaveAnswers
	// where what the service answered is saved.
	onOpen                 func(chat.ID)
	onAgain, onSaveAnswers func(transcripts.Transcript)
}

func newQueue(h host, o Options) *queue {
	return &queue{host: h, transcripts: o.Owners.Transcripts, queue: o.Owners.Queue, links: o.Links}
}

// change runs a small write with a transcript.
func (q *queue) change(id chat.ID, write func(context.Context, chat.ID) error) {
	q.frame.Change(func(ctx context.Context) error { return write(ctx, id) })
}

// known does something with a transcript, if it is still there.
func (q *queue) known(id chat.ID, do func(transcripts.Transcript)) {
	if t, ok := q.transcripts.Get(id); ok {
		do(t)
	}
}

// Pause implements transcribe.Queue.
func (q *queue) Pause(id chat.ID) { q.change(id, q.queue.Pause) }

// Resume implements transcribe.Queue.
func (q *queue) Resume(id chat.ID) { q.change(id, q.queue.Resume) }

// Retry implements transcribe.Queue.
func (q *queue) Retry(id chat.ID) { q.change(id, q.queue.Retry) }

// RetryWith implements transcribe.Queue.
func (q *queue) RetryWith(id chat.ID, field string, value *float64) {
	q.frame.Change(func(ctx context.Context) error { return q.queue.RetryWith(ctx, id, field, value) })
}

// Move implements transcribe.Queue.
func (q *queue) Move(id chat.ID, place int) {
	q.frame.Change(func(ctx context.Context) error { return q.queue.Move(ctx, id, place) })
}

// HasServicePage implements transcribe.Queue.
func (q *queue) HasServicePage(of chat.ID) bool { return q.links.ServicePage(of) != "" }

// Rename implements transcribe.Transcripts.
func (q *queue) Rename(id chat.ID, title string) {
	q.frame.Change(func(ctx context.Context) error { return q.transcripts.Rename(ctx, id, title) })
}

// Pin implements transcribe.Transcripts.
func (q *queue) Pin(id chat.ID, pinned bool) {
	q.frame.Change(func(ctx context.Context) error { return q.transcripts.Pin(ctx, id, pinned) })
}

// KeepCopy implements transcribe.Transcripts.
func (q *queue) KeepCopy(id chat.ID) { q.change(id, q.transcripts.KeepCopy) }

// ShowInFolder implements transcribe.Transcripts.
func (q *queue) ShowInFolder(id chat.ID) {
	q.known(id, func(t transcripts.Transcript) { q.frame.Files.Show(t.Path) })
}

// SaveAnswers implements transcribe.Transcripts.
func (q *queue) SaveAnswers(id chat.ID) { q.known(id, q.onSaveAnswers) }

// TranscribeAgain implements transcribe.Transcripts.
func (q *queue) TranscribeAgain(id chat.ID) { q.known(id, q.onAgain) }

// Delete takes a transcript out of the list; that can be undone.
func (q *queue) Delete(id chat.ID) {
	q.remove(id, q.transcripts.Delete, func(title string) string {
		return i18n.Text("{{.Title}} was deleted. The sound file is not touched.", map[string]any{"Title": title})
	})
}

// Cancel takes a transcript out of the queue; that can be undone.
func (q *queue) Cancel(id chat.ID) {
	q.remove(id, q.queue.Cancel, func(title string) string {
		return i18n.Text("{{.Title}} was canceled.", map[string]any{"Title": title})
	})
}

func (q *queue) remove(id chat.ID, remove func(context.Context, chat.ID) error, said func(title string) string) {
	t, ok := q.transcripts.Get(id)
	if !ok {
		return
	}
	wasOpen := q.view.Opened() == id
	if wasOpen {
		q.onOpen("")
		q.view.FocusList()
	}
	q.change(id, remove)
	q.frame.Toasts.Say(said(t.Name()), i18n.Text("Undo"), func() {
		q.change(id, q.transcripts.Restore)
		if wasOpen {
			q.onOpen(id)
		}
	})
}

// Fix implements transcribe.Queue.
func (q *queue) Fix(id chat.ID) { q.known(id, q.fix) }

func (q *queue) fix(t transcripts.Transcript) {
	switch words.AboutWriting(t.Problem).Action {
	case words.EnterKey, words.CheckAddress:
		q.links.ChangeKey(t.Connection, func() { q.Retry(t.ID) })
	case words.ChooseModel, words.ChooseService:
		q.onAgain(t)
	case words.OpenService:
		q.links.OpenURL(q.links.ServicePage(t.Connection))
	default:
		q.Retry(t.ID)
	}
}
