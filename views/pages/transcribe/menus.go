package transcribe

import (
	"slices"

	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// menu returns the menu of a transcript.
func (s *side) menu(t transcripts.Transcript) []widgets.MenuItem {
	c, id := s.options.Transcripts, t.ID
	items := s.queueMenu(t)
	items = append(items, widgets.MenuItem{Icon: "pencil", Text: i18n.Text("Rename"), Do: func() { s.transcripts.Rename(string(id)) }})
	if t.State == transcripts.Done {
		pin := widgets.MenuItem{Icon: "pin", Text: i18n.Text("Pin"), Do: func() { c.Pin(id, true) }}
		if t.Pinned {
			pin = widgets.MenuItem{Icon: "pin-off", Text: i18n.Text("Unpin"), Do: func() { c.Pin(id, false) }}
		}
		items = append(items, pin)
	}
	missing := ""
	if t.Missing {
		missing = i18n.Text("The audio file was moved or deleted.")
	}
	switch t.State {
	case transcripts.Done:
		items = append(items, widgets.MenuItem{Icon: "refresh-cw", Text: i18n.Text("Transcribe again…"), DisabledReason: missing, Do: func() { c.TranscribeAgain(id) }})
		if t.Responses > 0 {
			items = append(items, widgets.MenuItem{Icon: "download", Text: i18n.Text("Save original response…"), Do: func() { c.SaveAnswers(id) }})
		}
	case transcripts.Failed, transcripts.Paused:
		items = append(items, widgets.MenuItem{Icon: "audio-lines", Text: i18n.Text("Change model or language…"), DisabledReason: missing, Do: func() { c.TranscribeAgain(id) }})
	case transcripts.Waiting, transcripts.Working:
	}
	if !t.Copied && t.Path != "" {
		items = append(items, widgets.MenuItem{Icon: "copy", Text: i18n.Text("Keep a copy of the audio"), DisabledReason: missing, Do: func() { c.KeepCopy(id) }})
	}
	if t.Path != "" {
		items = append(items, widgets.MenuItem{Icon: "folder-open", Text: i18n.Text("Show in folder"), DisabledReason: missing, Do: func() { c.ShowInFolder(id) }})
	}
	return append(items, widgets.MenuItem{Icon: "trash-2", Text: i18n.Text("Delete"), Danger: true, Do: func() { c.Delete(id) }})
}

// queueMenu returns the menu items of an unfinished transcript.
func (s *side) queueMenu(t transcripts.Transcript) (items []widgets.MenuItem) {
	c, id := s.options.Queue, t.ID
	if t.Blocked.Kind != "" {
		items = append(items, widgets.MenuItem{Icon: "play", Text: continueLabel(t.Blocked), Do: func() { c.Retry(id) }})
	}
	cancel := widgets.MenuItem{Icon: "x", Text: i18n.Text("Cancel"), Do: func() { c.Cancel(id) }}
	switch t.State {
	case transcripts.Waiting, transcripts.Working:
		pause := widgets.MenuItem{Icon: "pause", Text: i18n.Text("Pause"), Do: func() { c.Pause(id) }}
		items = append(items, pause, cancel)
	case transcripts.Paused:
		resume := widgets.MenuItem{Icon: "play", Text: i18n.TextIn("paused", "Continue"), Do: func() { c.Resume(id) }}
		items = append(items, resume, cancel)
	case transcripts.Failed:
		if again := words.RetryTranscriptionLabel(t.Problem); again != "" {
			items = append(items, widgets.MenuItem{Icon: "refresh-cw", Text: again, Do: func() { c.Retry(id) }})
		}
	case transcripts.Done:
		return nil
	}
	at := slices.Index(s.queue, id)
	if at > 0 {
		items = append(items, widgets.MenuItem{Icon: "arrow-up", Text: i18n.Text("Move up"), Do: func() { c.Move(id, at-1) }})
	}
	if at >= 0 && at < len(s.queue)-1 {
		items = append(items, widgets.MenuItem{Icon: "arrow-down", Text: i18n.Text("Move down"), Do: func() { c.Move(id, at+1) }})
	}
	return items
}

// recordingMenu returns the menu of a recording.
func (s *side) recordingMenu(r recordings.Recording) []widgets.MenuItem {
	c, id, running := s.options.Recordings, r.ID, ""
	if r.State == recordings.Running {
		running = i18n.Text("Recording in progress.")
	}
	items := []widgets.MenuItem{
		{Icon: "audio-lines", Text: i18n.TextIn("action", "Transcribe"), DisabledReason: running, Do: func() { c.Transcribe(id) }},
		{Icon: "download", Text: i18n.Text("Save as…"), DisabledReason: running, Do: func() { c.Save(id) }},
		{Icon: "pencil", Text: i18n.Text("Rename"), Do: func() { s.recordings.Rename(string(id)) }},
	}
	if !r.Until.IsZero() {
		items = append(items, widgets.MenuItem{Icon: "pin", Text: i18n.Text("Keep"), Do: func() { c.Keep(id) }})
	}
	return append(items, widgets.MenuItem{Icon: "trash-2", Text: i18n.Text("Delete"), Danger: true, DisabledReason: running, Do: func() { c.Delete(id) }})
}
