package answers

import "parlando/app/internal/identifier"

// frame is an open object or array.
type frame struct {
	start  int
	object bool
	// next is the token that an object expects next. key is the key of the following value, name
	// its text.
	next expectation
	key  token
	name string
	// members are the values in an object, or the elements of an array that are not rows.
	members []member
	// matched counts the members that match a column.
	matched int
	// used reports that the frame contains rows, including a dropped heading row.
	used bool
	// ofRows reports that the frame is the value of "rows", or an object in that array. ofColumn
	// reports that it is inside the value of a column's key, where isRow is stricter.
	ofRows, ofColumn bool
}

type expectation uint8

const (
	aKey expectation = iota
	aColon
	aValue
)

// span is text[from:to] of a scanner.
type span struct{ from, to int }

// member is a value in an object or array; in an array it has no name.
type member struct {
	name   string
	column int // -1 if none
	value  token
}

// rowsName is the folded key of the array of rows.
const rowsName = "rows"

// child returns the frame of an object or array inside f. opaque means that it is a single value
// that is not parsed further.
func (r *Reader) child(f *frame, object, root bool) (child frame, opaque bool) {
	child = frame{object: object, ofColumn: f.ofColumn}
	if !f.object {
		child.ofRows = f.ofRows
		return child, false
	}
	column := -1
	if f.name != "" {
		column = r.names.find(f.name)
	}
	switch {
	case !object && identifier.Fold(f.name) == rowsName:
		child.ofRows = true
		return child, f.ofRows && column >= 0
	case f.ofRows, f.matched > 0 && f.matched*2 >= len(r.columns):
		return child, true
	case column >= 0:
		child.ofColumn = true
		return child, object || !root || f.matched > 0
	}
	return child, false
}

// isRow reports whether the members of an object are the cells of a row.
func (r *Reader) isRow(f *frame, inList bool) bool {
	if f.ofColumn {
		return f.matched > 0 && f.matched*2 >= len(r.columns)
	}
	return f.matched > 0 || inList && len(f.members) == len(r.columns)
}
