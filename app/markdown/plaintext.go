package markdown

import (
	"io"
	"slices"
	"strings"
)

// PlainText returns the text of blocks without Markdown markup: list items with their markers,
// table cells separated by tabs, code unchanged, quotes and lists indented.
func PlainText(blocks []Block) string {
	var out strings.Builder
	WritePlainText(&out, blocks)
	return out.String()
}

// WritePlainText is PlainText for very long texts. It ignores the errors of out.
func WritePlainText(out io.StringWriter, blocks []Block) {
	blocks = JoinParagraphs(blocks)
	first := true
	for i := range blocks {
		b := &blocks[i]
		text := b.plain()
		if text == "" && b.Marker == "" {
			continue
		}
		switch {
		case first:
		case b.Tight:
			_, _ = out.WriteString("\n")
		default:
			_, _ = out.WriteString("\n\n")
		}
		first = first && text == ""
		_, _ = out.WriteString(text)
	}
}

// JoinParagraphs joins the blocks of each long paragraph: the window lays out these blocks one by
// one, but a file needs the whole paragraph.
func JoinParagraphs(blocks []Block) []Block {
	out := make([]Block, 0, len(blocks))
	own := false // the runs of the last block are a copy, not the caller's
	for _, b := range blocks {
		n := len(out) - 1
		if n < 0 || !b.Tight || b.Marker != "" || b.Kind != Paragraph || out[n].Kind != Paragraph || b.Depth != out[n].Depth || b.Quote != out[n].Quote ||
			len(out[n].Runs) == 0 {
			out, own = append(out, b), false
			continue
		}
		runs := out[n].Runs
		if !own {
			runs, own = slices.Clone(runs), true
		}
		if b.Start > out[n].End {
			runs = append(runs, Run{Text: " ", Start: out[n].End, End: b.Start})
		}
		out[n].Runs, out[n].End = append(runs, b.Runs...), b.End
	}
	return out
}

func (b *Block) plain() string {
	switch b.Kind {
	case CodeBlock:
		return b.Text
	case TableBlock:
		return b.Table.plain()
	case Rule:
		return "———"
	case Picture:
		if text := RunsText(b.Runs); text != "" {
			return text
		}
		return b.Link
	}
	indent := strings.Repeat("    ", b.Quote) + strings.Repeat("  ", max(0, b.Depth-1))
	first := indent
	switch {
	case b.Marker != "":
		first += b.Marker + " "
		indent += strings.Repeat(" ", len([]rune(b.Marker))+1)
	case b.Depth > 0:
		first += "  "
		indent += "  "
	}
	return first + strings.ReplaceAll(RunsText(b.Runs), "\n", "\n"+indent)
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
			cells[j] = strings.Join(strings.Fields(RunsText(c.Runs)), " ")
		}
		if strings.Join(cells, "") != "" {
			out = append(out, strings.Join(cells, "\t"))
		}
	}
	return strings.Join(out, "\n")
}

// RunsText returns the text of runs.
func RunsText(runs []Run) string {
	if len(runs) == 1 {
		return runs[0].Text // avoids copying a text that may be very long
	}
	var b strings.Builder
	for _, r := range runs {
		b.WriteString(r.Text)
	}
	return b.String()
}
