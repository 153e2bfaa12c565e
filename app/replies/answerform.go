package replies

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/client"
	"parlando/client/failure"
)

// rung is a way to ask for the form of an answer (GATEWAY.md 4.1.5). Each asks less of the service
// than the one before.
type rung int

const (
	strictSchema rung = iota
	looseSchema       // without strict and without additionalProperties
	bareSchema        // the schema by itself, as GATEWAY.md has it
	anyObject         // json_object, with the schema in words
	fencedText        // a block of code in text
)

// rungs returns the ways to ask for a form, in the order in which they are tried.
func rungs(f chat.AnswerForm) []rung {
	switch {
	case f.Kind == chat.AnswerTable || closedSchema(f.Schema):
		return []rung{strictSchema, looseSchema, bareSchema, anyObject, fencedText}
	case len(f.Schema) > 0:
		return []rung{looseSchema, bareSchema, anyObject, fencedText}
	}
	return []rung{anyObject, fencedText}
}

// closedSchema reports whether a schema of the user's allows no other properties, as strict wants
// it.
func closedSchema(schema json.RawMessage) bool {
	var s struct {
		AdditionalProperties json.RawMessage `json:"additionalProperties"`
	}
	return json.Unmarshal(schema, &s) == nil && string(s.AdditionalProperties) == "false"
}

// ladder holds the ways to ask for a form that are left in a turn.
type ladder struct {
	form chat.AnswerForm
	// rungs are those that were not refused; the first one is next.
	rungs []rung
	// reason is the sentence of the service, "" while nothing was refused.
	reason string
	// cells: some cells of a table are asked for again.
	cells bool
}

// ladder begins with the first rung that the model is not known to refuse; nil for an answer in
// text.
func (r *Replies) ladder(t *turn) *ladder {
	f := t.params.Answer
	if f == nil {
		return nil
	}
	l := &ladder{form: *f, rungs: rungs(*f), cells: t.cells}
	if r.o.Catalog != nil {
		for _, refused := range r.o.Catalog.RefusedFormats(t.connection, t.model) {
			l.refuse(failure.Refusal(refused.Refusal))
		}
	}
	return l
}

// refuse takes out the rungs that a refusal is about.
func (l *ladder) refuse(refused failure.Refusal) {
	var about []rung
	switch {
	case refused.AnyValue:
		about = []rung{strictSchema, looseSchema, bareSchema, anyObject}
	case refused.Value == failure.RefusedFormatSchema:
		about = []rung{strictSchema, looseSchema, bareSchema}
	case refused.Value == failure.RefusedFormatStrict:
		about = []rung{strictSchema}
	case refused.Value == failure.RefusedFormatName:
		about = []rung{strictSchema, looseSchema}
	case refused.Value == failure.RefusedFormatBare:
		about = []rung{bareSchema}
	case refused.Value == failure.RefusedFormatObject:
		about = []rung{anyObject}
	}
	was := l.next()
	l.rungs = slices.DeleteFunc(l.rungs, func(r rung) bool { return r != fencedText && slices.Contains(about, r) })
	if l.next() != was {
		l.reason = refused.Reason
	}
}

// next is the way in which the next request asks.
func (l *ladder) next() rung { return l.rungs[0] }

// stepDown goes on to the next rung after a refusal, and reports whether the request can be made
// again.
func (l *ladder) stepDown(err error) bool {
	var e *failure.Error
	if l == nil || !errors.As(err, &e) || e.Refusal == nil || e.Refusal.Field != "response_format" || l.next() == fencedText {
		return false
	}
	was := l.next()
	l.refuse(*e.Refusal)
	if l.next() == was {
		l.rungs, l.reason = l.rungs[1:], e.Refusal.Reason
	}
	return true
}

// format returns the response_format of the next request.
func (l *ladder) format() client.ResponseFormat {
	name := string(l.form.Kind)
	switch l.next() {
	case strictSchema:
		return client.FormatSchema(name, l.schema(true), true)
	case looseSchema:
		return client.FormatSchema(name, l.schema(false), false)
	case bareSchema:
		return client.FormatSchema("", l.schema(false), false)
	case anyObject:
		return client.FormatJSON()
	}
	return client.ResponseFormat{}
}

func (l *ladder) schema(strict bool) json.RawMessage {
	if l.cells {
		return answers.CellsSchema(l.form, strict)
	}
	return answers.Schema(l.form, strict)
}

// instructions are added to the system message: the word JSON must be in it (GATEWAY.md 4.1.5), and
// a model that does not see the schema needs it in words.
func (l *ladder) instructions() string {
	return answers.Instructions(l.form, answers.InstructionOptions{SchemaInWords: l.next() >= anyObject, Fenced: l.next() == fencedText})
}

// goOn is the turn of the user after the reply that goes on: it asks for the rows after the last
// whole one, or for the cells that do not fit.
func (l *ladder) goOn(reply chat.Message) string {
	table := answers.TableOf(reply)
	if l.cells {
		return answers.AskCells(l.form, table, table.Faults)
	}
	var last []string
	if n := len(table.Rows); n > 0 {
		last = table.Rows[n-1]
	}
	return answers.Continue(l.form, len(table.Rows), last)
}

// noted describes the request and its refusals, to be kept with it. The form itself is in its
// parameters.
func (l *ladder) noted() (sent, leftOut []chat.Field) {
	var asked struct {
		Type   string `json:"type"`
		Strict bool   `json:"strict,omitempty"`
		Bare   bool   `json:"bare,omitempty"`
	}
	switch l.next() {
	case strictSchema, looseSchema, bareSchema:
		asked.Type, asked.Strict, asked.Bare = "json_schema", l.next() == strictSchema, l.next() == bareSchema
	case anyObject:
		asked.Type = "json_object"
	}
	if asked.Type != "" {
		sent = append(sent, chat.Field{Name: "response_format", Value: encoded(asked)})
	}
	sent = append(sent, chat.Field{Name: "instructions", Value: encoded(l.instructions())})
	if first := rungs(l.form)[0]; l.next() != first && l.next() >= anyObject {
		leftOut = []chat.Field{{Name: "response_format", Value: encoded(chat.RefusedForm{Fenced: l.next() == fencedText, Reason: l.reason})}}
	}
	return sent, leftOut
}

// answerAgain returns the form of another answer to a question: that of the chat, but the old one
// where either of them was for one message alone, or where the old answer goes on.
func answerAgain(chats, old *chat.AnswerForm, goesOn bool) *chat.AnswerForm {
	if goesOn || old != nil && old.Once || chats != nil && chats.Once {
		return old
	}
	return chats
}

// joined are the instructions of the user, and then those that the form needs.
func joined(own, form string) string {
	return strings.TrimSpace(strings.TrimSpace(own) + "\n\n" + form)
}
