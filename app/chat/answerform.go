package chat

import (
	"encoding/json"
	"slices"
)

// AnswerForm is the form in which a model must answer (GATEWAY.md 4.1.5); without an AnswerForm it
// answers in text.
type AnswerForm struct {
	Kind AnswerKind `json:"kind"`
	// Name is the user's name for the form, "" if it is not stored in the settings.
	Name string `json:"name,omitempty"`
	// Columns are the columns of a table from left to right, 1 to MaxColumns.
	Columns []Column `json:"columns,omitempty"`
	// Schema is the JSON Schema of an AnswerJSON; nil means any object.
	Schema json.RawMessage `json:"schema,omitempty"`
	// Once reports that the form applies to one message, after which the chat returns to text.
	Once bool `json:"once,omitempty"`
}

// AnswerKind is a kind of answer. Its value is stored.
type AnswerKind string

// The kinds of answer besides text.
const (
	AnswerTable AnswerKind = "table"
	AnswerJSON  AnswerKind = "json"
)

// MaxColumns is the maximum number of columns of a table: services refuse larger schemas.
const MaxColumns = 30

// Column is a column of a table.
type Column struct {
	// Name is the user's heading.
	Name string     `json:"name"`
	Kind ColumnKind `json:"kind"`
	// Options are the allowed values of a ColumnOption.
	Options []string `json:"options,omitempty"`
}

// ColumnKind is the kind of a column's cells, used for validation only because models write cells
// freely. Its value is stored.
type ColumnKind string

// The kinds of column.
const (
	ColumnText   ColumnKind = "text"
	ColumnNumber ColumnKind = "number"
	ColumnYesNo  ColumnKind = "yes_no"
	ColumnDate   ColumnKind = "date"
	ColumnAmount ColumnKind = "amount" // an amount of money
	ColumnOption ColumnKind = "option" // one of Options
)

// Clone returns a deep copy, nil for nil.
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

// Answer returns the requested form of the message, nil for text.
func (m Message) Answer() *AnswerForm {
	if m.Request == nil {
		return nil
	}
	return m.Request.Params.Answer
}

// RefusedForm is stored as the value of response_format in Request.LeftOut if the service refused
// that field, so that only the instructions described the form.
type RefusedForm struct {
	// Fenced reports that the instructions asked for text with a code block.
	Fenced bool `json:"fenced,omitempty"`
	// Reason is the service's error message.
	Reason string `json:"reason,omitempty"`
}
