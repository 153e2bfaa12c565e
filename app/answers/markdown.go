package answers

import "parlando/app/markdown"

// readMarkdown parses Markdown tables in a complete text without usable JSON. At least half of the
// columns must be among a table's headings.
func (s *scanner) readMarkdown() {
	var d markdown.Document
	d.Set(s.text)
	s.reader.steps += len(s.text)
	from := 0
	for _, b := range d.Blocks() {
		if b.Kind != markdown.TableBlock {
			continue
		}
		columns, matched := make([]int, len(b.Table.Head)), 0
		for i, h := range b.Table.Head {
			columns[i] = s.reader.names.find(markdown.RunsText(h.Runs))
			if columns[i] >= 0 {
				matched++
			}
		}
		if matched == 0 || matched*2 < len(s.reader.columns) || len(b.Table.Rows) == 0 {
			continue
		}
		if !s.used {
			s.reader.notes = s.reader.notes[:s.firstNote]
			s.used = true
		}
		s.reader.notes = append(s.reader.notes, note{scanner: s, from: from, to: b.Start, rows: len(s.reader.rows)})
		from = b.End
		for _, row := range b.Table.Rows {
			s.addMarkdown(b.Table.Head, row, columns)
		}
	}
	if s.used {
		s.reader.notes = append(s.reader.notes, note{scanner: s, from: from, to: len(s.text), rows: len(s.reader.rows)})
	}
}

func (s *scanner) addMarkdown(head, row []markdown.Cell, columns []int) {
	cells := make([]string, len(s.reader.columns))
	var leftover []note
	for i, c := range row {
		text := markdown.RunsText(c.Runs)
		switch column := columns[i]; {
		case text == "":
		case column >= 0 && cells[column] == "":
			cells[column] = text
		default:
			leftover = append(leftover, note{text: markdown.RunsText(head[i].Runs) + ": " + text})
		}
	}
	s.reader.add(cells, leftover)
}
