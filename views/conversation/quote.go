package conversation

import (
	"strings"

	"parley/views/conversation/rows"
)

// Quotable is what is to be quoted: the selection, else the text of the message the keyboard is at; "" when neither is there.
func (v *View) Quotable() string {
	if text := v.quotation(); text != "" {
		return text
	}
	if i := v.keys.item; i >= 0 && i < len(v.items) && v.items[i].message != nil {
		return clean(*v.items[i].message)
	}
	return ""
}

// quotation is the selection as markdown, as far as a passage needs it: what is code stands between fences, so that it stays code.
func (v *View) quotation() string {
	all := v.selection
	if !all.on {
		return ""
	}
	defer func() { v.selection = all }()
	from, to := all.ends()
	var out strings.Builder
	fence, item := "", -1
	for i := from.item; i <= to.item && i < len(v.items); i++ {
		if !v.lay(i) {
			continue
		}
		for r, row := range v.items[i].card.rows {
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
			v.selection = selection{a, b, true}
			text := v.selectedText()
			before := row.Texts[a.text].Before
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

// span is the first and the last text of a row that can be selected, -1 for none, and whether all of them are code.
func span(row *rows.Row) (first, last int, code bool) {
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

// fenceFor is a fence that does not stand in a text.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}
