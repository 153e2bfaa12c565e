package cards

import (
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/app/tools"
	"parlando/views/conversation/rows"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/words"
)

// ToolDecision is the user's decision on a tool call that needs permission.
type ToolDecision int

// The possible decisions.
const (
	ToolDeny ToolDecision = iota
	ToolAllowOnce
	ToolAllowForAnswer
	// ToolTypeResult opens the form for the result of a custom tool.
	ToolTypeResult
)

// Tools knows which calls wait for the user.
type Tools interface {
	// WaitingCall returns the request of a tool call that waits for the user; ok is false if the
	// call does not wait. own means that the user types the tool's result.
	WaitingCall(reply chat.ID, call string) (r chat.ToolRequest, own, ok bool)
	// WaitingToContinue returns the request of a reply that waits for permission to continue after
	// many rounds of tool calls; ok is false if the reply does not wait.
	WaitingToContinue(reply chat.ID) (r chat.ToolRequest, ok bool)
	// NotePress is called for each press of a key or mouse button in the column. If the press
	// decides a request, NotePress is called before Decide.
	NotePress()
	// Decide reports the user's decision. Only the first decision on a request counts.
	Decide(r chat.ToolRequest, answer ToolDecision)
	// SearchesEverywhere reports whether a search of the chats includes all connections.
	SearchesEverywhere() bool
	// ServiceName returns the displayed name of the connection that receives the results.
	ServiceName() string
	// ToolTitle returns the displayed name of a tool, "" if it was deleted.
	ToolTitle(name string) string
	// CopyResult copies the result of a call to the clipboard, without invisible characters.
	CopyResult(text string)
}

// toolTitle returns the displayed name of a tool, "" if it was deleted.
func (c *Card) toolTitle(name string) string {
	if c.Tools != nil {
		return c.Tools.ToolTitle(name)
	}
	title, _ := words.ToolName(name)
	return title
}

// toolRows lays out the tool calls of a reply.
type toolRows struct {
	*rows.Typesetter
	card *Card
}

// call lays out the call in part i: the permission card, or one line that unfolds its arguments and
// its result.
func (t toolRows) call(i int) {
	c := t.card
	call, ok := c.message.Parts[i].ToolCall()
	if !ok {
		return
	}
	if c.Tools != nil && !c.message.State.Ended() {
		if r, own, waits := c.Tools.WaitingCall(c.message.ID, call.ID); waits {
			t.permission(i, r, own)
			return
		}
	}
	result := resultOf(c.message.Parts[i+1:], call.ID)
	if call.Name == tools.Remember && result.State == chat.ToolDone {
		t.remembered(call)
		return
	}
	line, failed := words.ToolLine(call, result, c.message.State.Ended())
	color := theme.ColorMuted
	if failed {
		color = fynetheme.ColorNameError
	}
	if result.Took >= minTimeShown {
		line += " · " + seconds(result.Took)
	}
	_, icon := words.CalledTool(call)
	row, w := t.line(icon, line, color)
	open := c.folds.parts[i]
	chevron := "chevron-right"
	if open {
		chevron = "chevron-down"
	}
	row.Icons = append(row.Icons, rows.Icon{X: 22 + w + 6, Y: 6, Size: 14, Name: chevron, Color: color})
	row.ClickAreas = append(row.ClickAreas, rows.ClickArea{Area: rows.Area{X: -4, W: w + 54, H: 26}, Name: line, Radius: 6, Do: c.fold(i)})
	c.Rows = append(c.Rows, row)
	if open {
		t.details(call, result)
	}
}

// remembered lays out the sentence that a call has remembered, with a button that removes it if it
// comes from this chat and is still there.
func (t toolRows) remembered(call chat.ToolCall) {
	c, style := t.card, textflow.Style{Size: rows.TextSize}
	line, _ := words.ToolLine(call, chat.ToolResult{State: chat.ToolDone}, true)
	memory, known := c.Memories[words.MemoryText(call)]
	if c.MemoryRemover != nil && !known {
		line = words.Forgotten(call)
	}
	row := &rows.Row{SpaceAbove: 4}
	row.Icons = append(row.Icons, rows.Icon{X: 1, Y: 6, Size: 14, Name: "bookmark", Color: theme.ColorMuted})
	room, undo := t.Width-22, i18n.Text("Undo")
	if memory != "" && c.MemoryRemover != nil {
		const gap = 12
		room -= t.Ruler.Width(undo, style) + gap
		left := 22 + min(t.Ruler.Width(line, style), room) + gap
		c.link(t.Typesetter, row, undo, left, 2.5, style, fynetheme.ColorNameForeground, func() { c.MemoryRemover.Forget(memory) })
	}
	row.Height = max(26, 5+t.PlaceParagraph(row, []textflow.Run{{Text: line, Style: style}}, 22, 2.5, room, theme.ColorMuted))
	c.Rows = append(c.Rows, row)
}

// preparing adds the line of a tool call whose arguments the model is still writing.
func (t toolRows) preparing(name string) {
	title, icon := words.ToolName(name)
	row, _ := t.line(icon, i18n.Text("Preparing {{.Name}}…", map[string]any{"Name": title}), theme.ColorMuted)
	t.card.Rows = append(t.card.Rows, row)
}

// line returns the row of a call, with room for an arrow at the end, and the width of the text.
func (t toolRows) line(icon, line string, color fyne.ThemeColorName) (row *rows.Row, w float32) {
	row = &rows.Row{SpaceAbove: 4, Height: 26}
	row.Icons = append(row.Icons, rows.Icon{X: 1, Y: 6, Size: 14, Name: icon, Color: color})
	return row, t.PlaceText(row, line, 22, 2.5, t.Width-22-24, textflow.Style{Size: rows.TextSize}, color)
}

// minTimeShown is the shortest duration shown for a call; shorter ones would read "0 s".
const minTimeShown = 50 * time.Millisecond

// details lays out the arguments and the result of a call.
func (t toolRows) details(call chat.ToolCall, result chat.ToolResult) {
	const left = 22
	arguments := words.ToolArguments(call, words.MaxWholeArgument)
	said := words.ToolArgument{Name: i18n.Text("Result")}
	column := t.valueColumn(append(arguments, said)...)
	for _, v := range arguments {
		t.value(v, left, column)
	}
	if result.Text == "" || result.Refusal != "" || result.State == chat.ToolDenied {
		return // the model alone gets the text
	}
	var hidden int
	said.Value, hidden = markdown.RevealInvisible(words.ShortName(result.Text, words.MaxWholeArgument))
	_, received, all := result.ForModel()
	switch {
	case received < all:
		t.small(i18n.Text("The model got the first characters: {{.Part}} of {{.All}}.", map[string]any{"Part": format.Number(received), "All": format.Number(all)}), left)
	case all > words.MaxWholeArgument:
		t.small(i18n.Text("Characters shown: {{.Part}} of {{.All}}.", map[string]any{"Part": format.Number(words.MaxWholeArgument), "All": format.Number(all)}), left)
	}
	if hidden > 0 {
		t.small(i18n.Plural("{{.N}} hidden characters shown as codes", hidden), left)
	}
	t.value(said, left, column)
	row, style := t.card.Rows[len(t.card.Rows)-1], textflow.Style{Size: rows.SmallSize}
	t.card.link(t.Typesetter, row, i18n.Text("Copy result"), left, rows.SmallLineHeight, style, theme.ColorMuted, func() { t.card.Tools.CopyResult(result.Text) })
	row.Height = max(row.Height, 2*rows.SmallLineHeight) + 8
}

// small lays out a sentence in small text.
func (t toolRows) small(sentence string, left float32) {
	row := &rows.Row{SpaceAbove: 3}
	row.Height = t.PlaceParagraph(row, []textflow.Run{{Text: sentence, Style: textflow.Style{Size: rows.SmallSize}}}, left, 0, t.Width-left-16, theme.ColorMuted)
	t.card.Rows = append(t.card.Rows, row)
}

// valueColumn returns the width of the column of names: that of the widest name, but at most a
// third of the card.
func (t toolRows) valueColumn(of ...words.ToolArgument) float32 {
	const atLeast, gap = 96, 8
	width := float32(atLeast)
	for _, v := range of {
		width = max(width, t.Ruler.Width(v.Name, textflow.Style{Size: rows.SmallSize})+gap)
	}
	return min(width, max(atLeast, t.Width/3))
}

// value lays out a name and its value beside it.
func (t toolRows) value(v words.ToolArgument, left, column float32) {
	style := textflow.Style{Size: rows.SmallSize}
	row := &rows.Row{SpaceAbove: 3}
	t.PlaceText(row, v.Name, left, 0, column-8, style, theme.ColorMuted)
	height := t.PlaceParagraph(row, []textflow.Run{{Text: v.Value, Style: style}}, left+column, 0, t.Width-left-column-16, fynetheme.ColorNameForeground)
	row.Height = max(height, rows.SmallLineHeight)
	t.card.Rows = append(t.card.Rows, row)
}

// ToolCallText returns the line that stands for the tool call in part i; "" if part i is not a tool
// call.
func ToolCallText(m chat.Message, i int) string {
	call, ok := m.Parts[i].ToolCall()
	if !ok {
		return ""
	}
	line, _ := words.ToolLine(call, resultOf(m.Parts[i+1:], call.ID), m.State.Ended())
	return line
}

// resultOf returns the latest result of a call, up to the next call with the same ID, because
// services reuse IDs.
func resultOf(parts []chat.Part, call string) (last chat.ToolResult) {
	for _, p := range parts {
		if other, ok := p.ToolCall(); ok && other.ID == call {
			break
		}
		if r, ok := p.ToolResult(); ok && r.Call == call {
			last = r
		}
	}
	return last
}
