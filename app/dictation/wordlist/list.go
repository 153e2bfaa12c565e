package wordlist

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of a list. What goes beyond is left out: nobody writes it by hand.
const (
	maxEntries = 2000
	maxEntry   = 200 // bytes
)

// List is the person's own words, ready to be used. The zero value changes nothing.
type List struct {
	arrows []arrow
	names  []name
}

// arrow is "heard -> meant".
type arrow struct {
	heard pattern
	meant string
}

// name is a name of one or more words.
type name struct {
	text  string
	words []word
	// joined is the whole folded name without its gaps.
	joined []rune
}

// Parse reads a list, one entry a line: "name" or "heard -> meant" (also "→" or "=>"). Empty lines,
// and those that begin with "#", say nothing; of an entry that is there twice the first counts.
func Parse(lines []string) List {
	var l List
	heard, named := map[string]bool{}, map[string]bool{}
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") || len(line) > maxEntry || !utf8.ValidString(line) {
			continue
		}
		if len(l.arrows)+len(l.names) == maxEntries {
			break
		}
		if from, to, ok := cutArrow(line); ok {
			p := patternOf(from)
			if key := foldCase(from); to != "" && p.any() && !heard[key] {
				heard[key] = true
				l.arrows = append(l.arrows, arrow{p, to})
			}
			continue
		}
		if n := nameOf(line); len(n.words) > 0 && !named[n.text] {
			named[n.text] = true
			l.names = append(l.names, n)
		}
	}
	return l
}

// Empty reports whether the list changes nothing.
func (l List) Empty() bool { return len(l.arrows) == 0 && len(l.names) == 0 }

// cutArrow divides "heard -> meant".
func cutArrow(line string) (from, to string, ok bool) {
	for _, sign := range []string{"->", "→", "=>"} {
		if from, to, ok = strings.Cut(line, sign); ok {
			return strings.TrimSpace(from), strings.TrimSpace(to), true
		}
	}
	return line, "", false
}

func nameOf(text string) name {
	n := name{text: text}
	for _, s := range wordsOf(text) {
		n.words = append(n.words, wordOf(text[s.start:s.end]))
	}
	for _, w := range n.words {
		n.joined = append(n.joined, w.folded...)
	}
	return n
}

// word is one word in the forms that are compared.
type word struct {
	text   string
	folded []rune // small letters without accents
	sound  string
}

func wordOf(text string) word {
	folded := fold(text)
	return word{text: text, folded: []rune(folded), sound: sound(folded)}
}

// capital reports whether a word begins with a capital letter.
func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r) || unicode.IsTitle(r)
}

// small reports whether a word has letters and none of them is a capital one.
func small(s string) bool {
	letters := false
	for _, r := range s {
		if unicode.IsUpper(r) || unicode.IsTitle(r) {
			return false
		}
		letters = letters || unicode.IsLetter(r)
	}
	return letters
}
