package chat

import (
	"cmp"
	"time"

	"parlando/app/connections"
	"parlando/app/drafts"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/views/connector"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/dictation"
	"parlando/app/problem"
	"parlando/app/voicechat"
	"parlando/views/composer"
	"parlando/views/dictating"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/theme"
	"parlando/views/words"
)

// dictationControl connects the message box to dictation and voice chat.
type dictationControl struct {
	*base
	connections *connections.Connections
	connector   *connector.Connector
	dictation   *dictation.Dictation
	drafts      *drafts.Drafts
	recordings  *recordings.Recordings
	settings    *settings.Store
	speech      *speech.Speech
	transcripts *transcripts.Transcripts
	voiceChat   *voicechat.VoiceChat

	sender  *sender
	chooser *chooser
	// maySend is costs.Controller.MaySend.
	maySend func(once string, send func()) bool
	// sayKeepFirst refuses what a temporary chat cannot do.
	sayKeepFirst func(sentence string) bool
	// openChat opens a chat, "" for a new one.
	openChat func(chat.ID)

	// shown, shownVoice and bar are the last states shown.
	shown      dictation.Snapshot
	shownVoice voicechat.Snapshot
	bar        dictating.State
	// dictatedHere reports whether the chat in which the dictation was started is still open,
	// talkedHere the same for the voice chat; nil if this page has started none.
	dictatedHere, talkedHere func() bool
	// large is the large view of the voice chat.
	large *largeVoice
	// ticking means that the level of the voice that reads the reply is looked at again soon.
	ticking bool
	// stillAsks reports whether the shown question about a model is still to be answered; nil if no
	// question is shown.
	stillAsks func() bool
}

// dictationNotice is the key of the notice above the message.
const dictationNotice = "dictation"

func (d *dictationControl) busy() bool {
	return d.dictation.Snapshot().Busy() || d.voiceChat.Snapshot().Busy()
}

// ready shows the message box, clears the notice of the previous dictation, and returns true.
// Without a connection, it shows the onboarding page and returns false.
func (d *dictationControl) ready() bool {
	if _, ok := d.connections.Current(); !ok {
		d.Links.Connect()
		return false
	}
	if d.sayKeepFirst(i18n.Text("In a temporary chat you can't dictate or talk, because recordings are written to disk.")) {
		return false
	}
	d.Frame.CloseTop()
	d.Links.Show()
	d.dictation.Dismiss()
	d.voiceChat.Dismiss()
	d.composer.MarkCaret()
	return true
}

// Dictate starts a dictation into the message box, or stops listening if a dictation is active.
func (d *dictationControl) Dictate() {
	if d.busy() {
		d.StopListening()
		return
	}
	if !d.ready() {
		return
	}
	if !d.maySend(i18n.Text("Dictate this once"), d.Dictate) {
		return
	}
	d.askFirst(catalog.PurposeTranscription, func() {
		connection, model := d.HelperModel()
		d.dictatedHere = d.open.scope.Current()
		d.dictation.Begin(dictation.Target{Conversation: d.open.ID, Connection: connection, Model: model})
		d.refresh()
		d.composer.FocusText()
	})
}

// model returns the choice of the model that transcribes or speaks for the open chat; chosen is
// called after the user has chosen another model.
func (d *dictationControl) model(connection chat.ID, purpose catalog.Purpose, chosen func()) modelchoice.Choice {
	model := d.transcripts.DefaultModel(connection)
	if purpose == catalog.PurposeSpeech {
		model = d.speech.DefaultModel(connection)
	}
	return modelchoice.NewStored(d.Frame, d.catalog, d.settings, connection, purpose, model, chosen)
}

// askFirst calls then at once. If the model for purpose is no longer offered, it first lets the
// user choose a model above the message, and then calls then.
func (d *dictationControl) askFirst(purpose catalog.Purpose, then func()) {
	c := d.model(d.open.connection(), purpose, func() {
		d.composer.ClearNotice(dictationNotice)
		then()
	})
	if !c.Gone() || purpose == catalog.PurposeSpeech && d.settings.Get().Speech.Local {
		then()
		return
	}
	d.refresh() // removes an earlier notice now; a later refresh would remove the question
	connection, all := d.open.connection(), c.Answers(func() { c.ShowMenu(d.composer) })
	d.tell(composer.Notice{Text: c.Question.Text, Button: all[0].Words, Action: all[0].Do, Other: all[1].Words, OtherAction: all[1].Do}, false)
	d.stillAsks = func() bool { return d.open.connection() == connection && d.model(connection, purpose, nil).Gone() }
}

// refreshQuestion removes the question about a model if it was answered elsewhere or concerns the
// connection of another chat.
func (d *dictationControl) refreshQuestion() {
	if d.stillAsks != nil && !d.stillAsks() {
		d.endQuestion()
	}
}

// endQuestion removes a question about a model, if one is shown.
func (d *dictationControl) endQuestion() {
	if d.stillAsks != nil {
		d.stillAsks = nil
		d.composer.ClearNotice(dictationNotice)
	}
}

// ToggleVoiceChat starts a voice chat, or ends it.
func (d *dictationControl) ToggleVoiceChat() {
	if !d.End() && d.ready() {
		d.startVoiceChat()
	}
}

// startVoiceChat starts a voice chat in the open chat, or resumes it after a problem.
func (d *dictationControl) startVoiceChat() {
	if !d.sender.maySend(continueOnce(), d.startVoiceChat) {
		return
	}
	d.askFirst(catalog.PurposeTranscription, func() {
		d.askFirst(catalog.PurposeSpeech, func() {
			d.talkedHere = d.open.scope.Current()
			d.voiceChat.Start(d.Target())
			d.refresh()
		})
	})
}

// chosen ends the voice chat if its next message would go to another connection or model about
// which the user must be asked first. The answer starts the voice chat again.
func (d *dictationControl) chosen() {
	here := d.talkedHere != nil && d.talkedHere()
	if here && d.voiceChat.Snapshot().Busy() && !d.sender.maySend(continueOnce(), d.startVoiceChat) {
		d.cancel()
	}
}

// leaveChat ends the voice chat, the question about a model and what is said about a dictation that
// has failed before another chat is opened.
func (d *dictationControl) leaveChat() {
	d.endQuestion() // the next dictation asks again
	if s := d.dictation.Snapshot(); s.Phase == dictation.Failed && s.CanRetry {
		d.tellRecorded()
	}
	d.dictation.Dismiss()
	d.voiceChat.Stop()
	d.voiceChat.Dismiss()
}

// StopListening stops listening. In a voice chat it interrupts a reply that is being read aloud.
func (d *dictationControl) StopListening() {
	d.dictation.End()
	voice := d.voiceChat.Snapshot()
	switch voice.Phase {
	case voicechat.Opening, voicechat.Listening, voicechat.Answering, voicechat.Speaking, voicechat.Asking:
		d.voiceChat.Next()
	}
	d.refresh()
	if voice.Busy() {
		d.large.Focus()
	} else {
		d.composer.FocusText()
	}
}

// EnlargeVoiceChat shows the large view of the voice chat.
func (d *dictationControl) EnlargeVoiceChat() { d.large.Enlarge() }

// End cancels the dictation and ends the voice chat; it reports whether either was active.
func (d *dictationControl) End() bool {
	if !d.busy() {
		return false
	}
	d.cancel()
	d.composer.FocusText()
	return true
}

// cancel implements End, and leaves the focus where it is.
func (d *dictationControl) cancel() {
	now := d.state()
	d.dictation.Cancel()
	d.voiceChat.Stop()
	if now.Phase == dictating.Transcribing || now.Phase == dictating.Listening && now.Live.Heard {
		d.tellRecorded()
	}
	d.refresh()
}

// tellRecorded tells the user where the recording of a dictation is.
func (d *dictationControl) tellRecorded() {
	d.Frame.Toasts().Say(i18n.Text("You can find what you said under Transcribe, Recordings until tomorrow."), i18n.Text("Show"), d.Links.ShowRecordings)
}

// state returns the state of the dictation or the voice chat.
func (d *dictationControl) state() dictating.State {
	live := d.recordings.Live()
	switch s, now := d.dictation.Snapshot(), d.voiceChat.Snapshot(); {
	case now.Busy():
		return voiceState(now, live, d.speech)
	case s.Busy():
		return dictating.State{Phase: dictating.Phase(s.Phase), Recording: s.Recording, Live: live}
	}
	return dictating.State{}
}

// refresh shows the state of the dictation and takes its result.
func (d *dictationControl) refresh() {
	if now := d.state(); now != d.bar {
		begins := now.VoiceChat && !d.bar.VoiceChat
		d.bar = now
		d.composer.SetDictation(now)
		d.large.Set(now)
		if begins {
			d.large.Focus()
		}
	}
	d.tick()
	d.refreshVoiceChat()
	s, was := d.dictation.Snapshot(), d.shown
	d.shown = s
	if s.Phase == dictation.Idle {
		d.dictatedHere = nil
	}
	told := was.Phase == dictation.Failed || was.Phase == dictation.Nothing
	switch {
	case s.Phase == dictation.Done:
		if taken, ok := d.dictation.Take(); ok {
			d.take(taken)
		}
	case s.Phase == was.Phase && s.Problem == was.Problem:
	case s.Problem.Kind != "" && s.Phase != dictation.Failed:
		// The recording has ended early, but its sound is being transcribed.
		if s.Problem != was.Problem {
			d.tellEnded(s.Problem)
		}
	case s.Phase == dictation.Nothing:
		d.tell(composer.Notice{
			Text: i18n.Text("No speech was heard, so nothing was sent."), Button: i18n.Text("Try again"), Action: d.Dictate,
		}, false)
	case s.Phase == dictation.Failed:
		d.tellProblem(s.Problem, s.CanRetry, s.Target.Connection, d.dictation.Retry, func() {
			c := d.Target()
			d.dictation.RetryWith(c.Connection, c.Model)
		})
	case told, s.Busy() && !was.Busy():
		d.composer.ClearNotice(dictationNotice)
	}
}

// levelInterval is the time between two looks at the level of the voice that reads a reply.
const levelInterval = 70 * time.Millisecond

// tick keeps the level of the voice that reads the reply up to date while the page is shown.
func (d *dictationControl) tick() {
	if d.ticking || d.bar.Phase != dictating.Speaking || theme.ReducesMotion() {
		return
	}
	d.ticking = true
	d.Thread.After(levelInterval, func() {
		d.ticking = false
		if d.bar.Phase == dictating.Speaking {
			d.refresh()
		}
	})
}

// refreshVoiceChat shows the messages and errors of the voice chat.
func (d *dictationControl) refreshVoiceChat() {
	s, was := d.voiceChat.Snapshot(), d.shownVoice
	d.shownVoice = s
	here := d.talkedHere != nil && d.talkedHere()
	if s.Reply != "" && s.Reply != was.Reply && here {
		d.sender.sent(s.Chat, s.Reply)
	}
	switch {
	case s.Err == nil || was.Err != nil:
	case here:
		d.sender.notSent(s.Err)
	default:
		d.tellDictatedElsewhere(s.Chat.ID)
	}
	told := was.Phase == voicechat.Failed || was.Phase == voicechat.Ended
	switch {
	case s.Busy() && s.Chat.ID == "" && here:
		d.voiceChat.Update(d.Target())
		fallthrough
	default:
		if told && s.Phase != was.Phase {
			d.composer.ClearNotice(dictationNotice)
		}
	case s.Phase == was.Phase:
	case s.Phase == voicechat.Ended:
		d.tell(composer.Notice{Text: words.VoiceChatEnding(s.Ending), Button: i18n.Text("Continue voice chat"), Action: d.ToggleVoiceChat}, false)
		d.composer.FocusText()
	case s.Phase == voicechat.Failed:
		d.tellProblem(s.Problem, s.CanRetry, s.Chat.Connection, d.startVoiceChat, d.startVoiceChat)
		d.composer.FocusText()
	}
}

// take inserts dictated text into the draft of the chat in which the dictation was started.
func (d *dictationControl) take(s dictation.Snapshot) {
	here := d.dictatedHere != nil && d.dictatedHere() || d.open.ID != "" && s.Target.Conversation == d.open.ID
	d.dictatedHere = nil
	if !here {
		d.drafts.Append(s.Target.Conversation, chat.Draft{Text: s.Text})
		d.tellDictatedElsewhere(s.Target.Conversation)
		return
	}
	d.composer.ClearNotice(dictationNotice)
	d.composer.Insert(s.Text)
	d.tellDictated(s)
	if d.settings.Get().Dictation.SendAtOnce {
		d.composer.Send()
	}
}

// tellDictatedElsewhere tells the user that a text is in the draft of a chat that is no longer
// open.
func (d *dictationControl) tellDictatedElsewhere(id chat.ID) {
	d.Frame.Toasts().Say(i18n.Text("Your dictation is in the message box of the chat you started it in."), i18n.Text("Open"), func() { d.openChat(id) })
}

// tellDictated tells the user that a dictated text was tidied up, that tidying failed, or that the
// microphone was lost.
func (d *dictationControl) tellDictated(s dictation.Snapshot) {
	switch {
	case s.Problem.Kind != "":
		d.tellEnded(s.Problem)
	case s.NotTidied:
		d.Frame.Toasts().Say(i18n.Text("Your words are shown as you said them. They couldn't be tidied up."), "", nil)
	case s.Original != "":
		d.Frame.Toasts().Say(i18n.Text("Punctuation was added and slips were removed."), i18n.Text("Undo"), func() {
			if !d.composer.Reinsert(s.Original) {
				d.Frame.Copy(s.Original)
				d.Frame.Toasts().Say(i18n.Text("You've changed the message since then. What you said is on the clipboard: paste it where you want it."), "", nil)
			}
		})
	}
}

// tellEnded shows the problem that ended a recording early.
func (d *dictationControl) tellEnded(p problem.Problem) {
	t := words.TextForDictation(p.Kind, true)
	d.tell(composer.Notice{Text: format.Sentences(t.Title, t.Safe)}, false)
}

// tell shows a notice above the message, with a button for the recordings if recorded is set.
func (d *dictationControl) tell(n composer.Notice, recorded bool) {
	n.Key, d.stillAsks = dictationNotice, nil
	n.OnClosed = func() {
		d.dictation.Dismiss()
		d.voiceChat.Dismiss()
	}
	if recorded {
		n.Other, n.OtherAction = i18n.Text("Open recordings"), d.Links.ShowRecordings
	}
	d.composer.SetNotice(n)
}

// tellProblem shows a problem and offers the actions that help.
func (d *dictationControl) tellProblem(p problem.Problem, canRetry bool, connection chat.ID, retry, retryHere func()) {
	t := words.TextForDictation(p.Kind, canRetry)
	d.tell(composer.Notice{
		Text: format.Sentences(t.Title, t.Safe), Danger: true,
		Button: t.Button, Action: func() { d.fix(t.Action, connection, retry, retryHere) },
	}, canRetry || p.Kind == problem.AlreadyRecording)
}

// fix performs the action of a problem, then calls retry, or retryHere with the connection of the
// open chat.
func (d *dictationControl) fix(action words.Action, connection chat.ID, retry, retryHere func()) {
	switch action {
	case words.EnterKey, words.CheckAddress:
		d.connector.ChangeKey(connection, retry)
	case words.ChooseModel:
		d.model(cmp.Or(connection, d.open.connection()), catalog.PurposeTranscription, retry).ShowMenu(d.composer)
	case words.ChooseService:
		if d.open.gone() {
			// the user tries again after choosing a connection
			d.chooser.showConnections(d.composer)
			return
		}
		retryHere()
	default:
		retry()
	}
}
