package wordlist

import "strings"

// pattern is what was heard: words, and what stands before, between and after them.
type pattern struct {
	words        []string // in small letters
	gaps         []string // between the words
	lead, behind string
}

func patternOf(text string) pattern {
	var p pattern
	end := 0
	for i, s := range wordsOf(text) {
		gap := text[end:s.start]
		if i == 0 {
			p.lead = gap
		} else {
			p.gaps = append(p.gaps, gap)
		}
		p.words = append(p.words, foldCase(text[s.start:s.end]))
		end = s.end
	}
	p.behind = text[end:]
	return p
}

// any reports whether there is a word in it; signs alone are no pattern.
func (p pattern) any() bool { return len(p.words) > 0 }

// at reports whether the words from i on are the pattern, and which bytes of the text it takes. A
// genitive's ending is left out.
func (p pattern) at(t *text, i int) (span, bool) {
	n := len(p.words)
	if i+n > len(t.spans) {
		return span{}, false
	}
	found := span{t.spans[i].start - len(p.lead), t.spans[i+n-1].end}
	for k, want := range p.words {
		have := t.folded[i+k]
		if have == want {
			continue
		}
		short, ending := stem(have)
		if k < n-1 || p.behind != "" || short != want || ending == "" {
			return span{}, false
		}
		found.end -= len(ending)
	}
	for k, want := range p.gaps {
		have := t.text[t.spans[i+k].end:t.spans[i+k+1].start]
		if have != want && !(narrow(have) && narrow(want)) {
			return span{}, false
		}
	}
	if found.start < 0 || t.text[found.start:t.spans[i].start] != p.lead || !strings.HasPrefix(t.text[found.end:], p.behind) {
		return span{}, false
	}
	found.end += len(p.behind)
	return found, true
}
