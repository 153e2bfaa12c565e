package replies

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"parlando/app/answers"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/client"
	"parlando/client/failure"
	"parlando/client/fieldname"
)

// rung is one way to request an answer form (GATEWAY.md 4.1.5). Each rung demands less of the
// service than the one before.
type rung int

const (
	strictSchema rung = iota
	looseSchema       // no strict and no additionalProperties
	bareSchema        // the schema without the wrapper, as in GATEWAY.md
	anyObject         // json_object, with the schema described in the instructions
	fencedText        // a code block within text
)

// rungs returns the rungs for a form, in the order in which to try them.
func rungs(f chat.AnswerForm) []rung {
	switch {
	case f.Kind == chat.AnswerTable || closedSchema(f.Schema):
		return []rung{strictSchema, looseSchema, bareSchema, anyObject, fencedText}
	case len(f.Schema) > 0:
		return []rung{looseSchema, bareSchema, anyObject, fencedText}
	}
	return []rung{anyObject, fencedText}
}

// closedSchema reports whether a user's schema forbids additional properties, as strict requires.
func closedSchema(schema json.RawMessage) bool {
	var s struct {
		AdditionalProperties json.RawMessage `json:"additionalProperties"`
	}
	return json.Unmarshal(schema, &s) == nil && string(s.AdditionalProperties) == "false"
}

// ladder holds the rungs that are left for the answer form of a turn.
type ladder struct {
	form chat.AnswerForm
	// rungs are those that were not refused; the next request uses the first.
	rungs []rung
	// reason is the service's message with the last refusal, "" if there was none.
	reason string
	// stepped reports that a rung was refused in this turn. doubted reports that a refusal may only
	// concern the wrapper around the schema.
	stepped, doubted bool
	// cells reports that the request is only for some cells of a table.
	cells bool
}

// newLadder returns a ladder without the rungs that the model is known to refuse; nil for an answer
// in text.
func newLadder(p *turnPlan, known Catalog) *ladder {
	f := p.params.Answer
	if f == nil {
		return nil
	}
	l := &ladder{form: *f, rungs: rungs(*f), cells: p.cells}
	if known != nil {
		if m, _ := known.Model(p.connection, p.model); m.Schemas == catalog.No {
			l.refuse(failure.Refusal{Value: failure.RefusedFormatSchema})
		}
		for _, refused := range known.RefusedFormats(p.connection, p.model) {
			l.refuse(failure.Refusal(refused.Refusal))
		}
	}
	return l
}

// refuse removes the rungs that a refusal applies to.
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

// next returns the rung for the next request.
func (l *ladder) next() rung { return l.rungs[0] }

// wrapped reports whether the next request has the schema in the wrapper that other services use.
func (l *ladder) wrapped() bool { return l.next() == strictSchema || l.next() == looseSchema }

// stepDown moves to the next rung after a refusal, and reports whether the request can be repeated.
// A wrapped schema that was refused without a recognized reason, or with json_schema in general, is
// sent once without the wrapper, which is the form of GATEWAY.md 4.1.5.
func (l *ladder) stepDown(err error) bool {
	var e *failure.Error
	if l == nil || !errors.As(err, &e) || l.next() == fencedText {
		return false
	}
	was := l.next()
	switch refused := e.Refusal; {
	case refused != nil && refused.Field != fieldname.ResponseFormat:
		return false
	case refused == nil && (!saysNothing(e) || !l.wrapped() && !(was == bareSchema && l.doubted)):
		return false
	case l.wrapped() && (refused == nil || refused.Value == failure.RefusedFormatSchema):
		l.doubted = true
		l.refuse(failure.Refusal{Value: failure.RefusedFormatName, Reason: reasonOf(e)})
	case refused != nil:
		l.refuse(*refused)
	}
	if l.next() == was {
		l.rungs, l.reason = l.rungs[1:], reasonOf(e)
	}
	l.stepped = true
	return true
}

// saysNothing reports whether the service rejected a request without naming a field.
func saysNothing(e *failure.Error) bool {
	return e.Kind == failure.BadRequest && (e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity)
}

func reasonOf(e *failure.Error) string {
	if e.Refusal != nil {
		return e.Refusal.Reason
	}
	return e.Detail
}

// evidence returns the refusals that are certain. While the schema is wrapped, a refusal of
// json_schema in general is not, since it may concern the wrapper.
func (l *ladder) evidence(refused []failure.Refusal) []failure.Refusal {
	return slices.DeleteFunc(refused, func(r failure.Refusal) bool {
		return l != nil && l.wrapped() && r.Field == fieldname.ResponseFormat && r.Value == failure.RefusedFormatSchema
	})
}

// proved returns the refusals that are certain once a later rung was accepted.
func (l *ladder) proved() []failure.Refusal {
	value := failure.RefusedFormatSchema
	switch {
	case l == nil:
		return nil
	case l.stepped && l.next() == bareSchema:
		value = failure.RefusedFormatName
	case !l.doubted:
		return nil
	}
	return []failure.Refusal{{Field: fieldname.ResponseFormat, Value: value, Reason: l.reason}}
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

// instructions returns the text to add to the system message. It contains the word JSON (GATEWAY.md
// 4.1.5), and describes the schema if the request does not contain the schema.
func (l *ladder) instructions() string {
	return answers.Instructions(l.form, answers.InstructionOptions{SchemaInWords: l.next() >= anyObject, Fenced: l.next() == fencedText})
}

// goOn returns the user message that continues a reply: it requests the rows after the last
// complete row, or the cells that do not fit.
func (l *ladder) goOn(reply chat.Message) string {
	table := answers.TableOf(reply)
	if l.cells {
		return answers.CellsRequest(l.form, table, table.Faults)
	}
	var last []string
	if n := len(table.Rows); n > 0 {
		last = table.Rows[n-1]
	}
	return answers.ContinuationRequest(l.form, len(table.Rows), last)
}

// fields returns the fields that describe the format of the request, and those left out after
// refusals, to store with the request. The form itself is stored with the parameters.
func (l *ladder) fields() (sent, leftOut []chat.RequestField) {
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
		sent = append(sent, chat.RequestField{Name: fieldname.ResponseFormat, Value: encoded(asked)})
	}
	sent = append(sent, chat.RequestField{Name: "instructions", Value: encoded(l.instructions())})
	if first := rungs(l.form)[0]; l.next() != first && l.next() >= anyObject {
		leftOut = []chat.RequestField{{Name: fieldname.ResponseFormat, Value: encoded(chat.RefusedForm{Fenced: l.next() == fencedText, Reason: l.reason})}}
	}
	return sent, leftOut
}

// answerAgain returns the form for another answer to a question. It is the chat's form; it is the
// old answer's if either form applied to one message only, or if the old answer is continued.
func answerAgain(chats, old *chat.AnswerForm, goesOn bool) *chat.AnswerForm {
	if goesOn || old != nil && old.Once || chats != nil && chats.Once {
		return old
	}
	return chats
}

// joined returns the user's instructions followed by the form's.
func joined(own, form string) string {
	return strings.TrimSpace(strings.TrimSpace(own) + "\n\n" + form)
}
