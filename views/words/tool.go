package words

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/problem"
	"parley/app/tools"
)

// Tool returns what a tool is called in the window, and its icon. A tool of the user's own has the name that the user gave it.
func Tool(name string) (title, icon string) {
	switch name {
	case tools.DateAndTime:
		return lang.L("Date and time"), "calendar-days"
	case tools.Calculator:
		return lang.L("Calculator"), "calculator"
	case tools.SearchMyChats:
		return lang.L("Search my chats and transcripts"), "search"
	}
	return name, "wrench"
}

// ToolPurpose returns what a built-in tool is for, in one sentence; "" for a tool of the user's own.
func ToolPurpose(name string) string {
	switch name {
	case tools.DateAndTime:
		return lang.L("Today's date, weekdays, time between two dates")
	case tools.Calculator:
		return lang.L("Exact arithmetic, percent, units")
	case tools.SearchMyChats:
		return lang.L("Finds short excerpts of this connection's chats")
	}
	return ""
}

// ToolQuestion returns the sentences of the card that asks whether a call may run. everywhere says that chats of all connections are searched.
func ToolQuestion(r chat.ToolRequest, model string, everywhere bool) (title, sentence string) {
	name := map[string]any{"Model": model, "Tool": r.Call.Name}
	if r.Call.Name == tools.SearchMyChats {
		query, _ := ToolValues(r.Call)["query"].(string)
		title, what := lang.L("{{.Model}} wants to search your chats", name), map[string]any{"Query": query}
		if everywhere {
			return title, lang.L("It is looking for “{{.Query}}” in the chats and transcripts of all connections.", what)
		}
		return title, lang.L("It is looking for “{{.Query}}” in the chats and transcripts of this connection.", what)
	}
	return lang.L("{{.Model}} wants to use {{.Tool}}", name), ""
}

// ToolLine returns the line that stands for a call in a reply; failed says that it went wrong. ended says that the reply has ended.
func ToolLine(c chat.ToolCall, r chat.ToolResult, ended bool) (line string, failed bool) {
	title, _ := Tool(c.Name)
	tool := map[string]any{"Tool": title, "Why": firstLine(r.Text)}
	switch r.State {
	case chat.ToolDone:
		return toolDone(c, r.Text), false
	case chat.ToolFailed:
		return lang.L("{{.Tool}} failed: {{.Why}}", tool), true
	case chat.ToolDenied:
		return lang.L("{{.Tool}}: not allowed", tool), false
	case chat.ToolCanceled:
		return lang.L("{{.Tool}}: stopped", tool), false
	case chat.ToolStarted:
		if ended {
			return lang.L("{{.Tool}} may have run: Parley ended meanwhile", tool), true
		}
		return lang.L("{{.Tool}} is running…", tool), false
	}
	if ended {
		return lang.L("{{.Tool}} did not run", tool), false
	}
	return lang.L("{{.Tool}} is about to run…", tool), false
}

// toolDone names what was done and with what.
func toolDone(c chat.ToolCall, result string) string {
	values := ToolValues(c)
	text := func(name string) string { s, _ := values[name].(string); return Short(s, 80) }
	switch c.Name {
	case tools.DateAndTime:
		return lang.L("Looked up the date: {{.Result}}", map[string]any{"Result": firstLine(result)})
	case tools.Calculator:
		return lang.L("Calculated {{.What}} = {{.Result}}", map[string]any{"What": text("expression"), "Result": firstLine(result)})
	case tools.SearchMyChats:
		return lang.L("Searched your chats for “{{.What}}”", map[string]any{"What": text("query")})
	}
	return lang.L("Used {{.Tool}}", map[string]any{"Tool": c.Name})
}

// toolsLeftOut returns the titles of the tools that were not offered with a request.
func toolsLeftOut(f chat.Field) (titles []string) {
	var names []string
	_ = json.Unmarshal(f.Value, &names) // what is damaged names none
	for _, n := range names {
		title, _ := Tool(n)
		titles = append(titles, title)
	}
	return titles
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return Short(line, 120)
}

// ToolValues returns the arguments of a call by their names; nil if they are no object.
func ToolValues(c chat.ToolCall) (values map[string]any) {
	_ = json.Unmarshal([]byte(c.Arguments), &values)
	return values
}

// ToolValue is one argument of a call in readable form.
type ToolValue struct{ Name, Value string }

// ToolArguments returns the arguments of a call, sorted by their names. Long texts are cut and counted, what looks like a key is hidden.
func ToolArguments(c chat.ToolCall) (all []ToolValue) {
	for name, v := range ToolValues(c) {
		value, ok := v.(string)
		if !ok {
			data, err := json.Marshal(v)
			if err != nil {
				data = []byte(fmt.Sprint(v))
			}
			value = string(data)
		}
		value = problem.Masked(value)
		if n := utf8.RuneCountInString(value); n > 200 {
			value = lang.L("{{.Text}} ({{.N}} characters)", map[string]any{"Text": Short(value, 200), "N": Count(n)})
		}
		all = append(all, ToolValue{name, value})
	}
	slices.SortFunc(all, func(a, b ToolValue) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// ToolError returns why a tool of the user's own could not be saved.
func ToolError(err error) string {
	switch {
	case errors.Is(err, tools.ErrName):
		return lang.L("A name has 1 to 64 letters from A to Z, digits, underscores and hyphens, and no spaces.")
	case errors.Is(err, tools.ErrReservedName), errors.Is(err, tools.ErrNameTaken):
		return lang.L("There is a tool of this name, or of one that looks like it. Choose another name.")
	case errors.Is(err, tools.ErrDescription):
		return lang.L("The description is too long.")
	case errors.Is(err, tools.ErrTooManyOwn):
		return lang.L("There are too many tools of your own. Delete one first.")
	case errors.Is(err, tools.ErrSchema):
		return lang.L("The parameters are no JSON Schema of an object: {{.Why}}", map[string]any{"Why": Short(err.Error(), 300)})
	}
	return lang.L("The tool could not be kept. It is there until Parley quits: {{.Why}}", map[string]any{"Why": Short(err.Error(), 300)})
}
