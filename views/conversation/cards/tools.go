package cards

import (
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/markdown"
	"parlando/views/conversation/rows"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/words"
)

// ToolAnswer is the user's answer on a card that asks about a call.
type ToolAnswer int

// The answers.
const (
	ToolDeny ToolAnswer = iota
	ToolAllowOnce
	ToolAllowForAnswer
	// ToolTypeResult opens the box for the result of a tool of the user's own.
	ToolTypeResult
)

// Tools knows which calls wait for the user.
type Tools interface {
	// Waiting returns the request of a call of a reply that waits for the user; false if it does
	// not wait. own is a tool whose result the user types.
	Waiting(reply chat.ID, call string) (r chat.ToolRequest, own, ok bool)
	// WaitingToGoOn returns the request of a reply whose model has called tools in many rounds;
	// false if it does not wait.
	WaitingToGoOn(reply chat.ID) (r chat.ToolRequest, ok bool)
	// Pressed is called when a key or a button is pressed in the column, before Answer if that
	// answers.
	Pressed()
	// Answer is given the user's answer. The first one counts.
	Answer(r chat.ToolRequest, answer ToolAnswer)
	// SearchesEverywhere reports whether a search of the chats covers those of all connections.
	SearchesEverywhere() bool
	// Service returns what the user calls the connection that the results go to.
	Service() string
	// CopyResult puts the result of a call on the clipboard, without characters that cannot be
	// seen.
	CopyResult(text string)
}

// toolRows lays out the calls of a reply.
type toolRows struct {
	*rows.Setter
	card *Card
}

// call lays out the call that is part i: the card that asks, or one quiet line with what it was
// given and what it gave folded into it.
func (t toolRows) call(i int) {
	c := t.card
	call, ok := c.message.Parts[i].ToolCall()
	if !ok {
		return
	}
	if c.Tools != nil && !c.message.State.Ended() {
		if r, own, waits := c.Tools.Waiting(c.message.ID, call.ID); waits {
			t.permission(i, r, own)
			return
		}
	}
	result := resultOf(c.message.Parts[i+1:], call.ID)
	line, failed := words.ToolLine(call, result, c.message.State.Ended())
	color := theme.ColorMuted
	if failed {
		color = fynetheme.ColorNameError
	}
	if result.Took >= minTimeShown {
		line += " · " + seconds(result.Took)
	}
	_, icon := words.Tool(call.Name)
	row, w := t.line(icon, line, color)
	open := c.folds.parts[i]
	chevron := "chevron-right"
	if open {
		chevron = "chevron-down"
	}
	row.Icons = append(row.Icons, rows.Icon{X: 22 + w + 6, Y: 6, Size: 14, Name: chevron, Color: color})
	row.Spots = append(row.Spots, rows.Spot{Area: rows.Area{X: -4, W: w + 54, H: 26}, Name: line, Radius: 6, Do: c.fold(i)})
	c.Rows = append(c.Rows, row)
	if open {
		t.details(call, result)
	}
}

// preparing lays out the line of a call that the model is writing.
func (t toolRows) preparing(name string) {
	title, icon := words.Tool(name)
	row, _ := t.line(icon, i18n.Text("Preparing {{.Name}}…", map[string]any{"Name": title}), theme.ColorMuted)
	t.card.Rows = append(t.card.Rows, row)
}

// line makes the line of a call, with room for an arrow behind its words. w is the width of the
// words.
func (t toolRows) line(icon, line string, color fyne.ThemeColorName) (row *rows.Row, w float32) {
	row = &rows.Row{Above: 4, Height: 26}
	row.Icons = append(row.Icons, rows.Icon{X: 1, Y: 6, Size: 14, Name: icon, Color: color})
	return row, t.Words(row, line, 22, 2.5, t.Width-22-24, textflow.Style{Size: rows.TextSize}, color)
}

// minTimeShown: the line of a call that took less says no time, as it would be "0 s".
const minTimeShown = 50 * time.Millisecond

// details lays out the arguments and the result of a call.
func (t toolRows) details(call chat.ToolCall, result chat.ToolResult) {
	const left = 22
	for _, v := range words.ToolArguments(call, words.WholeToolText) {
		t.value(v.Name, v.Value, left)
	}
	if result.Text == "" {
		return
	}
	shown, hidden := markdown.Reveal(words.Short(result.Text, words.WholeToolText))
	_, received, all := result.Received()
	switch {
	case received < all:
		t.small(i18n.Text("The model received {{.N}} of {{.M}} characters.", map[string]any{"N": words.Count(received), "M": words.Count(all)}), left)
	case all > words.WholeToolText:
		t.small(i18n.Text("{{.N}} of {{.M}} characters are shown.", map[string]any{"N": words.Count(words.WholeToolText), "M": words.Count(all)}), left)
	}
	if hidden > 0 {
		t.small(i18n.Text("Invisible characters, shown as numbers: {{.N}}", map[string]any{"N": words.Count(hidden)}), left)
	}
	t.value(i18n.Text("Result"), shown, left)
	row, style := t.card.Rows[len(t.card.Rows)-1], textflow.Style{Size: rows.SmallSize}
	t.card.link(t.Setter, row, i18n.Text("Copy the result"), left, rows.SmallLineHeight, style, theme.ColorMuted, func() { t.card.Tools.CopyResult(result.Text) })
	row.Height = max(row.Height, 2*rows.SmallLineHeight) + 8
}

// small lays out a sentence in small letters.
func (t toolRows) small(sentence string, left float32) {
	row := &rows.Row{Above: 3}
	row.Height = t.Paragraph(row, []textflow.Run{{Text: sentence, Style: textflow.Style{Size: rows.SmallSize}}}, left, 0, t.Width-left-16, theme.ColorMuted)
	t.card.Rows = append(t.card.Rows, row)
}

// valueColumn is the width of the column of names.
const valueColumn = 96

// value lays out a value beside its name.
func (t toolRows) value(name, value string, left float32) {
	style := textflow.Style{Size: rows.SmallSize}
	row := &rows.Row{Above: 3}
	t.Words(row, name, left, 0, valueColumn-8, style, theme.ColorMuted)
	height := t.Paragraph(row, []textflow.Run{{Text: value, Style: style}}, left+valueColumn, 0, t.Width-left-valueColumn-16, fynetheme.ColorNameForeground)
	row.Height = max(height, rows.SmallLineHeight)
	t.card.Rows = append(t.card.Rows, row)
}

// CallLine returns the line that stands for part i of a message; "" if it is no call of a tool.
func CallLine(m chat.Message, i int) string {
	call, ok := m.Parts[i].ToolCall()
	if !ok {
		return ""
	}
	line, _ := words.ToolLine(call, resultOf(m.Parts[i+1:], call.ID), m.State.Ended())
	return line
}

// resultOf returns the last state of a call before a call with the same ID, as services use them
// again.
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
