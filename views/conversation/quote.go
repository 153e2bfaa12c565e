package conversation

import (
	"strings"

	"parlando/views/conversation/rows"
)

// quotation returns the selection as Markdown for a quote. Code is put in fences.
func (v *selector) quotation() string {
	if !v.on {
		return ""
	}
	from, to := v.ends()
	var out strings.Builder
	fence, item := "", -1
	for i := from.item; i <= to.item && i < len(v.column.items); i++ {
		if !v.column.lay(i) {
			continue
		}
		for r, row := range v.column.items[i].card.Rows {
			if !(selection{from, to, true}).holds(i, r) {
				continue
			}
			first, last, code := span(row)
			a, b := point{i, r, first, 0}, point{i, r, last, 0}
			if last >= 0 {
				b.at = len(row.Texts[last].Text)
			}
			if a.before(from) {
				a = from
			}
			if to.before(b) {
				b = to
			}
			if last < 0 || b.before(a) {
				continue
			}
			text := v.column.textOf(selection{a, b, true})
			before := row.Texts[a.text].Separator
			if item != i {
				before = "\n\n"
			}
			if fence != "" && (!code || item != i || strings.Contains(before, "\n\n")) {
				out.WriteString("\n" + fence)
				fence = ""
			}
			if out.Len() > 0 {
				out.WriteString(before)
			}
			if code && fence == "" && strings.TrimSpace(text) != "" {
				fence = fenceFor(text)
				out.WriteString(fence + "\n")
			}
			out.WriteString(text)
			item = i
		}
	}
	if fence != "" {
		out.WriteString("\n" + fence)
	}
	return out.String()
}

// span returns the indexes of the first and the last selectable text of a row, -1 for none; code
// means that all of them are code.
func span(row *rows.Row) (first, last int, code bool) {
	row.LayOut()
	first, last, code = -1, -1, true
	for i := range row.Texts {
		if row.Texts[i].Chrome {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
		code = code && (row.Texts[i].Mono || strings.TrimSpace(row.Texts[i].Text) == "")
	}
	return first, last, code && first >= 0
}

// fenceFor returns a code fence that does not occur in text.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}
