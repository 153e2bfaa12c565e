// Package playback is the region that controls speech on every page: the player at the bottom of
// the window, reading messages aloud, and exporting speech to sound files.
package playback

import (
	"parlando/app/answers"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/player"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// Frame is a Host with a player.
type Frame interface {
	shell.Host
	// Page returns the current page.
	Page() shell.Page
	// Relayout lays everything out again.
	Relayout()
	// ShowPlayer shows or hides the player; PlayerShown reports whether the player is shown.
	ShowPlayer(playing bool)
	PlayerShown() bool
	// ReservePlayer sets whether a hidden player keeps its space; ReleasePlayer frees that space.
	ReservePlayer(reserve bool)
	ReleasePlayer()
}

// Playback is the region. Use it only on the window's thread.
type Playback struct {
	frame  Frame
	thread *uithread.Thread
	bar    *player.Bar
	owners Owners
	links  Links
	// starts loads the message to read aloud; only the latest request counts. saves loads messages
	// to export.
	starts, saves *uithread.Scope
	// announced has the exports whose end must be reported, waiting those of them that were
	// reported to wait for the monthly limit.
	announced, waiting map[chat.ID]bool
}

// PageWithPlayer is a page that may have a player of its own for the current speech; then the
// player at the bottom of the window is hidden.
type PageWithPlayer interface {
	HasPlayerFor(now speech.Snapshot) bool
}

// New returns the region that controls the player of the frame.
func New(f Frame, t *uithread.Thread, bar *player.Bar, o Owners, l Links) *Playback {
	p := &Playback{
		frame: f, thread: t, bar: bar, owners: o, links: l,
		starts: uithread.NewScope(t), saves: uithread.NewScope(t), announced: map[chat.ID]bool{}, waiting: map[chat.ID]bool{},
	}
	bar.Controls, bar.Calls.OnClose = o.Speech, p.Stop
	bar.Calls.OnTitle, bar.Calls.OnSave, bar.Calls.OnCopy = p.showSource, p.save, p.copy
	bar.Calls.OnProblemAction, bar.Calls.OnRetryWith = p.fix, p.readAgain
	bar.Calls.OnAskForVoice = func() {
		shell.AskForVoice(f, func(name string) { o.Speech.ChooseVoice(name, false) })
	}
	return p
}

func (p *Playback) copy(text string) {
	p.frame.Copy(text)
	shell.SayCopied(p.frame)
}

// Changed repaints after changes, and reports finished exports that were started here.
func (p *Playback) Changed(cs []changes.Change) {
	for _, c := range cs {
		switch c.Topic {
		case changes.Speech, changes.VoiceChat:
			p.refresh()
		case changes.SpeechExports:
			p.tellMade()
		}
	}
}

// Do carries out a command on the current speech, and reports whether it handled it.
func (p *Playback) Do(c shell.Command) bool {
	switch c {
	case shell.ReadAloud:
		p.owners.Speech.Toggle()
	case shell.PreviousSentence:
		p.owners.Speech.Previous()
	case shell.NextSentence:
		p.owners.Speech.Next()
	case shell.StopReading:
		p.Stop()
	default:
		return false
	}
	return true
}

// Stop ends the speech, hides the player and frees the player's space.
func (p *Playback) Stop() {
	p.owners.Speech.Stop()
	p.frame.ReleasePlayer()
}

func (p *Playback) refresh() {
	p.owners.MediaKeys.Update()
	s := p.owners.Speech.Snapshot()
	if s.Phase != speech.Idle {
		p.bar.Set(s)
	}
	page, ok := p.frame.Page().(PageWithPlayer)
	inPage := ok && page.HasPlayerFor(s)
	p.frame.ShowPlayer(s.Phase != speech.Idle && !inPage)
	if inPage {
		p.frame.ReservePlayer(false) // the page has its own player
	}
	if size := p.bar.Size(); p.frame.PlayerShown() && p.bar.HeightFor(size.Width) != size.Height {
		p.frame.Relayout() // a problem's sentence may need a second line
	}
}

// ReadAloud reads a message of the open chat aloud from a byte offset, -1 for the beginning. If
// that message is already being read, it seeks to the offset, or with -1 pauses or resumes.
func (p *Playback) ReadAloud(message chat.ID, from int) {
	if p.owners.Speech.Snapshot().IsReading(speech.MessageSource(message)) {
		if from >= 0 {
			p.owners.Speech.GoTo(from)
		} else {
			p.owners.Speech.Toggle()
		}
		return
	}
	in := p.links.Conversation()
	p.starts.Reset()
	p.load(p.starts, message, func(m chat.Message) {
		if p.links.Conversation().ID == in.ID {
			p.say(in, m, from)
		}
	})
}

// SetReadReplies sets whether replies are read aloud while they are streamed; package following
// reads them. Turning it on also starts reading the reply being streamed in the open chat.
func (p *Playback) SetReadReplies(on bool) {
	p.owners.Settings.Change(func(s *settings.Settings) { s.Speech.ReadReplies = on })
	id, ok := p.owners.Replies.Active(p.links.Conversation().ID)
	if !on || !ok {
		return
	}
	now := p.owners.Speech.Snapshot()
	if now.IsReading(speech.MessageSource(id)) || now.Phase != speech.Idle && now.Source.Kind != speech.Message {
		return // do not interrupt that reply, or what the user chose to hear
	}
	if s, ok := p.owners.Replies.Snapshot(id); ok {
		p.say(p.links.Conversation(), s.Message, -1)
	}
}

// load loads the current content of a message and passes the message to then.
func (p *Playback) load(reads *uithread.Scope, id chat.ID, then func(chat.Message)) {
	if s, ok := p.owners.Replies.Snapshot(id); ok {
		then(s.Message)
		return
	}
	uithread.Load(reads, func() (chat.Message, error) { return p.owners.History.Message(p.frame.Context(), id) }, then,
		p.frame.ReadErrorHandler(i18n.Text("This message couldn't be read."), func() { p.load(reads, id, then) }))
}

// say starts reading a message with the service of its chat, so that the text is sent to no other
// service.
func (p *Playback) say(in chat.Conversation, m chat.Message, from int) {
	modelchoice.Readers{Host: p.frame, Models: p.owners.Catalog, Settings: p.owners.Settings, Speech: p.owners.Speech, Limit: p.links.Limit}.Say(speech.Text{
		Source: speech.MessageSource(m.ID), Conversation: in.ID, Title: in.Title,
		Body: answers.Text(m), Plain: m.Role == chat.User, From: max(from, 0), Writing: !m.State.Ended(),
	}, in.Connection)
}

// showSource shows the message, transcript or page that is being read.
func (p *Playback) showSource() {
	s := p.owners.Speech.Snapshot()
	switch id := chat.ID(s.Source.ID); s.Source.Kind {
	case speech.Message:
		p.links.ShowMessage(s.Conversation, id)
	case speech.Recording, speech.TranscriptText:
		if !p.links.ShowTranscript(id) {
			p.links.ShowTranscribe()
		}
	case speech.Document, speech.File, speech.VoiceSample:
		p.links.ShowSpeak()
	}
}

// fix performs the action of the button of a speech problem.
func (p *Playback) fix(action words.Action) {
	voice := p.owners.Speech.Snapshot().Voice
	switch action {
	case words.EnterKey, words.CheckAddress:
		p.links.ChangeKey(voice.Connection, p.owners.Speech.Retry)
	case words.UseComputerVoice:
		voice.Local = true
		p.owners.Speech.SetVoice(voice)
	default:
		p.owners.Speech.Retry()
	}
}

// readAgain continues reading with another speed, which is the only field that offers values, or
// without the refused field if value is nil.
func (p *Playback) readAgain(_ string, value *float64) {
	voice := p.owners.Speech.Snapshot().Voice
	voice.Speed = p.owners.Speech.SetRequestSpeed(value)
	p.owners.Speech.SetVoice(voice)
}
