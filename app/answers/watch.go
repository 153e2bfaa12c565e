package answers

import "strings"

// Stuck says in which way a model got stuck.
type Stuck string

// The ways in which models get stuck while they write JSON.
const (
	Blanks   Stuck = "blanks"   // they write nothing but blanks
	Repeated Stuck = "repeated" // they write the same row again and again
)

const (
	// maxBlanks is the number of blanks in a row outside a string, maxBlanksInside inside one, and maxRepeats the number of equal objects in a
	// row that nobody means.
	maxBlanks, maxBlanksInside, maxRepeats = 200, 5000, 20
	// maxObject is the length of the objects that are compared.
	maxObject = 64 << 10
)

// Watch reads an answer in JSON while it comes, and tells when the model got stuck. The zero value is ready for use.
type Watch struct {
	inside, escaped bool // of a string
	blanks          int
	object, last    strings.Builder
	open            bool // object holds what came since the last brace
	repeats         int
	stuck           Stuck
}

// Add reads the next piece of the answer. What it returns stays, once it is not "".
func (w *Watch) Add(piece string) Stuck {
	for i := 0; i < len(piece) && w.stuck == ""; i++ {
		w.add(piece[i])
	}
	return w.stuck
}

func (w *Watch) add(c byte) {
	if w.open && w.object.Len() < maxObject {
		w.object.WriteByte(c)
	}
	switch {
	case c == ' ' || c == '\n' || c == '\r' || c == '\t':
		w.escaped = false
		if w.blanks++; w.blanks >= maxBlanksInside || !w.inside && w.blanks >= maxBlanks {
			w.stuck = Blanks
		}
		return
	case w.inside && w.escaped:
		w.escaped = false
	case w.inside && c == '\\':
		w.escaped = true
	case c == '"':
		w.inside = !w.inside
	case w.inside:
	case c == '{':
		w.object.Reset()
		w.open = true
	case c == '}' && w.open:
		w.close()
	}
	w.blanks = 0
}

// close compares an object without others in it to the one before.
func (w *Watch) close() {
	w.open = false
	if text := w.object.String(); len(text) < maxObject && text == w.last.String() && text != "" {
		w.repeats++
	} else {
		w.repeats = 1
		w.last.Reset()
		w.last.WriteString(text)
	}
	if w.repeats >= maxRepeats {
		w.stuck = Repeated
	}
}
