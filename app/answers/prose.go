package answers

import (
	"strings"

	"parley/app/markdown"
)

// prose returns what a text says around its JSON: without the marks of blocks of code, and without what is left of lists and objects.
func prose(text string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		bare := strings.TrimSpace(line)
		if mark := strings.TrimLeft(bare, "`~"); len(bare)-len(mark) >= 3 && !strings.ContainsAny(mark, " `") {
			continue
		}
		if bare != "" && strings.Trim(bare, "{}[],; \t") == "" {
			continue
		}
		lines = append(lines, strings.TrimRight(line, " \t\r"))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// readProse reads the rows of a table in Markdown, which models write that do not heed the form, and reports whether there are any.
func (r *Reader) readProse(texts []string) bool {
	text := strings.Join(texts, "\n\n")
	if !strings.Contains(text, "|") {
		return false
	}
	var d markdown.Document
	d.Set(text)
	for _, b := range d.Blocks() {
		if b.Kind != markdown.TableBlock || b.Table == nil {
			continue
		}
		columns, fitting := make([]int, len(b.Table.Head)), 0
		for i, cell := range b.Table.Head {
			at, ok := r.keys[folded(markdown.RunsText(cell.Runs))]
			columns[i] = -1
			if ok {
				columns[i], fitting = at, fitting+1
			}
		}
		if fitting*2 < len(r.table.Columns) {
			continue
		}
		r.table.Before, r.table.After = text[:b.Start], text[b.End:]
		for _, cells := range b.Table.Rows {
			row := make([]string, len(r.table.Columns))
			for i, cell := range cells {
				if i < len(columns) && columns[i] >= 0 {
					row[columns[i]] = markdown.RunsText(cell.Runs)
				}
			}
			r.add(row)
		}
		return r.table.Found
	}
	return false
}
