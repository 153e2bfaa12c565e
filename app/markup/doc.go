// Package markup has the Markdown rules shared by the conversation (app/markdown) and reading aloud
// (app/speech/speechtext), so that a table that is shown is announced as a table: formulas,
// footnotes, entities, and limits that keep the cost of a hostile text linear in its length.
//
// Its parsers and transformers are stateless values, safe for concurrent use. They extend goldmark
// and only read.
package markup
