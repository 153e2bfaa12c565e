package words

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/app/problem"
	"parlando/app/tools"
	"parlando/views/format"
	"parlando/views/i18n"
)

// ToolName returns the display name and the icon of a tool. For a user-defined tool, that is the
// user's own name for it.
func ToolName(name string) (title, icon string) {
	switch name {
	case tools.DateAndTime:
		return i18n.Text("Date and time"), "calendar-days"
	case tools.Calculator:
		return i18n.Text("Calculator"), "calculator"
	case tools.SearchMyChats:
		return i18n.Text("Search my chats and transcripts"), "search"
	case tools.Remember:
		return i18n.Text("Remember facts about me"), "bookmark"
	}
	return shownName(name), "wrench"
}

// CalledTool returns the display name and the icon of the tool of a call.
func CalledTool(c chat.ToolCall) (title, icon string) {
	if c.Title == "" {
		return ToolName(c.Name)
	}
	return shownName(c.Title), "wrench"
}

// deletedTool stands for the name of a tool of the user that was deleted.
func deletedTool() string { return i18n.Text("a tool since deleted") }

// ToolChoice returns whether a model uses the tools of a chat, for a chat.Parameters.ToolChoice.
// title returns the displayed name of a tool, "" if it was deleted.
func ToolChoice(choice string, title func(tool string) string) string {
	switch choice {
	case "":
		return i18n.Text("Model decides")
	case chat.ToolsNone:
		return i18n.TextIn("tools", "Never")
	case chat.ToolsRequired:
		return i18n.Text("Must use a tool")
	}
	return i18n.Text("Must use: {{.Tool}}", map[string]any{"Tool": cmp.Or(title(choice), deletedTool())})
}

// ToolPurpose returns the purpose of a built-in tool in one sentence; "" for a user-defined tool.
func ToolPurpose(name string) string {
	switch name {
	case tools.DateAndTime:
		return i18n.Text("Today's date, weekdays, days between two dates")
	case tools.Calculator:
		return i18n.Text("Exact calculations, percentages and units")
	case tools.SearchMyChats:
		return i18n.Text("Short passages from your other chats and transcripts")
	case tools.Remember:
		return i18n.Text("Sentences that are sent with every message, each shown with Undo")
	}
	return ""
}

// ToolPermission holds the texts of the card that asks for permission to run a tool call.
type ToolPermission struct {
	// Title names the model and the intended action. Sentence has the details; Object are its most
	// important words, which begin at the byte ObjectAt. Both may be "".
	Title, Sentence, Object string
	ObjectAt                int
	// Origin says by whom the tool was defined.
	Origin string
	// After names the texts from outside after which the call came, "" if there are none.
	After string
	// Values are the arguments of the call, or the limits of a built-in tool.
	Values []ToolArgument
	// Where names the service to which the result is sent.
	Where string
}

// NewToolPermission returns the texts of the card for a call. service is the name of the service
// that receives the result, everywhere means that chats of all connections are searched. Texts
// longer than most characters are truncated, with a note about their length.
func NewToolPermission(r chat.ToolRequest, model, service string, everywhere bool, most int) ToolPermission {
	ask := newToolPermission(r, model, service, everywhere, most)
	ask.After = AfterReading(r.Outside)
	return ask
}

func newToolPermission(r chat.ToolRequest, model, service string, everywhere bool, most int) ToolPermission {
	title, _ := CalledTool(r.Call)
	name, to := map[string]any{"Model": model, "Tool": title}, map[string]any{"Service": service}
	switch r.Call.Name {
	case tools.SearchMyChats:
	case tools.Remember:
		return permissionToRemember(r, name, most)
	default:
		return ToolPermission{
			Title: i18n.Text("{{.Model}} asks you: {{.Tool}}", name), Origin: i18n.Text("you answer"), Values: ToolArguments(r.Call, most),
			Where: i18n.Text("Your answer will be sent to “{{.Service}}”.", to),
		}
	}
	query := shownWithLength(toolText(r.Call, "query"), most)
	limits := map[string]any{"Length": format.Number(tools.MaxExcerptRunes)}
	ask := ToolPermission{
		Title: i18n.Text("{{.Model}} wants to search your chats", name), Origin: i18n.Text("part of Parlando"),
		Values: []ToolArgument{
			{i18n.Text("It gets at most"), i18n.Plural("{{.N}} short excerpts ({{.Length}} characters each)", tools.MaxExcerpts, limits)}, {i18n.Text("It searches"), i18n.Text("other chats with “{{.Service}}”", to)},
		},
		Where: i18n.Text("The results will be sent to “{{.Service}}”.", to),
	}
	ask.about("Query", query, func(query map[string]any) string {
		return i18n.Text("It would search your other chats and transcripts with this connection for “{{.Query}}”.", query)
	})
	if everywhere {
		ask.about("Query", query, func(query map[string]any) string {
			return i18n.Text("It would search all your other chats and transcripts for “{{.Query}}”.", query)
		})
		ask.Values = ask.Values[:1]
	}
	return ask
}

// about sets the sentence, made by say, and the place of its object, the value of name.
func (p *ToolPermission) about(name, object string, say func(map[string]any) string) {
	const mark = "\x00"
	p.Object, p.Sentence = object, say(map[string]any{name: object})
	if p.ObjectAt = strings.Index(say(map[string]any{name: mark}), mark); p.ObjectAt < 0 {
		p.Object, p.ObjectAt = "", 0
	}
}

// ToolLine returns the line that stands for a call in a reply; failed means that the line reports
// an error. ended means that the reply has ended.
func ToolLine(c chat.ToolCall, r chat.ToolResult, ended bool) (line string, failed bool) {
	title, _ := CalledTool(c)
	tool := map[string]any{"Tool": title, "Why": firstLine(r.Text)}
	switch r.State {
	case chat.ToolDone:
		return toolDone(c, r.Text), false
	case chat.ToolFailed:
		switch r.Refusal {
		case chat.ToolUnknown:
			return i18n.Text("{{.Tool}} isn't available", tool), true
		case chat.ToolRepeated:
			return i18n.Text("{{.Tool}} wasn't used again for the same question", tool), false
		}
		if r.Reason == nil {
			return i18n.Text("{{.Tool}} failed: {{.Why}}", tool), true
		}
		tool["Why"] = cmp.Or(Reason(*r.Reason), firstLine(r.Text))
		if r.Reason.Place > 0 {
			tool["Place"] = format.Number(r.Reason.Place)
			return i18n.Text("{{.Tool}} failed at character {{.Place}}: {{.Why}}", tool), true
		}
		return i18n.Text("{{.Tool}} failed: {{.Why}}", tool), true
	case chat.ToolDenied:
		return i18n.Text("{{.Tool}}: you didn't allow it", tool), false
	case chat.ToolCanceled:
		return i18n.Text("{{.Tool}}: stopped", tool), false
	case chat.ToolStarted:
		if ended {
			return i18n.Text("{{.Tool}} may have finished; Parlando closed first", tool), true
		}
		return i18n.Text("{{.Tool}} is running…", tool), false
	}
	if ended {
		return i18n.Text("{{.Tool}} didn't run", tool), false
	}
	return i18n.Text("{{.Tool}} is about to run…", tool), false
}

// toolDone describes the completed call.
func toolDone(c chat.ToolCall, result string) string {
	text := func(name string) string { return displayText(toolText(c, name), 80) }
	switch c.Name {
	case tools.DateAndTime:
		return i18n.Text("Checked the date: {{.Result}}", map[string]any{"Result": firstLine(result)})
	case tools.Calculator:
		return i18n.Text("Calculated {{.What}} = {{.Result}}", map[string]any{"What": text("expression"), "Result": firstLine(result)})
	case tools.SearchMyChats:
		return i18n.Text("Searched your other chats for “{{.What}}”", map[string]any{"What": text("query")})
	case tools.Remember:
		return i18n.Text("Remembered: {{.Sentence}}", map[string]any{"Sentence": MemoryText(c)})
	}
	title, _ := CalledTool(c)
	return i18n.Text("Used {{.Tool}}", map[string]any{"Tool": title})
}

// toolsLeftOut returns the names of the tools omitted from a request.
func toolsLeftOut(f chat.RequestField) (names []string) {
	_ = json.Unmarshal(f.Value, &names) // damaged JSON yields no names
	return names
}

// shownName returns the displayed name of a tool, which the model may have invented.
func shownName(name string) string { return displayText(name, maxShownName) }

const maxShownName = 64

// displayText returns a text from a model or a tool, truncated to maxChars characters, with its
// invisible characters replaced by their code points.
func displayText(text string, maxChars int) string {
	text, _ = markdown.RevealInvisible(ShortName(text, maxChars))
	return text
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return displayText(line, 120)
}

// toolText returns the last text argument of a call with a name; values that look like keys are
// hidden.
func toolText(c chat.ToolCall, name string) (text string) {
	for _, v := range toolValues(c) {
		if v.name == name {
			text = v.text
		}
	}
	return problem.MaskKeys(text)
}

// ToolJSON returns the arguments of a call as JSON, one value per line. Values that look like keys
// are hidden.
func ToolJSON(c chat.ToolCall) string {
	text := c.Arguments
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") == nil {
		text = b.String()
	}
	return shownWithLength(problem.MaskKeys(text), MaxWholeArgument)
}

// Maximum lengths of a displayed argument, in characters, before and after unfolding the details.
const (
	MaxShortArgument = 200
	MaxWholeArgument = 20_000
)

// FieldKind returns the display name of a kind of value that a model passes to a tool.
func FieldKind(k tools.FieldKind) string {
	switch k {
	case tools.FieldNumber:
		return i18n.Text("Number")
	case tools.FieldWhole:
		return i18n.Text("Whole number")
	case tools.FieldYesNo:
		return i18n.Text("Yes or no")
	case tools.FieldDate:
		return i18n.Text("Date")
	case tools.FieldChoice:
		return i18n.Text("Choice of…")
	}
	return i18n.Text("Text")
}

// ToolError returns the reason why a user-defined tool could not be saved.
func ToolError(err error) string {
	switch {
	case errors.Is(err, tools.ErrName):
		return i18n.Text("An identifier has 1 to 64 letters (A to Z), digits, underscores or hyphens. No spaces.")
	case errors.Is(err, tools.ErrTitle):
		return i18n.Text("The name is too long.")
	case errors.Is(err, tools.ErrReservedName), errors.Is(err, tools.ErrNameTaken):
		return i18n.Text("Another tool has this name or a very similar one. Choose another name.")
	case errors.Is(err, tools.ErrDescription):
		return i18n.Text("The description is too long.")
	case errors.Is(err, tools.ErrTooManyOwn):
		return i18n.Text("You have too many tools of your own. Delete one first.")
	case errors.Is(err, tools.ErrSchema):
		return i18n.Text("This isn't a JSON Schema that can be used: {{.Reason}}", map[string]any{"Reason": ShortName(err.Error(), 300)})
	}
	return i18n.Text("The tool couldn't be saved ({{.Why}}), but you can use it until you close Parlando.", map[string]any{"Why": ShortName(err.Error(), 300)})
}
