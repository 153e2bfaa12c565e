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
