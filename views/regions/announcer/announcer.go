// Package announcer speaks the window's events for users who cannot see them: a reply starts or
// ends, a tool asks for permission, the microphone opens or closes, something fails, the focus
// moves. It uses the texts of the window and quotes a reply only where the keyboard goes to it.
package announcer

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/announcements"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/dictation"
	"parlando/app/history"
	"parlando/app/recordings"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/tools"
	"parlando/app/voicechat"
	"parlando/views/composer"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// recent is the maximum age of a start or end that is announced. Only its age shows whether the end
// of a reply is new if the reply was never seen in progress.
const recent = 3 * time.Second

// Subjects of announcements, in addition to announcements.Microphone, conversations and tools; see
// announcements.Announcements.Say.
const (
	message = "message"
	reading = "reading"
	state   = "state"
	search  = "search"
)

// State returns the announcement that announcements have been turned on or off.
func State(on bool) string {
	if on {
		return i18n.Text("Announcements are on.")
	}
	return i18n.Text("Announcements are off.")
}

// Owners are the sources of the events to announce.
type Owners struct {
	Announcements *announcements.Announcements
	Replies       *replies.Replies
	Chats         *history.Store
	Tools         *tools.Tools
	Recordings    *recordings.Recordings
	Dictation     *dictation.Dictation
	VoiceChat     *voicechat.VoiceChat
	Speech        *speech.Speech
	Settings      *settings.Store
}

// Announcer announces events. Use it only on the window's thread.
type Announcer struct {
	ctx       context.Context
	thread    *uithread.Thread
	owners    Owners
	modelName func(model string) string

	// writing holds the replies that were seen in progress. begun and ended map each conversation
	// to the request whose start or end was announced last.
	writing      map[chat.ID]bool
	begun, ended map[chat.ID]chat.ID
	// on is the user's setting; the other fields hold the previous states, to detect changes.
	on        bool
	recording recordings.Live
	dictation dictation.Phase
	reading   speech.Snapshot

	// places returns what each visible window shows, focus what was said about each.
	places   func() []Place
	focus    map[fyne.Canvas]focus
	stopPoll func()
}

// New returns an Announcer. modelName returns the display name of a model.
func New(ctx context.Context, t *uithread.Thread, o Owners, modelName func(model string) string) *Announcer {
	a := &Announcer{
		reading: o.Speech.Snapshot(), ctx: ctx, thread: t, owners: o, modelName: modelName,
		on: o.Settings.Get().Comfort.Announce, writing: map[chat.ID]bool{}, begun: map[chat.ID]chat.ID{}, ended: map[chat.ID]chat.ID{},
	}
	recordingStarted, listening := i18n.Text("Recording started."), i18n.Text("Listening.")
	o.Announcements.SetOpening(func(p recordings.Purpose) string {
		return map[recordings.Purpose]string{recordings.PurposeKeep: recordingStarted, recordings.PurposeDictation: listening}[p]
	})
	return a
}

// Say announces a sentence that the window shows for a short time: a toast, a notice above the
// message, or a failure in a connection form.
func (a *Announcer) Say(sentence string) { a.owners.Announcements.Say(message, sentence) }

// Follow announces the toasts of a window, and the notices of its composer.
func (a *Announcer) Follow(t *shell.Toasts, message *composer.Composer) {
	t.OnSay, message.OnNotice = a.Say, a.Say
}

// Changed announces starts, ends and failures among the changes. Call it before other subscribers
// handle the changes.
func (a *Announcer) Changed(cs []changes.Change) {
	was := a.on
	if a.on = a.owners.Settings.Get().Comfort.Announce; a.on != was {
		a.owners.Announcements.SayAlways(state, State(a.on))
		a.pollFocus()
	}
	for _, c := range cs {
		switch c.Topic {
		case changes.Message:
			if a.on {
				a.followReply(chat.ID(c.ID))
			}
		case changes.ToolRequests:
			a.followTools(chat.ID(c.ID))
		case changes.Microphone:
			a.followRecording()
		case changes.Dictation:
			a.followDictation()
		case changes.Speech:
			a.followReading()
		default:
		}
	}
}

func (a *Announcer) followReply(id chat.ID) {
	if s, ok := a.owners.Replies.Snapshot(id); ok {
		a.noteReply(s.Message)
		return
	}
	a.thread.Go(func() func() { // a finished reply is only in the history
		stored, err := a.owners.Chats.Messages(a.ctx, []chat.ID{id})
		if err != nil || len(stored) == 0 {
			return nil // the window reports the failure
		}
		return func() { a.noteReply(stored[0]) }
	})
}

func (a *Announcer) noteReply(m chat.Message) {
	if m.Role != chat.Assistant || m.Request == nil {
		return
	}
	conversation, request := m.Conversation, m.Request.ID
	if !m.State.Ended() {
		if !a.writing[m.ID] && a.begun[conversation] != request && time.Since(m.Request.Started) < recent && !a.isReadAloud(conversation) {
			a.owners.Announcements.Say(subjectOf(conversation), i18n.Text("Reply started."))
		}
		a.writing[m.ID], a.begun[conversation] = true, request
		return
	}
	seen := a.writing[m.ID]
	delete(a.writing, m.ID)
	if a.ended[conversation] == request || !seen && time.Since(endOf(m)) > recent {
		return
	}
	if said := a.end(m); said != "" {
		a.ended[conversation] = request
		a.owners.Announcements.Say(subjectOf(conversation), said)
	}
}

// end returns the announcement of a reply's end, "" for none.
func (a *Announcer) end(m chat.Message) string {
	switch {
	case m.State == chat.Stopped:
		return i18n.Text("Reply stopped.")
	case m.State == chat.Done:
		if _, others := a.owners.Replies.Active(m.Conversation); others || a.isReadAloud(m.Conversation) {
			return ""
		}
		return i18n.Text("Reply finished.")
	case m.Request.Problem == nil:
		return i18n.Text("A reply couldn't be finished")
	}
	t := words.TextForProblem(*m.Request.Problem)
	if m.Text() != "" {
		t = t.ForPartialReply(m.Request.Problem.Kind)
	}
	return told(t)
}

// isReadAloud reports whether replies of a conversation are read aloud, so that their start and end
// need no announcement.
func (a *Announcer) isReadAloud(conversation chat.ID) bool {
	s, v := a.owners.Settings.Get(), a.owners.VoiceChat.Snapshot()
	return s.Speech.ReadReplies && s.Conversation == conversation || v.Busy() && v.Chat.ID == conversation
}

// endOf returns the time at which a reply ended; if it was never sent, the time of its start.
func endOf(m chat.Message) time.Time {
	if m.Request.Ended.IsZero() {
		return m.Request.Started
	}
	return m.Request.Ended
}

func (a *Announcer) followTools(conversation chat.ID) {
	sentence := ""
	if waiting := a.owners.Tools.Waiting(conversation); len(waiting) > 0 {
		if r := waiting[0]; r.Call.Name == "" {
			sentence = i18n.Text("A reply needs your answer")
		} else {
			sentence = words.NewToolPermission(r, a.modelName(r.Model), "", false, 0).Title
		}
	}
	a.owners.Announcements.Say("tool/"+string(conversation), sentence)
}

// followRecording announces the end of a recording. Its start is announced before the microphone
// opens; dictations are announced by followDictation.
func (a *Announcer) followRecording() {
	was, is := a.recording, a.owners.Recordings.Live()
	a.recording = is
	switch {
	case is.Phase == was.Phase && is.ID == was.ID:
	case is.Phase == recordings.Failed && is.Purpose == recordings.PurposeKeep:
		a.owners.Announcements.Say(announcements.Microphone, told(words.TextForDictation(is.Problem.Kind, is.Kept)))
	case is.Phase == recordings.Idle && was.Purpose == recordings.PurposeKeep && was.Phase != recordings.Failed:
		a.owners.Announcements.Say(announcements.Microphone, i18n.Text("Recording stopped."))
	}
}

// followDictation announces that a dictation has stopped listening or is done. A dictation without
// a result shows a notice above the message, which is announced separately.
func (a *Announcer) followDictation() {
	is, was := a.owners.Dictation.Snapshot().Phase, a.dictation
	switch a.dictation = is; {
	case is == was:
	case is == dictation.Transcribing && was == dictation.Listening:
		a.owners.Announcements.Say(announcements.Microphone, i18n.Text("Stopped listening."))
	case is == dictation.Done:
		a.owners.Announcements.Say(announcements.Microphone, i18n.Text("Dictation finished."))
	}
}

// followReading announces that reading aloud has failed or reached its end. The user hears the end
// of a sound file, of a sample and of a turn of a voice chat.
func (a *Announcer) followReading() {
	is, was := a.owners.Speech.Snapshot(), a.reading
	a.reading = is
	switch {
	case is.Phase == speech.Failed && was.Phase != is.Phase:
		a.owners.Announcements.Say(reading, told(words.TextForReadingProblem(is.Problem)))
	case is.Finished == was.Finished, is.Phase != speech.Idle, was.Source.IsSound(), was.Source.Kind == speech.VoiceSample, a.owners.VoiceChat.Snapshot().Busy():
	default:
		a.owners.Announcements.Say(reading, i18n.Text("Reading finished."))
	}
}

// subjectOf returns the subject of announcements about the reply of a chat.
func subjectOf(conversation chat.ID) string { return "chat/" + string(conversation) }

// told returns the sentences of a problem.
func told(t words.ProblemText) string { return format.Sentences(t.Title, t.Safe) }
