package documents

import "strconv"

// maxNotes is the number of notes of a document that are read.
const maxNotes = 20_000

// noteMark is the mark of a note in the words.
func noteMark(number int) string { return noteStart + strconv.Itoa(number) + noteEnd }

// writeNote writes a note, which stands at the end of the document.
func (w *writer) writeNote(number int, text string) {
	if text = fold(text, false); text != "" {
		w.write(block{note: number, text: text})
	}
}
