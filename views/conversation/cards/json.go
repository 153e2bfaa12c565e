package cards

import (
	"slices"
	"strings"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/views/conversation/rows"
	"parlando/views/i18n"
	"parlando/views/words"
)

// formattedJSON is a reply formatted as JSON. It is immutable.
type formattedJSON struct {
	// message is the reply that was formatted.
	message chat.Message
	text    string
	lines   int
	// err describes how a complete reply violates its schema, nil if it does not.
	err error
}

// formatJSON formats a reply and checks its schema. It takes longer the longer the reply is.
func formatJSON(m chat.Message) *formattedJSON {
	m.Parts = slices.Clone(m.Parts)
	f := &formattedJSON{message: m, text: answers.FencedJSON(m)}
	f.lines = strings.Count(f.text, "\n") - 1
	if m.State == chat.Done && m.Finish != chat.FinishLength {
		f.err = answers.CheckJSON(*m.Answer(), answers.WholeJSON(m).Text())
	}
	return f
}

// isOf reports whether f was formatted from the current text and state of m.
func (f *formattedJSON) isOf(m *chat.Message) bool {
	return f != nil && f.message.State == m.State && f.message.Finish == m.Finish &&
		slices.EqualFunc(f.message.Parts, m.Parts, func(a, b chat.Part) bool { return a.Kind == b.Kind && a.Text == b.Text })
}

// isJSON reports whether the request asked for JSON.
func (c *Card) isJSON() bool {
	f := c.message.Answer()
	return f != nil && f.Kind == chat.AnswerJSON
}

// formatsLater reports whether the reply is long JSON that is yet to be formatted.
func (c *Card) formatsLater() bool {
	return c.isJSON() && c.isLong() && !c.formatted.isOf(&c.message)
}

// foldedFrom is the number of lines from which JSON can be folded.
const foldedFrom = 20

// json lays out part i as JSON code. Long JSON can be folded; while new text is formatted in the
// background, the previous state stays visible.
func (r answerRows) json(i int) {
	c := r.card
	if c.formatsLater() {
		c.Unfinished = true
	} else if !c.formatted.isOf(&c.message) {
		c.formatted = formatJSON(c.message)
	}
	if c.formatted == nil {
		return
	}
	if lines := c.formatted.lines; c.message.State.Ended() && lines >= foldedFrom {
		folded := c.folds.parts[i]
		name := i18n.Text("Collapse JSON")
		if folded {
			name = i18n.Text("Expand JSON")
		}
		c.foldLine(r.Typesetter, i, words.LineCount(lines), rows.ClickArea{Name: name, HasTooltip: true}, !folded)
		if folded {
			return
		}
	}
	c.text(i, c.formatted.text, 0, false)
}

// jsonNote adds a note with the reason why the JSON of a reply does not match its schema.
func (r answerRows) jsonNote() {
	if c := r.card; c.isJSON() && c.formatted.isOf(&c.message) {
		c.note(r.Typesetter, words.JSONProblem(c.formatted.err))
	}
}
