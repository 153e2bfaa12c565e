//go:build e2e

package e2e_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parlando/app/e2e"
)

// TestAimockIsAnsweredByTheCalculator has another project's server call a tool, streamed and whole.
// Its fixtures in client/conformance/aimock answer in words only if the result came back under the
// id of the call. The suite runs what is called EndToEnd, and so not this; make aimock does.
func TestAimockIsAnsweredByTheCalculator(t *testing.T) {
	address := os.Getenv("PARLANDO_AIMOCK")
	if address == "" {
		t.Skip("PARLANDO_AIMOCK does not name the server; run make aimock")
	}
	screen, ctx := open(t, e2e.ScreenOptions{})
	p := begin(t, ctx, screen, "--data-dir", filepath.Join(screen.Dir, "library"))
	p.connects(address)
	p.sees("Write a message…")
	p.click("=Tools")
	p.click("=Calculator")
	p.click("=Close")
	ask := func(question, line, words string) {
		p.click("Write a message…")
		p.typ(question)
		p.key("Return")
		p.sees(line)
		p.sees(words)
		p.seesNoMore("=Stop")
	}
	ask("What is 17 % of 240?", "Calculated 17 % of 240 = 40.8", "The tip is 40.8 in all.")
	p.click("=Adjust replies")
	toEnd := func() { p.do("turn to the end of the dials", p.program.Scroll(ctx, 1150, 400, 40)) }
	toEnd()
	p.click("=More settings")
	toEnd()
	p.click("=Wait for complete replies")
	ask("And 19 % of 240?", "Calculated 19 % of 240 = 45.6", "The tax is 45.6 in all.")
	p.do("quit", p.program.Quit(ctx))

	got := received(t, address)
	if len(got) != 4 {
		t.Fatalf("aimock received %d requests, want 4: %+v", len(got), got)
	}
	for i, r := range got {
		if len(r.Tools) != 1 || r.Tools[0].Type != "function" || r.Tools[0].Function.Name != "calculator" ||
			!slices.Equal(r.Tools[0].Function.Parameters.Required, []string{"expression"}) {
			t.Errorf("request %d offers the tools %+v", i, r.Tools)
		}
		if streamed := i < 2; r.Stream != streamed {
			t.Errorf("request %d has stream %v", i, r.Stream)
		}
	}
	got[1].endsWith(t, "call_streamed", `{"expression":"17 % of 240"}`, "40.8")
	got[3].endsWith(t, "call_whole", `{"expression":"19 % of 240"}`, "45.6")
}

// aimockRequest has the fields of a request that the test checks.
type aimockRequest struct {
	Stream bool
	Tools  []struct {
		Type     string
		Function struct {
			Name       string
			Parameters struct{ Required []string }
		}
	}
	Messages []struct {
		Role, Content string
		ToolCallID    string `json:"tool_call_id"`
		ToolCalls     []struct {
			ID, Type string
			Function struct{ Name, Arguments string }
		} `json:"tool_calls"`
	}
}

// endsWith checks that the last messages are a call of the calculator and its result.
func (r aimockRequest) endsWith(t *testing.T, id, arguments, result string) {
	t.Helper()
	if len(r.Messages) < 3 {
		t.Fatalf("the request has the messages %+v", r.Messages)
	}
	last := r.Messages[len(r.Messages)-2:]
	if c := last[0].ToolCalls; last[0].Role != "assistant" || len(c) != 1 || c[0].ID != id || c[0].Type != "function" ||
		c[0].Function.Name != "calculator" || c[0].Function.Arguments != arguments {
		t.Errorf("the call is sent as %+v, want %s with %s", last[0], id, arguments)
	}
	if last[1].Role != "tool" || last[1].ToolCallID != id || last[1].Content != result {
		t.Errorf("the result is sent as %+v, want %q for %s", last[1], result, id)
	}
}

// received returns the chat requests that aimock's journal has, oldest first.
func received(t *testing.T, address string) (all []aimockRequest) {
	t.Helper()
	ask, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/__aimock/journal?path=/v1/chat/completions", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(ask)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var entries []struct{ Body aimockRequest }
	if err := json.NewDecoder(resp.Body).Decode(&entries); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Body)
	}
	return all
}
