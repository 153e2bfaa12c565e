package markdown

import "strings"

// PlainText gives what blocks show between two byte offsets in their source as text to read: list items with
// their markers, the cells of a table with tabs between them, code as it is. Pass 0 and math.MaxInt for all.
func PlainText(blocks []Block, from, to int) string {
	var b strings.Builder
	for i := range blocks {
		block := &blocks[i]
		if block.End < from || block.Start >= to || block.End == from && block.Start < from {
			continue
		}
		text := block.plain(from, to)
		if text == "" && block.Marker == "" {
			continue
		}
		switch {
		case b.Len() == 0:
		case block.Tight:
			b.WriteByte('\n')
		default:
			b.WriteString("\n\n")
		}
		b.WriteString(text)
	}
	return b.String()
}

// plain gives the text of one block.
func (b *Block) plain(from, to int) string {
	switch b.Kind {
	case Code:
		return b.plainCode(from, to)
	case TableBlock:
		return b.Table.plain(from, to)
	case Rule:
		return "---"
	case Picture:
		text := plainRuns(b.Runs, from, to)
		if text == "" {
			return b.Link
		}
		return text
	}
	text := plainRuns(b.Runs, from, to)
	start := b.Start
	if len(b.Runs) > 0 {
		start = b.Runs[0].Start
	}
	if from > start {
		return text // a selection that starts within the block has not taken its marker
	}
	indent := strings.Repeat("> ", b.Quote) + strings.Repeat("  ", max(0, b.Depth-1))
	first := indent
	switch {
	case b.Marker != "":
		first += b.Marker + " "
		indent += strings.Repeat(" ", len([]rune(b.Marker))+1)
	case b.Depth > 0:
		first += "  "
		indent += "  "
	}
	return first + strings.ReplaceAll(text, "\n", "\n"+indent)
}

// plainCode gives the part of a code block's text whose source lies between two offsets.
func (b *Block) plainCode(from, to int) string {
	if from <= b.Start && to >= b.End {
		return b.Text
	}
	var out []string
	lines := strings.Split(b.Text, "\n")
	for i, line := range lines {
		if i >= len(b.Lines) {
			break
		}
		start := b.Lines[i]
		if start >= to || start+len(line) < from {
			continue
		}
		out = append(out, line[max(0, min(from-start, len(line))):max(0, min(to-start, len(line)))])
	}
	return strings.Join(out, "\n")
}

func (t *Table) plain(from, to int) string {
	var out []string
	for i := -1; i < len(t.Rows); i++ {
		row := t.Head
		if i >= 0 {
			row = t.Rows[i]
		}
		cells := make([]string, len(row))
		any := false
		for j, c := range row {
			cells[j] = strings.ReplaceAll(plainRuns(c.Runs, from, to), "\n", " ")
			any = any || cells[j] != ""
		}
		if any {
			out = append(out, strings.Join(cells, "\t"))
		}
	}
	return strings.Join(out, "\n")
}

// plainRuns gives the text of runs between two offsets. A run that is not its source letter for letter, such as
// an escaped character, is taken whole.
func plainRuns(runs []Run, from, to int) string {
	var b strings.Builder
	for _, r := range runs {
		start, end := 0, len(r.Text)
		switch {
		case r.Start >= to && !(r.Start == r.End && r.Start == to), r.End < from, r.End == from && r.Start < from:
			continue
		case r.End-r.Start == len(r.Text):
			start, end = max(0, from-r.Start), min(len(r.Text), to-r.Start)
		}
		b.WriteString(r.Text[start:end])
	}
	return b.String()
}
