// Package markdown turns the text of a reply into blocks that the conversation lays out one by one.
// It reads only: nothing here fetches, opens or paints anything, and a text can do no more than be
// shown.
//
// A Document takes a text that grows and parses only its end again. SetOpen is for a text that is
// still being written: it hides unfinished marks at the end. Set shows all of a text. PlainText
// returns the text of blocks without marks. Highlight colors code. Clean takes out characters that
// cannot be seen. LinkInfo decides what may be opened.
//
// Offsets are bytes in the source. A Run whose text is as long as its source is its source, letter
// for letter (line ends are spaces), so that a place in one is a place in the other; any other Run
// is one whole, such as an escaped character. A formula that is written in Unicode is one whole
// too, however long (Run.Formula).
package markdown
