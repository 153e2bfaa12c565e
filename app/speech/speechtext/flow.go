package speechtext

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// flow is the spoken text of one block with its offsets in the source.
type flow struct {
	text []byte
	runs []Run
	// separate is set after an announcement: a following letter needs a space.
	separate bool
	// stop is the length in bytes of the full stop that finish added.
	stop int
}

// add appends the spoken text for the source bytes from start to end.
func (f *flow) add(shown string, start, end int) {
	if shown == "" {
		return
	}
	if r, _ := utf8.DecodeRuneInString(shown); f.separate && spoken(r) {
		f.separate = false
		f.space(start)
	}
	f.separate = false
	exact := len(shown) == end-start
	if n := len(f.runs); n == 0 || !exact || f.runs[n-1].End != start || len(f.text)-f.runs[n-1].At != start-f.runs[n-1].Start {
		f.runs = append(f.runs, Run{At: len(f.text), Start: start, End: end})
	} else {
		f.runs[n-1].End = end
	}
	f.text = append(f.text, shown...)
}

// blank appends a space for the source bytes from start to end, unless the flow ends with one.
func (f *flow) blank(start, end int) {
	if n := len(f.text); n > 0 && !isSpace(f.text[n-1]) {
		f.add(" ", start, end)
	}
}

// space appends a space that has no source.
func (f *flow) space(at int) { f.blank(at, at) }

// lineBreak ends a sentence.
func (f *flow) lineBreak(start, end int) {
	f.space(start)
	if n := len(f.text); n > 0 && f.text[n-1] != '\n' {
		f.add("\n", start, end)
	}
}

// announce appends words that replace the source bytes from start to end.
func (f *flow) announce(words string, start, end int) {
	if words == "" {
		return
	}
	f.space(start)
	f.add(words, start, end)
	f.separate = true
}

// finish ends the last sentence with a full stop, so that a reader pauses after a heading or list
// item.
func (f *flow) finish() {
	end := len(strings.TrimRight(string(f.text), " \n"))
	if end == 0 {
		return
	}
	f.cut(end)
	rest := strings.TrimRightFunc(string(f.text), func(r rune) bool { return unicode.In(r, unicode.Pe, unicode.Pf, unicode.Pi) || r == '"' || r == '\'' })
	last, _ := utf8.DecodeLastRuneInString(rest)
	if len(rest) == len(f.text) && unicode.Is(unicode.P, last) && !strings.ContainsRune("-–—/\\#%&@*", last) || unicode.Is(unicode.STerm, last) {
		return
	}
	stop := "."
	if wide(last) {
		stop = "。"
	}
	at := f.runs[len(f.runs)-1].End
	f.add(stop, at, at)
	f.stop = len(stop)
}

// boundaries splits the flow into sentences; the text after until may still change. It omits the
// full stop that finish added if the last sentence has no room for it in a part.
func (f *flow) boundaries(until int) []boundary {
	text := string(f.text[:len(f.text)-f.stop])
	all := boundaries(text, min(until, len(text)))
	if n := len(all); n > 0 {
		start := 0
		if n > 1 {
			start = all[n-2].end
		}
		if utf8.RuneCountInString(strings.TrimSpace(text[start:])) < MaxCharacters {
			all[n-1].end = len(f.text)
		}
	}
	return all
}

// cut truncates the flow to end bytes.
func (f *flow) cut(end int) {
	stop := len(f.text)
	for n := len(f.runs); n > 0 && f.runs[n-1].At >= end; n-- {
		stop = f.runs[n-1].At
		f.runs = f.runs[:n-1]
	}
	if n := len(f.runs); n > 0 {
		r := &f.runs[n-1]
		if stop-r.At == r.End-r.Start {
			r.End -= stop - end
		}
	}
	f.text = f.text[:end]
}

// before returns the first byte of the flow whose source is at or after an offset.
func (f *flow) before(place int) int {
	for i, r := range f.runs {
		if r.End <= place && r.Start < place {
			continue
		}
		end := len(f.text)
		if i+1 < len(f.runs) {
			end = f.runs[i+1].At
		}
		if end-r.At == r.End-r.Start {
			return r.At + max(0, place-r.Start)
		}
		return r.At
	}
	return len(f.text)
}

// sentence returns a sentence of the bytes from from to to, without surrounding spaces. ok is false
// if nothing in it can be spoken.
func (f *flow) sentence(from, to int) (s Sentence, ok bool) {
	for from < to && isSpace(f.text[from]) {
		from++
	}
	for from < to && isSpace(f.text[to-1]) {
		to--
	}
	s.Text = strings.ReplaceAll(string(f.text[from:to]), "\n", " ")
	if !strings.ContainsFunc(s.Text, spoken) {
		return Sentence{}, false
	}
	first := sort.Search(len(f.runs), func(i int) bool { return f.runs[i].At > from })
	for i := max(0, first-1); i < len(f.runs) && f.runs[i].At < to; i++ {
		r, end := f.runs[i], len(f.text)
		if i+1 < len(f.runs) {
			end = f.runs[i+1].At
		}
		if end-r.At == r.End-r.Start {
			a, b := max(from, r.At), min(to, end)
			s.Runs = append(s.Runs, Run{At: a - from, Start: r.Start + a - r.At, End: r.Start + b - r.At})
			continue
		}
		s.Runs = append(s.Runs, Run{At: max(0, r.At-from), Start: r.Start, End: r.End})
	}
	s.Start, s.End = s.Runs[0].Start, s.Runs[len(s.Runs)-1].End
	return s, true
}

// spoken reports whether a character can be spoken on its own.
func spoken(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// wide reports whether a character belongs to a script that is written without spaces.
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// isSign reports whether a character is replaced by a space: arrows, bullets, boxes and the lines
// and blocks that boxes are drawn with.
func isSign(r rune) bool {
	switch {
	case r == '○', r == '◎', r == '◯', r == '△': // Japanese writes these in place of words
		return false
	case r >= 0x2190 && r <= 0x21ff, r >= 0x2500 && r <= 0x25ff, r >= 0x27f0 && r <= 0x27ff, r >= 0x2900 && r <= 0x297f,
		r == 0x2022, r == 0x2023, r == 0x2043:
		return true
	}
	return false
}

// silent reports whether a character is left out: emoji and their joiners, control characters and
// invisible characters.
func silent(r rune) bool {
	switch {
	case r >= 0x1f000 && r <= 0x1faff, r >= 0x2600 && r <= 0x27bf, r >= 0x2b00 && r <= 0x2bff, r >= 0xe0000 && r <= 0xe0fff,
		r >= 0xfe00 && r <= 0xfe0f, r == 0x20e3, r == 0x231a, r == 0x231b, r >= 0x23e9 && r <= 0x23f3,
		r == 0xad, r >= 0x200b && r <= 0x200f && r != 0x200c && r != 0x200d, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff:
		// Do not omit the digits in circles, which are among the dingbats.
		return !unicode.IsNumber(r)
	}
	return unicode.In(r, unicode.Cc, unicode.Co, unicode.Cs)
}
