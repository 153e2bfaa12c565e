package answers

import (
	"strings"

	"parlando/app/chat"
)

// Table is the table of an answer received so far.
type Table struct {
	Columns []chat.Column
	// Rows are the complete rows; each has one cell per column, "" for "not found".
	Rows [][]string
	// Faults are the cells that do not fit their column, in row order.
	Faults []CellFault
	// Before and After are the prose around the table, without fences.
	Before, After string
	// Found reports that the table has a row. Otherwise the window shows the answer as text.
	Found bool
}

// CellFault is a cell that does not fit its column; row and column are counted from 0.
type CellFault struct {
	Row, Column int
	Reason      Reason
}

// Reason is the reason why a cell does not fit.
type Reason string

// The reasons, one for each column kind with a restricted format.
const (
	NotANumber  Reason = "not_a_number"
	NotADate    Reason = "not_a_date"
	NotAnAmount Reason = "not_an_amount"
	NotYesOrNo  Reason = "not_yes_or_no"
	NotAnOption Reason = "not_an_option"
)

// english explains the reason to a model.
func (f CellFault) english(c chat.Column) string {
	switch f.Reason {
	case NotANumber:
		return "not a number"
	case NotADate:
		return "not a date"
	case NotAnAmount:
		return "not an amount of money"
	case NotYesOrNo:
		return "neither yes nor no"
	}
	return "none of: " + strings.Join(c.Options, ", ")
}
