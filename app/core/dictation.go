package core

import (
	"parlando/app/dictation"
	"parlando/app/dictation/utterance"
	"parlando/app/voicechat"
)

// dictate creates dictation and voice chat. It opens no microphone and sends nothing.
func (c *Core) dictate() {
	listener := utterance.New(utterance.Options{
		Recordings: c.Recordings, Transcriber: c.transcriber, Model: c.Transcripts.DefaultModel, Settings: c.Settings.Get, Ready: c.Connections.CheckUsable,
		CommonOptions: c.common,
	})
	c.Dictation = dictation.New(dictation.Options{
		Listener: listener, Settings: c.Settings.Get, Services: c.Connections, CommonOptions: c.common,
	})
	c.atCloseWithin("dictation", c.Dictation.Close)
	c.VoiceChat = voicechat.New(voicechat.Options{
		Listener: listener, Replies: c.Replies, Drafts: c.Drafts, Speech: c.Speech, History: c.History,
		Settings: c.Settings.Get, CommonOptions: c.common,
	})
	c.atCloseWithin("voice chat", c.VoiceChat.Close)
}
