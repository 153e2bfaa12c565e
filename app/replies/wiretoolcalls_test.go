package replies

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/client"
)

func TestAReplyWithToolsIsSentInItsRounds(t *testing.T) {
	t.Parallel()
	text := func(words string) chat.Part { return chat.Part{Kind: chat.PartText, Text: words} }
	call := func(id string) chat.Part {
		return chat.ToolCall{ID: id, Name: "calculator", Arguments: `{"n":` + id + `}`}.Part()
	}
	result := func(id string, states ...chat.ToolResult) chat.Part {
		p := chat.Part{Kind: chat.PartToolResult}
		for _, s := range states {
			s.Call = id
			p.Text += s.Line()
		}
		return p
	}
	done := func(words string) chat.ToolResult { return chat.ToolResult{State: chat.ToolDone, Text: words} }
	said := func(words string, calls ...string) client.Message {
		m := client.Message{Role: "assistant"}
		if words != "" {
			m.Content = []client.ContentPart{{Text: words}}
		}
		for _, id := range calls {
			m.ToolCalls = append(m.ToolCalls, client.ToolCall{ID: id, Name: "calculator", Arguments: `{"n":` + id + `}`})
		}
		return m
	}
	answer := func(id, words string) client.Message {
		return client.Message{Role: "tool", ToolCallID: id, Content: []client.ContentPart{{Text: words}}}
	}
	started := chat.ToolResult{State: chat.ToolStarted}
	for name, c := range map[string]struct {
		parts []chat.Part
		want  []client.Message
	}{
		"no calls": {[]chat.Part{text("Hello "), {Kind: chat.PartContinued}, text("there.")}, []client.Message{said("Hello there.")}},
		"one round": {
			[]chat.Part{text("Let me see."), call("1"), result("1", started, done("2")), text("It is 2.")},
			[]client.Message{said("Let me see.", "1"), answer("1", "2"), said("It is 2.")},
		},
		"results in another order": {
			[]chat.Part{call("1"), call("2"), result("2", done("b")), result("1", done("a")), text("Both.")},
			[]client.Message{said("", "1", "2"), answer("1", "a"), answer("2", "b"), said("Both.")},
		},
		"the same ID in two rounds": {
			[]chat.Part{call("1"), result("1", done("a")), call("1"), result("1", done("b"))},
			[]client.Message{said("", "1"), answer("1", "a"), said("", "1"), answer("1", "b")},
		},
		"every end": {
			[]chat.Part{
				call("1"), call("2"), call("3"), call("4"), call("5"),
				result("1", started), result("2", chat.ToolResult{State: chat.ToolDenied}), result("3", chat.ToolResult{State: chat.ToolCanceled}),
				result("4", started, chat.ToolResult{State: chat.ToolFailed, Text: "No such unit."}),
			},
			[]client.Message{
				said("", "1", "2", "3", "4", "5"),
				answer("1", "It is not known whether this call ran: the program ended while it did."),
				answer("2", "The user did not allow this call."), answer("3", "The user stopped this call before it ended."),
				answer("4", "No such unit."), answer("5", "This call was not run."),
			},
		},
		"thoughts and damage": {[]chat.Part{{Kind: chat.PartReasoning, Text: "Hm."}, {Kind: chat.PartToolCall, Text: "{"}, {Kind: "hologram", Text: "x"}}, nil},
	} {
		if got := rounds(chat.Message{Role: chat.Assistant, Parts: c.parts}, "", ""); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n%+v, want\n%+v", name, got, c.want)
		}
	}
}

func TestALongResultIsCutForTheModelAlone(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", chat.MaxToolResult+1)
	got := told(chat.ToolResult{State: chat.ToolDone, Text: long})
	if utf8.RuneCountInString(got) > chat.MaxToolResult+100 || !strings.HasPrefix(got, long[:2*chat.MaxToolResult]) || !strings.HasSuffix(got, "too long.]") {
		t.Errorf("%d bytes, the end is %q", len(got), got[max(0, len(got)-60):])
	}
}

func TestTheToolsOfARequestAreKeptInFourKilobytes(t *testing.T) {
	t.Parallel()
	for length, kept := range map[int]int{8: 128, 64: 44} {
		var names []string
		for i := range 128 {
			names = append(names, fmt.Sprintf("%0*d", length, i))
		}
		data := digest(names, json.RawMessage(strings.Repeat("x", 1<<20)))
		var d struct {
			Names []string
			More  int
		}
		if err := json.Unmarshal(data, &d); err != nil || len(data) > 4<<10 || len(d.Names) != kept || d.More != 128-kept {
			t.Errorf("names of %d: %d bytes, %d names and %d more, %v", length, len(data), len(d.Names), d.More, err)
		}
	}
}
