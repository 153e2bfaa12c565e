package words_test

import (
	"strings"
	"testing"

	"parley/app/chat"
	"parley/app/tools"
	"parley/views/words"
)

func TestTheQuestionOfASearchSaysWhichChatsAreSearched(t *testing.T) {
	t.Parallel()
	r := chat.ToolRequest{Call: chat.ToolCall{Name: tools.SearchMyChats, Arguments: `{"query":"landlord"}`}}
	for everywhere, want := range map[bool]string{false: "of this connection", true: "of all connections"} {
		title, sentence := words.ToolQuestion(r, "oak-large", everywhere)
		if title != "oak-large wants to search your chats" || !strings.Contains(sentence, want) || !strings.Contains(sentence, "landlord") {
			t.Errorf("everywhere %t: %q, %q", everywhere, title, sentence)
		}
	}
}
