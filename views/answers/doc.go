// Package answers has the widgets with which the form of an answer is made: the columns of a table,
// and the schema of an answer in JSON.
package answers
