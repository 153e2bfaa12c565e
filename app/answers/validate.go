package answers

import (
	"errors"
	"fmt"
	"strings"

	"parlando/app/chat"
	"parlando/app/internal/schema"
)

// The errors of Validate.
var (
	ErrKind           = errors.New("the reply format is unknown")
	ErrNoColumns      = errors.New("the table has no columns")
	ErrTooManyColumns = fmt.Errorf("the table has more than %d columns", chat.MaxColumns)
	// ErrColumnName, ErrColumnTwice and ErrNoOptions are wrapped in a *ColumnError.
	ErrColumnName  = errors.New("the column has no name")
	ErrColumnTwice = errors.New("another column has the same name")
	ErrNoOptions   = errors.New("the column has no options")
	// ErrSchema wraps the reason.
	ErrSchema = errors.New("not a usable JSON Schema of an object")
)

// ColumnError is an error about one column, counted from 0.
type ColumnError struct {
	Column int
	Err    error
}

// Error tells which column it is.
func (e *ColumnError) Error() string { return fmt.Sprintf("column %d: %v", e.Column+1, e.Err) }

// Unwrap returns the error without the column.
func (e *ColumnError) Unwrap() error { return e.Err }

// Validate returns an error if the form is incomplete or invalid.
func Validate(f chat.AnswerForm) error {
	switch f.Kind {
	case chat.AnswerTable:
		return validateColumns(f.Columns)
	case chat.AnswerJSON:
		if len(f.Schema) == 0 {
			return nil
		}
		if _, err := schema.Compile(string(f.Schema)); err != nil {
			return fmt.Errorf("%w: %w", ErrSchema, err)
		}
		return nil
	}
	return ErrKind
}

func validateColumns(columns []chat.Column) error {
	switch {
	case len(columns) == 0:
		return ErrNoColumns
	case len(columns) > chat.MaxColumns:
		return ErrTooManyColumns
	}
	names := map[string]bool{}
	for i, c := range columns {
		name := strings.ToLower(oneLine(c.Name))
		switch {
		case name == "":
			return &ColumnError{i, ErrColumnName}
		case names[name]:
			return &ColumnError{i, ErrColumnTwice}
		case c.Kind == chat.ColumnOption && strings.TrimSpace(strings.Join(c.Options, "")) == "":
			return &ColumnError{i, ErrNoOptions}
		}
		names[name] = true
	}
	return nil
}
