package find

import (
	"sort"
	"strings"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/markdown"
)

// shownText is a text that is displayed as a unit: a paragraph, a table cell or a code block.
type shownText struct {
	text  strings.Builder
	parts []shownPart
}

// shownPart maps a stretch of a shownText to its bytes in the message. If the lengths differ, a
// match in the stretch covers all of those bytes.
type shownPart struct {
	at, length int
	start, end int
}

func (t *shownText) add(text string, start, end int) {
	t.parts = append(t.parts, shownPart{at: t.text.Len(), length: len(text), start: start, end: end})
	t.text.WriteString(text)
}

// source returns the span in the message of a stretch of the displayed text.
func (t *shownText) source(from, to int) Span {
	var s Span
	first := sort.Search(len(t.parts), func(i int) bool { return t.parts[i].at+t.parts[i].length > from })
	for _, p := range t.parts[first:] {
		if p.at >= to {
			break
		}
		left, right := max(from-p.at, 0), min(to-p.at, p.length)
		if left >= right {
			continue
		}
		start, end := p.start, p.end
		if p.end-p.start == p.length {
			start, end = p.start+left, p.start+right
		}
		if s[1] == 0 {
			s[0] = start
		}
		s[1] = end
	}
	return s
}

// shown returns the displayed texts of a message.
func shown(m chat.Message) (all []shownText) {
	if m.Role == chat.Assistant && m.Answer() != nil {
		return blocks(answers.Text(m), 0, nil)
	}
	offsets := m.TextOffsets()
	for i, p := range m.Parts {
		switch {
		case p.Kind != chat.PartText || p.Text == "":
		case m.Role == chat.Assistant:
			all = blocks(p.Text, offsets[i], all)
		default: // a user's text, displayed as typed
			text, _ := markdown.Clean(p.Text)
			var t shownText
			t.add(text, offsets[i], offsets[i]+len(text))
			all = append(all, t)
		}
	}
	return all
}

// blocks appends the displayed texts of Markdown that begins at byte base of a message.
func blocks(source string, base int, all []shownText) []shownText {
	var d markdown.Document
	d.Set(source)
	add := func(runs []markdown.Run) {
		var t shownText
		for _, r := range runs {
			t.add(r.Text, base+r.Start, base+r.End)
		}
		if len(runs) > 0 {
			all = append(all, t)
		}
	}
	for _, b := range markdown.JoinParagraphs(d.Blocks()) {
		switch b.Kind {
		case markdown.CodeBlock:
			var t shownText
			for i, line := range strings.SplitAfter(b.Text, "\n") {
				if i < len(b.Lines) {
					t.add(line, base+b.Lines[i], base+b.Lines[i]+len(line))
				}
			}
			all = append(all, t)
		case markdown.TableBlock:
			for _, row := range append([][]markdown.Cell{b.Table.Head}, b.Table.Rows...) {
				for _, cell := range row {
					add(cell.Runs)
				}
			}
		default:
			add(b.Runs)
		}
	}
	return all
}
