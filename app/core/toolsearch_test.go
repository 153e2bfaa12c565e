package core

import (
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/secrets"
	"parlando/app/secrets/secretstest"
	"parlando/media/microphone/microphonetest"
	"parlando/media/speaker/speakertest"
)

func TestTheSearchToolReturnsNoKeyThatTheUserTyped(t *testing.T) {
	const key = "3f9a1c7e5b2d8f4a6c0e9b7d5f3a1c8e"
	c, err := Open(t.Context(), Flags{DataDir: t.TempDir()}, Options{
		Keyring: &secretstest.Keyring{}, Output: speakertest.New(), Microphone: microphonetest.New(),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	c.Secrets.KeepInMemory(secrets.Account("other", "https://api.example"), secrets.NewKey(key))
	conversation := chat.Conversation{ID: chat.NewID(), Title: "Key " + key}
	m := chat.Message{ID: chat.NewID(), Conversation: conversation.ID, Role: chat.User, State: chat.Done, Parts: []chat.Part{{Kind: chat.PartText, Text: "My landlord has " + key}}}
	if err := c.History.Import(t.Context(), []history.ImportedConversation{{Conversation: conversation, Messages: []chat.Message{m}}}); err != nil {
		t.Fatal(err)
	}
	found, err := c.searchForTool(t.Context(), chat.ToolRequest{}, true, "landlord")
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if all := found[0].Title + found[0].Text; strings.Contains(all, key) || strings.Count(all, "•••") != 2 {
		t.Error(all)
	}
}
