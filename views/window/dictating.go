package window

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/dictation"
	"parley/app/problem"
	"parley/views/composer"
	"parley/views/widgets"
	"parley/views/words"
)

// dictated is what the window keeps of dictation: the rest is core.Dictation's.
type dictated struct {
	// turn is the number of the text that was taken last; sending says that it is on its way as a turn of a conversation by voice.
	turn    int
	sending bool
	// shown is what was shown last.
	shown       dictation.Snapshot
	microphones microphones
}

// dictationNotice is the key of what is said above the message.
const dictationNotice = "dictation"

// buildDictating connects the microphone of the message box.
func (v *Window) buildDictating() {
	v.composer.OnDictate = v.dictate
	v.composer.OnDictated = v.saidAll
	v.composer.OnDictateCancel = func() { v.endDictation() }
	v.composer.OnTalk = v.talk
}

// dictate begins a dictation into the message box; while something is heard it ends that.
func (v *Window) dictate() {
	if v.core.Dictation.Snapshot().Busy() {
		v.saidAll()
		return
	}
	if !v.mayDictate() {
		return
	}
	v.composer.MarkCaret()
	v.core.Dictation.Begin(v.dictationTarget())
	v.refreshDictation()
	v.composer.FocusText()
}

// talk begins a conversation by voice, or ends it.
func (v *Window) talk() {
	if v.endDictation() || !v.mayDictate() {
		return
	}
	v.composer.MarkCaret()
	v.core.Dictation.Talk(v.dictationTarget())
	v.refreshDictation()
	v.composer.FocusDictation()
}

// mayDictate shows the message box, and puts away what was said of the dictation before.
func (v *Window) mayDictate() bool {
	if _, ok := v.core.Connections.Current(); !ok {
		v.showWelcome()
		return false
	}
	v.closePopup()
	v.showChat()
	v.core.Dictation.Dismiss()
	return true
}

// dictationTarget is the message box as it stands.
func (v *Window) dictationTarget() dictation.Target {
	return dictation.Target{Conversation: v.open.ID, Place: v.opening, Connection: v.connection(), Model: v.model()}
}

// saidAll ends the listening. In a conversation by voice it interrupts the reply where that is read.
func (v *Window) saidAll() {
	switch s := v.core.Dictation.Snapshot(); s.Phase {
	case dictation.Opening, dictation.Listening:
		v.core.Dictation.End()
	case dictation.Answering, dictation.Speaking:
		v.core.Dictation.Interrupt()
	}
	v.refreshDictation()
	if v.dictated.shown.Talk {
		v.composer.FocusDictation()
	} else {
		v.composer.FocusText()
	}
}

// endDictation ends what is dictated, and the conversation by voice; it reports whether there was any.
func (v *Window) endDictation() bool {
	s := v.core.Dictation.Snapshot()
	if !s.Busy() {
		return false
	}
	v.core.Dictation.Cancel()
	if heard := s.Phase == dictation.Writing || s.Phase == dictation.Listening && s.Live.Heard; heard && s.Recording != "" {
		v.toasts.Say(lang.L("What you said stays in Recordings until tomorrow."), lang.L("Show"), v.showRecordings)
	}
	v.refreshDictation()
	v.composer.FocusText()
	return true
}

// refreshDictation paints what is dictated, and takes over what was written down.
func (v *Window) refreshDictation() {
	s := v.core.Dictation.Snapshot()
	was := v.dictated.shown
	v.dictated.shown = s
	if s.Talk && s.Busy() && s.Target.Place != v.opening {
		v.core.Dictation.Cancel() // another chat was opened: nobody talks to that
		s = v.core.Dictation.Snapshot()
	}
	v.composer.SetDictation(s)
	if s.Talk && s.Busy() && !(was.Talk && was.Busy()) {
		v.composer.FocusDictation()
	}
	switch s.Phase {
	case dictation.Done:
		if s.Turn != v.dictated.turn {
			v.dictated.turn = s.Turn
			v.takeDictation(s)
		}
	case dictation.Sending:
		if s.Turn != v.dictated.turn {
			v.dictated.turn = s.Turn
			v.sendTurn(s)
		}
	case dictation.Failed, dictation.Nothing, dictation.Over:
		if s.Phase != was.Phase || s.Problem != was.Problem {
			v.tellDictation(s)
			if was.Talk {
				v.composer.FocusText()
			}
		}
	default:
		if was.Phase != s.Phase && (was.Phase == dictation.Failed || was.Phase == dictation.Nothing || was.Phase == dictation.Over) {
			v.composer.ClearNotice(dictationNotice)
		}
	}
}

// here reports whether the text of a dictation belongs into the message box that is shown.
func (v *Window) here(t dictation.Target) bool {
	return t.Place == v.opening || t.Conversation != "" && t.Conversation == v.open.ID
}

// takeDictation puts what was dictated where it belongs.
func (v *Window) takeDictation(s dictation.Snapshot) {
	if v.here(s.Target) {
		v.composer.ClearNotice(dictationNotice)
		v.composer.Insert(s.Text)
		v.tellDictated(s)
		if v.core.Settings.Get().Dictation.SendAtOnce {
			v.composer.Send()
		}
	} else {
		v.putAside(s)
	}
	v.core.Dictation.Taken(s.Turn)
}

// putAside puts a text into the draft of a chat that is not open any more.
func (v *Window) putAside(s dictation.Snapshot) {
	id := s.Target.Conversation
	v.append(id, chat.Draft{Text: s.Text})
	open := func() { v.openConversation(id) }
	if id == "" {
		open = v.newChat
	}
	v.toasts.Say(lang.L("What you dictated waits in the message box of the chat it was for."), lang.L("Open"), open)
}

// tellDictated says what is to be known about a text that was put in: that it was tidied up, or could not be, or that the
// microphone was taken away.
func (v *Window) tellDictated(s dictation.Snapshot) {
	switch {
	case s.Problem.Kind != "":
		t := words.ForDictation(s.Problem.Kind, true)
		v.composer.SetNotice(composer.Notice{Key: dictationNotice, Text: t.Title + " " + t.Safe, Closed: func() {}})
	case s.NotTidied:
		v.toasts.Say(lang.L("Your words stand as you said them: they could not be tidied up."), "", nil)
	case s.Original != "":
		v.toasts.Say(lang.L("Your words were tidied up."), lang.L("As I said it"), func() {
			if !v.composer.Reinsert(s.Original) {
				v.copy(s.Original)
				v.toasts.Say(lang.L("You have written on since: what you said is on the clipboard."), "", nil)
			}
		})
	}
}

// sendTurn sends what was said in a conversation by voice, together with what else stands in the message box.
func (v *Window) sendTurn(s dictation.Snapshot) {
	if !v.here(s.Target) {
		v.putAside(s)
		v.core.Dictation.Cancel()
		return
	}
	v.composer.Insert(s.Text)
	v.dictated.sending = true
	if !v.composer.Send() {
		v.turnSent("")
	}
}

// turnSent tells which reply is written to a turn, "" if it could not be sent, and has the reply read aloud.
func (v *Window) turnSent(reply chat.ID) {
	if !v.dictated.sending {
		return
	}
	v.dictated.sending = false
	v.core.Dictation.Sent(reply)
	if reply == "" {
		return
	}
	v.composer.MarkCaret()
	if s, ok := v.core.Replies.Snapshot(reply); ok && v.core.Speech.Snapshot().Source != messageSource(reply) {
		v.say(s.Message, -1)
	}
}

// tellDictation says above the message why nothing was written down, and what can be done.
func (v *Window) tellDictation(s dictation.Snapshot) {
	n := composer.Notice{Key: dictationNotice, Closed: v.core.Dictation.Dismiss}
	switch s.Phase {
	case dictation.Nothing:
		n.Text = lang.L("I heard nobody speak, so nothing was sent.")
		n.Button, n.Action = lang.L("Try again"), v.dictate
	case dictation.Over:
		n.Text = ending(s.Ending)
		n.Button, n.Action = lang.L("Talk again"), v.talk
	default:
		t := words.ForDictation(s.Problem.Kind, s.CanRetry)
		n.Text, n.Danger = t.Title+" "+t.Safe, true
		n.Button, n.Action = t.Button, func() { v.fixDictation(t.Action) }
	}
	if s.CanRetry || s.Problem.Kind == problem.AlreadyRecording {
		n.Other, n.OtherAction = lang.L("Open recordings"), v.showRecordings
	}
	v.composer.SetNotice(n)
}

// ending is why a conversation by voice has ended by itself.
func ending(e dictation.Ending) string {
	switch e {
	case dictation.NobodySpoke:
		return lang.L("Nobody has spoken for a minute, so the conversation has ended.")
	case dictation.NotSent:
		return lang.L("The conversation has ended. What you said is in the message box, and was not sent.")
	case dictation.AnswerFailed:
		return lang.L("The conversation has ended because the reply did not come whole.")
	case dictation.NotReadAloud:
		return lang.L("The conversation has ended because the reply could not be read aloud.")
	case dictation.AnswerSilent:
		return lang.L("The conversation has ended because there is nothing to read aloud in the reply.")
	}
	return lang.L("The conversation has ended.")
}

// fixDictation does what the button of a trouble promises.
func (v *Window) fixDictation(action words.Action) {
	s := v.core.Dictation.Snapshot()
	switch action {
	case words.EnterKey, words.CheckAddress:
		v.changeKeyOf(s.Target.Connection, v.core.Dictation.Retry)
	case words.ChooseModel:
		v.askForDictationModel(cmp.Or(s.Target.Connection, v.connection()))
	case words.ChooseService:
		if v.forgotten() {
			v.showServices(v.composer) // then once more
			return
		}
		v.core.Dictation.RetryWith(v.connection(), v.model())
	default:
		v.core.Dictation.Retry()
	}
}

// showRecordings shows what the microphone has heard.
func (v *Window) showRecordings() {
	v.showTranscribe()
	v.transcribe.page.ShowRecordings()
}

// askForDictationModel asks once which model writes down speech: the interface names none.
func (v *Window) askForDictationModel(connection chat.ID) {
	c := v.window.Canvas()
	field := widgets.NewField(lang.L("Name of the model"), "whisper-1")
	var o *widgets.Overlay
	use := func() {
		if id := strings.TrimSpace(field.Text); id != "" {
			v.changeTranscriber(connection, id)
			v.core.Dictation.Retry()
		}
	}
	o = widgets.Ask(c, lang.L("Which model writes down speech?"), field, lang.L("Use"), lang.L("Cancel"), use)
	field.OnSubmitted = func(string) { o.Hide(); use() }
	field.OnEscape = func() { o.Hide() }
	v.popup(o)
	c.Focus(field)
}

// findOut is what is said where no language was chosen.
func findOut() string { return lang.L("Find out by itself") }
