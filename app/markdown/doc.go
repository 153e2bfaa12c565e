// Package markdown turns the text of a reply into blocks that the conversation lays out one by one. It reads only:
// nothing here fetches, opens or paints anything, and a text can do no more than be shown.
//
// A Document takes a text that grows and parses only its end again. While more of it is being written, its end is
// shown without half a mark (SetOpen); once it has ended, all of it is (Set). PlainText is what its blocks show,
// without the marks. Highlight colours code. Clean takes out characters that cannot be seen. LinkInfo decides what
// may be opened.
//
// Offsets are bytes in the source. A Run whose text is as long as its source is its source, letter for letter
// (line ends are spaces), so that a place in one is a place in the other; any other Run is one whole, such as
// an escaped character. A formula that is written in Unicode is one whole too, however long (Run.Formula).
package markdown
