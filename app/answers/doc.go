// Package answers handles answers as tables and as JSON (GATEWAY.md 4.1.5): the schema and
// instructions of a request, parsing rows while they are being received, validation, and files. It
// does not depend on a window, a network or SQL.
//
// Cells are strings, shown as the model wrote them: numbers and dates are never reformatted. An
// empty cell means "not found".
package answers
