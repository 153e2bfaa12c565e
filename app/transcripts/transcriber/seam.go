package transcriber

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// wordTime holds the start and end of a word, relative to the same time as its segment.
type wordTime struct {
	Start, End time.Duration
	speaker    string // label from the service, needed until splitBySpeaker
}

// heardPart holds the segments of one part of a recording. Parts overlap slightly: each begins
// before the previous one ends.
type heardPart struct {
	start, end time.Duration
	segments   []segment
	// disjoint means that it shares no word with the part before.
	disjoint bool
	// own is the time span that segments without times divide; if nil, they get no times.
	own *span
}

const (
	// timeTolerance bounds the error of a word's time reported by a service.
	timeTolerance = 300 * time.Millisecond
	// maxUntimedOverlap is the number of words compared at the end of a part and the start of the
	// next if there are no times: a second of overlap has about seven, and some may be misheard.
	maxUntimedOverlap = 12
	// edgeOfPart is the margin at the end of a part within which the last word may be truncated, so
	// that its end time is the end of the part.
	edgeOfPart = 100 * time.Millisecond
	// maxWordsPerSecond is the maximum speaking rate.
	maxWordsPerSecond = 7
)

// joinParts merges the segments of all parts in order, with times of the recording. Words that both
// parts contain are matched, ignoring case and punctuation, and kept once: up to the middle of the
// longest common run from the first part, then from the second, because each part is least reliable
// at its edges. Without a match, words with times belong to the part in which they are further from
// the edge; without times nothing is dropped. No segment is empty.
func joinParts(parts []heardPart) []segment {
	var all, last []segment // last are the segments of the previous part
	var before heardPart
	people := sameSpeakers{}
	for i, p := range parts {
		shifted := inRecording(p)
		labelPart(shifted, i)
		if i > 0 {
			var both []speakerPair
			last, shifted, both = joinTwo(last, shifted, before, p)
			people.learn(both)
		}
		all = append(all, last...)
		last, before = shifted, p
	}
	all = append(all, last...)
	for i := range all {
		all[i].Words, all[i].Speaker = nil, people.first(all[i].Speaker)
	}
	return neverBack(slices.DeleteFunc(all, func(s segment) bool { return strings.TrimSpace(s.Text) == "" }))
}

func inRecording(p heardPart) []segment {
	all := slices.Clone(p.segments)
	for i, s := range all {
		if s.timed() {
			all[i].Start, all[i].End = s.Start+p.start, s.End+p.start
		} else {
			all[i].within = p.own
		}
		all[i].Words = slices.Clone(s.Words)
		for n := range s.Words {
			all[i].Words[n].Start += p.start
			all[i].Words[n].End += p.start
		}
	}
	return all
}

func (s segment) timed() bool { return s.End > 0 }

// word is one word of a segment.
type word struct {
	segment  int
	from, to int    // byte offsets in the segment's text
	plain    string // lower case without punctuation; "" for punctuation alone
	// start and end are the word's times: the service's own, or else estimated from its offset in
	// the segment.
	start, end time.Duration
	timed      bool
	// slack is the maximum error of the times; if estimated, it grows with the segment's length.
	slack time.Duration
}

// wordsOf returns the words of segments.
func wordsOf(segments []segment) []word {
	var all []word
	for i, s := range segments {
		length := max(1, len(s.Text))
		slack := timeTolerance
		if strings.ContainsFunc(strings.TrimSpace(s.Text), unicode.IsSpace) {
			slack += min(1500*time.Millisecond, (s.End-s.Start)/8)
		}
		at := func(byte int) time.Duration {
			return s.Start + time.Duration(float64(s.End-s.Start)*float64(byte)/float64(length))
		}
		for from := 0; from < len(s.Text); {
			rest := s.Text[from:]
			skipped := len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
			if from += skipped; from == len(s.Text) {
				break
			}
			to := from + wordLength(s.Text[from:])
			all = append(all, word{i, from, to, plainWord(s.Text[from:to]), at(from), at(to), s.timed(), slack})
			from = to
		}
	}
	for first := 0; first < len(all); {
		last := first
		for last < len(all) && all[last].segment == all[first].segment {
			last++
		}
		setTimes(all[first:last], segments[all[first].segment].Words)
		first = last
	}
	return all
}

// setTimes sets the times returned by the service for the words of a segment, if they match the
// words.
func setTimes(words []word, times []wordTime) {
	if len(times) == 0 || countWords(words) != len(times) {
		return
	}
	for i := range words {
		words[i].slack = timeTolerance
		if words[i].plain == "" {
			continue
		}
		words[i].start, words[i].end = times[0].Start, times[0].End
		times = times[1:]
	}
}

// wordLength returns the length of the first word in bytes. In scripts without spaces each
// character is a word.
func wordLength(text string) int {
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			return i
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			if i > 0 {
				return i
			}
			return len(string(r)) + leadingMarks(text[len(string(r)):])
		}
	}
	return len(text)
}

// leadingMarks returns the number of bytes of punctuation and combining marks at the beginning of a
// text.
func leadingMarks(text string) int {
	for i, r := range text {
		if !unicode.IsPunct(r) && !unicode.IsMark(r) {
			return i
		}
	}
	return len(text)
}

func plainWord(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// joinTwo removes duplicate words from the end of a and the start of b. both has the two speaker
// labels of each duplicate word.
func joinTwo(a, b []segment, before, next heardPart) (head, tail []segment, both []speakerPair) {
	if before.end <= next.start || next.disjoint {
		return a, b, nil
	}
	// Only the last segments of a can lie in the overlap.
	first := len(a)
	for words := 0; first > 0 && words < 40; {
		first--
		words += len(strings.Fields(a[first].Text))
		if a[first].timed() && a[first].End < next.start-time.Second {
			break
		}
	}
	w1, w2 := wordsOf(a[first:]), wordsOf(b)
	middle := next.start + (before.end-next.start)/2
	from1, to2 := overlapOf(w1, w2, before.end, next.start)
	run1, run2, length := longestRun(w1[from1:], w2[:to2])
	for n := range length {
		if x, y := w1[from1+run1+n], w2[run2+n]; x.timed && y.timed && x.plain != "" {
			both = append(both, speakerPair{a[first+x.segment].Speaker, b[y.segment].Speaker})
		}
	}
	var cut1, cut2 int // keep w1[:cut1] and w2[cut2:]
	switch {
	case length > 0:
		if end := from1 + run1 + length; end == len(w1) && w1[end-1].timed && a[len(a)-1].End > before.end-edgeOfPart {
			length-- // the last word may have been cut off
		}
		cut1, cut2 = from1+run1+length, run2+length
	default:
		cut1, cut2 = shareByTime(w1, w2, from1, to2, middle)
	}
	return append(a[:first:first], keepUntil(a[first:], w1, cut1)...), keepFrom(b, w2, cut2), both
}

// shareByTime divides an overlap without matching words: where both parts have words, it keeps
// those of the part in which they are further from the edge. Words that only one part has are kept.
func shareByTime(w1, w2 []word, from1, to2 int, middle time.Duration) (cut1, cut2 int) {
	cut1 = len(w1)
	for cut1 > from1 && w1[cut1-1].middle() > middle && heardByOther(w1[cut1-1], w2[:to2]) {
		cut1--
	}
	for cut2 < to2 && w2[cut2].middle() <= middle && heardByOther(w2[cut2], w1[from1:cut1]) {
		cut2++
	}
	return cut1, cut2
}

func heardByOther(w word, by []word) bool {
	return slices.ContainsFunc(by, func(o word) bool {
		return w.timed && o.timed && w.start < o.end && o.start < w.end
	})
}

func (w word) middle() time.Duration { return (w.start + w.end) / 2 }

// overlapOf returns which words may lie in the overlap: w1[from1:] and w2[:to2].
func overlapOf(w1, w2 []word, end, start time.Duration) (from1, to2 int) {
	most := max(maxUntimedOverlap, int((end-start).Seconds()*maxWordsPerSecond))
	from1, to2 = max(0, len(w1)-most), min(len(w2), most)
	for from1 < len(w1) && w1[from1].timed && w1[from1].end < start-w1[from1].slack {
		from1++
	}
	for to2 > 0 && w2[to2-1].timed && w2[to2-1].start > end+w2[to2-1].slack {
		to2--
	}
	return from1, to2
}

// longestRun finds the longest run of equal words in a and b. Words after the run in a and before
// it in b count as truncated at the edge and are dropped. There may be at most two on each side,
// and together no more than the run has words; otherwise the run is just something that was said
// twice. Words with times must match in time.
func longestRun(a, b []word) (at1, at2, length int) {
	const most = 2
	best := 0.
	for i := range a {
		for j := range b {
			n, difference := 0, 0.
			for i+n < len(a) && j+n < len(b) && sameWord(a[i+n], b[j+n]) {
				if a[i+n].timed && b[j+n].timed {
					difference += (a[i+n].start - b[j+n].start).Abs().Seconds() / timeTolerance.Seconds()
				}
				n++
			}
			after, ahead := countWords(a[i+n:]), countWords(b[:j])
			lost := after + ahead
			if n == 0 || after > most || ahead > most || lost > n || lost == n && n < 3 && !a[i].timed {
				continue
			}
			// Prefer long runs, then a good match in time and few dropped words.
			if score := float64(n) - difference/float64(n) - float64(lost)/2; length == 0 || score > best {
				at1, at2, length, best = i, j, n, score
			}
		}
	}
	return at1, at2, length
}

// countWords counts the words, ignoring punctuation alone.
func countWords(words []word) int {
	n := 0
	for _, w := range words {
		if w.plain != "" {
			n++
		}
	}
	return n
}

func sameWord(a, b word) bool {
	if a.plain != b.plain || a.plain == "" {
		return false
	}
	if !a.timed || !b.timed {
		return true
	}
	slack := a.slack + b.slack
	return a.start-b.end < slack && b.start-a.end < slack
}

// keepUntil keeps the words before index n.
func keepUntil(segments []segment, words []word, n int) []segment {
	if n == len(words) {
		return segments
	}
	w := words[n]
	kept := slices.Clone(segments[:w.segment+1])
	last := &kept[w.segment]
	if last.timed() {
		last.End = w.start
		if n > 0 && words[n-1].segment == w.segment {
			last.End = max(last.Start, words[n-1].end)
		}
	}
	last.Text = strings.TrimRightFunc(last.Text[:w.from], unicode.IsSpace)
	return kept
}

// keepFrom keeps the words from index n on.
func keepFrom(segments []segment, words []word, n int) []segment {
	if n == 0 {
		return segments
	}
	if n == len(words) {
		return nil
	}
	w := words[n]
	kept := slices.Clone(segments[w.segment:])
	if kept[0].timed() {
		kept[0].Start = w.start
	}
	kept[0].Text = kept[0].Text[w.from:]
	return kept
}
