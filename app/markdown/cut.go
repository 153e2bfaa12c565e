package markdown

import (
	"strings"
	"unicode/utf8"
)

// Slice returns the blocks limited to the bytes [from, to) of the source. Indivisible content, such
// as a formula, is included completely; table cells outside the range are empty.
func Slice(blocks []Block, from, to int) []Block {
	var out []Block
	for _, b := range blocks {
		if part, ok := b.cut(from, to); ok {
			out = append(out, part)
		}
	}
	return out
}

func (b Block) cut(from, to int) (part Block, ok bool) {
	switch b.Kind {
	case Rule, Picture:
		return b, b.Start < to && b.End > from
	case CodeBlock:
		return b.cutCode(from, to)
	case TableBlock:
		t := &Table{Align: b.Table.Align}
		if head, ok := cutCells(b.Table.Head, from, to); ok {
			t.Head = head
		}
		for _, row := range b.Table.Rows {
			if cells, ok := cutCells(row, from, to); ok {
				t.Rows = append(t.Rows, cells)
			}
		}
		b.Table = t
		return b, t.Head != nil || len(t.Rows) > 0
	case Paragraph, Heading, AlertName:
	}
	runs := cutRuns(b.Runs, from, to)
	switch {
	case len(b.Runs) == 0: // a list item without text, or with only a nested list
		return b, b.Start >= from && b.Start < to
	case len(runs) == 0:
		return b, false
	case runs[0].Start > b.Runs[0].Start: // the marker is outside the range
		b.Marker, b.Depth = "", 0
	}
	b.Runs = runs
	return b, true
}

func (b Block) cutCode(from, to int) (part Block, ok bool) {
	var lines []string
	var starts []int
	for i, line := range strings.Split(b.Text, "\n") {
		if i >= len(b.Lines) {
			break
		}
		start := b.Lines[i]
		left, right := edge(line, from-start), edge(line, to-start)
		if start >= to || start+len(line) < from || left == right && line != "" {
			continue
		}
		lines, starts = append(lines, line[left:right]), append(starts, start+left)
	}
	b.Text, b.Lines = strings.Join(lines, "\n"), starts
	return b, strings.TrimSpace(b.Text) != ""
}

func cutCells(cells []Cell, from, to int) (out []Cell, some bool) {
	out = make([]Cell, len(cells))
	for i, c := range cells {
		out[i].Runs = cutRuns(c.Runs, from, to)
		some = some || len(out[i].Runs) > 0
	}
	return out, some
}

func cutRuns(runs []Run, from, to int) (out []Run) {
	for _, r := range runs {
		if r.Start >= to || r.End <= from {
			continue
		}
		if r.IsSource() {
			r = r.Slice(edge(r.Text, from-r.Start), edge(r.Text, to-r.Start))
		}
		out = append(out, r)
	}
	return out
}

// edge moves an offset to the beginning of the character that contains it.
func edge(text string, at int) int {
	at = min(max(at, 0), len(text))
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
