package documents

import "strconv"

// maxNotes is the maximum number of notes in a document.
const maxNotes = 20_000

// noteMark returns the internal mark of a note number.
func noteMark(number int) string { return noteStart + strconv.Itoa(number) + noteEnd }

// writeNote writes a note at the end of the document.
func (w *writer) writeNote(number int, text string) {
	if text = fold(text, false); text != "" {
		w.write(block{note: number, text: text})
	}
}
