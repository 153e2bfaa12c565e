package words

import (
	"cmp"

	"parlando/app/voicechat"
	"parlando/views/i18n"
)

// VoiceChatEnding returns a sentence about why a voice chat ended by itself.
func VoiceChatEnding(e voicechat.EndReason) string {
	return cmp.Or(map[voicechat.EndReason]string{
		voicechat.NobodySpoke:  i18n.Text("Nobody has spoken for a minute, so the conversation has ended."),
		voicechat.NotSent:      i18n.Text("The conversation has ended. What you said is in the message box, and was not sent."),
		voicechat.AnswerFailed: i18n.Text("The conversation has ended because the reply did not come whole."),
		voicechat.NotReadAloud: i18n.Text("The conversation has ended because the reply could not be read aloud."),
		voicechat.AnswerSilent: i18n.Text("The conversation has ended because there is nothing to read aloud in the reply."),
	}[e], i18n.Text("The conversation has ended."))
}
