package dictating

import (
	"testing"

	"parlando/app/dictation"
	"parlando/app/voicechat"
)

func TestEachPhaseHasWords(t *testing.T) {
	for _, p := range []dictation.Phase{dictation.Opening, dictation.Transcribing, dictation.Tidying} {
		if l := lookOf(State{Phase: Phase(p)}); l.title == "" {
			t.Errorf("nothing is said of the dictation while it is %q", p)
		}
	}
	for _, p := range []voicechat.Phase{
		voicechat.Opening, voicechat.Listening, voicechat.Transcribing, voicechat.Sending, voicechat.Answering, voicechat.Speaking,
	} {
		if l := lookOf(State{Phase: Phase(p), VoiceChat: true}); l.title == "" {
			t.Errorf("nothing is said of the conversation by voice while it is %q", p)
		}
	}
	if l := lookOf(State{Phase: Phase(dictation.Listening)}); !l.meter {
		t.Error("the level is not shown")
	}
}
