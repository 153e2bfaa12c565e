// Package markdown parses the text of a reply into blocks that the conversation lays out one by
// one. It only reads: nothing here fetches, opens or paints anything, so a text can only be shown.
//
// A Document takes a growing text and parses only its end again. SetOpen is for a text that is
// still being written: it hides unfinished markup at the end. Set shows all of a text. PlainText
// returns the text of blocks without markup. Highlight colors code. Clean removes invisible
// characters. LinkInfo decides which addresses may be opened.
//
// Offsets are bytes in the source. If the text of a Run is as long as its source, the two are equal
// (with spaces for line ends), and offsets in both correspond. Any other Run is indivisible, such
// as an escaped character. A formula written in Unicode is indivisible whatever its length
// (Run.Formula).
package markdown
