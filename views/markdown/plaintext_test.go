package markdown

import "strings"

// plainText is what blocks show, as the tests compare it: list items with their markers, the cells of a table with tabs
// between them, code as it is. (What a person copies is gathered from what was laid out, in views/conversation.)
func plainText(blocks []Block) string {
	var out strings.Builder
	for i := range blocks {
		b := &blocks[i]
		text := b.plain()
		if text == "" && b.Marker == "" {
			continue
		}
		switch {
		case out.Len() == 0:
		case b.Tight:
			out.WriteByte('\n')
		default:
			out.WriteString("\n\n")
		}
		out.WriteString(text)
	}
	return out.String()
}

func (b *Block) plain() string {
	switch b.Kind {
	case Code:
		return b.Text
	case TableBlock:
		return b.Table.plain()
	case Rule:
		return "---"
	case Picture:
		if text := plainRuns(b.Runs); text != "" {
			return text
		}
		return b.Link
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
	return first + strings.ReplaceAll(plainRuns(b.Runs), "\n", "\n"+indent)
}

func (t *Table) plain() string {
	var out []string
	for i := -1; i < len(t.Rows); i++ {
		row := t.Head
		if i >= 0 {
			row = t.Rows[i]
		}
		cells := make([]string, len(row))
		for j, c := range row {
			cells[j] = strings.ReplaceAll(plainRuns(c.Runs), "\n", " ")
		}
		if strings.Join(cells, "") != "" {
			out = append(out, strings.Join(cells, "\t"))
		}
	}
	return strings.Join(out, "\n")
}

func plainRuns(runs []Run) string {
	var b strings.Builder
	for _, r := range runs {
		b.WriteString(r.Text)
	}
	return b.String()
}
