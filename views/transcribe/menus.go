package transcribe

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/recordings"
	"parley/app/transcripts"
	"parley/views/widgets"
	"parley/views/words"
)

// menu offers what can be done with a transcript.
func (s *side) menu(id chat.ID) []widgets.MenuItem {
	t, ok := s.find(id)
	if !ok {
		return nil
	}
	c := s.calls
	items := s.queueMenu(t)
	items = append(items, widgets.MenuItem{Icon: "pencil", Words: lang.L("Rename"), Do: func() { s.transcripts.Rename(string(id)) }})
	if t.State == transcripts.Done {
		pin := widgets.MenuItem{Icon: "pin", Words: lang.L("Pin"), Do: func() { c.OnPin(id, true) }}
		if t.Pinned {
			pin = widgets.MenuItem{Icon: "pin-off", Words: lang.L("Unpin"), Do: func() { c.OnPin(id, false) }}
		}
		items = append(items, pin)
	}
	missing := ""
	if t.Missing {
		missing = lang.L("The sound file is not where it was.")
	}
	switch t.State {
	case transcripts.Done:
		items = append(items, widgets.MenuItem{Icon: "refresh-cw", Words: lang.L("Transcribe again…"), Reason: missing, Do: func() { c.OnAgain(id) }})
		if t.Answers > 0 {
			items = append(items, widgets.MenuItem{Icon: "download", Words: lang.L("Save the service's answer as it came…"), Do: func() { c.OnSaveAnswers(id) }})
		}
	case transcripts.Failed, transcripts.Paused:
		items = append(items, widgets.MenuItem{Icon: "audio-lines", Words: lang.L("Another model or language…"), Reason: missing, Do: func() { c.OnAgain(id) }})
	case transcripts.Waiting, transcripts.Working:
	}
	if !t.Copied && t.Path != "" {
		items = append(items, widgets.MenuItem{Icon: "copy", Words: lang.L("Keep a copy of the sound"), Reason: missing, Do: func() { c.OnKeepCopy(id) }})
	}
	if t.Path != "" {
		items = append(items, widgets.MenuItem{Icon: "folder-open", Words: lang.L("Show in folder"), Reason: missing, Do: func() { c.OnShowInFolder(id) }})
	}
	return append(items, widgets.MenuItem{Icon: "trash-2", Words: lang.L("Delete"), Danger: true, Do: func() { c.OnDelete(id) }})
}

// queueMenu offers what can be done with one that is not done.
func (s *side) queueMenu(t transcripts.Transcript) (items []widgets.MenuItem) {
	c, id := s.calls, t.ID
	if t.Held.Kind != "" {
		items = append(items, widgets.MenuItem{Icon: "play", Words: lang.L("Go on"), Do: func() { c.OnRetry(id) }})
	}
	switch t.State {
	case transcripts.Waiting, transcripts.Working:
		items = append(items,
			widgets.MenuItem{Icon: "pause", Words: lang.L("Pause"), Do: func() { c.OnPause(id) }},
			widgets.MenuItem{Icon: "x", Words: lang.L("Cancel"), Do: func() { c.OnCancel(id) }})
	case transcripts.Paused:
		items = append(items,
			widgets.MenuItem{Icon: "play", Words: lang.L("Continue"), Do: func() { c.OnResume(id) }},
			widgets.MenuItem{Icon: "x", Words: lang.L("Cancel"), Do: func() { c.OnCancel(id) }})
	case transcripts.Failed:
		if again := words.WriteAgain(t.Problem); again != "" {
			items = append(items, widgets.MenuItem{Icon: "refresh-cw", Words: again, Do: func() { c.OnRetry(id) }})
		}
	case transcripts.Done:
		return nil
	}
	at := slices.Index(s.queue, id)
	if at > 0 {
		items = append(items, widgets.MenuItem{Icon: "arrow-up", Words: lang.L("Move up"), Do: func() { c.OnMove(id, at-1) }})
	}
	if at >= 0 && at < len(s.queue)-1 {
		items = append(items, widgets.MenuItem{Icon: "arrow-down", Words: lang.L("Move down"), Do: func() { c.OnMove(id, at+1) }})
	}
	return items
}

// recordingMenu offers what can be done with a recording.
func (s *side) recordingMenu(id chat.ID) []widgets.MenuItem {
	c := &s.calls.Recordings
	at := slices.IndexFunc(s.kept, func(r recordings.Recording) bool { return r.ID == id })
	if at < 0 {
		return nil
	}
	running := ""
	if s.kept[at].State == recordings.Running {
		running = lang.L("It is being recorded.")
	}
	items := []widgets.MenuItem{
		{Icon: "audio-lines", Words: lang.L("Transcribe"), Reason: running, Do: func() { c.OnTranscribe(id) }},
		{Icon: "download", Words: lang.L("Save as…"), Reason: running, Do: func() { c.OnSave(id) }},
		{Icon: "pencil", Words: lang.L("Rename"), Do: func() { s.recordings.Rename(string(id)) }},
	}
	if !s.kept[at].Until.IsZero() {
		items = append(items, widgets.MenuItem{Icon: "pin", Words: lang.L("Keep"), Do: func() { c.OnKeep(id) }})
	}
	return append(items, widgets.MenuItem{Icon: "trash-2", Words: lang.L("Delete"), Danger: true, Reason: running, Do: func() { c.OnDelete(id) }})
}
