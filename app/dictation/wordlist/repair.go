package wordlist

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// text is what is repaired.
type text struct {
	text   string
	spans  []span
	folded []string // in small letters, with accents
	words  []word   // without the ending of a genitive
	// known are the words of the text that are words of a language.
	known func() map[string]bool
}

func textOf(s string, common func(map[string]bool) map[string]bool) *text {
	t := &text{text: s, spans: wordsOf(s)}
	for _, w := range t.spans {
		whole := s[w.start:w.end]
		t.folded = append(t.folded, foldCase(whole))
		short, _ := stem(whole)
		t.words = append(t.words, wordOf(short))
	}
	t.known = sync.OnceValue(func() map[string]bool {
		all := map[string]bool{}
		for i, w := range t.folded {
			all[w] = true
			all[foldCase(t.words[i].text)] = true
		}
		return common(all)
	})
	return t
}

// normal reports whether a word is one of a language. The shortest are not in the list: all of them
// are.
func (t *text) normal(i int) bool {
	return len(t.words[i].folded) < 3 || t.known()[foldCase(t.words[i].text)]
}

// named reports whether a word looks like a name: its capital letter is not that of a sentence.
func (t *text) named(i int) bool {
	return capital(t.words[i].text) && !begins(t.text, t.spans[i].start)
}

// Repair puts the list's words into a text. What it does not know it leaves as it is, byte for
// byte.
func (l List) Repair(s string) string {
	return l.repair(s, common)
}

func (l List) repair(s string, common func(map[string]bool) map[string]bool) string {
	if l.Empty() || !utf8.ValidString(s) {
		return s
	}
	t := textOf(s, common)
	var b strings.Builder
	end := 0
	for i := 0; i < len(t.spans); {
		at, to, ok := l.arrowAt(t, i)
		if !ok || at.start < end {
			at, to, ok = l.nameAt(t, i)
		}
		if !ok || at.start < end {
			i++
			continue
		}
		b.WriteString(s[end:at.start])
		b.WriteString(to)
		end = at.end
		for i < len(t.spans) && t.spans[i].start < end {
			i++
		}
	}
	b.WriteString(s[end:])
	return b.String()
}

// arrowAt is the longest of the person's own rules that fits at a word.
func (l List) arrowAt(t *text, i int) (at span, to string, ok bool) {
	most := 0
	for _, a := range l.arrows {
		if n := len(a.heard.words); n > most {
			if found, fits := a.heard.at(t, i); fits {
				at, to, ok, most = found, a.meant, true, n
			}
		}
	}
	if ok && small(to) && capital(t.text[at.start:]) {
		to = upper(to) // it begins a sentence
	}
	return at, to, ok
}

func upper(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToTitle(r)) + s[size:]
}

// nameAt is the name that is meant at a word, if one is and no other.
func (l List) nameAt(t *text, i int) (span, string, bool) {
	best, second := match{cost: hopeless}, match{cost: hopeless}
	for _, n := range l.names {
		m := n.at(t, i)
		switch {
		case m.better(best):
			best, second = m, best
		case m.better(second):
			second = m
		}
	}
	if best.cost == hopeless || second.cost == best.cost && second.words == best.words && best.cost > 0 {
		return span{}, "", false // two names are as close: who knows
	}
	at := span{t.spans[i].start, t.spans[i+best.words-1].end}
	_, ending := stem(t.text[at.start:at.end])
	if slices.ContainsFunc(l.names, func(n name) bool { return n.text == t.text[at.start:at.end] }) {
		return at, t.text[at.start:at.end], true // another name of the list, as it is written
	}
	return at, best.name + ending, true
}

// hopeless is the cost of no match.
const hopeless = 1 << 20

// match is how well a name fits.
type match struct {
	name        string
	words, cost int
}

func (m match) better(o match) bool {
	return m.cost < o.cost || m.cost == o.cost && m.cost < hopeless && m.words > o.words
}

// at is how well the name fits what is said from word i on.
func (n name) at(t *text, i int) match {
	no := match{cost: hopeless}
	if m := n.wordByWord(t, i); m.cost < hopeless {
		return m
	}
	// "kuber netes", or "Annamaria" for "Anna Maria".
	if len(n.joined) < 6 {
		return no
	}
	for count := 1; count <= len(n.words)+2 && i+count <= len(t.spans); count++ {
		if count > 1 && !narrow(t.text[t.spans[i+count-2].end:t.spans[i+count-1].start]) {
			break
		}
		if count == len(n.words) {
			continue
		}
		if cost := n.joins(t, i, count); cost < hopeless {
			return match{n.text, count, cost}
		}
	}
	return no
}

// joins is what it costs to take count words, written together, for the name.
func (n name) joins(t *text, i, count int) int {
	var joined []rune
	normal := 0
	for k := i; k < i+count; k++ {
		joined = append(joined, t.words[k].folded...)
	}
	most := 0
	if len(n.joined) >= 8 {
		most = 1
	}
	d := distance(joined, n.joined, most)
	if d > most || inflected(joined, n.joined) {
		return hopeless
	}
	for k := i; k < i+count; k++ {
		if t.normal(k) {
			normal++
		}
	}
	if normal == count {
		return hopeless
	}
	return d + 1
}

// wordByWord compares the words of the name with as many of the text.
func (n name) wordByWord(t *text, i int) match {
	no := match{cost: hopeless}
	count := len(n.words)
	if i+count > len(t.spans) {
		return no
	}
	cost, equal := 0, 0
	for k, w := range n.words {
		if k > 0 && !narrow(t.text[t.spans[i+k-1].end:t.spans[i+k].start]) {
			return no
		}
		have := t.words[i+k]
		if slices.Equal(have.folded, w.folded) {
			equal++
			continue
		}
		least := 4
		if count > 1 {
			least = 3
		}
		d := close(have, w, least)
		if d == hopeless {
			return no
		}
		cost += d
	}
	if equal == count {
		return n.respelled(t, i)
	}
	for k, w := range n.words {
		if slices.Equal(t.words[i+k].folded, w.folded) {
			continue
		}
		// Beside another word of the name, a capital letter makes even a common word a name: "Anna
		// Costa" for "Ana Costa".
		if equal > 0 && t.named(i+k) {
			continue
		}
		if t.normal(i+k) || len(w.folded) < 6 && !t.named(i+k) && !small(w.text) {
			return no
		}
	}
	return match{n.text, count, cost}
}

// respelled is for a name that is there but for capitals and accents. Common words without a
// capital stay what they are.
func (n name) respelled(t *text, i int) match {
	normal := true
	for k := range n.words {
		w := t.words[i+k].text
		normal = normal && (small(w) || begins(t.text, t.spans[i+k].start)) && t.normal(i+k)
	}
	whole := t.text[t.spans[i].start:t.spans[i+len(n.words)-1].end]
	if normal && whole != n.text {
		return match{cost: hopeless}
	}
	return match{n.text, len(n.words), 0}
}

// close is the distance of two words that may be the same name, else hopeless. The longer they are,
// the more may differ; what sounds the same may differ by one letter more. Words of less than least
// letters are never close.
func close(have, want word, least int) int {
	n := max(len(have.folded), len(want.folded))
	if min(len(have.folded), len(want.folded)) < least || have.sound == "" || want.sound == "" || inflected(have.folded, want.folded) {
		return hopeless
	}
	a, _ := utf8.DecodeRuneInString(have.sound)
	b, _ := utf8.DecodeRuneInString(want.sound)
	if a != b || slices.ContainsFunc(have.folded, unicode.IsDigit) != slices.ContainsFunc(want.folded, unicode.IsDigit) {
		return hopeless
	}
	most := 0
	switch {
	case n >= 11:
		most = 3
	case n >= 8:
		most = 2
	case n >= 6:
		most = 1
	}
	if have.sound == want.sound {
		most++
	}
	d := distance(have.folded, want.folded, most)
	if d > most {
		return hopeless
	}
	return d
}

// inflected reports whether one word is the other with an ending: "Parlandos" is no misspelled
// "Parlando".
func inflected(have, want []rune) bool {
	n := min(len(have), len(want))
	return len(have) != len(want) && max(len(have), len(want))-n <= 2 && slices.Equal(have[:n], want[:n])
}
