package tools

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parlando/app/chat"
	"parlando/app/owner"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// wednesday is the clock of the tests.
var wednesday = time.Date(2026, 11, 25, 14, 30, 5, 0, time.UTC)

func open(t *testing.T, dir string) *Tools {
	t.Helper()
	tools, err := New(options(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

func options(t *testing.T, dir string) Options {
	t.Helper()
	return Options{
		CommonOptions: owner.CommonOptions{Now: func() time.Time { return wednesday }}, Dir: dir, Zone: time.UTC,
		Search:   func(context.Context, chat.ToolRequest, bool, string) ([]Excerpt, error) { return nil, nil },
		Remember: func(context.Context, chat.ToolRequest, string) error { return nil },
	}
}

func request(reply chat.ID, call, name, arguments string) chat.ToolRequest {
	return chat.ToolRequest{Call: chat.ToolCall{ID: call, Name: name, Arguments: arguments}, Reply: reply, Conversation: "conversation", Connection: "work"}
}

func run(t *testing.T, tools *Tools, name string, arguments map[string]any) (string, error) {
	t.Helper()
	text, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	return tools.Run(t.Context(), request("r", "c", name, string(text)))
}

func TestBuiltInToolsComeFirstAndOwnToolsByName(t *testing.T) {
	tools := open(t, t.TempDir())
	for _, name := range []string{"zebra", "apple"} {
		if err := tools.Save(OwnTool{Name: name, Parameters: `{"type":"object"}`}, ""); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, tool := range tools.All() {
		names = append(names, tool.Name)
		if tool.Tokens < 10 || tool.Tokens > 200 {
			t.Errorf("%s costs %d tokens", tool.Name, tool.Tokens)
		}
	}
	if got := strings.Join(names, " "); got != "date_and_time calculator search_my_chats remember apple zebra" {
		t.Errorf("tools: %s", got)
	}
	got := tools.Definitions([]string{"zebra", "unknown", "calculator"})
	if len(got) != 2 || got[0].Name != "calculator" || got[1].Name != "zebra" {
		t.Errorf("definitions: %+v", got)
	}
	got[0].Parameters[0] = 'x'
	if tools.Definitions([]string{"calculator"})[0].Parameters[0] != '{' {
		t.Error("a caller has changed a built-in tool")
	}
}

func TestWithoutSearchThereIsNoSearchTool(t *testing.T) {
	o := options(t, t.TempDir())
	o.Search = nil
	tools, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if got := tools.Definitions([]string{"search_my_chats"}); got != nil {
		t.Errorf("definitions: %+v", got)
	}
}

func TestArgumentsAreChecked(t *testing.T) {
	tools := open(t, t.TempDir())
	calculator := tools.Definitions([]string{"calculator"})[0]
	strict := chat.ToolDefinition{Name: "strict", Parameters: []byte(`{"type":"object","properties":{"n":{"type":"integer","maximum":5},"kind":{"enum":["a","b"]}}}`)}
	anything := chat.ToolDefinition{Name: "anything", Parameters: []byte(`{"type":"object"}`)}
	for _, c := range []struct {
		definition      chat.ToolDefinition
		arguments, want string
	}{
		{calculator, `{"expression":"1+1"}`, ""},
		{anything, "", ""},
		{anything, " \n", ""},
		{anything, "{}", ""},
		{strict, `{"n":5,"kind":"a"}`, ""},
		{strict, `{"n":5.0,"more":[1]}`, ""},
		{calculator, "", "missing property 'expression'"},
		{calculator, `{"expression":1}`, "expression: got number, want string"},
		{calculator, `{"expression":"1","Expression":"2"}`, `no argument "Expression". It has: expression.`},
		{strict, `{"n":6}`, "n: maximum"},
		{strict, `{"kind":"c"}`, "kind: value must be one of"},
		{anything, "[]", "must be a JSON object"},
		{anything, "null", "must be a JSON object"},
		{anything, `{"a":`, "incomplete JSON"},
		{anything, `{"a":1}{}`, "text after the JSON object"},
		{anything, `{"a":1,"a":2}`, `the name "a" is used twice`},
		{anything, `{"a":{"b":1,"b":2}}`, `the name "b" is used twice`},
		{strict, `{"n":1e99999999}`, "too large"},
		{anything, `{"n":` + strings.Repeat("9", 5000) + `}`, "too long"},
		{anything, strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000), "levels deep"},
		{anything, `{"a":"` + strings.Repeat("x", 2<<20) + `"}`, "at most"},
	} {
		err := tools.Check(c.definition, c.arguments)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s %.60s: %v, want %q", c.definition.Name, c.arguments, err, c.want)
		}
		if err != nil && (len(err.Error()) > 2000 || strings.Contains(err.Error(), "\n")) {
			t.Errorf("the error is long or has several lines: %.200q", err)
		}
	}
}

func TestRunAnswersInWords(t *testing.T) {
	tools := open(t, t.TempDir())
	if got, err := run(t, tools, "calculator", map[string]any{"expression": "17 % of 240"}); err != nil || got != "40.8" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := run(t, tools, "calculator", map[string]any{"expression": "1/0"}); err == nil || !strings.Contains(err.Error(), "divided by zero") {
		t.Errorf("error %v", err)
	}
	if _, err := run(t, tools, "calculator", map[string]any{"sum": "1/0"}); err == nil {
		t.Error("arguments that do not fit were run")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tools.Run(ctx, request("r", "c", "calculator", `{"expression":"1"}`)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestDates(t *testing.T) {
	tools := open(t, t.TempDir())
	const zone = "America/New_York"
	for _, c := range []struct {
		arguments map[string]any
		want      string
	}{
		{map[string]any{"action": "now"}, "Wednesday, 2026-11-25 14:30:05 +00:00 (UTC), week 48"},
		{map[string]any{"action": "now", "zone": "Asia/Tokyo"}, "Wednesday, 2026-11-25 23:30:05 +09:00 (Asia/Tokyo), week 48"},
		{map[string]any{"action": "weekday", "date": "2024-02-29"}, "Thursday, 2024-02-29, week 9"},
		{map[string]any{"action": "weekday", "date": "2026-07-01T12:00Z", "zone": zone}, "Wednesday, 2026-07-01 08:00:00 -04:00 (America/New_York), week 27"},
		{map[string]any{"action": "weekday", "date": "today"}, "Wednesday, 2026-11-25, week 48"},
		// leap years and the ends of months
		{map[string]any{"action": "add", "date": "2024-02-29", "months": 12}, "Friday, 2025-02-28, week 9"},
		{map[string]any{"action": "add", "date": "2024-01-31", "months": 1}, "Thursday, 2024-02-29, week 9"},
		{map[string]any{"action": "add", "date": "2023-01-31", "months": 1}, "Tuesday, 2023-02-28, week 9"},
		{map[string]any{"action": "add", "date": "2024-03-31", "months": -1}, "Thursday, 2024-02-29, week 9"},
		{map[string]any{"action": "add", "date": "2023-12-31", "days": 1}, "Monday, 2024-01-01, week 1"},
		{map[string]any{"action": "add", "date": "1900-02-28", "days": 1}, "Thursday, 1900-03-01, week 9"},
		{map[string]any{"action": "add", "date": "2000-02-28", "days": 1}, "Tuesday, 2000-02-29, week 9"},
		{map[string]any{"action": "add", "weeks": -2, "days": 1.0}, "Thursday, 2026-11-12 14:30:05 +00:00 (UTC), week 46"},
		// a day is a day, also when the clocks change
		{map[string]any{"action": "add", "date": "2026-03-07T12:00", "days": 1, "zone": zone}, "Sunday, 2026-03-08 12:00:00 -04:00 (America/New_York), week 10"},
		{map[string]any{"action": "difference", "date": "2026-03-07T12:00", "to": "2026-03-08T12:00", "zone": zone}, "Sunday, 2026-03-08 12:00:00 -04:00 (America/New_York) is 1 day later than Saturday, 2026-03-07 12:00:00 -05:00 (America/New_York); elapsed: 23 h 0 min 0 s."},
		{map[string]any{"action": "difference", "date": "2026-10-31T12:00", "to": "2026-11-01T12:00", "zone": zone}, "Sunday, 2026-11-01 12:00:00 -05:00 (America/New_York) is 1 day later than Saturday, 2026-10-31 12:00:00 -04:00 (America/New_York); elapsed: 25 h 0 min 0 s."},
		{map[string]any{"action": "difference", "date": "2024-02-29", "to": "2025-03-01"}, "Saturday, 2025-03-01 is 366 days later than Thursday, 2024-02-29 (1 year, 0 months, 1 day)."},
		{map[string]any{"action": "difference", "date": "2024-01-31", "to": "2024-02-29"}, "Thursday, 2024-02-29 is 29 days later than Wednesday, 2024-01-31 (0 years, 1 month, 0 days)."},
		{map[string]any{"action": "difference", "date": "2026-12-24", "to": "2026-12-20"}, "Sunday, 2026-12-20 is 4 days earlier than Thursday, 2026-12-24."},
		{map[string]any{"action": "difference", "date": "2026-12-24", "to": "2026-12-24"}, "Thursday, 2026-12-24 is 0 days later than Thursday, 2026-12-24."},
		{map[string]any{"action": "difference", "date": "2026-11-25 15:00", "to": "2026-11-25 14:59:30"}, "Wednesday, 2026-11-25 14:59:30 +00:00 (UTC) is 0 days earlier than Wednesday, 2026-11-25 15:00:00 +00:00 (UTC); elapsed: 0 h 0 min 30 s."},
		{map[string]any{"action": "difference", "date": "0001-01-01", "to": "9999-12-31"}, "Friday, 9999-12-31 is 3652058 days later than Monday, 0001-01-01 (9998 years, 11 months, 30 days)."},
	} {
		if got, err := run(t, tools, "date_and_time", c.arguments); err != nil || got != c.want {
			t.Errorf("%v:\n got %s, %v\nwant %s", c.arguments, got, err, c.want)
		}
	}
	for _, c := range []struct {
		arguments map[string]any
		want      string
	}{
		{map[string]any{}, "action"},
		{map[string]any{"action": "tomorrow"}, "action"},
		{map[string]any{"action": "weekday", "date": "2023-02-29"}, "is no date"},
		{map[string]any{"action": "weekday", "date": "01.02.2023"}, "is no date"},
		{map[string]any{"action": "weekday", "date": strings.Repeat("9", 9000)}, "is no date"},
		{map[string]any{"action": "weekday", "date": "0000-01-01"}, "is no date"},
		{map[string]any{"action": "now", "zone": "../../etc/passwd"}, "no zone"},
		{map[string]any{"action": "now", "zone": "Europe/Atlantis"}, "no zone"},
		{map[string]any{"action": "now", "zone": strings.Repeat("x", 90)}, "too long"},
		{map[string]any{"action": "add", "days": 1e15}, "between"},
		{map[string]any{"action": "add", "months": 119_999}, "outside"},
		{map[string]any{"action": "add", "days": 1.5}, "days"},
	} {
		if got, err := run(t, tools, "date_and_time", c.arguments); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %s, %v; want an error with %q", c.arguments, got, err, c.want)
		}
	}
}
