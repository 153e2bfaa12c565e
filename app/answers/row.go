package answers

import (
	"strconv"
	"strings"
)

// addRow adds an object as a row, or replaces the cells of a row.
func (s *scanner) addRow(f *frame) {
	r := s.reader
	cells, given := make([]string, len(r.columns)), make([]bool, len(r.columns))
	var leftover []note
	number, missing, others := 0, len(r.columns), 0
	for i := range f.members {
		m := &f.members[i]
		if m.name == rowKey && s.rowNumber(m) > 0 {
			number, m.column = s.rowNumber(m), ignored
			continue
		}
		if m.column < 0 {
			others++
			continue
		}
		text := s.string(m.value)
		was := cells[m.column]
		if text == "" {
			text, was = was, ""
		}
		if was != "" && was != text {
			leftover = append(leftover, note{text: m.name + ": " + was})
		}
		if !given[m.column] {
			given[m.column] = true
			missing--
		}
		cells[m.column] = text
	}
	for i, m := range f.members {
		switch {
		case m.column != -1:
		// The model has renamed the key of the column at this position.
		case others == missing && i < len(given) && !given[i]:
			cells[i] = s.string(m.value)
		case m.name == rowKey:
		default:
			if n, ok := s.note(m); ok {
				leftover = append(leftover, n)
			}
		}
	}
	if number > 0 {
		r.patch(number-1, cells)
		return
	}
	r.add(oneString(cells), leftover)
}

// ignored marks, as its column, the member that contains the row number.
const ignored = -2

// rowNumber returns the row, from 1, whose cells an object replaces, or 0 if it is a new row: only
// texts after the first can replace cells.
func (s *scanner) rowNumber(m *member) int {
	if s.number == 0 {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(s.string(m.value)))
	if err != nil || n < 1 || n > len(s.reader.rows) {
		return 0
	}
	return n
}

// addCells adds an array of cells as a row, unless it contains the column names.
func (s *scanner) addCells(f *frame) {
	cells, heading := make([]string, len(f.members)), true
	for i, m := range f.members {
		cells[i] = s.string(m.value)
		heading = heading && s.reader.names.find(cells[i]) == i
	}
	if !heading {
		s.reader.add(oneString(cells), nil)
	}
}

// oneString copies the cells into one string, so that they do not retain the whole answer.
func oneString(cells []string) []string {
	all := strings.Join(cells, "")
	for i, cell := range cells {
		cells[i], all = all[:len(cell)], all[len(cell):]
	}
	return cells
}

// string returns the text of a token.
func (s *scanner) string(t token) string {
	text := s.text[t.from:t.to]
	switch t.kind {
	case inQuotes:
		return unquote(text)
	case bare:
		text = strings.TrimSpace(text)
		switch text {
		case "null", "None", "undefined", "nil":
			return ""
		}
	}
	return text
}
