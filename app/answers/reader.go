package answers

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"parley/app/chat"
)

// Reader reads the rows of an answer that grows. Only rows that are complete are there, and what was read is not read again.
type Reader struct {
	table Table
	keys  map[string]int
	// texts are those that were read, done of them to their end.
	texts []string
	done  int
	// of the text that is being read
	part
}

// part is how far a text was read.
type part struct {
	at int
	// inside: at lies in a list of rows.
	inside bool
	// old is the number of rows that were there before the text.
	old int
}

// NewReader makes a reader of tables with columns.
func NewReader(columns []chat.Column) *Reader {
	r := &Reader{keys: map[string]int{}}
	r.table.Columns = columns
	for i, key := range Keys(columns) {
		r.keys[folded(columns[i].Name)] = i
		r.keys[folded(key)] = i
	}
	return r
}

// folded is a key without whatever models change about it.
func folded(key string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFD.String(key))
}

// Read reads the texts of an answer so far, in their order: the answer itself, and what came when it was continued or when cells were asked
// for again. whole means that nothing more comes. It returns the first row that is not what it was, or the number of rows if all are.
func (r *Reader) Read(texts []string, whole bool) (changed int) {
	if !r.goesOn(texts) {
		*r = *NewReader(r.table.Columns)
	}
	changed = len(r.table.Rows)
	for i := r.done; i < len(texts); i++ {
		last := i == len(texts)-1
		for len(r.texts) <= i {
			r.texts = append(r.texts, "")
		}
		r.texts[i] = texts[i]
		changed = min(changed, r.read(texts[i], whole || !last))
		if whole || !last {
			r.done = i + 1
			r.part = part{old: len(r.table.Rows)}
		}
	}
	if whole && !r.table.Found && r.readProse(texts) {
		changed = 0
	}
	return changed
}

// goesOn reports whether texts are those that were read, of which the last may have grown.
func (r *Reader) goesOn(texts []string) bool {
	if len(texts) < len(r.texts) {
		return false
	}
	for i, was := range r.texts {
		if i < r.done && texts[i] != was || !strings.HasPrefix(texts[i], was) {
			return false
		}
	}
	return true
}

// Table returns what was read. Its rows must not be changed.
func (r *Reader) Table() Table {
	t := r.table
	t.Before, t.After = prose(t.Before), prose(strings.TrimLeft(t.After, "}],; \r\n"))
	return t
}

// read goes on with a text.
func (r *Reader) read(text string, whole bool) (changed int) {
	for n := 0; !whole && n < utf8.UTFMax && text != ""; n++ { // half a character at the end
		if last, size := utf8.DecodeLastRuneInString(text); last != utf8.RuneError || size != 1 {
			break
		}
		text = text[:len(text)-1]
	}
	l := loose{text, whole}
	changed = len(r.table.Rows)
	for r.at < len(text) {
		var again bool
		if r.inside {
			again = r.readRow(l, &changed)
		} else {
			again = r.seek(l, &changed)
		}
		if !again {
			break
		}
	}
	if whole && r.at < len(text) && !r.inside {
		r.say(text[r.at:])
		r.at = len(text)
	}
	return changed
}

// seek looks for the next list of rows, or for a row that stands by itself. It reports whether to go on.
func (r *Reader) seek(l loose, changed *int) bool {
	n := strings.IndexAny(l.text[r.at:], "{[")
	if n < 0 {
		if l.whole {
			return false
		}
		// The rest is prose so far; a mark of a block of code at its end may still grow, and is taken out at the end.
		r.say(l.text[r.at:])
		r.at = len(l.text)
		return false
	}
	from := r.at + n
	next := l.skip(from + 1)
	if next >= len(l.text) && !l.whole {
		r.say(l.text[r.at:from])
		r.at = from
		return false
	}
	begins := next < len(l.text) && (l.text[from] == '[' && strings.IndexByte("{[", l.text[next]) >= 0 || l.text[from] == '{' && strings.IndexByte("\"'}_", l.text[next]) >= 0 ||
		l.text[from] == '{' && (isLetter(l.text[next]) || strings.HasPrefix(l.text[next:], "“")))
	if !begins {
		r.say(l.text[r.at : from+1])
		r.at = from + 1
		return true
	}
	r.say(l.text[r.at:from])
	r.at = from
	if l.text[from] == '[' {
		r.at, r.inside = from+1, true
		return true
	}
	rows, end, read := r.explore(l, from)
	switch {
	case rows > 0:
		r.at, r.inside, r.table.Found = rows, true, true
	case read == malformed:
		r.say(l.text[from : from+1])
		r.at = from + 1
	case read == partly:
		return false
	case r.take(l, from, changed):
		r.at = end
	default:
		r.say(l.text[from:end])
		r.at = end
	}
	return true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// explore looks for the rows in an object: rows is the place after the bracket of their list, or that of a row without a list, 0 where there
// is none so far.
func (r *Reader) explore(l loose, at int) (rows, end int, read reading) {
	all, end, read := l.members(at)
	row := false
	for _, m := range all {
		_, known := r.keys[folded(m.key)]
		row = row || known
		if row || m.at >= len(l.text) {
			continue
		}
		switch l.text[m.at] {
		case '[':
			next := l.skip(m.at + 1)
			if next < len(l.text) && (strings.IndexByte("{[", l.text[next]) >= 0 || l.text[next] == ']' && folded(m.key) == "rows") {
				return m.at + 1, end, read
			}
		case '{':
			if rows, _, _ := r.explore(l, m.at); rows > 0 {
				return rows, end, read
			}
			inner, _, _ := l.members(m.at)
			if slices.ContainsFunc(inner, func(m member) bool { _, known := r.keys[folded(m.key)]; return known }) {
				return m.at, end, read
			}
		}
	}
	return 0, end, read
}

// readRow reads the next row of a list, and reports whether to go on.
func (r *Reader) readRow(l loose, changed *int) bool {
	from := l.skip(r.at)
	if from >= len(l.text) {
		return false
	}
	switch l.text[from] {
	case ']':
		r.at, r.inside = from+1, false
		return true
	case '{', '[':
		end, ok := l.nested(from)
		if !ok {
			return false
		}
		if !r.take(l, from, changed) {
			r.say(l.text[from:end])
		}
		r.at = end
		return true
	}
	n := strings.IndexAny(l.text[from:], "{[]")
	if n < 0 {
		if l.whole {
			r.say(l.text[from:])
			r.at = len(l.text)
		}
		return false
	}
	r.say(l.text[from : from+n])
	r.at = from + n
	return true
}

// take takes an object or a list as a row, and reports whether it is one.
func (r *Reader) take(l loose, at int, changed *int) bool {
	all, _, _ := l.members(at)
	columns := len(r.table.Columns)
	row := make([]string, columns)
	if l.text[at] == '[' {
		if len(all) != columns || columns == 0 {
			return false
		}
		for i, m := range all {
			row[i] = plainText(m.value)
		}
		if len(r.table.Rows) == 0 && r.isHead(row) {
			return true
		}
		r.add(row)
		return true
	}
	number, known := 0, false
	for _, m := range all {
		i, ok := r.keys[folded(m.key)]
		switch {
		case ok:
			known = true
			if text := plainText(m.value); text != "" { // of a key that stands twice the last one counts
				row[i] = text
			}
		case folded(m.key) == rowKey:
			number, _ = strconv.Atoi(plainText(m.value))
		}
	}
	switch {
	case number > 0 && number <= r.old:
		r.correct(number-1, row)
		*changed = min(*changed, number-1)
		return true
	case known:
		r.add(row)
		return true
	}
	return len(all) == 0 // an empty object says nothing
}

func (r *Reader) isHead(row []string) bool {
	for i, cell := range row {
		if at, ok := r.keys[folded(cell)]; !ok || at != i {
			return false
		}
	}
	return true
}

func (r *Reader) add(row []string) {
	r.table.Found = true
	r.table.Rows = append(r.table.Rows, row)
	r.check(len(r.table.Rows) - 1)
}

// correct replaces the cells of a row that another answer gives.
func (r *Reader) correct(at int, cells []string) {
	row := slices.Clone(r.table.Rows[at])
	for i, cell := range cells {
		if cell != "" {
			row[i] = cell
		}
	}
	r.table.Rows = slices.Clone(r.table.Rows)
	r.table.Rows[at] = row
	r.table.Faults = slices.DeleteFunc(slices.Clone(r.table.Faults), func(f Fault) bool { return f.Row == at })
	r.check(at)
	slices.SortFunc(r.table.Faults, func(a, b Fault) int {
		if a.Row != b.Row {
			return a.Row - b.Row
		}
		return a.Column - b.Column
	})
}

// check notes the cells of a row that do not fit.
func (r *Reader) check(at int) {
	for i, c := range r.table.Columns {
		if reason := misfit(c, r.table.Rows[at][i]); reason != "" {
			r.table.Faults = append(r.table.Faults, Fault{at, i, reason})
		}
	}
}

// say keeps what is no row.
func (r *Reader) say(text string) {
	if r.table.Found {
		r.table.After += text
	} else {
		r.table.Before += text
	}
}
