// Package markup holds the rules of markdown that the conversation (app/markdown) and what is read
// aloud (app/speech/speechtext) must agree on, so that a table that is shown is announced as one:
// formulas, footnotes, entities, and the bounds that keep a hostile text from costing more than its
// length.
//
// Parsers and transformers here are values without state, safe for concurrent use. They extend
// goldmark and read only.
package markup
