package answers

import (
	"context"
	"testing"

	"parlando/app/chat"
	"parlando/app/history"
)

// A format that cannot be read is no reason to send an edited message without it.
func TestAFormatThatCannotBeReadIsAnError(t *testing.T) {
	library, err := history.Open(t.Context(), t.TempDir(), history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = library.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if form, err := FormForMessage(ctx, library, chat.Message{ID: "m", Conversation: "c"}); err == nil {
		t.Errorf("it is %+v", form)
	}
}
