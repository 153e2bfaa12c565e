package transcribe

import (
	"cmp"
	"context"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/words"
)

// queue performs the actions on transcripts in the list.
type queue struct {
	Options
	view *body
	// onOpen shows a transcript, "" for none. onAgain shows the question about the transcript's
	// sound again. onSaveAnswers asks for a path to save the responses of the service to.
	onOpen                 func(chat.ID)
	onAgain, onSaveAnswers func(transcripts.Transcript)
}

// change runs a small write to a transcript.
func (q *queue) change(id chat.ID, write func(context.Context, chat.ID) error) {
	q.Frame.Change(func(ctx context.Context) error { return write(ctx, id) })
}

// known calls do with the transcript if the transcript still exists.
func (q *queue) known(id chat.ID, do func(transcripts.Transcript)) {
	if t, ok := q.Transcripts.Get(id); ok {
		do(t)
	}
}

// Pause implements queueActions.
func (q *queue) Pause(id chat.ID) { q.change(id, q.Transcripts.Pause) }

// Resume implements queueActions.
func (q *queue) Resume(id chat.ID) { q.change(id, q.Transcripts.Resume) }

// Retry implements queueActions.
func (q *queue) Retry(id chat.ID) {
	if t, ok := q.Transcripts.Get(id); ok && t.Blocked.Kind == problem.LimitReached {
		q.passLimit(t.Connection)
		return
	}
	q.change(id, q.Transcripts.Retry)
}

// passLimit goes on this month after the limit of a connection; all that waits for it continues.
func (o Options) passLimit(connection chat.ID) {
	connection, _ = o.Connections.Resolve(connection)
	o.Limits.Pass(connection)
}

// RetryWith implements queueActions.
func (q *queue) RetryWith(id chat.ID, field string, value *float64) {
	q.Frame.Change(func(ctx context.Context) error { return q.Transcripts.RetryWith(ctx, id, field, value) })
}

// Move implements queueActions.
func (q *queue) Move(id chat.ID, place int) {
	q.Frame.Change(func(ctx context.Context) error { return q.Transcripts.Move(ctx, id, place) })
}

// ModelChoice implements queueActions.
func (q *queue) ModelChoice(t transcripts.Transcript) modelchoice.Choice {
	model := cmp.Or(t.Model, q.Transcripts.DefaultModel(t.Connection))
	return modelchoice.NewStored(q.Frame, q.Models, q.Settings, t.Connection, catalog.PurposeTranscription, model, func() {
		q.Frame.Change(func(ctx context.Context) error {
			return q.Transcripts.UseModel(ctx, t.ID, q.Transcripts.DefaultModel(t.Connection))
		})
	})
}

// HasServicePage implements queueActions.
func (q *queue) HasServicePage(of chat.ID) bool { return q.Links.ServicePage(of) != "" }

// Rename implements listActions.
func (q *queue) Rename(id chat.ID, title string) {
	q.Frame.Change(func(ctx context.Context) error { return q.Transcripts.Rename(ctx, id, title) })
}

// Pin implements listActions.
func (q *queue) Pin(id chat.ID, pinned bool) {
	q.Frame.Change(func(ctx context.Context) error { return q.Transcripts.Pin(ctx, id, pinned) })
}

// KeepCopy implements listActions.
func (q *queue) KeepCopy(id chat.ID) { q.change(id, q.Transcripts.KeepCopy) }

// ShowInFolder implements listActions.
func (q *queue) ShowInFolder(id chat.ID) {
	q.known(id, func(t transcripts.Transcript) { q.Frame.Files().Show(t.Path) })
}

// SaveAnswers implements listActions.
func (q *queue) SaveAnswers(id chat.ID) { q.known(id, q.onSaveAnswers) }

// TranscribeAgain implements listActions.
func (q *queue) TranscribeAgain(id chat.ID) { q.known(id, q.onAgain) }

// Delete removes a transcript from the list and offers Undo.
func (q *queue) Delete(id chat.ID) {
	q.remove(id, q.Transcripts.Delete, func(title string) string {
		return i18n.Text("{{.Title}} was deleted. The audio file stays where it is.", map[string]any{"Title": title})
	})
}

// Cancel removes a transcript from the queue and offers Undo.
func (q *queue) Cancel(id chat.ID) {
	q.remove(id, q.Transcripts.Cancel, func(title string) string {
		return i18n.Text("{{.Title}} was canceled.", map[string]any{"Title": title})
	})
}

func (q *queue) remove(id chat.ID, remove func(context.Context, chat.ID) error, said func(title string) string) {
	t, ok := q.Transcripts.Get(id)
	if !ok {
		return
	}
	wasOpen := q.view.Opened() == id
	if wasOpen {
		q.onOpen("")
		q.view.FocusList()
	}
	q.change(id, remove)
	q.Frame.Toasts().Say(said(t.Name()), i18n.Text("Undo"), func() {
		q.change(id, q.Transcripts.Restore)
		if wasOpen {
			q.onOpen(id)
		}
	})
}

// Fix implements queueActions.
func (q *queue) Fix(id chat.ID) { q.known(id, q.fix) }

func (q *queue) fix(t transcripts.Transcript) {
	switch words.TextForTranscriptionProblem(t.Problem).Action {
	case words.EnterKey, words.CheckAddress:
		q.Links.ChangeKey(t.Connection, func() { q.Retry(t.ID) })
	case words.ChooseModel, words.ChooseService:
		q.onAgain(t)
	case words.OpenServicePage:
		q.Links.OpenURL(q.Links.ServicePage(t.Connection))
	default:
		q.Retry(t.ID)
	}
}
