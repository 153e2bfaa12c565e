package chat

import (
	"encoding/json"
	"slices"
)

// AnswerForm says in which form a model is to answer (GATEWAY.md 4.1.5). Without one it answers in
// text.
type AnswerForm struct {
	Kind AnswerKind `json:"kind"`
	// Name is the user's name for the form, "" for one that is not kept.
	Name string `json:"name,omitempty"`
	// Columns are those of a table, from left to right, 1 to ColumnsMost of them.
	Columns []Column `json:"columns,omitempty"`
	// Schema is the JSON Schema of an AnswerJSON; nil is any object.
	Schema json.RawMessage `json:"schema,omitempty"`
	// Once: it is for one message, after which the chat answers in text again.
	Once bool `json:"once,omitempty"`
}

// AnswerKind is a kind of answer. The stored word is the value itself.
type AnswerKind string

// The kinds of answer besides text.
const (
	AnswerTable AnswerKind = "table"
	AnswerJSON  AnswerKind = "json"
)

// ColumnsMost is the greatest number of columns of a table: services refuse larger schemas.
const ColumnsMost = 30

// Column is a column of a table.
type Column struct {
	// Name is its heading, in the words of the user.
	Name string     `json:"name"`
	Kind ColumnKind `json:"kind"`
	// Options are the words that a cell of a ColumnOption may have.
	Options []string `json:"options,omitempty"`
}

// ColumnKind is the kind of a column's cells. Models write them freely: it is for checking. The
// stored word is the value itself.
type ColumnKind string

// The kinds of column.
const (
	ColumnText   ColumnKind = "text"
	ColumnNumber ColumnKind = "number"
	ColumnYesNo  ColumnKind = "yes_no"
	ColumnDate   ColumnKind = "date"
	ColumnAmount ColumnKind = "amount" // of money
	ColumnOption ColumnKind = "option" // one of Options
)

// Clone returns a copy that shares nothing with f, nil for nil.
func (f *AnswerForm) Clone() *AnswerForm {
	c := copied(f)
	if c == nil {
		return nil
	}
	c.Schema, c.Columns = slices.Clone(f.Schema), slices.Clone(f.Columns)
	for i := range c.Columns {
		c.Columns[i].Options = slices.Clone(c.Columns[i].Options)
	}
	return c
}

// Answer returns the form in which the message was to be answered, nil for text.
func (m Message) Answer() *AnswerForm {
	if m.Request == nil {
		return nil
	}
	return m.Request.Params.Answer
}

// RefusedForm is the value of response_format in Request.LeftOut: the model was asked for the form
// in words alone.
type RefusedForm struct {
	// Fenced: the answer came as a text with a block of code.
	Fenced bool `json:"fenced,omitempty"`
	// Reason is the sentence of the service.
	Reason string `json:"reason,omitempty"`
}
