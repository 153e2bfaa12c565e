package speech

import (
	"cmp"
	"math"
	"sort"
	"time"
	"unicode/utf8"

	"parlando/app/speech/speechtext"
)

const (
	// defaultRate is the assumed speaking rate in characters a second, until it is measured.
	defaultRate = 15
	// defaultWeight is the weight of defaultRate against measured rates, in seconds of listening.
	defaultWeight = 10
	// sampleRounding bounds the error of rounding a time to samples.
	sampleRounding = time.Millisecond
)

// position is a position in a text: a sentence, and a fraction of its length from 0 to 1. Unlike a
// time, it stays valid when the length of a sentence is measured.
type position struct {
	sentence int
	share    float64
}

// pages holds the known sentences of a text and their timing. It is a plain value without clock or
// lock.
type pages struct {
	sentences []speechtext.Sentence // append-only
	// before has the number of spoken characters before each sentence and before the end.
	before []int
	// whole reports that no sentence follows.
	whole bool
	// spans maps the index of a span's first sentence to its measured extent.
	spans map[int]span
	// heard and seconds are the totals measured with this voice, in characters and seconds.
	heard, seconds float64
	// speed is the speed of the request.
	speed float64
}

// span is a number of sentences and the length of their sound.
type span struct {
	sentences int
	length    time.Duration
}

func newPages(speed float64) pages {
	speed = cmp.Or(speed, 1)
	return pages{before: []int{0}, spans: map[int]span{}, speed: speed}
}

// add appends sentences.
func (p *pages) add(more []speechtext.Sentence) {
	for _, s := range more {
		p.sentences = append(p.sentences, s)
		p.before = append(p.before, p.before[len(p.before)-1]+utf8.RuneCountInString(s.Text)+1)
	}
}

// measured records the length of the sound of a stretch.
func (p *pages) measured(first, sentences int, length time.Duration) {
	if _, known := p.spans[first]; !known {
		p.heard += float64(p.before[first+sentences] - p.before[first])
		p.seconds += length.Seconds()
	}
	p.spans[first] = span{sentences, length}
}

// rate returns the speaking rate in characters a second.
func (p *pages) rate() float64 {
	return (p.heard + defaultRate*defaultWeight*p.speed) / (p.seconds + defaultWeight)
}

// length returns the length of a stretch and reports whether it was measured.
func (p *pages) length(first, sentences int) (time.Duration, bool) {
	if s, ok := p.spans[first]; ok && s.sentences == sentences {
		return s.length, true
	}
	return p.guess(p.before[first+sentences] - p.before[first]), false
}

func (p *pages) guess(characters int) time.Duration {
	return time.Duration(float64(characters) / p.rate() * float64(time.Second))
}

// time returns the start of a sentence, or the end of the text; exact is set if everything before
// was measured.
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

// timeOf returns the time of a position.
func (p *pages) timeOf(at position) time.Duration {
	if at.sentence >= len(p.sentences) {
		end, _ := p.time(len(p.sentences))
		return end
	}
	from, _ := p.time(at.sentence)
	to, _ := p.time(at.sentence + 1)
	return from + scale(to-from, at.share)
}

// positionAt returns the position at a time. A time after the end is clamped to the end of the last
// sentence.
func (p *pages) positionAt(at time.Duration) position {
	n := sort.Search(len(p.sentences), func(i int) bool { t, _ := p.time(i); return t > at }) - 1
	if n < 0 {
		return position{}
	}
	from, _ := p.time(n)
	to, _ := p.time(n + 1)
	return position{n, share(at-from, to-from)}
}

// timeIn returns the time of a position within the sound of its stretch, given the length of that
// sound.
func (p *pages) timeIn(s stretch, at position, length time.Duration) time.Duration {
	// the last sentence has no space after it
	all := p.before[s.first+s.count] - p.before[s.first] - 1
	begin := p.before[at.sentence] - p.before[s.first]
	end := min(p.before[at.sentence+1]-p.before[s.first], all)
	return scale(length, (float64(begin)+at.share*float64(end-begin))/float64(all))
}

// positionIn returns the position at a time within the sound of a stretch, given the length of that
// sound. A time less than sampleRounding before a sentence belongs to that sentence.
func (p *pages) positionIn(s stretch, at, length time.Duration) position {
	n := s.first + s.count - 1
	for n > s.first && p.timeIn(s, position{sentence: n}, length) > at+sampleRounding {
		n--
	}
	from := p.timeIn(s, position{sentence: n}, length)
	return position{n, share(at-from, p.timeIn(s, position{n, 1}, length)-from)}
}

// share returns part divided by whole, 0 to 1.
func share(part, whole time.Duration) float64 {
	if whole <= 0 {
		return 0
	}
	return min(max(float64(part)/float64(whole), 0), 1)
}

// scale returns the given fraction of a length, rounded so that it inverts share.
func scale(length time.Duration, share float64) time.Duration {
	return time.Duration(math.Round(float64(length) * share))
}

// sentenceOf returns the sentence that contains a byte offset of the source, or the next one; after
// the last it returns the number of sentences.
func (p *pages) sentenceOf(offset int) int {
	return sort.Search(len(p.sentences), func(i int) bool { return p.sentences[i].End > offset })
}
