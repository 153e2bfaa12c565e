package transcribe

import (
	"context"
	"path/filepath"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/transcripts"
	transcribeview "parley/views/transcribe"
	"parley/views/words"
)

// queue does what can be done with the transcripts of the list.
type queue struct {
	host
	transcripts Transcripts
	queue       Queue
	links       Links
	view        *transcribeview.Page
	// onOpen shows a transcript, "" none; onAgain asks about its sound once more, onSaveAnswers where what
	// the service answered is saved.
	onOpen                 func(chat.ID)
	onAgain, onSaveAnswers func(transcripts.Transcript)
}

func newQueue(h host, o Options, view *transcribeview.Page) *queue {
	q := &queue{host: h, transcripts: o.Owners.Transcripts, queue: o.Owners.Queue, links: o.Links, view: view}
	view.OnOpen = func(id chat.ID) { q.onOpen(id) }
	view.OnPause, view.OnResume = q.change(q.queue.Pause), q.change(q.queue.Resume)
	view.OnRetry, view.OnKeepCopy = q.change(q.queue.Retry), q.change(q.transcripts.KeepCopy)
	view.OnCancel, view.OnDelete, view.OnFix = q.cancel, q.delete, q.known(q.fix)
	view.OnTryWith = func(id chat.ID, field string, value *float64) {
		h.frame.Change(func(ctx context.Context) error { return q.queue.RetryWith(ctx, id, field, value) })
	}
	view.OnMove = func(id chat.ID, place int) {
		h.frame.Change(func(ctx context.Context) error { return q.queue.Move(ctx, id, place) })
	}
	view.OnRename = func(id chat.ID, title string) {
		h.frame.Change(func(ctx context.Context) error { return q.transcripts.Rename(ctx, id, title) })
	}
	view.OnPin = func(id chat.ID, pinned bool) {
		h.frame.Change(func(ctx context.Context) error { return q.transcripts.Pin(ctx, id, pinned) })
	}
	view.HasServicePage = func(connection chat.ID) bool { return o.Links.ServicePage(connection) != "" }
	view.OnAgain = q.known(func(t transcripts.Transcript) { q.onAgain(t) })
	view.OnSaveAnswers = q.known(func(t transcripts.Transcript) { q.onSaveAnswers(t) })
	view.OnShowInFolder = q.known(func(t transcripts.Transcript) { h.frame.ShowFolder(filepath.Dir(t.Path)) })
	return q
}

// change returns what runs a small write with a transcript.
func (q *queue) change(write func(context.Context, chat.ID) error) func(chat.ID) {
	return func(id chat.ID) {
		q.frame.Change(func(ctx context.Context) error { return write(ctx, id) })
	}
}

// known returns what does something with a transcript, if it is still there.
func (q *queue) known(do func(transcripts.Transcript)) func(chat.ID) {
	return func(id chat.ID) {
		if t, ok := q.transcripts.Get(id); ok {
			do(t)
		}
	}
}

// delete takes a transcript out of the list; that can be undone.
func (q *queue) delete(id chat.ID) {
	q.remove(id, q.transcripts.Delete, func(title string) string {
		return lang.L("{{.Title}} was deleted. The sound file is not touched.", map[string]any{"Title": title})
	})
}

// cancel takes a transcript out of the queue; that can be undone.
func (q *queue) cancel(id chat.ID) {
	q.remove(id, q.queue.Cancel, func(title string) string {
		return lang.L("{{.Title}} was cancelled.", map[string]any{"Title": title})
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
	q.change(remove)(id)
	q.frame.Toasts.Say(said(transcribeview.Title(t)), lang.L("Undo"), func() {
		q.change(q.transcripts.Restore)(id)
		if wasOpen {
			q.onOpen(id)
		}
	})
}

// fix does what the button of a problem promises.
func (q *queue) fix(t transcripts.Transcript) {
	retry := func() { q.change(q.queue.Retry)(t.ID) }
	switch words.AboutWriting(t.Problem).Action {
	case words.EnterKey, words.CheckAddress:
		q.links.ChangeKey(t.Connection, retry)
	case words.ChooseModel, words.ChooseService:
		q.onAgain(t)
	case words.OpenService:
		q.links.OpenURL(q.links.ServicePage(t.Connection))
	default:
		retry()
	}
}
