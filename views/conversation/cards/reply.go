package cards

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/views/conversation/rows"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/words"
)

// reply lays out a message of the assistant.
func (c *Card) reply() {
	s := c.setter()
	m := &c.message
	arrived := false
	for _, p := range m.Parts {
		if p.Kind == chat.PartImage || p.Text != "" {
			arrived = true
		}
	}
	met := failure(m.Request)
	unstored := met != nil && met.Kind == problem.Storage
	failed := met != nil && (m.State.Ended() || unstored)
	if f := m.Answer(); f != nil && (arrived || !failed) {
		answerRows{s, c}.formLabel(f)
	}
	c.content(s)
	c.arriving(s)
	switch m.State {
	case chat.Waiting:
		c.waiting(s, arrived)
	case chat.Writing:
		if c.writesText() {
			c.caret()
		}
		if c.quiet {
			c.remark(s, "", i18n.Text("Nothing has arrived for 10 seconds. You can keep waiting or stop."), "", nil)
		}
	case chat.Stopped:
		c.endedEarly(s, "circle-stop", i18n.Text("You stopped this reply."))
	}
	if m.State.Ended() {
		c.endings(s)
	}
	if failed {
		c.problem(s, *met)
	}
	if m.State.Ended() && (!failed || unstored || m.Siblings > 1) {
		c.footer(s)
	}
	if c.folds.about && m.State.Ended() && !failed {
		c.about(s)
	}
}

// arriving adds what shows that a tool call or a picture is on its way.
func (c *Card) arriving(s *rows.Typesetter) {
	if c.message.Preparing != "" {
		toolRows{s, c}.preparing(c.message.Preparing)
	}
	if c.message.Drawing {
		c.drawing(s)
	}
}

// writesText reports whether the last part of the reply is text that may grow.
func (c *Card) writesText() bool {
	m := &c.message
	n := len(m.Parts)
	return n > 0 && !m.Parts[n-1].Kind.IsTool() && m.Preparing == "" && !m.Drawing
}

// model returns the name of the model that answered, if known.
func (c *Card) model() string { return ModelName(c.message, c.Models.ModelName) }

// ModelName returns nameOf of the model that wrote a message, or the id of the model if that is "".
func ModelName(m chat.Message, nameOf func(model string) string) string {
	id := ""
	if r := m.Request; r != nil {
		id = cmp.Or(r.Served, r.Asked)
	}
	if id == "" {
		return i18n.Text("Reply")
	}
	return cmp.Or(nameOf(id), id)
}

// content lays out the parts in order.
func (c *Card) content(s *rows.Typesetter) {
	if c.Tools != nil && !c.message.State.Ended() {
		defer func() {
			if r, ok := c.Tools.WaitingToContinue(c.message.ID); ok {
				toolRows{s, c}.goOn(r)
			}
		}()
	}
	offsets := c.message.TextOffsets()
	answer := answerRows{s, c}
	table, at := answer.readTable(), answers.AnswerPart(c.message)
	prose := table == nil && !c.isJSON()
	for i := 0; i < len(c.message.Parts); i++ {
		p := c.message.Parts[i]
		switch p.Kind {
		case chat.PartText:
			switch {
			case table != nil && i == at:
				answer.tableRows(table)
			case c.isJSON() && i == at:
				answer.json(i)
			case table == nil && answers.IsEmpty(c.message):
				c.note(s, i18n.Text("The model found nothing to put in the table."))
			case prose:
				text, last := continuedText(c.message.Parts, i)
				c.text(last, text, offsets[i], false)
				i = last
			}
		case chat.PartToolCall:
			toolRows{s, c}.call(i)
		case chat.PartReasoning:
			c.thinking(s, i, p.Text, p.Took)
		case chat.PartRefusal:
			c.text(i, p.Text, -1, false)
		case chat.PartContinued:
			if prose && i > 0 && endsBlock(c.message.Parts[i-1].Text) {
				c.continuedMark(s)
			}
		case chat.PartRemoteImage:
			row := s.PlaceRemotePicture(p.Text, p.Name, 0)
			row.SpaceAbove = rows.BlockGap
			c.Rows = append(c.Rows, row)
		case chat.PartImage:
			if i > 0 && c.message.Parts[i-1].Kind == chat.PartImage {
				continue // the gallery of the first picture includes this one
			}
			c.gallery(s, leadingImages(c.message.Parts[i:]))
		}
	}
}

// continuedText returns the text of part i joined with the texts that continue it in the middle of
// a Markdown block, such as a sentence or a list, and the index of the last joined part.
func continuedText(parts []chat.Part, i int) (text string, last int) {
	text = parts[i].Text
	for i+2 < len(parts) && parts[i+1].Kind == chat.PartContinued && parts[i+2].Kind == chat.PartText && !endsBlock(text) {
		i += 2
		text += parts[i].Text
	}
	return text, i
}

// endsBlock reports whether a text ends at the end of a Markdown block.
func endsBlock(text string) bool {
	return strings.HasSuffix(text, "\n\n") && strings.Count(text, "```")%2 == 0
}

// leadingImages returns the consecutive pictures at the beginning of parts.
func leadingImages(parts []chat.Part) (out []chat.Part) {
	for _, p := range parts {
		if p.Kind != chat.PartImage {
			break
		}
		if p.Blob != nil {
			out = append(out, p)
		}
	}
	return out
}

// shownThinkingTime is the shortest time of reasoning that is shown: less says nothing, and would
// read "0 s".
const shownThinkingTime = 100 * time.Millisecond

// thinking adds the line that unfolds the model's reasoning, and the reasoning if it is unfolded.
// took is chat.Part.Took.
func (c *Card) thinking(s *rows.Typesetter, i int, text string, took time.Duration) {
	going := !c.message.State.Ended() && i == len(c.message.Parts)-1
	words := i18n.Text("Thinking")
	switch {
	case going:
		words = i18n.Text("Thinking…")
	case took >= shownThinkingTime:
		words = i18n.Text("Thought for {{.Time}}", map[string]any{"Time": seconds(took)})
	}
	open := c.folds.parts[i]
	c.foldLine(s, i, words, rows.ClickArea{Name: words}, open)
	if !open {
		return
	}
	c.text(i, text, -1, true)
	// The same space as between two blocks of a reply.
	c.Rows = append(c.Rows, &rows.Row{Height: rows.BlockGap})
}

// foldLine adds the line that folds and unfolds part i. spot has the name of the action.
func (c *Card) foldLine(s *rows.Typesetter, i int, words string, spot rows.ClickArea, open bool) {
	icon := "chevron-right"
	if open {
		icon = "chevron-down"
	}
	row := &rows.Row{SpaceAbove: 4, Height: 26}
	row.Icons = append(row.Icons, rows.Icon{X: 1, Y: 6, Size: 14, Name: icon, Color: theme.ColorMuted})
	w := s.PlaceText(row, words, 22, 2.5, c.Width-24, textflow.Style{Size: rows.TextSize}, theme.ColorMuted)
	spot.Area, spot.Radius, spot.Do = rows.Area{X: -4, W: w + 34, H: 26}, 6, c.fold(i)
	row.ClickAreas = append(row.ClickAreas, spot)
	c.Rows = append(c.Rows, row)
}

func (c *Card) continuedMark(s *rows.Typesetter) {
	row := &rows.Row{SpaceAbove: 6, Height: rows.SmallLineHeight}
	style := textflow.Style{Size: rows.SmallSize}
	words := i18n.Text("Continued")
	w := c.Ruler.Width(words, style)
	x := (c.Width - w) / 2
	row.Boxes = append(row.Boxes,
		rows.Box{Area: rows.Area{Y: 9, W: x - 10, H: 1}, Fill: theme.ColorLine},
		rows.Box{Area: rows.Area{X: x + w + 10, Y: 9, W: c.Width - x - w - 10, H: 1}, Fill: theme.ColorLine})
	s.PlaceText(row, words, x, 0, w+1, style, theme.ColorMuted)
	c.Rows = append(c.Rows, row)
}

// waiting adds the line shown until the reply starts or, after the first content arrived,
// continues.
func (c *Card) waiting(s *rows.Typesetter, arrived bool) {
	words := i18n.Text("Thinking…")
	if c.message.Loading {
		c.remark(s, "", i18n.Text("The model is still loading…"), i18n.Text("Cancel"), c.Messages.Stop)
		return
	}
	if c.quiet {
		words = i18n.Text("Nothing has arrived for 10 seconds. You can keep waiting or stop.")
	} else if arrived {
		words = i18n.Text("Continuing…")
	}
	c.remark(s, "", words, "", nil)
}

// remark adds a muted line under a reply, with a link for action if action is not "".
func (c *Card) remark(s *rows.Typesetter, icon, words, action string, do func()) {
	row := &rows.Row{SpaceAbove: 4, Height: rows.LineHeight}
	style := textflow.Style{Size: rows.TextSize}
	x := float32(0)
	if icon != "" {
		row.SpaceAbove = 8
		row.Icons = append(row.Icons, rows.Icon{X: 1, Y: 4, Size: 13, Name: icon, Color: theme.ColorMuted})
		x = 22
	}
	x += s.PlaceText(row, words, x, 0, c.Width-x, style, theme.ColorMuted)
	if action != "" {
		c.link(s, row, action, x+6, 0, style, theme.ColorMuted, do)
	}
	c.Rows = append(c.Rows, row)
}

// note adds a muted remark that wraps to several lines if necessary; "" adds nothing.
func (c *Card) note(s *rows.Typesetter, sentence string) {
	if sentence == "" {
		return
	}
	row := &rows.Row{SpaceAbove: 8}
	row.Icons = append(row.Icons, rows.Icon{X: 1, Y: 4, Size: 13, Name: "info", Color: theme.ColorMuted})
	row.Height = s.PlaceParagraph(row, []textflow.Run{{Text: sentence, Style: textflow.Style{Size: rows.TextSize}}}, 22, 0, c.Width-22, theme.ColorMuted)
	c.Rows = append(c.Rows, row)
}

// link adds an underlined, clickable word and returns its width.
func (c *Card) link(s *rows.Typesetter, row *rows.Row, word string, x, top float32, style textflow.Style, color fyne.ThemeColorName, do func()) float32 {
	style.Underline = true
	w := s.PlaceText(row, word, x, top, c.Width, style, color)
	row.ClickAreas = append(row.ClickAreas, rows.ClickArea{Area: rows.Area{X: x - 4, Y: top, W: w + 8, H: rows.LineHeight}, Name: word, Radius: 4, Do: do})
	return w
}

// caret draws the mark of a growing reply at the end of the received text. It does not blink.
func (c *Card) caret() {
	x, top, height := float32(0), float32(-rows.LineHeight), float32(rows.LineHeight)
	if n := len(c.Rows); n > 0 {
		last := c.Rows[n-1]
		if k := len(last.Texts); k > 0 && last.Viewport == nil {
			t := last.Texts[k-1]
			x, top, height = t.X+t.W+3, t.LineTop-last.Height, t.LineHeight
			if t.Chrome {
				top, height = -last.Height, min(last.Height, rows.LineHeight)
			}
		}
	}
	if x > c.Width-8 {
		x = c.Width - 8
	}
	c.Rows = append(c.Rows, &rows.Row{Boxes: []rows.Box{{
		Area: rows.Area{X: x, Y: top + (height-16)/2, W: 8, H: 16}, Fill: theme.ColorAccent, Top: 2, Bottom: 2,
	}}})
}

// endings adds remarks on how the reply ended and on how it differs from the request.
func (c *Card) endings(s *rows.Typesetter) {
	m := &c.message
	declined := slices.ContainsFunc(m.Parts, func(p chat.Part) bool { return p.Kind == chat.PartRefusal && p.Text != "" })
	if declined {
		c.remark(s, "info", i18n.Text("The model declined to answer this."), "", nil)
	}
	switch m.Finish {
	case chat.FinishLength:
		if met := failure(m.Request); met != nil && met.Kind == problem.CutInCall {
			break // the card of the problem says so
		}
		if m.Text() == "" && c.endsInThought() {
			say := words.ThoughtAlone()
			c.strip(s, lookOf(problem.Empty), say.Title, say.Safe, []stripButton{c.allowLonger(say.Button)}, nil)
			break
		}
		c.endedEarly(s, "info", i18n.Text("The reply reached the maximum length."))
	case chat.FinishContentFilter:
		if !declined {
			c.remark(s, "info", i18n.Text("The service stopped this reply because of its content rules."), "", nil)
		}
	case chat.FinishToolCalls:
		if m.State == chat.Done {
			c.note(s, i18n.Text("The model also tried to use a tool, but tools are turned off."))
		}
	}
	answerRows{s, c}.jsonNote()
	if r := m.Request; r != nil && r.Problem != nil && r.Problem.Kind == problem.FewerReplies && r.Params.Replies != nil && m.Siblings < *r.Params.Replies {
		c.fewer(s, *r.Params.Replies)
	}
	if m.Request != nil && m.State == chat.Done {
		c.note(s, words.AnsweredWithout(m.Request.LeftOut, c.toolTitle))
	}
	if n := c.hidden(); n > 0 {
		c.remark(s, "info", i18n.Plural("{{.N}} hidden characters left out", n), "", nil)
	}
	if r := m.Request; r != nil && r.Served != "" && r.Asked != "" && r.Served != r.Asked {
		c.remark(s, "info", i18n.Text("{{.Served}} replied instead of {{.Asked}}.", map[string]any{"Served": cmp.Or(c.Models.ModelName(r.Served), r.Served), "Asked": cmp.Or(c.Models.ModelName(r.Asked), r.Asked)}), "", nil)
	}
}

// endedEarly adds a remark on the end of a reply, and offers to continue the reply if possible.
func (c *Card) endedEarly(s *rows.Typesetter, icon, sentence string) {
	if c.ReadOnly || !c.message.CanContinue() {
		c.remark(s, icon, sentence, "", nil)
		return
	}
	id := c.message.ID
	c.remark(s, icon, sentence, i18n.TextIn("reply", "Continue"), func() { c.Messages.Continue(id) })
}

// fewer adds a remark that some requested replies are missing, with a link that requests them.
// There is no automatic request because each reply costs.
func (c *Card) fewer(s *rows.Typesetter, wanted int) {
	sentence := i18n.Plural("Not all of the {{.N}} replies arrived.", wanted)
	if c.Answers == nil {
		c.note(s, sentence)
		return
	}
	id := c.message.ID
	c.remark(s, "info", sentence, i18n.Text("Get the missing replies"), func() { c.Answers.RequestMissing(id) })
}

// hidden returns the number of invisible characters that were removed from the reply.
func (c *Card) hidden() int {
	n := 0
	for i, p := range c.message.Parts {
		if (p.Kind == chat.PartText || p.Kind == chat.PartRefusal) && i < len(c.parts) {
			n += c.parts[i].hidden
		}
	}
	return n
}

// footer adds the actions of a reply, the arrows to its siblings, and its tokens and cost.
func (c *Card) footer(s *rows.Typesetter) {
	c.Footer = len(c.Rows)
	row, x := c.actions(s)
	if c.message.Siblings > 1 {
		x = c.siblings(s, row, x, 2, false)
	}
	x = c.sourcesButton(s, row, x)
	x = c.changeButton(s, row, x)
	c.footerFacts(s, row, c.Width-x-16)
	if x > 0 {
		c.Rows = append(c.Rows, row)
	}
	c.sourceList(s)
}

// actions places the actions of a reply, and returns the row in which x is free.
func (c *Card) actions(s *rows.Typesetter) (row *rows.Row, x float32) {
	id := c.message.ID
	row = &rows.Row{SpaceAbove: 8, Height: actionSize + 4}
	place := func(icon, name string, do func()) {
		if !c.Labels {
			s.PlaceIconButton(row, icon, name, x, 2, actionSize, false, do)
			x += 31.5
			return
		}
		if x > 0 && x+s.LabeledIconWidth(name) > c.Width {
			c.Rows = append(c.Rows, row)
			row, x = &rows.Row{Height: actionSize + 4}, 0
		}
		x = s.PlaceLabeledIcon(row, icon, name, x, 2, actionSize, do)
	}
	// c.message lacks the sources.
	place("copy", i18n.Text("Copy"), func() { c.OnCopyReply(*c.Message(id), false) })
	if says := c.answer != nil && c.answer.table.Found || HasVisibleText(c.message); c.OnReadAloud != nil && says {
		icon, name := c.Loudspeaker(id)
		place(icon, name, func() { c.OnReadAloud(id, -1) })
	}
	if !c.ReadOnly {
		place("refresh-cw", i18n.Text("Try again"), func() { c.Messages.Regenerate(id) })
	}
	place("ellipsis", i18n.Text("More"), func() { c.Overlays.OpenMenu(id) })
	if c.Labels { // there is no room left in this row
		c.Rows = append(c.Rows, row)
		return &rows.Row{Height: actionSize + 4}, 0
	}
	return row, x
}

// footerFacts adds what a reply took and cost, at the right end of at most room. It is visible only
// while the pointer is near, but for the name of a model that is not the chat's current one, which
// is last.
func (c *Card) footerFacts(s *rows.Typesetter, row *rows.Row, room float32) {
	style := textflow.Style{Size: rows.SmallSize}
	said := c.spent()
	if len(said) == 0 {
		return
	}
	// Drop the model first if there is too little room.
	fits := func() bool { return s.Ruler.Width(format.Facts(said...), style) <= room }
	if len(said) > 1 && !fits() {
		said = said[:len(said)-1]
	}
	for len(said) > 1 && !fits() {
		said = said[1:]
	}
	name := ""
	if r := c.message.Request; said[len(said)-1] == c.model() && c.Model != cmp.Or(r.Served, r.Asked) {
		name = c.model()
	}
	line := format.Facts(said...)
	w := min(s.Ruler.Width(line, style), room)
	x, from := c.Width-6-w, len(row.Texts)
	x += s.PlaceText(row, strings.TrimSuffix(line, name), x, 7, room, style, theme.ColorMuted)
	for i := range row.Texts[from:] {
		row.Texts[from+i].HoverOnly = true
	}
	s.PlaceText(row, name, x, 7, c.Width-5-x, style, theme.ColorMuted)
	if u := c.message.Usage(); u != nil {
		details := c.folds.RequestDetails(&c.message)
		row.ClickAreas = append(row.ClickAreas, rows.ClickArea{
			Area: rows.Area{X: c.Width - 10 - w, Y: 4, W: w + 8, H: rows.SmallLineHeight + 6}, Name: tokens(*u), HasTooltip: true, Radius: 4,
			HoverOnly: true, Do: func() { c.ToggleDetails(details) },
		})
	}
}

// siblings draws ‹ 2 of 2 › and returns its right edge. x is the left edge, or with fromRight about
// the right edge.
func (c *Card) siblings(s *rows.Typesetter, row *rows.Row, x, top float32, fromRight bool) float32 {
	id := c.message.ID
	said := i18n.Text("{{.N}} of {{.M}}", map[string]any{"N": format.Number(c.message.Sibling), "M": format.Number(c.message.Siblings)})
	style := textflow.Style{Size: rows.TextSize}
	w := s.Ruler.Width(said, style)
	if fromRight {
		x -= w + 2*actionSize
	}
	if c.message.Sibling <= 1 {
		c.ending(row, "chevron-left", x+2, top)
	} else {
		s.PlaceIconButton(row, "chevron-left", i18n.Text("Previous reply"), x+2, top, actionSize, false, func() { c.Messages.Choose(id, -1) })
	}
	s.PlaceText(row, said, x+actionSize+2, top+3.5, w+1, style, theme.ColorMuted)
	if c.message.Sibling >= c.message.Siblings {
		c.ending(row, "chevron-right", x+w+actionSize+2, top)
	} else {
		s.PlaceIconButton(row, "chevron-right", i18n.Text("Next reply"), x+w+actionSize+2, top, actionSize, false, func() { c.Messages.Choose(id, +1) })
	}
	return x + w + 2*actionSize + 2
}

// ending draws a disabled arrow, so that the other arrow keeps its position.
func (c *Card) ending(row *rows.Row, name string, x, top float32) {
	row.Icons = append(row.Icons, rows.Icon{X: x + (actionSize-16)/2, Y: top + (actionSize-16)/2, Size: 16, Name: name, Color: theme.ColorLine})
}
