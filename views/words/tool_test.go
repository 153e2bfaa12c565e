package words_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/tools"
	"parlando/views/i18n"
	"parlando/views/words"
)

func TestTheQuestionOfASearchSaysWhichChatsAreSearched(t *testing.T) {
	t.Parallel()
	r := chat.ToolRequest{Call: chat.ToolCall{Name: tools.SearchMyChats, Arguments: `{"query":"landlord"}`}}
	for everywhere, want := range map[bool]string{false: "transcripts with this connection", true: "all your other chats"} {
		ask := words.NewToolPermission(r, "oak-large", "Work", everywhere, words.MaxShortArgument)
		if ask.Title != "oak-large wants to search your chats" || !strings.Contains(ask.Sentence, want) || !strings.Contains(ask.Sentence, "“landlord”") {
			t.Errorf("everywhere %t: %+v", everywhere, ask)
		}
		if slices.Contains(ask.Values, words.ToolArgument{Name: "It searches", Value: "other chats with “Work”"}) == everywhere {
			t.Errorf("everywhere %t: %+v", everywhere, ask.Values)
		}
	}
}

// The card emboldens the object, whatever the quotation marks of the language.
func TestTheObjectOfAQuestionIsFoundInEveryLanguage(t *testing.T) {
	t.Cleanup(func() { i18n.Load("en") })
	for _, language := range []string{"en", "de", "ja", "en-XA"} {
		i18n.Load(language)
		for name, arguments := range map[string]string{tools.SearchMyChats: `{"query":"connection “e”"}`, tools.Remember: `{"text":"connection “e”"}`} {
			for _, everywhere := range []bool{false, true} {
				r := chat.ToolRequest{Call: chat.ToolCall{Name: name, Arguments: arguments}}
				ask := words.NewToolPermission(r, "oak-large", "Work", everywhere, words.MaxShortArgument)
				if found := ask.Sentence[ask.ObjectAt:]; ask.Object != "connection “e”" || !strings.HasPrefix(found, ask.Object) || ask.ObjectAt == 0 {
					t.Errorf("%s, %s: %+v", language, name, ask)
				}
			}
		}
	}
}

// A reply of which a part arrived doesn't say of the message that it is saved, in any language.
func TestAPartialReplyIsSavedInEveryLanguage(t *testing.T) {
	t.Cleanup(func() { i18n.Load("en") })
	for _, language := range []string{"en", "de", "ja"} {
		i18n.Load(language)
		want := i18n.Text("Everything received so far is saved.")
		if got := words.TextForKind(problem.CutOff).ForPartialReply(problem.CutOff).Safe; got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
		if got := words.TextForKind(problem.Filtered).ForPartialReply(problem.Filtered).Safe; got == want {
			t.Errorf("%s: the advice is lost", language)
		}
	}
}

func TestThePracticeConnectionHasItsNameInEveryLanguage(t *testing.T) {
	t.Cleanup(func() { i18n.Load("en") })
	practice := connections.ChatConnection{Connection: connections.Connection{Kind: settings.Practice, Name: "Practice"}, Name: "Practice"}
	for language, want := range map[string]string{"en": "Practice", "de": "Übung", "ja": "練習"} {
		i18n.Load(language)
		if got := words.ChatConnectionName(practice); got != want {
			t.Errorf("%s: %q", language, got)
		}
	}
	if got := words.ChatConnectionName(connections.ChatConnection{Gone: true, Name: "Old"}); got != "Old" {
		t.Errorf("a removed one is %q", got)
	}
}

func TestASearchForAKeyHidesIt(t *testing.T) {
	t.Parallel()
	call := chat.ToolCall{Name: tools.SearchMyChats, Arguments: `{"query":"bill sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"}`}
	ask := words.NewToolPermission(chat.ToolRequest{Call: call}, "oak-large", "Work", false, words.MaxShortArgument)
	line, _ := words.ToolLine(call, chat.ToolResult{State: chat.ToolDone}, true)
	for _, text := range []string{ask.Object, ask.Sentence, line} {
		if strings.Contains(text, "abcdefghij") || !strings.Contains(text, "bill •••") {
			t.Errorf("shown: %s", text)
		}
	}
}

func TestWhatAModelWroteForAToolIsShownAsItIs(t *testing.T) {
	t.Parallel()
	arguments, err := json.Marshal(map[string]any{
		"key": "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD", "long": strings.Repeat("é", 1234), "turned\u202e": "a\u200bb", "n": 7,
	})
	if err != nil {
		t.Fatal(err)
	}
	r := chat.ToolRequest{Call: chat.ToolCall{Name: "mine", Arguments: string(arguments)}}
	ask := words.NewToolPermission(r, "oak-large", "Work", false, words.MaxShortArgument)
	values := fmt.Sprint(ask.Values)
	for _, want := range []string{"{turned[U+202E] a[U+200B]b}", "(1,234 characters)", "{n 7}"} {
		if !strings.Contains(values, want) {
			t.Errorf("%q is not in %s", want, values)
		}
	}
	for _, text := range []string{values, words.ToolJSON(r.Call)} {
		if strings.Contains(text, "abcdefghij") || strings.ContainsAny(text, "\u202e\u200b") {
			t.Errorf("shown: %s", text)
		}
	}
	if whole := fmt.Sprint(words.NewToolPermission(r, "oak-large", "Work", false, words.MaxWholeArgument).Values); strings.Count(whole, "é") != 1234 {
		t.Errorf("unfolded: %s", whole)
	}
	line, _ := words.ToolLine(chat.ToolCall{Name: "a\u202eb", Arguments: "{}"}, chat.ToolResult{State: chat.ToolFailed, Text: "x\u2066y\nz"}, true)
	if line != "a[U+202E]b failed: x[U+2066]y" {
		t.Errorf("the line is %q", line)
	}
}

func TestAReplyWithoutToolsAlsoNamesTheSettingsItIsWithout(t *testing.T) {
	t.Parallel()
	tools := chat.RequestField{Name: "tools", Value: []byte(`["calculator","my_own"]`)}
	seed := chat.RequestField{Name: "seed", Value: []byte("7")}
	title := func(name string) string {
		return map[string]string{"calculator": "Calculator", "my_own": "Ask Ann"}[name]
	}
	for want, leftOut := range map[string][]chat.RequestField{
		"": nil,
		"Calculator wasn't used: this model doesn't support it.":                                                           {{Name: "tools", Value: []byte(`["calculator"]`)}},
		"These settings weren't used because this model doesn't support them: Same reply every time, Calculator, Ask Ann.": {seed, tools},
		"Tool use wasn't used: this model doesn't support it.":                                                             {{Name: "tool_choice", Value: []byte(`"required"`)}},
	} {
		if got := words.AnsweredWithout(leftOut, title); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
