package transcript

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"parlando/app/transcripts"
	"parlando/views/i18n"
)

// match is the position of a match in line, from byte from to byte to. If the match continues in
// other lines, to is the end of line, and the match ends at byte end of the line last.
type match struct{ line, from, to, last, end int }

// within returns the part of a match in a line of text that is long bytes long.
func (m match) within(line, long int) (from, to int) {
	switch {
	case line == m.line:
		return m.from, m.to
	case line == m.last:
		return 0, m.end
	case line > m.line && line < m.last:
		return 0, long
	}
	return 0, 0
}

// lineSearch is a search in the lines, with its matches.
type lineSearch struct {
	table  *table
	sound  *sound
	writer *writer
	o      Options
	// onMoved is called after scrolling to a match, onFound after each change of the matches with
	// the number of the current match, from 1, and the number of matches.
	onMoved func()
	onFound func(at, n int)

	words string
	// matchCase distinguishes upper and lower case, whole finds only whole words.
	matchCase, whole bool
	all              []match
	// at is the index of the current match, -1 for none.
	at int
}

// mostMatches bounds the number of matches: a single letter may be on every line.
const mostMatches = 100_000

// look finds the matches, and updates the current one, after the lines have changed.
func (f *lineSearch) look() {
	var now match
	if f.at >= 0 && f.at < len(f.all) {
		now = f.all[f.at]
	}
	f.all = f.all[:0]
	if f.words == "" {
		f.at = -1
		f.onFound(0, 0)
		return
	}
	needle := []rune(f.words)
	if !f.matchCase {
		for i := range needle {
			needle[i] = fold(needle[i])
		}
	}
	for i, r := range f.table.rows {
		for at := 0; len(f.all) < mostMatches; {
			from, to := find(r.Text, at, needle, !f.matchCase)
			if from < 0 {
				break
			}
			if at = to; !f.whole || bounded(r.Text, from, to) {
				f.all = append(f.all, match{line: i, from: from, to: to, last: i, end: to})
			}
		}
	}
	f.lookOver(needle)
	f.at = -1
	for i, m := range f.all {
		if m.line > now.line || m.line == now.line && m.from >= now.from {
			f.at = i
			break
		}
	}
	if f.at < 0 && len(f.all) > 0 {
		f.at = 0
	}
	f.onFound(f.at+1, len(f.all))
}

// lookOver adds the matches across lines; a line break counts as a space. Matches within a line
// have priority, because only they can be replaced.
func (f *lineSearch) lookOver(needle []rune) {
	if !slices.ContainsFunc(needle, unicode.IsSpace) {
		return
	}
	var over []match
	for i, r := range f.table.rows {
		at := 0
		if n := len(over); n > 0 && over[n-1].last >= i {
			if at = over[n-1].end; over[n-1].last > i {
				continue // a match that begins in an earlier line covers this line
			}
		}
		if n := f.first(i + 1); n > 0 && f.all[n-1].line == i {
			at = max(at, f.all[n-1].to)
		}
		for ; at < len(r.Text) && len(f.all)+len(over) < mostMatches; at++ {
			if !utf8.RuneStart(r.Text[at]) {
				continue
			}
			last, end := f.beginsOver(i, at, needle)
			if last < 0 || f.whole && (transcripts.IsInsideWord(r.Text, at) || transcripts.IsInsideWord(f.table.rows[last].Text, end)) {
				continue
			}
			if n := f.first(last); n == len(f.all) || f.all[n].line > last || f.all[n].from >= end {
				over = append(over, match{line: i, from: at, to: len(r.Text), last: last, end: end})
				break
			}
		}
	}
	if len(over) > 0 {
		f.all = append(f.all, over...)
		slices.SortFunc(f.all, func(a, b match) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.from, b.from)) })
	}
}

// beginsOver returns the line and the offset at which a match ends that begins at a position and
// continues in later lines; -1 if there is no such match.
func (f *lineSearch) beginsOver(line, at int, needle []rune) (last, end int) {
	folds, text := !f.matchCase, f.table.rows[line].Text
	last = line
	for n, want := range needle {
		if at >= len(text) {
			if n == 0 || !unicode.IsSpace(want) {
				return -1, 0
			}
			if last++; last == len(f.table.rows) {
				return -1, 0
			}
			text, at = f.table.rows[last].Text, 0
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if folds {
			r = fold(r)
		}
		if r != want {
			return -1, 0
		}
		at += size
	}
	if last == line || at == 0 {
		return -1, 0
	}
	return last, at
}

// first returns the index of the first match in or after a line.
func (f *lineSearch) first(i int) int {
	n, _ := slices.BinarySearchFunc(f.all, i, func(m match, i int) int { return m.line - i })
	return n
}

// search searches for words, and shows the first match from the user's current position on.
func (f *lineSearch) search(words string, matchCase, whole bool) {
	f.words, f.matchCase, f.whole = words, matchCase, whole
	from := f.table.view.Top
	if f.writer.on() {
		from = f.table.written.row
	}
	f.showFrom(match{line: from})
}

// showFrom updates the matches, and shows the first match from a position on.
func (f *lineSearch) showFrom(m match) {
	f.all, f.at = append(f.all[:0], m), 0
	f.look()
	f.show()
}

// next shows the next or the previous match.
func (f *lineSearch) next(back bool) {
	n := len(f.all)
	if n == 0 {
		return
	}
	if back {
		f.at = (f.at + n - 1) % n
	} else {
		f.at = (f.at + 1) % n
	}
	f.onFound(f.at+1, n)
	f.show()
}

// show scrolls to the current match.
func (f *lineSearch) show() {
	if f.at >= 0 && f.at < len(f.all) {
		m := f.all[f.at]
		f.table.revealWords(cell{row: m.line}, m.from, 2*f.table.format.LineHeight)
		f.sound.follows = f.sound.seen()
	}
	f.onMoved()
}

// replace replaces the current match and shows the next one.
func (f *lineSearch) replace(with string) {
	if f.writer.locked != "" || f.writer.waiting || f.at < 0 || f.at >= len(f.all) || f.writer.tell(true) >= 0 {
		return
	}
	m := f.all[f.at]
	if m.last > m.line {
		f.refuseOver()
		return
	}
	r := f.table.rows[m.line]
	r.Text = r.Text[:m.from] + with + r.Text[m.to:]
	f.o.Editor.Edit(Edit{Kind: SetText, ID: r.ID, Line: m.line, Text: r.Text})
	f.showFrom(match{line: m.line, from: m.from + len(with)})
}

// refuseOver says that a match across lines cannot be replaced, because only the user can decide
// which words belong to which line.
func (f *lineSearch) refuseOver() {
	f.o.Say(i18n.Text("This match runs over two lines. Change the lines by hand."), "", nil)
}

// replaceAll replaces all matches within a line, as one step, and returns their number.
func (f *lineSearch) replaceAll(with string) int {
	n := 0
	for _, m := range f.all {
		if m.last == m.line {
			n++
		}
	}
	if f.writer.locked != "" || f.writer.waiting || len(f.all) == 0 {
		return 0
	}
	if n == 0 {
		f.refuseOver()
		return 0
	}
	f.writer.tell(true)
	f.o.Editor.Edit(Edit{Kind: ReplaceAll, Old: f.words, Text: with, MatchCase: f.matchCase, WholeWords: f.whole})
	return n
}

// find returns the bounds of the first match of needle in text from the offset at on; -1 for none.
func find(text string, at int, needle []rune, folds bool) (from, to int) {
	first := needle[0]
	for from = at; from < len(text); {
		r, n := rune(text[from]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[from:])
		}
		if folds {
			r = fold(r)
		}
		if r == first {
			if to = begins(text, from, needle, folds); to >= 0 {
				return from, to
			}
		}
		from += n
	}
	return -1, -1
}

// begins returns the end of a match of needle at the offset at; -1 for none.
func begins(text string, at int, needle []rune, folds bool) int {
	for _, want := range needle {
		if at >= len(text) {
			return -1
		}
		r, n := utf8.DecodeRuneInString(text[at:])
		if folds {
			r = fold(r)
		}
		if r != want {
			return -1
		}
		at += n
	}
	return at
}

// fold maps upper and lower case to the same character.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

// bounded reports whether the text between two offsets consists of whole words, by the rules of
// transcripts.ReplaceAll.
func bounded(text string, from, to int) bool {
	return !transcripts.IsInsideWord(text, from) && !transcripts.IsInsideWord(text, to)
}
