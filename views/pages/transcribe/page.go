// Package transcribe is the page that turns recordings into text: the queue and the list of
// transcripts, the recordings, the questions before files are sent, and the open transcript. Each
// has its own controller; Page combines them.
package transcribe

import (
	"context"
	"log/slog"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/ledger"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/docs/help"
	"parlando/views/askfile"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// Options holds the window, the services and the links that the page and its controllers use.
type Options struct {
	Frame  shell.PageHost
	Thread *uithread.Thread
	Saving *askfile.Asker
	Log    *slog.Logger
	// Examples is the folder to which bundled recordings are written when they are opened.
	Examples string
	Owners
	Links Links
}

// Page is the page Transcribe. Use it only on the window's thread.
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
	costs      *uithread.Scope
}

// New returns the page. The page shows nothing before Show is called.
func New(o Options) *Page {
	p := &Page{Options: o, costs: uithread.NewScope(o.Thread), top: newTopBar(shell.NewHelpButton(o.Frame, help.Transcribe))}
	p.exports = &exporter{Options: o, reads: uithread.NewScope(o.Thread)}
	p.question = &question{
		Options: o, batchReads: uithread.NewScope(o.Thread), reads: uithread.NewScope(o.Thread),
		onChanged: p.showPractice, onAdded: p.added,
	}
	p.recordings = &recordingList{
		Options: o, top: p.top, onTranscribe: p.question.ask,
		inSight: func() bool { return o.Frame.IsCurrent(p) && !p.question.asked() },
	}
	p.transcript = newOpenTranscript(o, p.exports)
	p.transcript.inSight = func(id chat.ID) bool { return id != "" && p.ShownTranscript() == id }
	p.transcript.onAgain = p.question.askAgain
	p.exports.onSaveAll = p.transcript.flush
	p.queue = &queue{Options: o, onOpen: p.Open, onAgain: p.question.askAgain, onSaveAnswers: p.exports.askAnswers}
	p.build()
	return p
}

// build creates the widgets of the page.
func (p *Page) build() {
	p.view = newBody(bodyOptions{
		View: p.transcript.view, Transcripts: p.queue, Queue: p.queue, Recordings: p.recordings, Batch: p.question,
		OnOpen: p.Open, OnOpenRecording: p.openRecording, OnCopy: p.Frame.Copy, OnDeep: p.top.SetBack,
		OnEmpty: p.top.SetEmpty,
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
func (p *Page) Title() string { return i18n.TextIn("page", "Transcribe") }

// Show implements shell.Page.
func (p *Page) Show() {
	p.showTranscripts()
	p.showCosts()
	p.recordings.show()
	p.recordings.showLive()
	p.showUnlisted()
	p.showPractice()
	p.transcript.read()
	p.showInvitation()
	p.view.FocusList()
	if p.recordings.running {
		p.view.Back() // shows the list, with the running recording above it
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
		case changes.Settings:
			p.showTranscripts() // a limit may be lifted
			if p.Settings.Get().Costs.UnderReplies != p.view.ShowsCosts() {
				p.showCosts()
			}
		case changes.Costs:
			if c.ID == "" { // not those of a chat
				p.showCosts()
			}
		case changes.Models, changes.Connection:
			p.question.show()
			p.showTranscripts() // a transcript may wait for a model that is offered again
			p.showPractice()
			p.showInvitation()
		default:
		}
	}
}

// Flush implements shell.Page. It queues pending edits; the frame waits until they are stored.
func (p *Page) Flush(context.Context) error {
	p.transcript.flush()
	return nil
}

// AcceptFiles implements shell.Page. It shows the question about transcribing the files and the
// files in the folders. It sends nothing.
func (p *Page) AcceptFiles(paths []string) { p.question.askAboutPaths(paths) }

// Do implements shell.Page.
func (p *Page) Do(c shell.Command) bool {
	switch c {
	case shell.FocusText:
		p.view.FocusList()
	case shell.AddFile:
		p.question.ChooseFiles()
	case shell.Find:
		if p.ShownTranscript() == "" {
			return false
		}
		p.transcript.view.Find("")
	case shell.FindNext, shell.FindPrevious:
		if p.ShownTranscript() == "" {
			return false
		}
		p.transcript.view.FindNext(c == shell.FindPrevious)
	case shell.ReadAloud:
		if p.Speech.Snapshot().Phase != speech.Idle {
			return false
		}
		p.transcript.sound.Toggle()
	case shell.ChooseModel:
		p.view.ChooseModel() // the transcription model of the question
	case shell.TryAgain:
		if t, ok := p.Transcripts.Get(p.view.Opened()); ok && t.State == transcripts.Failed && words.RetryTranscriptionLabel(t.Problem) != "" {
			p.queue.Retry(t.ID)
		}
	case shell.Cancel: // cancels the question, else shows the list if it is hidden
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

// Open shows a transcript or its progress; "" shows none.
func (p *Page) Open(id chat.ID) { p.OpenAt(id, 0, "") }

// OpenAt shows a transcript at a line, 0 for its beginning, and highlights the text found.
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

// ShownTranscript returns the visible transcript, "" for none.
func (p *Page) ShownTranscript() chat.ID {
	if !p.Frame.IsCurrent(p) {
		return ""
	}
	return p.view.Opened()
}

// HasPlayerFor reports whether the page shows a player for the current sound, so that the window
// need not show one.
func (p *Page) HasPlayerFor(now speech.Snapshot) bool {
	t := p.transcript
	return t.sound.plays(now) && t.view.Player.Visible() && p.ShownTranscript() == t.id
}

// UpdatePlayback is called when the playback state has changed while another page is shown, so that
// a loop is repeated there, too.
func (p *Page) UpdatePlayback() { p.transcript.sound.refresh() }

func (p *Page) openRecording(id chat.ID) {
	p.question.Cancel()
	p.view.OpenRecording(id)
}

// added opens the first of the transcripts added to the queue.
func (p *Page) added(ids []chat.ID) {
	p.Links.OnAdded()
	p.showTranscripts()
	if len(ids) > 0 {
		p.Open(ids[0])
	}
}

// showTranscripts shows the list and the progress of the open transcript. If a new transcription
// has replaced the open transcript, it opens the new one.
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

// showCosts reads and shows what each transcript has cost, if costs are shown.
func (p *Page) showCosts() {
	p.costs.Reset()
	if !p.Settings.Get().Costs.UnderReplies {
		p.view.SetCosts(nil)
		return
	}
	uithread.Load(p.costs, func() (map[chat.ID]ledger.Total, error) { return p.Ledger.Transcripts(p.Frame.Context()) }, p.view.SetCosts, func(err error) {
		if p.Frame.Context().Err() == nil {
			p.Log.Error("The costs of the transcripts could not be read", "error", err)
		}
	})
}

// showUnlisted shows or hides the notice that a list is incomplete.
func (p *Page) showUnlisted() { p.view.SetUnread(p.Links.UnlistedNotices()) }

// showPractice shows the practice badge if the files would go to practice instead of a real model.
func (p *Page) showPractice() {
	c, _ := p.question.connection()
	p.top.SetPractice(c.Kind == settings.Practice)
}

// showInvitation shows the examples, and where sound goes and what that costs.
func (p *Page) showInvitation() { p.view.SetExamples(p.question.examples(), p.question.destination()) }

var _ shell.Page = (*Page)(nil)
