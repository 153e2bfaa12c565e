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

func TestAReplyWithoutToolsAlsoNamesTheSettingsItIsWithout(t *testing.T) {
	t.Parallel()
	tools := chat.Field{Name: "tools", Value: []byte(`["calculator","my_own"]`)}
	seed := chat.Field{Name: "seed", Value: []byte("7")}
	for want, leftOut := range map[string][]chat.Field{
		"": nil,
		"Answered without Calculator: this model does not accept it.":                               {{Name: "tools", Value: []byte(`["calculator"]`)}},
		"Answered without Repeatable answers, Calculator, my_own: this model does not accept them.": {seed, tools},
	} {
		if got := words.AnsweredWithout(leftOut); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
