package cards

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/direction"
	"parlando/app/tools"
	"parlando/views/conversation/rows"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/words"
)

// goOn lays out the card that asks whether a model may continue after many rounds of tool calls.
func (t toolRows) goOn(r chat.ToolRequest) {
	c := t.card
	c.Asks = true
	again := stripButton{i18n.TextIn("permission", "Continue"), rows.Primary, func() { c.Tools.Decide(r, ToolAllowOnce) }}
	stop := stripButton{i18n.Text("Stop here"), rows.Secondary, func() { c.Tools.Decide(r, ToolDeny) }}
	l := look{theme.ColorCaution, theme.ColorCautionGround, "wrench"}
	c.strip(t.Typesetter, l, i18n.Text("The model has used tools ten times for this reply. Let it continue?"), i18n.Text("Each further step is another request, which may cost money."), []stripButton{again, stop}, nil)
}

// permission lays out the card that asks for permission to run the call in part i.
func (t toolRows) permission(i int, r chat.ToolRequest, own bool) {
	c := t.card
	c.Asks = true
	// the fold key of the card; i is that of the line that later replaces the card
	fold := -1 - i
	from, open := len(c.Rows), c.folds.parts[fold]
	most := words.MaxShortArgument
	if open {
		most = words.MaxWholeArgument
	}
	t.permissionDetails(t.question(r, most), r, open, c.fold(fold))
	t.permissionButtons(r, own)
	c.Rows = append(c.Rows[:from], framed(c.Rows[from:], c.Width))
}

const (
	cardInset = 16 // the space at the sides of a card that asks
	cardFoot  = 14 // the space below its content
)

// question lays out what a model asks, and returns the sentence about where the result goes.
// Arguments longer than most characters are truncated.
func (t toolRows) question(r chat.ToolRequest, most int) (where string) {
	c := t.card
	ask := words.NewToolPermission(r, c.model(), c.Tools.ServiceName(), c.Tools.SearchesEverywhere(), most)
	_, icon := words.CalledTool(r.Call)
	t.permissionHead(icon, ask)
	t.paragraph([]textflow.Run{{Text: ask.After, Style: textflow.Style{Size: rows.SmallSize}}}, theme.ColorCaution)
	t.paragraph(emphasized(ask), fynetheme.ColorNameForeground)
	column := t.valueColumn(ask.Values...)
	for _, v := range ask.Values {
		t.value(v, cardInset, column)
	}
	if r.MayHaveRun {
		t.paragraph([]textflow.Run{{Text: i18n.Text("This may already have been done, because Parlando closed before it finished."), Style: textflow.Style{Size: rows.SmallSize}}}, theme.ColorCaution)
	}
	return ask.Where
}

// where lays out where the result goes.
func (t toolRows) where(sentence string) {
	t.paragraph([]textflow.Run{{Text: sentence, Style: textflow.Style{Size: rows.SmallSize}}}, theme.ColorMuted)
}

// permissionHead lays out the title of the request and the origin of the tool.
func (t toolRows) permissionHead(icon string, ask words.ToolPermission) {
	row := &rows.Row{SpaceAbove: 8}
	row.Icons = append(row.Icons, rows.Icon{X: cardInset, Y: 16, Size: 18, Name: icon, Color: fynetheme.ColorNameForeground})
	small := textflow.Style{Size: rows.SmallSize}
	w := t.Ruler.Width(ask.Origin, small)
	left := t.Width - cardInset - w - 14
	row.Boxes = append(row.Boxes, rows.Box{Area: rows.Area{X: left, Y: 14, W: w + 14, H: rows.SmallLineHeight + 4}, Border: theme.ColorLine, Top: 6, Bottom: 6})
	t.PlaceText(row, ask.Origin, left+7, 16, w+1, small, theme.ColorMuted)
	title := []textflow.Run{{Text: ask.Title, Style: textflow.Style{Size: rows.TextSize, Bold: true}}}
	row.Height = 18 + t.PlaceParagraph(row, title, cardInset+26, 14, left-cardInset-26-8, fynetheme.ColorNameForeground)
	t.card.Rows = append(t.card.Rows, row)
}

// permissionDetails lays out where the result goes, and the link that shows or hides the call as
// JSON.
func (t toolRows) permissionDetails(where string, r chat.ToolRequest, open bool, fold func()) {
	c := t.card
	small := textflow.Style{Size: rows.SmallSize}
	t.where(where)
	details := i18n.Text("Details")
	x, row := float32(cardInset), &rows.Row{SpaceAbove: 3, Height: rows.SmallLineHeight}
	if w := t.Ruler.Width(where+" ", small); !direction.RightToLeft(where) && w+t.Ruler.Width(details, small) <= t.Width-2*cardInset {
		x, row.SpaceAbove = cardInset+w, -rows.SmallLineHeight // beside the sentence
	}
	c.link(t.Typesetter, row, details, x, 0, small, theme.ColorMuted, fold)
	c.Rows = append(c.Rows, row)
	if !open {
		return
	}
	row = &rows.Row{SpaceAbove: 4}
	y := float32(0)
	mono := textflow.Style{Size: rows.SmallSize, Mono: true}
	for line := range strings.Lines(r.Call.Name + " " + words.ToolJSON(r.Call)) {
		y += t.PlaceParagraph(row, []textflow.Run{{Text: line, Style: mono}}, cardInset, y, t.Width-2*cardInset, fynetheme.ColorNameForeground)
	}
	row.Height = y
	c.Rows = append(c.Rows, row)
}

// emphasized returns the sentence of a question with its object in bold.
func emphasized(ask words.ToolPermission) []textflow.Run {
	style := textflow.Style{Size: rows.TextSize}
	if ask.Object == "" {
		return []textflow.Run{{Text: ask.Sentence, Style: style}}
	}
	bold := style
	bold.Bold = true
	end := ask.ObjectAt + len(ask.Object)
	runs := []textflow.Run{{Text: ask.Sentence[:ask.ObjectAt], Style: style}, {Text: ask.Object, Style: bold}, {Text: ask.Sentence[end:], Style: style}}
	return slices.DeleteFunc(runs, func(r textflow.Run) bool { return r.Text == "" })
}

func (t toolRows) paragraph(runs []textflow.Run, color fyne.ThemeColorName) {
	if runs[0].Text == "" {
		return
	}
	row := &rows.Row{SpaceAbove: 3}
	row.Height = t.PlaceParagraph(row, runs, cardInset, 0, t.Width-2*cardInset, color)
	t.card.Rows = append(t.card.Rows, row)
}

// permissionButtons lays out the buttons: the one that denies the call at the left, the others at
// the right. A button that does not fit starts a new row.
func (t toolRows) permissionButtons(r chat.ToolRequest, own bool) {
	c := t.card
	const gap = 8
	first := &rows.Row{SpaceAbove: 10, Height: rows.ButtonHeight}
	row, left := first, c.Width-cardInset
	deny := i18n.Text("Don't allow")
	if own {
		deny = i18n.Text("Don't answer")
	}
	// the other buttons of this row must stay right of edge
	edge := cardInset + t.ButtonWidth(deny) + gap
	add := func(words string, style rows.ButtonStyle, a ToolDecision) {
		if left-t.ButtonWidth(words) < edge {
			c.Rows = append(c.Rows, row)
			row, left, edge = &rows.Row{SpaceAbove: gap, Height: rows.ButtonHeight}, c.Width-cardInset, cardInset
		}
		left = t.PlaceButton(row, words, left, 0, style, func() { c.Tools.Decide(r, a) }) - gap
	}
	if own {
		add(i18n.Text("Answer…"), rows.Primary, ToolTypeResult)
	} else {
		remembers, fromOutside := r.Call.Name == tools.Remember, len(r.Outside) > 0
		allow := i18n.Text("Allow once")
		if remembers && !fromOutside {
			allow = i18n.Text("Allow") // later sentences are remembered without asking
		}
		add(allow, rows.Primary, ToolAllowOnce)
		if !remembers && !fromOutside {
			add(i18n.Text("Allow until this reply is done"), rows.Secondary, ToolAllowForAnswer)
		}
	}
	t.PlaceButton(first, deny, cardInset+t.ButtonWidth(deny), 0, rows.Secondary, func() { c.Tools.Decide(r, ToolDeny) })
	row.Height += cardFoot
	c.Rows = append(c.Rows, row)
}

// framed merges rows into one row in a box, so that they are visible as a whole or not at all.
func framed(list []*rows.Row, width float32) *rows.Row {
	all := &rows.Row{SpaceAbove: list[0].SpaceAbove}
	for i, r := range list {
		if i > 0 {
			all.Height += r.SpaceAbove
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
		for _, spot := range r.ClickAreas {
			spot.Y += all.Height
			all.ClickAreas = append(all.ClickAreas, spot)
		}
		all.Height += r.Height
	}
	ground := rows.Box{Area: rows.Area{W: width, H: all.Height}, Fill: theme.ColorCard, Border: theme.ColorLine, Top: 10, Bottom: 10}
	all.Boxes = append([]rows.Box{ground}, all.Boxes...)
	return all
}
