package transcribe

import (
	"context"
	"time"

	"parlando/app/chat"
	"parlando/app/recordings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/words"
)

// recordingList makes recordings and performs actions on them.
type recordingList struct {
	Options
	view *body
	top  *topBar
	// running means that a recording started by Record is running.
	running bool
	// inSight reports whether the list is visible. onTranscribe shows the question about
	// transcribing a recording.
	inSight      func() bool
	onTranscribe func(...soundFile)
}

// Record starts a recording, or ends the running one.
func (l *recordingList) Record() {
	switch l.Recordings.Live().Phase {
	case recordings.Idle, recordings.Failed:
		l.await(l.Recordings.Start(recordings.PurposeKeep))
	case recordings.Opening, recordings.Hearing:
		l.Recordings.Stop()
	case recordings.Finishing:
	}
	l.showLive()
}

// Dismiss closes the card of a failed recording.
func (l *recordingList) Dismiss() {
	l.Recordings.Dismiss()
	l.showLive()
}

// await waits until a recording is complete, tells the user and offers to transcribe the recording.
func (l *recordingList) await(id chat.ID) {
	l.Thread.Go(func() func() {
		r, err := l.Recordings.Wait(l.Frame.Context(), id)
		return func() {
			if err != nil {
				l.Log.Warn("Nothing was recorded", "error", err)
				return // the page shows the problem of the microphone
			}
			if r.State == recordings.Canceled {
				return // Discard has told the user
			}
			l.show()
			if l.inSight() {
				l.view.OpenRecording(id)
			}
			l.Frame.Toasts().Say(i18n.Text("Recorded {{.Length}}.", map[string]any{"Length": words.PositionTime(r.Length)}), i18n.TextIn("action", "Transcribe"), func() { l.Transcribe(id) })
		}
	})
}

// Discard ends the running recording and discards it; the sound is deleted after a day.
func (l *recordingList) Discard() {
	id := l.Recordings.Live().ID
	l.Recordings.Cancel()
	l.Frame.Toasts().Say(i18n.Text("Discarded. You can still find it under Recordings until tomorrow."), i18n.Text("Keep"), func() { l.Recordings.Keep(id) })
}

// showLive shows the running recording.
func (l *recordingList) showLive() {
	live := l.Recordings.Live()
	l.view.SetLive(live)
	elapsed, reason := "", ""
	switch {
	case live.Phase == recordings.Idle, live.Phase == recordings.Failed:
	case live.Purpose != recordings.PurposeKeep:
		reason = i18n.Text("The microphone is in use for dictation.")
	case live.Phase == recordings.Finishing:
		elapsed, reason = words.PositionTime(live.Elapsed), i18n.Text("The recording is being saved.")
	default:
		elapsed = words.PositionTime(live.Elapsed)
	}
	l.running = elapsed != ""
	l.top.SetRecording(elapsed, reason)
	l.view.SetNoRecording(reason)
}

// show shows the list of recordings.
func (l *recordingList) show() {
	l.view.SetRecordings(l.Recordings.List(), l.Speech.Snapshot().PlayingFile(), time.Now())
}

// find returns a recording and its path. If the recording is gone, it tells the user.
func (l *recordingList) find(id chat.ID) (r recordings.Recording, path string, ok bool) {
	if r, ok = l.Recordings.Get(id); !ok {
		l.Frame.Toasts().Say(i18n.Text("This file no longer exists."), "", nil)
		return r, "", false
	}
	path, err := l.Recordings.Path(l.Frame.Context(), id)
	return r, path, err == nil // for a listed recording, Path fails only while Parlando is closing
}

// Transcribe shows the question about transcribing a recording.
func (l *recordingList) Transcribe(id chat.ID) {
	r, path, ok := l.find(id)
	if !ok {
		return
	}
	s := newSoundFile(transcripts.File{Recording: id, Title: title(r)}, path)
	s.shown.Name, s.shown.Silent = title(r), r.Silent
	l.onTranscribe(s)
}

// Play plays a recording, or pauses or resumes it.
func (l *recordingList) Play(id chat.ID) {
	source := speech.Source{Kind: speech.File, ID: string(id)}
	if l.Speech.Snapshot().IsReading(source) {
		l.Speech.Toggle()
		return
	}
	if r, path, ok := l.find(id); ok {
		l.Speech.PlayFile(source, title(r), path)
	}
}

func title(r recordings.Recording) string { return words.RecordingName(r.Title, r.Started, time.Now()) }

// Save asks for a path and copies a recording to it.
func (l *recordingList) Save(id chat.ID) {
	r, ok := l.Recordings.Get(id)
	if !ok {
		return
	}
	l.Saving.AskSoundFile(title(r), "wav", words.PositionTime(r.Length)+" · "+format.Size(r.Bytes), func(_, path string) {
		var saved string
		l.Frame.ChangeThen(func(ctx context.Context) (err error) {
			saved, err = l.Recordings.SaveAs(ctx, id, path)
			return err
		}, func() { l.Saving.Saved(saved) })
	})
}

// Keep implements recordingActions.
func (l *recordingList) Keep(id chat.ID) { l.Recordings.Keep(id) }

// Rename implements recordingActions.
func (l *recordingList) Rename(id chat.ID, title string) { l.Recordings.Rename(id, title) }

// Delete removes a recording from the list and offers Undo.
func (l *recordingList) Delete(id chat.ID) {
	r, ok := l.Recordings.Get(id)
	if !ok {
		return
	}
	l.Speech.StopSource(speech.Source{Kind: speech.File, ID: string(id)})
	l.Frame.ChangeThen(func(ctx context.Context) error { return l.Recordings.Delete(ctx, id) }, func() {
		l.show()
		l.view.Open("")
		l.view.ShowRecordings()
		l.Frame.Toasts().Say(i18n.Text("{{.Title}} was deleted.", map[string]any{"Title": title(r)}), i18n.Text("Undo"), func() {
			l.Frame.Change(func(ctx context.Context) error { return l.Recordings.Restore(ctx, id) })
		})
	})
}
