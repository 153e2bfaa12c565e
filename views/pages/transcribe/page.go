// Package transcribe is the page on which recordings become text: the queue and the list of
// transcripts, the recordings, what is asked before something is sent, and the transcript that is
// open. Each of these has a controller of its own; Page puts them together.
package transcribe

import (
	"context"
	"log/slog"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/views/askfile"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// Options holds the window, the owners and the links that the page and its controllers use.
type Options struct {
	Frame  shell.PageHost
	Thread *uithread.Thread
	Saving *askfile.Asker
	Log    *slog.Logger
	// Examples is the folder where the recordings that Parlando brings along are put to be opened.
	Examples string
	Owners
	Links Links
}

// Page is the page Transcribe. All of it is used on the window's thread.
type Page struct {
	Options
	scene      *shell.Scene
	top        *topBar
	view       *body
	queue      *queue
	question   *question
	recordings *recordingList
	transcript *openTranscript
	exports    *exporter
}

// New makes the page. It shows nothing before Show.
func New(o Options) *Page {
	p := &Page{Options: o, top: newTopBar()}
	p.exports = &exporter{Options: o, reads: uithread.NewScope(o.Thread)}
	p.question = &question{
		Options: o, batchReads: uithread.NewScope(o.Thread), reads: uithread.NewScope(o.Thread),
		onChanged: p.showPractice, onAdded: p.added,
	}
	p.recordings = &recordingList{
		Options: o, top: p.top, onTranscribe: p.question.ask,
		inSight: func() bool { return o.Frame.Shows(p) && !p.question.asked() },
	}
	p.transcript = newOpenTranscript(o, p.exports)
	p.transcript.inSight = func(id chat.ID) bool { return id != "" && p.Showing() == id }
	p.transcript.onAgain = p.question.askAgain
	p.exports.onSaveAll = p.transcript.flush
	p.queue = &queue{Options: o, onOpen: p.Open, onAgain: p.question.askAgain, onSaveAnswers: p.exports.askAnswers}
	p.build()
	return p
}

// build makes what the page shows.
func (p *Page) build() {
	p.view = newBody(bodyOptions{
		View: p.transcript.view, Transcripts: p.queue, Queue: p.queue, Recordings: p.recordings, Batch: p.question,
		OnOpen: p.Open, OnOpenRecording: p.openRecording, OnCopy: p.Frame.Copy, OnDeep: p.top.SetBack,
	})
	p.question.view, p.recordings.view, p.queue.view = p.view, p.view, p.view
	p.scene = &shell.Scene{Top: p.top, Body: p.view}
	p.top.OnSidebar = p.Frame.ToggleSidebar
	p.top.OnBack = func() {
		p.view.Back()
		p.view.FocusList()
	}
	p.top.OnAdd, p.top.OnRecord = p.question.ChooseFiles, p.recordings.Record
	p.top.MoreItems = p.exports.items
}

// Scene implements shell.Page.
func (p *Page) Scene() *shell.Scene { return p.scene }

// Title implements shell.Page.
func (p *Page) Title() string { return i18n.Text("Transcribe") }

// Show implements shell.Page.
func (p *Page) Show() {
	p.showTranscripts()
	p.recordings.show()
	p.recordings.showLive()
	p.showUnlisted()
	p.showPractice()
	p.transcript.read()
	p.view.SetExamples(p.question.examples())
	p.view.FocusList()
	if p.recordings.running {
		p.view.Back() // to what is recorded, which stands above the list
	}
}

// Hide implements shell.Page.
func (p *Page) Hide() { p.transcript.leave() }

// Changed implements shell.Page.
func (p *Page) Changed(cs []changes.Change) {
	for _, c := range cs {
		switch c.Topic {
		case changes.Transcripts:
			p.showTranscripts()
			p.showUnlisted()
		case changes.Transcript:
			if chat.ID(c.ID) == p.transcript.id {
				p.transcript.read()
			}
		case changes.Waveform:
			p.transcript.sound.showWave()
		case changes.Speech:
			p.recordings.show()
			p.transcript.sound.refresh()
		case changes.Microphone:
			p.recordings.showLive()
		case changes.Recordings:
			p.recordings.show()
			p.showUnlisted()
		case changes.Models, changes.Connection:
			p.question.show()
			p.showPractice()
		default:
		}
	}
}

// Flush implements shell.Page: what was typed is on its way, and the frame waits for it.
func (p *Page) Flush(context.Context) error {
	p.transcript.flush()
	return nil
}

// Accept implements shell.Page: it asks whether files, and what is in folders, are to be
// transcribed. Nothing is sent.
func (p *Page) Accept(paths []string) { p.question.askAboutPaths(paths) }

// Do implements shell.Page.
func (p *Page) Do(c shell.Command) bool {
	switch c {
	case shell.FocusText:
		p.view.FocusList()
	case shell.AddFile:
		p.question.ChooseFiles()
	case shell.Find:
		if p.Showing() == "" {
			return false
		}
		p.transcript.view.Find("")
	case shell.FindNext, shell.FindPrevious:
		if p.Showing() == "" {
			return false
		}
		p.transcript.view.FindNext(c == shell.FindPrevious)
	case shell.ReadAloud:
		if p.Speech.Snapshot().Phase != speech.Idle {
			return false
		}
		p.transcript.sound.Toggle()
	case shell.ChooseModel:
		p.view.ChooseModel() // of what is asked, which transcribes
	case shell.TryAgain:
		if t, ok := p.Transcripts.Get(p.view.Opened()); ok && t.State == transcripts.Failed && words.WriteAgain(t.Problem) != "" {
			p.queue.Retry(t.ID)
		}
	case shell.Cancel: // what is asked, else the list is shown where it has given way
		if p.question.asked() {
			p.question.Cancel()
		} else {
			p.view.Back()
		}
	default:
		return false
	}
	return true
}

// Open shows a transcript, or how far it is; "" shows none.
func (p *Page) Open(id chat.ID) { p.OpenAt(id, 0, "") }

// OpenAt shows a transcript from a line on, 0 for its beginning, and marks the words that were
// found.
func (p *Page) OpenAt(id chat.ID, line int64, found string) {
	p.Links.Show()
	p.question.Cancel()
	p.view.Open(id)
	p.transcript.open(id, line, found)
}

// ShowRecordings shows the page with the list of recordings.
func (p *Page) ShowRecordings() {
	p.Links.Show()
	p.view.ShowRecordings()
}

// Showing returns the transcript that the user sees, "" for none.
func (p *Page) Showing() chat.ID {
	if !p.Frame.Shows(p) {
		return ""
	}
	return p.view.Opened()
}

// Plays reports whether the page shows a player of its own for what is heard, so that none is
// needed elsewhere.
func (p *Page) Plays(now speech.Snapshot) bool {
	t := p.transcript
	return t.sound.plays(now) && t.view.Player.Visible() && p.Showing() == t.id
}

// FollowSound is called when what is heard has changed while the page is covered: the part of a
// sound that is heard again and again begins anew there, too.
func (p *Page) FollowSound() { p.transcript.sound.refresh() }

func (p *Page) openRecording(id chat.ID) {
	p.question.Cancel()
	p.view.OpenRecording(id)
}

// added shows the first of the transcripts that were put into the queue.
func (p *Page) added(ids []chat.ID) {
	p.Links.OnAdded()
	p.showTranscripts()
	if len(ids) > 0 {
		p.Open(ids[0])
	}
}

// showTranscripts shows the list, and how far the open one is. What was transcribed in its place
// takes its place here, too.
func (p *Page) showTranscripts() {
	p.view.SetTranscripts(p.Transcripts.List())
	if _, there := p.Transcripts.Get(p.view.Opened()); !there {
		if by := p.Transcripts.Successor(p.view.Opened()); by != "" {
			p.view.Open(by)
			p.transcript.open(by, 0, "")
		}
	}
	p.transcript.refresh()
}

// showUnlisted says, as long as it is so, that a list is not whole.
func (p *Page) showUnlisted() { p.view.SetUnread(p.Links.Unlisted()) }

// showPractice marks a question to practice, where no real model answers.
func (p *Page) showPractice() {
	c, _ := p.question.connection()
	p.top.SetPractice(c.Kind == settings.Practice)
}

var _ shell.Page = (*Page)(nil)
