// Package answers covers what models answer as tables and as JSON (GATEWAY.md 4.1.5): the schema
// and the sentences that a request carries, the whole rows of an answer that is still being
// written, checking, and files. It knows no window, no network and no SQL.
//
// Cells are strings, shown as the model wrote them: nothing here changes a number or a date. An
// empty cell means "not found".
package answers
