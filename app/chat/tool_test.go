package chat_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
)

func TestAToolCallComesBackFromItsPart(t *testing.T) {
	t.Parallel()
	call := chat.ToolCall{
		ID: "call_1", Name: "calculator", Arguments: `{"expression":"17 % of 240"}`,
		Extra: map[string]json.RawMessage{"extra_content": json.RawMessage(`{"signature":"x"}`)},
	}
	if got, ok := call.Part().ToolCall(); !ok || !reflect.DeepEqual(got, call) {
		t.Errorf("it came back as %+v, %t", got, ok)
	}
	for _, text := range []string{"", "{", `{"name":"calculator"}`} {
		if got, ok := (chat.Part{Kind: chat.PartToolCall, Text: text}).ToolCall(); ok {
			t.Errorf("%q is the call %+v", text, got)
		}
	}
}

func TestTheLastWholeStateOfAToolCounts(t *testing.T) {
	t.Parallel()
	started := chat.ToolResult{Call: "call_1", State: chat.ToolStarted}
	done := chat.ToolResult{Call: "call_1", State: chat.ToolDone, Text: "40.80\nline 2", Took: 100 * time.Millisecond}
	whole := started.Line() + done.Line()
	for n := range len(whole) + 1 {
		got, ok := chat.Part{Kind: chat.PartToolResult, Text: whole[:n]}.ToolResult()
		want, there := chat.ToolResult{}, false
		switch {
		case n == len(whole):
			want, there = done, true
		case n >= strings.Index(whole, "\n")+1:
			want, there = started, true
		}
		if got != want || ok != there {
			t.Fatalf("of %d bytes the state is %+v, %t", n, got, ok)
		}
	}
}
