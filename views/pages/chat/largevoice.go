package chat

import (
	"parlando/app/recordings"
	"parlando/app/voicechat"
	"parlando/views/dictating"
	"parlando/views/shell"
)

// largeVoiceOptions connect a largeVoice with its page.
type largeVoiceOptions struct {
	Frame shell.PageHost
	Scene *shell.Scene
	// Mute closes the microphone or opens it again, Next sends what was said or interrupts the
	// reply, and End ends the conversation.
	Mute func(muted bool)
	Next func()
	End  func() bool
	// FocusChat gives the keyboard to what shows the conversation by voice in the chat.
	FocusChat func()
}

// largeVoice puts the large view of a conversation by voice in place of the chat, and the chat
// back.
type largeVoice struct {
	o     largeVoiceOptions
	view  *dictating.VoiceView
	scene *shell.Scene
	// large: the large view is shown; inChat: the user wants to see the chat.
	large, inChat bool
	shown         dictating.State
}

// voiceState returns a conversation with what the microphone hears as the state that is shown.
func voiceState(s voicechat.Snapshot, live recordings.Live) dictating.State {
	return dictating.State{
		Phase: dictating.Phase(s.Phase), Voice: true, Recording: s.Recording, Live: live, Muted: s.Muted, Said: s.Said,
	}
}

// newLargeVoice makes a largeVoice that shows nothing.
func newLargeVoice(o largeVoiceOptions) *largeVoice {
	v := &largeVoice{o: o, view: dictating.NewVoiceView()}
	v.scene = &shell.Scene{Top: v.view.Top, Body: v.view}
	v.view.Top.OnSidebar = o.Frame.ToggleSidebar
	v.view.OnMain, v.view.OnMute = o.Next, o.Mute
	v.view.OnEnd = func() { o.End() }
	v.view.OnChat = func() { v.enlarge(false) }
	return v
}

// Set shows a state of the conversation, and the chat once there is none. The chat is shown, too,
// while a tool asks.
func (v *largeVoice) Set(s dictating.State) {
	begins := s.Voice && !v.shown.Voice
	v.shown = s
	if begins {
		v.inChat = false
	}
	if s.Voice {
		v.view.Set(s)
	}
	v.show()
}

// Enlarge shows the large view again.
func (v *largeVoice) Enlarge() { v.enlarge(true) }

// Scene returns what the page shows: the chat or the large view.
func (v *largeVoice) Scene() *shell.Scene {
	if v.large {
		v.scene.PanelOpen = v.o.Scene.PanelOpen // what the user chose stays known
		return v.scene
	}
	return v.o.Scene
}

// Focus gives the keyboard to the large view where it is shown, else to the chat.
func (v *largeVoice) Focus() {
	if v.large {
		v.o.Frame.Canvas().Focus(v.view)
		return
	}
	v.o.FocusChat()
}

func (v *largeVoice) enlarge(large bool) {
	v.inChat = !large
	v.show()
	v.Focus()
}

func (v *largeVoice) show() {
	was := v.Scene()
	v.large = v.shown.Voice && !v.inChat && v.shown.Phase != dictating.Asking
	if now := v.Scene(); now != was {
		v.o.Frame.ReplaceScene(was, now)
	}
}
