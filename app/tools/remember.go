package tools

import (
	"context"
	"errors"

	"parlando/app/chat"
	"parlando/app/memories"
)

// ErrTemporary reports that nothing is remembered of a temporary chat.
var ErrTemporary = errors.New("this chat is temporary")

// remember adds a memory. It asks until the user has allowed it once; from then on the reply shows
// each memory with Undo. In a turn with text from outside it asks each time, because that text may
// have ordered the call.
var remember = builtIn{
	definition: chat.ToolDefinition{
		Name:        Remember,
		Description: "Remember one short fact about the user for later chats. Only what the user said, and only if it will still matter.",
		Parameters:  []byte(`{"type":"object","properties":{"text":{"type":"string","description":"One sentence, at most 200 characters"}},"required":["text"]}`),
	},
	remembers: true,
	run: func(ctx context.Context, t *Tools, r chat.ToolRequest, a arguments) (string, error) {
		switch err := t.o.Remember(ctx, r, a.text("text")); {
		case err == nil:
			return "Remembered. The user can see it and undo it.", nil
		case errors.Is(err, memories.ErrKnown):
			return "This was remembered before.", nil
		case errors.Is(err, ErrTemporary):
			return "", plain("temporary_chat", "This is a temporary chat, of which nothing is remembered.")
		case errors.Is(err, memories.ErrEmpty):
			return "", plain("memory_empty", "text must not be empty.")
		case errors.Is(err, memories.ErrTooLong):
			return "", plain("memory_too_long", "text must have at most %d characters. Shorten it.", memories.MaxRunes)
		case errors.Is(err, memories.ErrFull):
			return "", plain("memories_full", "The list is full: it has %d sentences. The user must remove one first.", memories.MaxMemories)
		default:
			t.o.Log.Error("A memory could not be stored", "error", err)
			return "", plain("memory_not_stored", "It could not be stored. Nothing was remembered.")
		}
	},
}

// RemembersUnasked reports whether the user has allowed remember once, so that it asks only in
// turns with text from outside.
func (t *Tools) RemembersUnasked() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stored.RememberUnasked
}

// remembersFromNowOn stores that the user has allowed remember. If the disk fails, it is true until
// the program quits.
func (t *Tools) remembersFromNowOn() {
	err := t.change(func(s *storedTools) error {
		s.RememberUnasked = true
		return nil
	})
	if err != nil {
		t.o.Log.Warn("The permission to remember could not be stored", "error", err)
	}
}
