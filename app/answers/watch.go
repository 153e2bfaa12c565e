package answers

// Stuck is the way in which a model has got stuck in its answer.
type Stuck string

// The ways to be stuck, "" for none.
const (
	Blanks   Stuck = "blanks"   // white space without end
	Repeated Stuck = "repeated" // the same row again and again
)

// When a model counts as stuck. Services that bound blanks themselves take 8 to 32 of them.
const (
	maxBlanks = 200
	// maxBlanksInString bounds those that a cell may have.
	maxBlanksInString = 5000
	maxRepeated       = 20
)

// Watch notices that a model is stuck while it writes a table or JSON. The zero value is for a new
// request.
type Watch struct {
	stuck Stuck
	taken int // bytes until it was stuck, for tests

	open     []byte // the brackets that are open
	inString bool
	escaped  bool
	blanks   int

	// whole are objects by themselves, as in lines; inList are the elements of the outermost list.
	whole, inList repeats
}

// repeats counts equal rows that follow each other.
type repeats struct {
	depth      int // of the row that is being written, 0 for none
	hash, last uint64
	count      int
}

// Add takes the next chunk of the text and returns a value other than "" once the model is stuck.
func (w *Watch) Add(chunk string) Stuck {
	for i := 0; i < len(chunk) && w.stuck == ""; i++ {
		w.taken++
		w.add(chunk[i])
	}
	return w.stuck
}

func (w *Watch) add(c byte) {
	if !isBlank(c) {
		w.blanks = 0
	} else if w.blanks++; w.blanks == maxBlanksInString || !w.inString && w.blanks == maxBlanks {
		w.stuck = Blanks
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

// opens begins a row with what lies in a list, or in nothing.
func (w *Watch) opens(c byte) {
	w.open = append(w.open, c)
	depth := len(w.open)
	if depth == 1 {
		w.whole.begin(depth)
	} else if w.open[depth-2] == '[' && w.inList.depth == 0 {
		w.inList.begin(depth)
	}
}

func (w *Watch) closes() {
	depth := len(w.open)
	if w.inList.ends(depth) || w.whole.ends(depth) {
		w.stuck = Repeated
	}
	if depth == 1 {
		w.inList = repeats{}
	}
	w.open = w.open[:depth-1]
}

func (w *Watch) hashed(c byte) {
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

// ends ends the row at this depth, and reports whether there were too many of its kind.
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
