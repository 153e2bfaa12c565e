package spreadsheet

import "strings"

// Read determines the kinds of the cells of a table that a model wrote as text:
//
//   - numbers, also with a currency or percent sign, unless a spreadsheet would lose a leading
//     zero or a digit beyond the 15th,
//   - dates and times as in ISO 8601, without a time zone,
//   - web addresses.
//
// Everything else is text. A number such as 1.234, whose separator may be for thousands or for
// decimals, is text unless another number of its column shows which, or otherwise of the table.
// locale is the user's, such as "de-DE": if it writes decimals with a comma, "2,5" needs no such
// evidence.
func Read(rows [][]string, locale string) [][]Cell {
	commas := Separator(locale) == ';'
	var all evidence
	var columns []evidence
	for _, row := range rows {
		for i, text := range row {
			if i == len(columns) {
				columns = append(columns, evidence{})
			}
			f, ok := readFigure(strings.TrimSpace(text))
			if !ok {
				continue
			}
			shown := f.shows(commas)
			columns[i].add(shown)
			all.add(shown)
		}
	}
	cells := make([][]Cell, len(rows))
	for r, row := range rows {
		cells[r] = make([]Cell, len(row))
		for i, text := range row {
			decimal := columns[i].decimal()
			if !columns[i].any() {
				decimal = all.decimal()
			}
			cells[r][i] = read(text, decimal)
		}
	}
	return cells
}

// read decides what one cell holds. decimal is the decimal separator, 0 if that is unknown.
func read(text string, decimal rune) Cell {
	trimmed := strings.TrimSpace(text)
	if f, ok := readFigure(trimmed); ok {
		if c, ok := f.cell(decimal); ok {
			c.Text = text
			return c
		}
	}
	if c, ok := readDate(trimmed); ok {
		return c
	}
	if c, ok := readLink(trimmed); ok {
		return c
	}
	return Text(text)
}

// evidence counts the numbers that show their decimal separator.
type evidence struct{ points, commas int }

func (e *evidence) add(decimal rune) {
	switch decimal {
	case '.':
		e.points++
	case ',':
		e.commas++
	}
}

func (e *evidence) any() bool { return e.points+e.commas > 0 }

// decimal returns the decimal separator, 0 if there is no evidence or there are contradictions.
func (e *evidence) decimal() rune {
	switch {
	case e.points > 0 && e.commas == 0:
		return '.'
	case e.commas > 0 && e.points == 0:
		return ','
	}
	return 0
}
