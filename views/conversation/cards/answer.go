package cards

import (
	"slices"
	"strings"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/views/conversation/rows"
	"parlando/views/i18n"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/words"
)

// Answers performs the actions on replies that are tables, and requests missing replies.
type Answers interface {
	// RequestMissing requests the missing replies of a request for several replies.
	RequestMissing(id chat.ID)
	// RequestUnfitCells requests again the cells that do not fit their columns. CopyTable copies a
	// table, SaveTable saves a table.
	RequestUnfitCells(id chat.ID)
	CopyTable(m chat.Message)
	SaveTable(m chat.Message)
	// ChangeColumns edits the columns of a table, to request it again.
	ChangeColumns(m chat.Message)
	// IsMadeUp reports whether the practice service makes up what a table contains.
	IsMadeUp() bool
}

// answer is the layout state of an answer that is a table.
type answer struct {
	reader  *answers.Reader
	written *answers.WrittenTable
	sheet   *rows.TableLayout
	// texts is the layout state of the text before the table and of the text after it.
	texts [2]*cardPart
	table answers.Table
}

// shownTable is a table that describes the errors of its cells in sentences.
type shownTable struct{ *answers.WrittenTable }

// MisfitReason implements rows.Table.
func (t shownTable) MisfitReason(row, column int) string {
	return words.CellProblem(t.WrittenTable.Misfit(row, column))
}

// answerRows lays out a reply for which a table or JSON was requested.
type answerRows struct {
	*rows.Typesetter
	card *Card
}

// readTable parses the received part of the requested table; it returns nil if the answer is text.
func (r answerRows) readTable() *answers.Table {
	c := r.card
	f := c.message.Answer()
	if f == nil || f.Kind != chat.AnswerTable {
		c.answer = nil
		return nil
	}
	if c.answer == nil {
		c.answer = &answer{reader: answers.NewReader(f.Columns)}
	}
	a := c.answer
	ended := c.message.State.Ended()
	texts := answers.ReplyTexts(c.message)
	changed := a.reader.Read(texts, ended)
	before := a.table
	a.table = a.reader.Table()
	// Show the table once a bracket has arrived; before its first row is complete, only the head.
	if begun := !ended && slices.ContainsFunc(texts, func(t string) bool { return strings.ContainsAny(t, "{[") }); !a.table.Found && !begun {
		return nil
	}
	same := changed == len(before.Rows) && changed == len(a.table.Rows) && before.Before == a.table.Before && before.After == a.table.After
	if a.written == nil || !same || a.sheet.Open() == ended {
		a.written = answers.Write(a.written, a.table, changed)
		a.sheet = r.LayOutTable(a.sheet, shownTable{a.written}, changed, !ended)
	}
	return &a.table
}

// tableRows lays out the table and the text around it.
func (r answerRows) tableRows(t *answers.Table) {
	c := r.card
	a := c.answer
	around := func(i int, text string, base int) {
		if text == "" {
			return
		}
		if a.texts[i] == nil {
			a.texts[i] = &cardPart{}
		}
		c.markdown(a.texts[i], text, base, true, false)
	}
	around(0, t.Before, 0)
	for i, row := range a.sheet.Rows {
		if i == 0 && len(c.Rows) > 0 {
			row.SpaceAbove = rows.BlockGap
		}
		c.Rows = append(c.Rows, row)
	}
	around(1, t.After, a.written.RowOffset(len(t.Rows))+1)
	if c.message.State.Ended() {
		r.tableLine(t)
	}
}

// tableLine adds a line below a table with the number of rows, the cells that do not fit, and the
// actions.
func (r answerRows) tableLine(t *answers.Table) {
	c := r.card
	style := textflow.Style{Size: rows.SmallSize}
	row := &rows.Row{SpaceAbove: 10, Height: rows.SmallButtonHeight}
	top := float32(rows.SmallButtonHeight-rows.SmallLineHeight) / 2
	m := c.message
	right := c.Width
	if c.Answers != nil {
		right = r.PlaceSmallButton(row, "download", i18n.Text("Save as…"), right, 0, func() { c.Answers.SaveTable(m) }) - 10
		right = r.PlaceSmallButton(row, "copy", i18n.Text("Copy"), right, 0, func() { c.Answers.CopyTable(m) }) - 10
	}
	said := r.rowsSaid(len(t.Rows))
	if c.Answers != nil && c.Answers.IsMadeUp() {
		said += " · " + i18n.Text("made up by practice")
	}
	x := r.PlaceText(row, said, 0, top, right, style, theme.ColorMuted)
	link := func(text string, do func()) {
		// in a narrow window, the link gets a row of its own
		if r.Ruler.Width(text, style) > right-x-10 {
			c.Rows = append(c.Rows, row)
			row, x, top, right = &rows.Row{Height: rows.SmallLineHeight}, -10, 0, c.Width
		}
		c.link(r.Typesetter, row, text, x+10, top, style, theme.ColorMuted, do)
		x += 10 + r.Ruler.Width(text, style)
	}
	if n := len(t.Faults); n > 0 {
		x += r.PlaceText(row, " · ", x, top, right-x, style, theme.ColorMuted)
		x += r.PlaceText(row, words.MisfitCells(n), x, top, right-x, style, theme.ColorCaution)
		if c.Answers != nil {
			link(i18n.Plural("Ask for these {{.N}} cells again", n), func() { c.Answers.RequestUnfitCells(m.ID) })
		}
	}
	if c.Answers != nil {
		link(i18n.Text("Change columns…"), func() { c.Answers.ChangeColumns(m) })
	}
	c.Rows = append(c.Rows, row)
}

// rowsSaid returns a sentence with the number of rows and, if the table was truncated, that fact.
func (r answerRows) rowsSaid(n int) string {
	if m := r.card.message; m.State != chat.Done || m.Finish == chat.FinishLength {
		return words.TruncatedAfterRows(n)
	}
	return words.RowCount(n)
}

// formLabel shows the name of the requested form above the reply.
func (r answerRows) formLabel(f *chat.AnswerForm) {
	style := textflow.Style{Size: rows.SmallSize}
	_, name := words.AnswerForm(f)
	w := min(r.Ruler.Width(name, style), r.Width-18)
	row := &rows.Row{Height: rows.LineHeight}
	row.Boxes = append(row.Boxes, rows.Box{Area: rows.Area{W: w + 18, H: rows.LineHeight}, Border: theme.ColorEdge, Fill: theme.ColorTint, Top: rows.LineHeight / 2, Bottom: rows.LineHeight / 2})
	r.PlaceText(row, name, 9, (rows.LineHeight-rows.SmallLineHeight)/2, w+1, style, theme.ColorMuted)
	r.card.Rows = append(r.card.Rows, row)
}
