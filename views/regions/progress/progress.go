// Package progress shows background activity on every page: a recording in progress, and
// transcripts that have finished, failed or wait for the monthly limit.
package progress

import (
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/words"
)

// Owners are the sources of the events to report.
type Owners struct {
	Transcripts *transcripts.Transcripts
	Recordings  *recordings.Recordings
}

// Links open what is reported. None may be nil.
type Links struct {
	// Open shows a transcript; ShownTranscript returns the visible transcript, "" for none.
	Open            func(id chat.ID)
	ShownTranscript func() chat.ID
}

// Sidebar shows a recording in progress on every page.
type Sidebar interface {
	// SetRecording shows the elapsed time of the recording; "" hides it.
	SetRecording(elapsed string)
}

// Frame is a Host whose window title can show a recording.
type Frame interface {
	shell.Host
	// SetRecording shows the elapsed time of the recording in the title; "" hides it.
	SetRecording(elapsed string)
}

// Notifier shows the activity. Use it only on the window's thread.
type Notifier struct {
	frame   Frame
	sidebar Sidebar
	owners  Owners
	links   Links
	// unfinished holds the transcripts that were unfinished at the last check.
	unfinished map[chat.ID]transcripts.State
}

// New returns a Notifier, which reports the events after this call.
func New(f Frame, s Sidebar, o Owners, l Links) *Notifier {
	return &Notifier{frame: f, sidebar: s, owners: o, links: l}
}

// Changed reports the changes on every page.
func (n *Notifier) Changed(cs []changes.Change) {
	for _, c := range cs {
		switch c.Topic {
		case changes.Microphone:
			n.showRecording()
		case changes.Transcripts:
			n.ReportTranscripts()
		default:
		}
	}
}

// showRecording shows a recording that the user started with Record: in the sidebar, on the button
// that opens the sidebar, and in the window's title.
func (n *Notifier) showRecording() {
	elapsed := ""
	if l := n.owners.Recordings.Live(); l.Purpose == recordings.PurposeKeep && l.Phase != recordings.Idle && l.Phase != recordings.Failed {
		elapsed = words.PositionTime(l.Elapsed)
	}
	n.sidebar.SetRecording(elapsed)
	n.frame.SetRecording(elapsed)
}

// ReportTranscripts reports transcripts that have finished or failed since the last call. Call it
// right after queuing transcripts, so that none finishes before it is known to be unfinished.
func (n *Notifier) ReportTranscripts() {
	was := n.unfinished
	n.unfinished = map[chat.ID]transcripts.State{}
	for _, t := range n.owners.Transcripts.List() {
		if t.State != transcripts.Done {
			n.unfinished[t.ID] = t.State
		}
		if before, known := was[t.ID]; known && before != t.State && n.links.ShownTranscript() != t.ID {
			n.say(t)
		}
	}
}

func (n *Notifier) say(t transcripts.Transcript) {
	title := t.Name()
	show := func() { n.links.Open(t.ID) }
	switch t.State {
	case transcripts.Done:
		n.frame.Toasts().Say(i18n.Text("{{.Title}} has been transcribed.", map[string]any{"Title": title}), i18n.Text("Show"), show)
	case transcripts.Failed:
		n.frame.Toasts().Say(title+": "+words.TextForTranscriptionProblem(t.Problem).Title, i18n.Text("Show"), show)
	case transcripts.Waiting:
		if t.Blocked.Kind == problem.LimitReached {
			n.frame.Toasts().Say(title+": "+words.TextForTranscriptionProblem(t.Blocked).Title, i18n.Text("Show"), show)
		}
	case transcripts.Working, transcripts.Paused:
	}
}
