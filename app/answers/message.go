package answers

import (
	"encoding/json"
	"slices"
	"strings"

	"parlando/app/chat"
)

// ReplyTexts returns the texts of a reply: each continues the previous one after a cut or after
// tool calls.
func ReplyTexts(m chat.Message) []string {
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

// AnswerPart returns the index of the part whose text the parsed answer replaces: the first text
// after the last tool call, otherwise the first text; -1 if there is no text.
func AnswerPart(m chat.Message) int {
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

// TableOf returns the table of a reply in table form; Table.Found is false for other replies.
func TableOf(m chat.Message) Table {
	f := m.Answer()
	if f == nil || f.Kind != chat.AnswerTable {
		return Table{}
	}
	r := NewReader(f.Columns)
	r.Read(ReplyTexts(m), m.State.Ended())
	return r.Table()
}

// PlainText returns the text of an answer without Markdown and JSON markup; for a table, the text
// of its cells.
func PlainText(m chat.Message) string {
	t := TableOf(m)
	if !t.Found {
		return WholeJSON(m).Text()
	}
	var b strings.Builder
	b.WriteString(t.Before)
	for _, row := range t.Rows {
		b.WriteString("\n" + strings.Join(row, " · "))
	}
	return strings.TrimSpace(b.String() + "\n" + t.After)
}

// IsEmpty reports whether a reply in table form is a table without rows.
func IsEmpty(m chat.Message) bool {
	if f := m.Answer(); f == nil || f.Kind != chat.AnswerTable {
		return false
	}
	var answer struct{ Rows []json.RawMessage }
	_, document, _, ok := FindJSONDocument(m.Text())
	return ok && json.Unmarshal([]byte(document), &answer) == nil && answer.Rows != nil && len(answer.Rows) == 0
}

// Text returns a message as Markdown: for an answer in table or JSON form the parsed content,
// otherwise its text.
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
	return FencedJSON(m)
}
