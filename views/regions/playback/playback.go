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

// Frame adds the player to a Host.
type Frame interface {
	shell.Host
	// Page returns the current page.
	Page() shell.Page
	// Relayout lays everything out again.
	Relayout()
	// ShowPlayer shows or hides the player; Playing reports whether it is shown.
	ShowPlayer(playing bool)
	PlayerShown() bool
	// ReservePlayer sets whether the player's space stays reserved; ReleasePlayer frees it at once.
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
	// starts loads the message to be read aloud, the last one requested; saves loads messages to be
	// exported.
	starts, saves *uithread.Scope
	// announced holds the exports started here whose end is to be reported.
	announced map[chat.ID]bool
}

// PageWithPlayer is a page that may have its own player for the current speech, which makes the one
// at the bottom of the window unnecessary.
type PageWithPlayer interface {
	HasPlayerFor(now speech.Snapshot) bool
}

// New returns the region that controls the frame's player.
func New(f Frame, t *uithread.Thread, bar *player.Bar, o Owners, l Links) *Playback {
	p := &Playback{
		frame: f, thread: t, bar: bar, owners: o, links: l,
		starts: uithread.NewScope(t), saves: uithread.NewScope(t), announced: map[chat.ID]bool{},
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
		case changes.Speech:
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

// Stop ends the speech, and hides the player and frees its space.
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
		p.frame.Relayout() // the sentence of a problem may take two lines
	}
}

// ReadAloud reads a message of the open chat aloud from a byte offset, -1 for the beginning. If the
// message is being read already, it moves to the offset, or toggles pause for -1.
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

// SetReadReplies sets whether replies are read aloud as they are streamed, which package following
// does. Turning it on also reads the reply being streamed in the open chat.
func (p *Playback) SetReadReplies(on bool) {
	p.owners.Settings.Change(func(s *settings.Settings) { s.Speech.ReadReplies = on })
	id, ok := p.owners.Replies.Active(p.links.Conversation().ID)
	if !on || !ok {
		return
	}
	now := p.owners.Speech.Snapshot()
	if now.IsReading(speech.MessageSource(id)) || now.Phase != speech.Idle && now.Source.Kind != speech.Message {
		return // the reply is being read already, or something that the user chose goes on
	}
	if s, ok := p.owners.Replies.Snapshot(id); ok {
		p.say(p.links.Conversation(), s.Message, -1)
	}
}

// load loads the current content of a message and passes it to then.
func (p *Playback) load(reads *uithread.Scope, id chat.ID, then func(chat.Message)) {
	if s, ok := p.owners.Replies.Snapshot(id); ok {
		then(s.Message)
		return
	}
	uithread.Load(reads, func() (chat.Message, error) { return p.owners.History.Message(p.frame.Context(), id) }, then,
		p.frame.ReadErrorHandler(i18n.Text("This message couldn't be read."), func() { p.load(reads, id, then) }))
}

// say starts reading a message with the service of its chat: the text is not sent to any other
// service.
func (p *Playback) say(in chat.Conversation, m chat.Message, from int) {
	modelchoice.Readers{Host: p.frame, Models: p.owners.Catalog, Settings: p.owners.Settings, Speech: p.owners.Speech}.Say(speech.Text{
		Source: speech.MessageSource(m.ID), Conversation: in.ID, Title: in.Title,
		Body: answers.Text(m), Plain: m.Role == chat.User, From: max(from, 0), Writing: !m.State.Ended(),
	}, in.Connection)
}

// showSource shows the source being read.
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

// fix performs the action of a speech problem's button.
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

// readAgain continues with a different speed, the only field with a value to choose, or without the
// refused field if value is nil.
func (p *Playback) readAgain(_ string, value *float64) {
	voice := p.owners.Speech.Snapshot().Voice
	voice.Speed = p.owners.Speech.SetRequestSpeed(value)
	p.owners.Speech.SetVoice(voice)
}
