package foreign_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/imports/foreign"
)

// message returns a message with the parts as the library stores it.
func message(parts []foreign.MessagePart) (m chat.Message) {
	for _, p := range parts {
		m.Parts = append(m.Parts, p.Part)
	}
	return m
}

func TestABlankLineSeparatesTexts(t *testing.T) {
	t.Parallel()
	var b foreign.PartsBuilder
	b.Text("one")
	b.Text("two\n")
	b.Text("three")
	b.Reasoning("hm", time.Second)
	b.Text("four")
	b.Call("c", "search", json.RawMessage(`{"q": 1}`))
	b.Text(" \n")
	b.Text("five")
	b.Result("c", "search", "found", false)
	m := message(b.Parts())
	if got, want := m.Text(), "one\n\ntwo\n\nthree\n\nfour\n\nfive"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var kinds []chat.PartKind
	for _, p := range m.Parts {
		kinds = append(kinds, p.Kind)
	}
	want := []chat.PartKind{
		chat.PartText, chat.PartReasoning, chat.PartText, chat.PartToolCall, chat.PartToolResult, chat.PartText,
	}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
	if result, ok := m.Parts[4].ToolResult(); !ok || result != (chat.ToolResult{Call: "c", State: chat.ToolDone, Text: "found"}) {
		t.Errorf("the result is %+v, %t", result, ok)
	}
}

func TestSourcesCountFromTheirText(t *testing.T) {
	t.Parallel()
	var b foreign.PartsBuilder
	b.Text("zero")
	b.Call("", "x", nil)
	b.Text("one")
	b.Text("two", chat.CitedSource{Address: "https://two.example", Start: 0, End: 3})
	m := message(b.Parts())
	sources := m.Parts[len(m.Parts)-1].CitedSources()
	if len(sources) != 1 {
		t.Fatalf("%d sources", len(sources))
	}
	if got := m.Text()[sources[0].From:][:sources[0].End]; got != "two" {
		t.Errorf("the source leads to %q", got)
	}
}

func TestAForeignToolBecomesACallThatCanBeSent(t *testing.T) {
	t.Parallel()
	var b foreign.PartsBuilder
	b.Call("same", "Notion: search 🔎", json.RawMessage(`["a"]`))
	b.Call("same", "", json.RawMessage(`{broken`))
	b.Result("unasked", "fetch", "page", true)
	m := message(b.Parts())
	var got []chat.ToolCall
	for _, p := range m.Parts {
		if call, ok := p.ToolCall(); ok {
			got = append(got, call)
		}
	}
	want := []chat.ToolCall{
		{ID: "same", Name: "Notion_search_", Title: "Notion: search 🔎", Arguments: `{"input":["a"]}`},
		{ID: "call_3", Name: "tool", Arguments: "{}"},
		{ID: "unasked", Name: "fetch", Arguments: "{}"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if last, _ := m.Parts[5].ToolResult(); last.State != chat.ToolFailed || last.Text != "page" {
		t.Errorf("the last result is %+v", last)
	}
}

func TestCodeKeepsItsFence(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"x := 1\n":      "```go\nx := 1\n```",
		"```\na\n```":   "````go\n```\na\n```\n````",
		"`````` and ``": "```````go\n`````` and ``\n```````",
	} {
		if got := foreign.CodeBlock("g o`\n", code); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
