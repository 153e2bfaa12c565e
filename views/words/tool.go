package words

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/app/problem"
	"parlando/app/tools"
	"parlando/views/i18n"
)

// Tool returns what a tool is called in the window, and its icon. A tool of the user's own has the
// name that the user gave it.
func Tool(name string) (title, icon string) {
	switch name {
	case tools.DateAndTime:
		return i18n.Text("Date and time"), "calendar-days"
	case tools.Calculator:
		return i18n.Text("Calculator"), "calculator"
	case tools.SearchMyChats:
		return i18n.Text("Search my chats and transcripts"), "search"
	}
	return shownName(name), "wrench"
}

// ToolPurpose returns what a built-in tool is for, in one sentence; "" for a tool of the user's
// own.
func ToolPurpose(name string) string {
	switch name {
	case tools.DateAndTime:
		return i18n.Text("Today's date, weekdays, time between two dates")
	case tools.Calculator:
		return i18n.Text("Exact arithmetic, percent, units")
	case tools.SearchMyChats:
		return i18n.Text("Finds short excerpts of this connection's chats")
	}
	return ""
}

// ToolAsk holds the words of the card that asks whether a call may run.
type ToolAsk struct {
	// Title names the model and what it wants to do. Sentence says with what, and Object is the
	// words in it that matter most; both may be "".
	Title, Sentence, Object string
	// Origin says whose tool it is.
	Origin string
	// Values are the arguments of the call, or the limits of a built-in tool.
	Values []ToolValue
	// Where says where the result goes.
	Where string
}

// AskAboutTool returns the words of the card of a call, whose result goes to a service of this
// name. everywhere says that chats of all connections are searched. Texts of more than most
// characters are cut and counted.
func AskAboutTool(r chat.ToolRequest, model, service string, everywhere bool, most int) ToolAsk {
	name, to := map[string]any{"Model": model, "Tool": shownName(r.Call.Name)}, map[string]any{"Service": service}
	if r.Call.Name != tools.SearchMyChats {
		return ToolAsk{
			Title: i18n.Text("{{.Model}} wants to use {{.Tool}}", name), Origin: i18n.Text("your own"), Values: ToolArguments(r.Call, most),
			Where: i18n.Text("The result is sent to the service “{{.Service}}”.", to),
		}
	}
	query := toolText(r.Call, "query", most)
	what := map[string]any{"Query": query}
	limits := map[string]any{"N": Count(tools.MaxExcerpts), "M": Count(tools.MaxExcerptRunes)}
	ask := ToolAsk{
		Title: i18n.Text("{{.Model}} wants to search your chats", name), Origin: i18n.Text("built in"), Object: query,
		Sentence: i18n.Text("It is looking for “{{.Query}}” in the chats and transcripts of this connection.", what),
		Values: []ToolValue{
			{i18n.Text("Finds at most"), i18n.Text("{{.N}} excerpts of {{.M}} characters", limits)}, {i18n.Text("Only from"), i18n.Text("chats with “{{.Service}}”", to)},
		},
		Where: i18n.Text("What is found is sent to the service “{{.Service}}”.", to),
	}
	if everywhere {
		ask.Sentence = i18n.Text("It is looking for “{{.Query}}” in the chats and transcripts of all connections.", what)
		ask.Values = ask.Values[:1]
	}
	return ask
}

// ToolLine returns the line that stands for a call in a reply; failed says that it went wrong.
// ended says that the reply has ended.
func ToolLine(c chat.ToolCall, r chat.ToolResult, ended bool) (line string, failed bool) {
	title, _ := Tool(c.Name)
	tool := map[string]any{"Tool": title, "Why": firstLine(r.Text)}
	switch r.State {
	case chat.ToolDone:
		return toolDone(c, r.Text), false
	case chat.ToolFailed:
		return i18n.Text("{{.Tool}} failed: {{.Why}}", tool), true
	case chat.ToolDenied:
		return i18n.Text("{{.Tool}}: not allowed", tool), false
	case chat.ToolCanceled:
		return i18n.Text("{{.Tool}}: stopped", tool), false
	case chat.ToolStarted:
		if ended {
			return i18n.Text("{{.Tool}} may have run: Parlando ended meanwhile", tool), true
		}
		return i18n.Text("{{.Tool}} is running…", tool), false
	}
	if ended {
		return i18n.Text("{{.Tool}} did not run", tool), false
	}
	return i18n.Text("{{.Tool}} is about to run…", tool), false
}

// toolDone names what was done and with what.
func toolDone(c chat.ToolCall, result string) string {
	text := func(name string) string { return toolText(c, name, 80) }
	switch c.Name {
	case tools.DateAndTime:
		return i18n.Text("Looked up the date: {{.Result}}", map[string]any{"Result": firstLine(result)})
	case tools.Calculator:
		return i18n.Text("Calculated {{.What}} = {{.Result}}", map[string]any{"What": text("expression"), "Result": firstLine(result)})
	case tools.SearchMyChats:
		return i18n.Text("Searched your chats for “{{.What}}”", map[string]any{"What": text("query")})
	}
	return i18n.Text("Used {{.Tool}}", map[string]any{"Tool": shownName(c.Name)})
}

// toolsLeftOut returns the titles of the tools that were not offered with a request.
func toolsLeftOut(f chat.RequestField) (titles []string) {
	var names []string
	_ = json.Unmarshal(f.Value, &names) // what is damaged names none
	for _, n := range names {
		title, _ := Tool(n)
		titles = append(titles, title)
	}
	return titles
}

// shownName returns the name of a tool, which a model may have made up.
func shownName(name string) string { return shown(name, 64) }

// shown returns a text of a model or of a tool in at most so many characters. Those that cannot be
// seen are shown as numbers.
func shown(text string, most int) string {
	text, _ = markdown.Reveal(Short(text, most))
	return text
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return shown(line, 120)
}

// toolText returns an argument of a call that is a text.
func toolText(c chat.ToolCall, name string, most int) string {
	s, _ := toolValues(c)[name].(string)
	return shown(s, most)
}

// toolValues returns the arguments of a call by their names; nil if they are no object.
func toolValues(c chat.ToolCall) (values map[string]any) {
	_ = json.Unmarshal([]byte(c.Arguments), &values)
	return values
}

// ToolValue is one argument of a call in readable form.
type ToolValue struct{ Name, Value string }

// ToolArguments returns the arguments of a call, sorted by their names. Texts of more than most
// characters are cut and counted, what looks like a key is hidden.
func ToolArguments(c chat.ToolCall, most int) (all []ToolValue) {
	for name, v := range toolValues(c) {
		value, ok := v.(string)
		if !ok {
			data, _ := json.Marshal(v) // it came from JSON
			value = string(data)
		}
		value = problem.Masked(value)
		n := utf8.RuneCountInString(value)
		if value = shown(value, most); n > most {
			value = i18n.Text("{{.Text}} ({{.N}} characters)", map[string]any{"Text": value, "N": Count(n)})
		}
		all = append(all, ToolValue{shownName(name), value})
	}
	slices.SortFunc(all, func(a, b ToolValue) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// ToolJSON returns the arguments of a call as JSON, one value in a line. What looks like a key is
// hidden.
func ToolJSON(c chat.ToolCall) string {
	text := c.Arguments
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") == nil {
		text = b.String()
	}
	return shown(problem.Masked(text), WholeToolText)
}

// The greatest numbers of characters of a value of a call that are shown: before and after it was
// unfolded.
const (
	ShortToolText = 200
	WholeToolText = 20_000
)

// ToolError returns why a tool of the user's own could not be saved.
func ToolError(err error) string {
	switch {
	case errors.Is(err, tools.ErrName):
		return i18n.Text("A name has 1 to 64 letters from A to Z, digits, underscores and hyphens, and no spaces.")
	case errors.Is(err, tools.ErrReservedName), errors.Is(err, tools.ErrNameTaken):
		return i18n.Text("There is a tool of this name, or of one that looks like it. Choose another name.")
	case errors.Is(err, tools.ErrDescription):
		return i18n.Text("The description is too long.")
	case errors.Is(err, tools.ErrTooManyOwn):
		return i18n.Text("There are too many tools of your own. Delete one first.")
	case errors.Is(err, tools.ErrSchema):
		return i18n.Text("The parameters are no JSON Schema of an object: {{.Why}}", map[string]any{"Why": Short(err.Error(), 300)})
	}
	return i18n.Text("The tool could not be kept. It is there until Parlando quits: {{.Why}}", map[string]any{"Why": Short(err.Error(), 300)})
}
