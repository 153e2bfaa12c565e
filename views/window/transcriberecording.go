package window

import (
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/recordings"
	"parley/app/speech"
	"parley/app/transcripts"
	"parley/views/transcribe"
	"parley/views/words"
)

// buildRecordings connects what can be done with recordings.
func (v *Window) buildRecordings() {
	p, owner := v.transcribe.page, v.core.Recordings
	c := &p.Calls.Recordings
	c.OnOpen = func(id chat.ID) {
		v.askNoMore()
		p.OpenRecording(id)
	}
	c.OnPlay, c.OnTranscribe, c.OnSave, c.OnDelete = v.playRecording, v.askAboutRecording, v.saveRecording, v.deleteRecording
	c.OnKeep, c.OnRename = owner.Keep, owner.Rename
}

// record begins a recording, or ends the one that goes on.
func (v *Window) record() {
	switch live := v.core.Recordings.Live(); live.Phase {
	case recordings.Failed:
		v.core.Recordings.Dismiss()
	case recordings.Idle:
		id := v.core.Recordings.Start(recordings.Keeping)
		v.transcribe.recorded = id
		v.awaitRecording(id)
	case recordings.Opening, recordings.Hearing:
		v.core.Recordings.Stop()
	case recordings.Closing:
	}
	v.refreshMicrophone()
}

// awaitRecording tells when a recording is whole, and offers to write it down.
func (v *Window) awaitRecording(id chat.ID) {
	v.thread.Go(func() func() {
		r, err := v.core.Recordings.Wait(v.ctx, id)
		return func() {
			if v.transcribe.recorded == id {
				v.transcribe.recorded = ""
			}
			if err != nil {
				v.core.Log.Warn("Nothing was recorded", "error", err)
				return // what the microphone says stands on the page
			}
			if r.State == recordings.Cancelled {
				return // discardRecording has told
			}
			v.refreshRecordings()
			if v.shown == page(v.transcribe) && v.transcribe.asked == nil {
				v.transcribe.page.OpenRecording(id)
			}
			v.toasts.Say(lang.L("Recorded: {{.Length}}.", map[string]any{"Length": words.Clock(r.Length)}), lang.L("Transcribe"), func() { v.askAboutRecording(id) })
		}
	})
}

// discardRecording ends a recording that is not wanted; it stays for a day.
func (v *Window) discardRecording() {
	id := v.core.Recordings.Live().ID
	v.core.Recordings.Cancel()
	v.toasts.Say(lang.L("Thrown away. It stays in Recordings until tomorrow."), lang.L("Keep"), func() { v.core.Recordings.Keep(id) })
}

// refreshMicrophone shows what is heard.
func (v *Window) refreshMicrophone() {
	live := v.core.Recordings.Live()
	v.showRecording(live)
	if v.transcribe == nil {
		return
	}
	v.transcribe.page.SetLive(live)
	elapsed, reason := "", ""
	switch {
	case live.Phase == recordings.Idle, live.Phase == recordings.Failed:
	case live.Purpose != recordings.Keeping:
		reason = lang.L("The microphone is in use for a dictation.")
	case live.Phase == recordings.Closing:
		elapsed, reason = words.Clock(live.Elapsed), lang.L("What was heard is being kept.")
	default:
		elapsed = words.Clock(live.Elapsed)
	}
	v.transcribe.top.SetRecording(elapsed, reason)
}

// isRecording reports whether a recording is made that was begun with Record.
func isRecording(live recordings.Live) bool {
	return live.Purpose == recordings.Keeping && live.Phase != recordings.Idle && live.Phase != recordings.Failed
}

// showRecording says on every page that a recording goes on: in the sidebar, on the button that brings
// it back, and in the title of the window.
func (v *Window) showRecording(live recordings.Live) {
	elapsed := ""
	if isRecording(live) {
		elapsed = words.Clock(live.Elapsed)
	}
	if elapsed == v.recording {
		return
	}
	startsOrEnds := elapsed == "" || v.recording == ""
	v.recording = elapsed
	v.sidebar.SetRecording(elapsed)
	v.setTitle(v.shown.title())
	if startsOrEnds {
		v.shown.setFolded(v.frame.folded(), elapsed != "")
	}
}

// refreshRecordings shows the list of recordings.
func (v *Window) refreshRecordings() {
	if v.transcribe == nil {
		return
	}
	v.transcribe.page.SetRecordings(v.core.Recordings.List(), v.filePlaying(), time.Now())
	v.showUnread()
}

// askAboutRecording asks whether a recording is to be written down.
func (v *Window) askAboutRecording(id chat.ID) {
	r, ok := v.core.Recordings.Get(id)
	if !ok {
		v.toasts.Say(lang.L("This file is not there any more."), "", nil)
		return
	}
	path, err := v.core.Recordings.Path(v.ctx, id)
	if err != nil { // the window closes: what is in the list is never waited for
		return
	}
	title := v.recordingTitle(r)
	s := soundOf(transcripts.File{Recording: id, Title: title}, path)
	s.shown.Name, s.shown.Silent = title, r.Silent
	v.askWith([]sound{s})
}

// playRecording plays a recording, or pauses it and goes on.
func (v *Window) playRecording(id chat.ID) {
	source := speech.Source{Kind: speech.File, ID: string(id)}
	if s := v.core.Speech.Snapshot(); s.Phase != speech.Idle && s.Source == source {
		v.core.Speech.Toggle()
		return
	}
	r, ok := v.core.Recordings.Get(id)
	if !ok {
		v.toasts.Say(lang.L("This file is not there any more."), "", nil)
		return
	}
	path, err := v.core.Recordings.Path(v.ctx, id)
	if err != nil { // the window closes: what is in the list is never waited for
		return
	}
	v.core.Speech.PlayFile(source, v.recordingTitle(r), path)
}

func (v *Window) recordingTitle(r recordings.Recording) string {
	return transcribe.RecordingTitle(r, time.Now())
}

// saveRecording asks where to, and copies a recording there.
func (v *Window) saveRecording(id chat.ID) {
	r, ok := v.core.Recordings.Get(id)
	if !ok {
		return
	}
	v.askWhere(v.recordingTitle(r), "wav", words.Clock(r.Length)+" · "+words.Size(r.Bytes), func(_, path string) {
		v.thread.Go(func() func() {
			path, err := freePath(path)
			if err == nil {
				err = v.core.Recordings.SaveAs(v.ctx, id, path)
			}
			return func() {
				if err != nil {
					v.couldNotKeep(err)
					return
				}
				v.saidSaved(path)
			}
		})
	})
}

// deleteRecording takes a recording out of the list; that can be taken back.
func (v *Window) deleteRecording(id chat.ID) {
	r, ok := v.core.Recordings.Get(id)
	if !ok {
		return
	}
	v.core.Speech.StopSource(speech.Source{Kind: speech.File, ID: string(id)})
	v.core.Recordings.Delete(id)
	v.refreshRecordings()
	v.transcribe.page.Open("")
	v.transcribe.page.ShowRecordings()
	v.toasts.Say(lang.L("{{.Title}} was deleted.", map[string]any{"Title": v.recordingTitle(r)}), lang.L("Undo"), func() { v.core.Recordings.Restore(id) })
}
