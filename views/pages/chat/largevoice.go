package chat

import (
	"parlando/app/recordings"
	"parlando/app/speech"
	"parlando/app/voicechat"
	"parlando/views/dictating"
	"parlando/views/shell"
)

// largeVoiceOptions connects a largeVoice to its page.
type largeVoiceOptions struct {
	Frame shell.PageHost
	Scene *shell.Scene
	// Mute closes or reopens the microphone, Next sends the recorded speech or interrupts the
	// reply, and End ends the voice chat.
	Mute func(muted bool)
	Next func()
	End  func() bool
	// FocusChat focuses the voice chat controls in the chat.
	FocusChat func()
}

// largeVoice switches between the chat and the large view of a voice chat.
type largeVoice struct {
	o     largeVoiceOptions
	view  *dictating.VoiceView
	scene *shell.Scene
	// large means that the large view is shown, inChat that the user has switched to the chat.
	large, inChat bool
	shown         dictating.State
}

// voiceState combines a voice chat with the live recording or the reply that is read aloud into the
// state to show.
func voiceState(s voicechat.Snapshot, live recordings.Live, reads *speech.Speech) dictating.State {
	state := dictating.State{
		Phase: dictating.Phase(s.Phase), VoiceChat: true, Recording: s.Recording, Live: live, Muted: s.Muted, Said: s.Said,
	}
	if s.Phase == voicechat.Speaking {
		state.Caption, state.Level = reads.Caption()
	}
	return state
}

// newLargeVoice returns a largeVoice that shows the chat.
func newLargeVoice(o largeVoiceOptions) *largeVoice {
	v := &largeVoice{o: o, view: dictating.NewVoiceView()}
	v.scene = &shell.Scene{Top: v.view.Top, Body: v.view}
	v.view.Top.OnSidebar = o.Frame.ToggleSidebar
	v.view.OnMainAction, v.view.OnMute = o.Next, o.Mute
	v.view.OnEnd = func() { o.End() }
	v.view.OnShowChat = func() { v.enlarge(false) }
	return v
}

// Set shows the state of the voice chat. Without a voice chat, and while a tool asks for
// permission, the chat is shown instead of the large view.
func (v *largeVoice) Set(s dictating.State) {
	begins := s.VoiceChat && !v.shown.VoiceChat
	v.shown = s
	if begins {
		v.inChat = false
	}
	if s.VoiceChat {
		v.view.Set(s)
	}
	v.show()
}

// Enlarge shows the large view again.
func (v *largeVoice) Enlarge() { v.enlarge(true) }

// Scene returns the scene of the page: the chat or the large view.
func (v *largeVoice) Scene() *shell.Scene {
	if v.large {
		v.scene.PanelOpen = v.o.Scene.PanelOpen // the window stores PanelOpen in the visible scene
		return v.scene
	}
	return v.o.Scene
}

// Focus focuses the large view if it is shown, else the chat.
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
	v.large = v.shown.VoiceChat && !v.inChat && v.shown.Phase != dictating.Asking
	if now := v.Scene(); now != was {
		v.o.Frame.ReplaceScene(was, now)
	}
}
