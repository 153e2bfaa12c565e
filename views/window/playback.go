package window

import (
	"parlando/app/chat"
	"parlando/views/player"
	"parlando/views/regions/playback"
	"parlando/views/words"
)

// buildPlayback creates the playback region around the frame's player.
func (v *Window) buildPlayback(bar *player.Bar) {
	c := v.core
	c.Speech.SetWords(words.SpokenWords())
	// The media controls of the desktop can bring the window to the front.
	c.MediaKeys.OnRaise(func() { v.thread.Do(v.window.RequestFocus) })
	v.playback = playback.New(v.frame, v.thread, bar, playback.Owners{
		Speech: c.Speech, Catalog: c.Catalog, MediaKeys: c.MediaKeys, Settings: c.Settings, Replies: c.Replies, History: c.History,
		SpeechExports: c.SpeechExports, Limits: c.Limits, Saving: v.saving, Log: c.Log,
	}, playback.Links{
		Conversation: func() chat.Conversation { return v.chat.Target() },
		ShowMessage:  func(conversation, message chat.ID) { v.chat.ShowMessage(conversation, message) },
		ShowTranscript: func(id chat.ID) bool {
			_, ok := c.Transcripts.Get(id)
			if ok {
				v.transcribePage().Open(id)
			}
			return ok
		},
		ShowTranscribe: v.ShowTranscribe, ShowSpeak: v.ShowSpeak, SaveDocument: func() { v.speakPage().Save() }, ChangeKey: v.connector.ChangeKey,
		Limit: v.limitAsker(),
	})
}
