package cards

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/chat"
	"parley/app/markdown"
	"parley/views/conversation/rows"
	"parley/views/textview/textflow"
	"parley/views/theme"
	"parley/views/words"
)

// ToolAnswer is what the user answers to a card that asks about a call.
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
	// Waiting returns the request of a call of a reply that waits for the user; false if it does not wait. own is a tool whose result the user
	// types.
	Waiting(reply chat.ID, call string) (r chat.ToolRequest, own, ok bool)
	// WaitingToGoOn returns the request of a reply whose model has called tools in many rounds; false if it does not wait.
	WaitingToGoOn(reply chat.ID) (r chat.ToolRequest, ok bool)
	// Answer is given the user's answer. The first one counts.
	Answer(r chat.ToolRequest, answer ToolAnswer)
	// SearchesEverywhere reports whether a search of the chats covers those of all connections.
	SearchesEverywhere() bool
	// Service returns what the user calls the connection that the results go to.
	Service() string
}

// toolCall lays out the call that is part i: the card that asks, or one quiet line with what it was given and what it gave folded into it.
func (c *Card) toolCall(s *rows.Setter, i int) {
	call, ok := c.message.Parts[i].ToolCall()
	if !ok {
		return
	}
	if c.Tools != nil && !c.message.State.Ended() {
		if r, own, waits := c.Tools.Waiting(c.message.ID, call.ID); waits {
			c.permission(s, r, own)
			return
		}
	}
	result := resultOf(c.message.Parts[i+1:], call.ID)
	line, failed := words.ToolLine(call, result, c.message.State.Ended())
	color := theme.ColorMuted
	if failed {
		color = fynetheme.ColorNameError
	}
	if result.Took > 0 {
		line += " · " + seconds(result.Took)
	}
	_, icon := words.Tool(call.Name)
	row, w := toolRow(s, icon, line, color)
	open := c.folds.parts[i]
	chevron := "chevron-right"
	if open {
		chevron = "chevron-down"
	}
	row.Icons = append(row.Icons, rows.Icon{X: 22 + w + 6, Y: 6, Size: 14, Name: chevron, Color: color})
	row.Spots = append(row.Spots, rows.Spot{Area: rows.Area{X: -4, W: w + 54, H: 26}, Name: line, Radius: 6, Do: c.fold(i)})
	c.Rows = append(c.Rows, row)
	if open {
		c.toolDetails(s, call, result)
	}
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

// preparing lays out the line of a call that the model is writing.
func (c *Card) preparing(s *rows.Setter) {
	title, icon := words.Tool(c.message.Preparing)
	row, _ := toolRow(s, icon, lang.L("Preparing {{.Name}}…", map[string]any{"Name": title}), theme.ColorMuted)
	c.Rows = append(c.Rows, row)
}

// toolRow makes the line of a call, with room for an arrow behind its words. w is the width of the words.
func toolRow(s *rows.Setter, icon, line string, color fyne.ThemeColorName) (row *rows.Row, w float32) {
	row = &rows.Row{Above: 4, Height: 26}
	row.Icons = append(row.Icons, rows.Icon{X: 1, Y: 6, Size: 14, Name: icon, Color: color})
	return row, s.Words(row, line, 22, 2.5, s.Width-22-24, textflow.Style{Size: rows.TextSize}, color)
}

// resultOf returns the last state of a call before a call with the same ID, as services use them again.
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

// toolDetails lays out the arguments and the result of a call. Invisible characters are left out
// and counted.
func (c *Card) toolDetails(s *rows.Setter, call chat.ToolCall, result chat.ToolResult) {
	for _, v := range words.ToolArguments(call) {
		c.toolValue(s, v.Name, v.Value, 22)
	}
	if result.Text == "" {
		return
	}
	text, hidden := markdown.Clean(result.Text)
	c.toolValue(s, lang.L("Result"), words.Short(text, shownResult), 22)
	if hidden > 0 {
		c.remark(s, "info", lang.L("Invisible characters that were left out: {{.N}}", map[string]any{"N": words.Count(hidden)}), "", nil)
	}
}

// shownResult limits the letters of a result that are laid out.
const shownResult = 20_000

// toolValue lays out a value beside its name.
func (c *Card) toolValue(s *rows.Setter, name, value string, left float32) {
	const column = 96
	style := textflow.Style{Size: rows.SmallSize}
	row := &rows.Row{Above: 3}
	s.Words(row, name, left, 0, column-8, style, theme.ColorMuted)
	height := s.Paragraph(row, []textflow.Run{{Text: value, Style: style}}, left+column, 0, c.Width-left-column-16, fynetheme.ColorNameForeground)
	row.Height = max(height, rows.SmallLineHeight)
	c.Rows = append(c.Rows, row)
}

// goOn lays out the card that asks whether a model that has called tools again and again may go on.
func (c *Card) goOn(s *rows.Setter, r chat.ToolRequest) {
	again := stripButton{lang.L("Go on"), rows.Primary, func() { c.Tools.Answer(r, ToolAllowOnce) }}
	stop := stripButton{lang.L("Stop here"), rows.Secondary, func() { c.Tools.Answer(r, ToolDeny) }}
	l := look{theme.ColorCaution, theme.ColorCautionGround, "wrench"}
	c.strip(s, l, lang.L("The model has used tools in ten rounds for this answer."), lang.L("Each round is another request to the service."), []stripButton{again, stop}, nil)
}

// permission lays out the card that asks whether a call may run.
func (c *Card) permission(s *rows.Setter, r chat.ToolRequest, own bool) {
	const inner = 16
	from := len(c.Rows)
	title, sentence := words.ToolQuestion(r, c.model(), c.Tools.SearchesEverywhere())
	_, icon := words.Tool(r.Call.Name)
	head := &rows.Row{Above: 8, Height: 40}
	head.Icons = append(head.Icons, rows.Icon{X: inner, Y: 16, Size: 18, Name: icon, Color: fynetheme.ColorNameForeground})
	s.Words(head, title, inner+26, 14, c.Width-2*inner-26, textflow.Style{Size: rows.TextSize, Bold: true}, fynetheme.ColorNameForeground)
	c.Rows = append(c.Rows, head)
	paragraph := func(text string, color fyne.ThemeColorName, style textflow.Style) {
		if text == "" {
			return
		}
		row := &rows.Row{Above: 3}
		row.Height = s.Paragraph(row, []textflow.Run{{Text: text, Style: style}}, inner, 0, c.Width-2*inner, color)
		c.Rows = append(c.Rows, row)
	}
	plain, small := textflow.Style{Size: rows.TextSize}, textflow.Style{Size: rows.SmallSize}
	paragraph(sentence, fynetheme.ColorNameForeground, plain)
	if sentence == "" {
		for _, v := range words.ToolArguments(r.Call) {
			c.toolValue(s, v.Name, v.Value, inner)
		}
	}
	if r.MayHaveRun {
		paragraph(lang.L("It may have run already: Parley ended while it did."), theme.ColorCaution, small)
	}
	paragraph(lang.L("The result is sent to the service “{{.Service}}”.", map[string]any{"Service": c.Tools.Service()}), theme.ColorMuted, small)
	c.permissionButtons(s, r, own, inner)
	c.Rows = append(c.Rows[:from], framed(c.Rows[from:], c.Width))
}

// permissionButtons lays out the answers: what denies at the left, where there is room for all in one row.
func (c *Card) permissionButtons(s *rows.Setter, r chat.ToolRequest, own bool, inner float32) {
	const gap = 8
	style := textflow.Style{Size: rows.TextSize}
	row := &rows.Row{Above: 10, Height: rows.ButtonHeight + 14}
	answer := func(a ToolAnswer) func() { return func() { c.Tools.Answer(r, a) } }
	left := c.Width - inner
	if own {
		left = s.Button(row, lang.L("Type the result…"), left, 0, rows.Primary, answer(ToolTypeResult))
	} else {
		left = s.Button(row, lang.L("Allow once"), left, 0, rows.Primary, answer(ToolAllowOnce))
		left = s.Button(row, lang.L("Allow for this answer"), left-gap, 0, rows.Secondary, answer(ToolAllowForAnswer))
	}
	deny := lang.L("Don't allow")
	right := inner + c.Ruler.Width(deny, style) + 24
	if right+gap <= left {
		s.Button(row, deny, right, 0, rows.Secondary, answer(ToolDeny))
		c.Rows = append(c.Rows, row)
		return
	}
	row.Height = rows.ButtonHeight
	last := &rows.Row{Above: gap, Height: rows.ButtonHeight + 14}
	s.Button(last, deny, c.Width-inner, 0, rows.Secondary, answer(ToolDeny))
	c.Rows = append(c.Rows, row, last)
}

// framed makes one row in a box of several, so that it is seen as a whole or not at all.
func framed(list []*rows.Row, width float32) *rows.Row {
	all := &rows.Row{Above: list[0].Above}
	for i, r := range list {
		if i > 0 {
			all.Height += r.Above
		}
		for _, b := range r.Boxes {
			b.Y += all.Height
			all.Boxes = append(all.Boxes, b)
		}
		for _, t := range r.Texts {
			t.Y += all.Height
			t.LineTop += all.Height
			all.Texts = append(all.Texts, t)
		}
		for _, icon := range r.Icons {
			icon.Y += all.Height
			all.Icons = append(all.Icons, icon)
		}
		for _, spot := range r.Spots {
			spot.Y += all.Height
			all.Spots = append(all.Spots, spot)
		}
		all.Height += r.Height
	}
	ground := rows.Box{Area: rows.Area{W: width, H: all.Height}, Fill: theme.ColorCard, Line: theme.ColorLine, Top: 10, Bottom: 10}
	all.Boxes = append([]rows.Box{ground}, all.Boxes...)
	return all
}
