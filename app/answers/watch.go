package answers

// Repetition is a kind of endless repetition in an answer.
type Repetition string

// The kinds of repetition; "" means none.
const (
	RepeatedBlanks Repetition = "blanks"   // endless white space
	RepeatedRow    Repetition = "repeated" // the same row again and again
)

// The limits beyond which a model counts as stuck. Services that limit blanks themselves allow 8 to
// 32 of them.
const (
	maxBlanks = 200
	// maxBlanksInString is the limit for blanks inside a cell.
	maxBlanksInString = 5000
	maxRepeated       = 20
)

// RepetitionDetector detects that a model repeats itself while writing a table or JSON. The zero
// value is ready for a new request.
type RepetitionDetector struct {
	stuck Repetition
	taken int // bytes examined before the model was stuck, for tests

	open     []byte // the open brackets
	inString bool
	escaped  bool
	blanks   int

	// whole counts top-level objects, as in JSON lines; inList counts the elements of the outermost
	// array.
	whole, inList repeats
}

// repeats counts consecutive equal rows.
type repeats struct {
	depth      int // the nesting depth of the current row, 0 for none
	hash, last uint64
	count      int
}

// Add processes the next chunk of the text. It returns a value other than "" once the model is
// stuck.
func (w *RepetitionDetector) Add(chunk string) Repetition {
	for i := 0; i < len(chunk) && w.stuck == ""; i++ {
		w.taken++
		w.add(chunk[i])
	}
	return w.stuck
}

func (w *RepetitionDetector) add(c byte) {
	if !isBlank(c) {
		w.blanks = 0
	} else if w.blanks++; w.blanks == maxBlanksInString || !w.inString && w.blanks == maxBlanks {
		w.stuck = RepeatedBlanks
		return
	} else if !w.inString {
		return
	}
	switch {
	case w.escaped:
		w.escaped = false
	case w.inString:
		w.escaped, w.inString = c == '\\', c != '"'
	case c == '"':
		w.inString = len(w.open) > 0
	case c == '{' || c == '[':
		w.opens(c)
	case (c == '}' || c == ']') && len(w.open) > 0:
		w.hashed(c)
		w.closes()
		return
	}
	w.hashed(c)
}

// opens opens a bracket. Objects and arrays at the top level or in an array start a row.
func (w *RepetitionDetector) opens(c byte) {
	w.open = append(w.open, c)
	depth := len(w.open)
	if depth == 1 {
		w.whole.begin(depth)
	} else if w.open[depth-2] == '[' && w.inList.depth == 0 {
		w.inList.begin(depth)
	}
}

func (w *RepetitionDetector) closes() {
	depth := len(w.open)
	if w.inList.ends(depth) || w.whole.ends(depth) {
		w.stuck = RepeatedRow
	}
	if depth == 1 {
		w.inList = repeats{}
	}
	w.open = w.open[:depth-1]
}

func (w *RepetitionDetector) hashed(c byte) {
	w.inList.add(c)
	w.whole.add(c)
}

// The hash is FNV-1a.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func (r *repeats) begin(depth int) { r.depth, r.hash = depth, fnvOffset }

func (r *repeats) add(c byte) {
	if r.depth > 0 {
		r.hash = (r.hash ^ uint64(c)) * fnvPrime
	}
}

// ends ends the row at this depth, and reports whether maxRepeated equal rows followed each other.
func (r *repeats) ends(depth int) bool {
	if r.depth != depth {
		return false
	}
	if r.depth = 0; r.hash != r.last {
		r.last, r.count = r.hash, 0
	}
	r.count++
	return r.count == maxRepeated
}
