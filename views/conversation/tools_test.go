package conversation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/views/conversation/cards"
	"parlando/views/theme"
)

// waitingTools lets calls of the names "w" and "o" wait, the second of a tool of the user's own,
// and writes down the answers.
type waitingTools struct{ answers *[]string }

func (waitingTools) WaitingCall(reply chat.ID, call string) (chat.ToolRequest, bool, bool) {
	switch call {
	case "w":
		return chat.ToolRequest{Call: chat.ToolCall{ID: "w", Name: "search_my_chats", Arguments: `{"query":"landlord letter"}`}, Reply: reply}, false, true
	case "o":
		arguments := `{"day":"Monday","note":"sk-abcdefghijklmnopqrstuvwxyz0123456789"}`
		return chat.ToolRequest{Call: chat.ToolCall{ID: "o", Name: "book_appointment", Arguments: arguments}, Reply: reply, MayHaveRun: true}, true, true
	}
	return chat.ToolRequest{}, false, false
}

func (waitingTools) WaitingToContinue(chat.ID) (chat.ToolRequest, bool) {
	return chat.ToolRequest{}, false
}

func (w waitingTools) Decide(r chat.ToolRequest, a cards.ToolDecision) {
	*w.answers = append(*w.answers, fmt.Sprint(r.Call.ID, " ", a))
}

func (waitingTools) SearchesEverywhere() bool { return false }

func (w waitingTools) CopyResult(text string) { *w.answers = append(*w.answers, text) }

func (waitingTools) ToolTitle(name string) string { return name }

func (waitingTools) NotePress() {}

func (waitingTools) ServiceName() string { return "Work" }

func TestCallsOfToolsAreLinesAndCards(t *testing.T) {
	var answers []string
	call := func(id, name, arguments string) chat.Part {
		return chat.ToolCall{ID: id, Name: name, Arguments: arguments}.Part()
	}
	result := func(r chat.ToolResult) chat.Part { return chat.Part{Kind: chat.PartToolResult, Text: r.Line()} }
	s := newScene(t, 420, 1000, theme.Light)
	s.View.Tools = waitingTools{&answers}
	m := reply("2", "")
	m.State = chat.Writing
	m.Parts = []chat.Part{
		call("1", "calculator", `{"expression":"17 % of 1250.00"}`),
		result(chat.ToolResult{Call: "1", State: chat.ToolDone, Text: "212.50", Took: 100 * time.Millisecond}),
		call("2", "calculator", `{"expression":"2 + 2"}`),
		result(chat.ToolResult{Call: "2", State: chat.ToolDone, Text: "4", Took: 40 * time.Millisecond}),
		{Kind: chat.PartText, Text: "17 % of the rent is 212.50."},
		call("3", "date_and_time", `{"zone":"Mars"}`), result(chat.ToolResult{Call: "3", State: chat.ToolFailed, Text: "No such zone."}),
		call("4", "calculator", `{}`), result(chat.ToolResult{Call: "4", State: chat.ToolDenied}),
		call("5", "calculator", `{}`), result(chat.ToolResult{Call: "5", State: chat.ToolStarted}),
		call("w", "search_my_chats", `{}`), call("o", "book_appointment", `{}`),
	}
	s.show(user("1", "What is 17 % of the rent?"), m)
	for _, line := range []string{
		"Calculated 17 % of 1250.00 = 212.50 · 0.1 s", "Calculated 2 + 2 = 4", "Date and time failed: No such zone.", "Calculator: you didn't allow it", "Calculator is running…",
	} {
		if _, ok := s.FindClickableArea(line, 0); !ok {
			t.Errorf("there is no line %q", line)
		}
	}
	deny, _ := s.FindClickableArea("Don't allow", 0)
	once, _ := s.FindClickableArea("Allow once", 0)
	if more, _ := s.FindClickableArea("Allow until this reply is done", 0); deny.Y != once.Y || deny.X >= once.X || more.Y <= once.Y {
		t.Errorf("no room for three buttons in a row: denied at %v, allowed at %v and %v", deny, once, more)
	}
	for name, n := range map[string]int{"Allow once": 0, "Allow until this reply is done": 0, "Answer…": 0, "Don't answer": 0} {
		s.tap(t, name, n)
	}
	for _, text := range []string{"part of Parlando", "It gets at most", "10 short excerpts (500 characters each)", "other chats with “Work”", "you answer", "The results will be sent to “Work”."} {
		if !s.shows(text) {
			t.Errorf("%q is not shown", text)
		}
	}
	s.tap(t, "Details", 0)
	if !s.shows("  \"query\": \"landlord letter\"") {
		t.Errorf("the details show no JSON:\n%s", s.drawn())
	}
	slices.Sort(answers)
	if got, want := fmt.Sprint(answers), "[o 0 o 3 w 1 w 2]"; got != want {
		t.Errorf("the answers are %s, want %s", got, want)
	}
	m.State = chat.CutOff
	s.UpdateMessage(m, false)
	if _, ok := s.FindClickableArea("Allow once", 0); ok {
		t.Error("a reply that has ended asks")
	}
	if _, ok := s.FindClickableArea("Calculator may have finished; Parlando closed first", 0); !ok {
		t.Error("nothing says that a call may have run")
	}
	m = reply("2", "")
	text := "fine\u202e\n```\n" + strings.Repeat("x ", 60_000)
	m.Parts = []chat.Part{call("1", "mine", `{"a":"b"}`), result(chat.ToolResult{Call: "1", State: chat.ToolDone, Text: text})}
	s.UpdateMessage(m, false)
	s.tap(t, "Used mine", 0)
	for _, want := range []string{"fine[U+202E]", "The model got the first characters: 100,000 of 120,010.", "1 hidden character shown as a code"} {
		if !s.shows(want) {
			t.Errorf("%q is not shown", want)
		}
	}
	if name, value, link := s.where(t, "Result"), s.where(t, "fine[U+202E]"), s.where(t, "Copy result"); value.Y != name.Y || link.Y <= name.Y || link.X != name.X {
		t.Errorf("the result at %v is named at %v and copied at %v", value, name, link)
	}
	answers = nil
	s.tap(t, "Copy result", 0)
	if len(answers) != 1 || answers[0] != text {
		t.Errorf("%d were copied", len(answers))
	}
	m = reply("2", "")
	m.State, m.Parts, m.Preparing = chat.Writing, nil, "calculator"
	s.UpdateMessage(m, false)
	if !s.shows("Preparing Calculator…") {
		t.Errorf("nothing says which tool is being prepared:\n%s", s.drawn())
	}
}
