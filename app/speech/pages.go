package speech

import (
	"cmp"
	"sort"
	"time"
	"unicode/utf8"

	"parley/app/speech/script"
)

const (
	// usualRate is how many characters are spoken in a second, until it is known better.
	usualRate = 15
	// usualWeight is how many seconds of listening that guess counts as much as.
	usualWeight = 10
)

// pages are the sentences of a text as far as they are known, and what is known of their time. It is a value without clock
// or lock.
type pages struct {
	sentences []script.Sentence // only ever appended to
	// before has, for each sentence and the end, how many characters are spoken before it.
	before []int
	// whole: no sentence follows.
	whole bool
	// spans are the stretches whose sound was measured, by their first sentence.
	spans map[int]span
	// heard and seconds are all that was measured with this voice.
	heard, seconds float64
	// speed is that of the request.
	speed float64
}

// span is a stretch of sentences and the length of its sound.
type span struct {
	sentences int
	length    time.Duration
}

func newPages(speed float64) pages {
	speed = cmp.Or(speed, 1)
	return pages{before: []int{0}, spans: map[int]span{}, speed: speed}
}

// add appends sentences.
func (p *pages) add(more []script.Sentence) {
	for _, s := range more {
		p.sentences = append(p.sentences, s)
		p.before = append(p.before, p.before[len(p.before)-1]+utf8.RuneCountInString(s.Text)+1)
	}
}

// measured notes how long the sound of a stretch is.
func (p *pages) measured(first, sentences int, length time.Duration) {
	if _, known := p.spans[first]; !known {
		p.heard += float64(p.before[first+sentences] - p.before[first])
		p.seconds += length.Seconds()
	}
	p.spans[first] = span{sentences, length}
}

// rate is how many characters are spoken in a second.
func (p *pages) rate() float64 {
	return (p.heard + usualRate*usualWeight*p.speed) / (p.seconds + usualWeight)
}

// length is that of a stretch, and whether it was measured.
func (p *pages) length(first, sentences int) (time.Duration, bool) {
	if s, ok := p.spans[first]; ok && s.sentences == sentences {
		return s.length, true
	}
	return p.guess(p.before[first+sentences] - p.before[first]), false
}

func (p *pages) guess(characters int) time.Duration {
	return time.Duration(float64(characters) / p.rate() * float64(time.Second))
}

// time is when a sentence begins, or where the end is; exact is set when all before it was measured.
func (p *pages) time(sentence int) (at time.Duration, exact bool) {
	exact = true
	for i := 0; i < sentence; {
		s, ok := p.spans[i]
		switch {
		case !ok:
			at += p.guess(p.before[i+1] - p.before[i])
			exact = false
			i++
		case i+s.sentences > sentence:
			all := p.before[i+s.sentences] - p.before[i]
			return at + time.Duration(float64(s.length)*float64(p.before[sentence]-p.before[i])/float64(all)), false
		default:
			at += s.length
			i += s.sentences
		}
	}
	return at, exact
}

// sentenceAt is the sentence that is read at a time, the last one for what lies behind.
func (p *pages) sentenceAt(at time.Duration) int {
	n := sort.Search(len(p.sentences), func(i int) bool { t, _ := p.time(i); return t > at })
	return max(0, n-1)
}

// sentenceOf is the sentence that holds a byte of the source, or the next one; the number of sentences behind the last.
func (p *pages) sentenceOf(offset int) int {
	return sort.Search(len(p.sentences), func(i int) bool { return p.sentences[i].End > offset })
}
