package words

import (
	"cmp"

	"parlando/app/voicechat"
	"parlando/views/i18n"
)

// VoiceChatEnding returns a sentence that explains why a voice chat ended automatically.
func VoiceChatEnding(e voicechat.EndReason) string {
	return cmp.Or(map[voicechat.EndReason]string{
		voicechat.NobodySpoke:  i18n.Text("Voice chat ended after a minute of silence."),
		voicechat.NotSent:      i18n.Text("Voice chat ended. What you said is in the message box and wasn't sent."),
		voicechat.AnswerFailed: i18n.Text("Voice chat ended: the reply was incomplete."),
		voicechat.NotReadAloud: i18n.Text("Voice chat ended: the reply couldn't be read aloud."),
		voicechat.AnswerSilent: i18n.Text("Voice chat ended: the reply contains nothing to read aloud."),
	}[e], i18n.Text("Voice chat ended."))
}
