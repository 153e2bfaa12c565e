package window

import (
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/dictation"
	"parley/app/drafts"
	"parley/app/problem"
	"parley/app/recordings"
	"parley/app/voicechat"
	"parley/views/composer"
	"parley/views/dictating"
	"parley/views/widgets"
	"parley/views/words"
)

// dictationHost is what the microphone of the message box needs of the chat that is open.
type dictationHost interface {
	// mayDictate shows the message box; false where there is no connection.
	mayDictate() bool
	// openChat is the open chat with the connection and model that are asked; place tells one visit to it from the next.
	openChat() (c chat.Conversation, place int)
	// sent shows a message in the chat that it may have begun.
	sent(c chat.Conversation)
	// notSent says why something that is in the message box was not sent.
	notSent(why error)
	openConversation(id chat.ID)
	newChat()
	showRecordings()
	// fixDictation does what the button of a problem promises; then retry, or retryHere with the connection of the open chat.
	fixDictation(action words.Action, connection chat.ID, retry, retryHere func())
}

// dictationControl connects the microphone of the message box with what listens: dictation and the conversation by voice.
type dictationControl struct {
	host       dictationHost
	composer   *composer.Composer
	toasts     *widgets.Toasts
	copy       func(text string)
	drafts     *drafts.Drafts
	dictation  *dictation.Dictation
	voice      *voicechat.VoiceChat
	recordings *recordings.Recordings
	sendAtOnce func() bool

	// What was shown last.
	shown      dictation.Snapshot
	shownVoice voicechat.Snapshot
	bar        dictating.State
	// place is the visit to a chat in which the conversation by voice was begun.
	place int
}

// dictationNotice is the key of what is said above the message.
const dictationNotice = "dictation"

// connect has the message box call it.
func (d *dictationControl) connect() *dictationControl {
	d.composer.OnDictate = d.dictate
	d.composer.OnDictated = d.saidAll
	d.composer.OnDictateCancel = func() { d.end() }
	d.composer.OnVoiceChat = d.voiceChat
	return d
}

func (d *dictationControl) busy() bool {
	return d.dictation.Snapshot().Busy() || d.voice.Snapshot().Busy()
}

// ready shows the message box, and puts away what was said of the dictation before.
func (d *dictationControl) ready() bool {
	if !d.host.mayDictate() {
		return false
	}
	d.dictation.Dismiss()
	d.voice.Dismiss()
	d.composer.MarkCaret()
	return true
}

// dictate begins a dictation into the message box; while something is heard it ends that.
func (d *dictationControl) dictate() {
	if d.busy() {
		d.saidAll()
		return
	}
	if !d.ready() {
		return
	}
	c, place := d.host.openChat()
	d.dictation.Begin(dictation.Target{Conversation: c.ID, Place: place, Connection: c.Connection, Model: c.Model})
	d.refresh()
	d.composer.FocusText()
}

// voiceChat begins a conversation by voice, or ends it.
func (d *dictationControl) voiceChat() {
	if !d.end() && d.ready() {
		d.startVoiceChat()
	}
}

// startVoiceChat begins a conversation by voice in the open chat, or goes on after a problem.
func (d *dictationControl) startVoiceChat() {
	var c chat.Conversation
	c, d.place = d.host.openChat()
	d.voice.Start(c)
	d.refresh()
}

// leaveChat ends the conversation by voice when another chat is opened: nobody talks to that.
func (d *dictationControl) leaveChat() {
	d.voice.Stop()
	d.voice.Dismiss()
}

// saidAll ends the listening. In a conversation by voice it interrupts the reply where that is read.
func (d *dictationControl) saidAll() {
	d.dictation.End()
	voice := d.voice.Snapshot()
	switch voice.Phase {
	case voicechat.Opening, voicechat.Listening, voicechat.Answering, voicechat.Speaking:
		d.voice.Next()
	}
	d.refresh()
	if voice.Busy() {
		d.composer.FocusDictation()
	} else {
		d.composer.FocusText()
	}
}

// end ends what is dictated, and the conversation by voice; it reports whether there was any.
func (d *dictationControl) end() bool {
	if !d.busy() {
		return false
	}
	now := d.state()
	d.dictation.Cancel()
	d.voice.Stop()
	if now.Phase == dictating.Transcribing || now.Phase == dictating.Listening && now.Live.Heard {
		d.toasts.Say(lang.L("What you said stays in Recordings until tomorrow."), lang.L("Show"), d.host.showRecordings)
	}
	d.refresh()
	d.composer.FocusText()
	return true
}

// state is what the row shows.
func (d *dictationControl) state() dictating.State {
	s, voice := d.dictation.Snapshot(), d.voice.Snapshot()
	switch {
	case voice.Busy():
		return dictating.State{Phase: dictating.Phase(voice.Phase), Voice: true, Recording: voice.Recording, Live: d.recordings.Live()}
	case s.Busy():
		return dictating.State{Phase: dictating.Phase(s.Phase), Recording: s.Recording, Live: d.recordings.Live()}
	}
	return dictating.State{}
}

// refresh paints what is dictated, and takes over what came of it.
func (d *dictationControl) refresh() {
	if now := d.state(); now != d.bar {
		begins := now.Voice && !d.bar.Voice
		d.bar = now
		d.composer.SetDictation(now)
		if begins {
			d.composer.FocusDictation()
		}
	}
	d.refreshVoiceChat()
	s, was := d.dictation.Snapshot(), d.shown
	d.shown = s
	told := was.Phase == dictation.Failed || was.Phase == dictation.Nothing
	switch {
	case s.Phase == dictation.Done:
		if taken, ok := d.dictation.Take(); ok {
			d.take(taken)
		}
	case s.Phase == was.Phase && s.Problem == was.Problem:
	case s.Phase == dictation.Nothing:
		d.tell(composer.Notice{
			Text: lang.L("I heard nobody speak, so nothing was sent."), Button: lang.L("Try again"), Action: d.dictate,
		}, false)
	case s.Phase == dictation.Failed:
		d.tellProblem(s.Problem, s.CanRetry, s.Target.Connection, d.dictation.Retry, func() {
			c, _ := d.host.openChat()
			d.dictation.RetryWith(c.Connection, c.Model)
		})
	case told:
		d.composer.ClearNotice(dictationNotice)
	}
}

// refreshVoiceChat shows what came of the conversation by voice.
func (d *dictationControl) refreshVoiceChat() {
	s, was := d.voice.Snapshot(), d.shownVoice
	d.shownVoice = s
	c, place := d.host.openChat()
	here := place == d.place
	if s.Reply != "" && s.Reply != was.Reply && here {
		d.host.sent(s.Chat)
	}
	switch {
	case s.Err == nil || was.Err != nil:
	case here:
		d.host.notSent(s.Err)
	default:
		d.tellAside(s.Chat.ID)
	}
	told := was.Phase == voicechat.Failed || was.Phase == voicechat.Over
	switch {
	case s.Busy() && s.Chat.ID == "" && here:
		d.voice.Update(c)
		fallthrough
	default:
		if told && s.Phase != was.Phase {
			d.composer.ClearNotice(dictationNotice)
		}
	case s.Phase == was.Phase:
	case s.Phase == voicechat.Over:
		d.tell(composer.Notice{Text: ending(s.Ending), Button: lang.L("Talk again"), Action: d.voiceChat}, false)
		d.composer.FocusText()
	case s.Phase == voicechat.Failed:
		d.tellProblem(s.Problem, s.CanRetry, s.Chat.Connection, d.startVoiceChat, d.startVoiceChat)
		d.composer.FocusText()
	}
}

// take puts what was dictated where it belongs.
func (d *dictationControl) take(s dictation.Snapshot) {
	if c, place := d.host.openChat(); s.Target.Place != place && (c.ID == "" || s.Target.Conversation != c.ID) {
		d.drafts.Append(s.Target.Conversation, chat.Draft{Text: s.Text})
		d.tellAside(s.Target.Conversation)
		return
	}
	d.composer.ClearNotice(dictationNotice)
	d.composer.Insert(s.Text)
	d.tellDictated(s)
	if d.sendAtOnce() {
		d.composer.Send()
	}
}

// tellAside says that a text is in the draft of a chat that is not open any more.
func (d *dictationControl) tellAside(id chat.ID) {
	open := func() { d.host.openConversation(id) }
	if id == "" {
		open = d.host.newChat
	}
	d.toasts.Say(lang.L("What you dictated waits in the message box of the chat it was for."), lang.L("Open"), open)
}

// tellDictated says what is to be known about a text that was put in: that it was tidied up, or could not be, or that the
// microphone was taken away.
func (d *dictationControl) tellDictated(s dictation.Snapshot) {
	switch {
	case s.Problem.Kind != "":
		t := words.ForDictation(s.Problem.Kind, true)
		d.composer.SetNotice(composer.Notice{Key: dictationNotice, Text: t.Title + " " + t.Safe, Closed: func() {}})
	case s.NotTidied:
		d.toasts.Say(lang.L("Your words stand as you said them: they could not be tidied up."), "", nil)
	case s.Original != "":
		d.toasts.Say(lang.L("Your words were tidied up."), lang.L("As I said it"), func() {
			if !d.composer.Reinsert(s.Original) {
				d.copy(s.Original)
				d.toasts.Say(lang.L("You have written on since: what you said is on the clipboard."), "", nil)
			}
		})
	}
}

// tell says above the message why nothing goes on, and offers the recordings where they may help.
func (d *dictationControl) tell(n composer.Notice, recorded bool) {
	n.Key = dictationNotice
	n.Closed = func() {
		d.dictation.Dismiss()
		d.voice.Dismiss()
	}
	if recorded {
		n.Other, n.OtherAction = lang.L("Open recordings"), d.host.showRecordings
	}
	d.composer.SetNotice(n)
}

// tellProblem says what failed, and offers what helps.
func (d *dictationControl) tellProblem(p problem.Problem, canRetry bool, connection chat.ID, retry, retryHere func()) {
	t := words.ForDictation(p.Kind, canRetry)
	d.tell(composer.Notice{
		Text: t.Title + " " + t.Safe, Danger: true,
		Button: t.Button, Action: func() { d.host.fixDictation(t.Action, connection, retry, retryHere) },
	}, canRetry || p.Kind == problem.AlreadyRecording)
}

// ending is why a conversation by voice has ended by itself.
func ending(e voicechat.Ending) string {
	switch e {
	case voicechat.NobodySpoke:
		return lang.L("Nobody has spoken for a minute, so the conversation has ended.")
	case voicechat.NotSent:
		return lang.L("The conversation has ended. What you said is in the message box, and was not sent.")
	case voicechat.AnswerFailed:
		return lang.L("The conversation has ended because the reply did not come whole.")
	case voicechat.NotReadAloud:
		return lang.L("The conversation has ended because the reply could not be read aloud.")
	case voicechat.AnswerSilent:
		return lang.L("The conversation has ended because there is nothing to read aloud in the reply.")
	}
	return lang.L("The conversation has ended.")
}
