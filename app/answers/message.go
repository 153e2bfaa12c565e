package answers

import (
	"encoding/json"
	"slices"
	"strings"

	"parlando/app/chat"
)

// Texts returns the texts of a reply: each goes on from the one before after a cut, or after calls
// of tools.
func Texts(m chat.Message) []string {
	var all []string
	separate := true
	for _, p := range m.Parts {
		switch {
		case p.Kind != chat.PartText:
			separate = true
		case separate:
			all, separate = append(all, p.Text), false
		default:
			all[len(all)-1] += p.Text
		}
	}
	return all
}

// Place returns the part of a reply in whose place its answer stands: the first text after the last
// call of a tool, or of all. -1 is none.
func Place(m chat.Message) int {
	first := -1
	for i, p := range m.Parts {
		switch {
		case p.Kind.IsTool():
			first = -1
		case p.Kind == chat.PartText && first < 0:
			first = i
		}
	}
	if first < 0 {
		return slices.IndexFunc(m.Parts, func(p chat.Part) bool { return p.Kind == chat.PartText })
	}
	return first
}

// TableOf returns the table of a reply that was to be one. Found is false where it is not.
func TableOf(m chat.Message) Table {
	f := m.Answer()
	if f == nil || f.Kind != chat.AnswerTable {
		return Table{}
	}
	r := NewReader(f.Columns)
	r.Read(Texts(m), m.State.Ended())
	return r.Table()
}

// Plain returns the words of an answer, without the marks of Markdown and JSON: those of the cells
// of a table.
func Plain(m chat.Message) string {
	t := TableOf(m)
	if !t.Found {
		return m.Text()
	}
	var b strings.Builder
	b.WriteString(t.Before)
	for _, row := range t.Rows {
		b.WriteString("\n" + strings.Join(row, " · "))
	}
	return strings.TrimSpace(b.String() + "\n" + t.After)
}

// IsEmpty reports whether a reply that was to be a table is one without rows.
func IsEmpty(m chat.Message) bool {
	if f := m.Answer(); f == nil || f.Kind != chat.AnswerTable {
		return false
	}
	var answer struct{ Rows []json.RawMessage }
	_, document, _, ok := Document(m.Text())
	return ok && json.Unmarshal([]byte(document), &answer) == nil && answer.Rows != nil && len(answer.Rows) == 0
}

// Text returns what a message says as Markdown: of an answer that was to be a table or JSON what
// was read of it, of any other its text.
func Text(m chat.Message) string {
	f := m.Answer()
	switch {
	case f == nil || m.Role != chat.Assistant:
		return m.Text()
	case f.Kind == chat.AnswerTable:
		if t := TableOf(m); t.Found {
			return Write(nil, t, 0).Text()
		}
		return m.Text()
	}
	return Fenced(m.Text())
}
