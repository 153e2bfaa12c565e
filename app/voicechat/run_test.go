package voicechat

import (
	"context"
	"testing"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/replies"
	"parlando/app/speech"
)

// failedReply knows one reply, which failed.
type failedReply struct{ Replies }

func (failedReply) Snapshot(message chat.ID) (replies.Snapshot, bool) {
	return replies.Snapshot{Message: chat.Message{ID: message, State: chat.Failed}}, true
}

// silent has found nothing to read in it.
type silent struct{ Speech }

func (silent) Snapshot() speech.Snapshot {
	return speech.Snapshot{Phase: speech.Failed, Source: speech.Source{Kind: speech.Message, ID: "reply"}}
}

// dismissible counts how often it is dismissed.
type dismissible struct {
	Listener
	dismissed int
}

func (d *dismissible) Dismiss() { d.dismissed++ }

// The microphone's problem disappears with that of the voice chat, and only with it.
func TestAFailedVoiceChatIsDismissed(t *testing.T) {
	for phase, want := range map[Phase]int{Idle: 0, Listening: 0, Failed: 1, Ended: 1} {
		listener := &dismissible{}
		v := New(Options{CommonOptions: owner.CommonOptions{Marks: changes.New()}, Listener: listener})
		v.now.Phase = phase
		v.Dismiss()
		if got := v.Snapshot().Phase; listener.dismissed != want || want == 1 && got != Idle || want == 0 && got != phase {
			t.Errorf("%s became %s, and the listener was dismissed %d times", phase, got, listener.dismissed)
		}
	}
}

// A reply that was refused before it could be read aloud ends the conversation as one that is
// refused later does: the reply shows the reason, not the player.
func TestAReplyThatIsRefusedAtOnce(t *testing.T) {
	v := New(Options{CommonOptions: owner.CommonOptions{Marks: changes.New()}, Replies: failedReply{}, Speech: silent{}})
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	end := v.attend(&session{ctx: ctx, cancel: cancel, next: make(chan struct{}, 1)}, "reply")
	var got Snapshot
	end(&got)
	if got.Ending != AnswerFailed {
		t.Errorf("%q", got.Ending)
	}
}
