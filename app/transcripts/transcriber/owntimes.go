package transcriber

import (
	"time"
	"unicode"
)

// A model that gives no times is asked in short parts that begin and end at pauses, so that the
// time of a part is that of its text. Within a part, lines share its time by their letters.

const (
	// shortestExact and longestExact bound such parts: the shorter they are, the more exact are the
	// lines, and the less of a sentence does the model hear at once.
	shortestExact = 10 * time.Second
	longestExact  = 25 * time.Second
	// typicalExact is the typical length of such parts.
	typicalExact = 18 * time.Second
	// maxContext is the maximum length of the context of a part, in characters.
	maxContext = 200
)

// ExactRequests estimates the number of requests for a recording with Job.ExactTimes.
func ExactRequests(length time.Duration) int {
	if length <= longestExact {
		return 1
	}
	return int((length + typicalExact - 1) / typicalExact)
}

// span is a time in the recording.
type span struct{ start, end time.Duration }

// exact reports whether the time of a part is that of its text.
func (w *jobRun) exact(p sentPart) bool {
	return p.To > 0 && (p.Cuts[len(p.Cuts)-1].Shortest > 0 || w.job.ExactTimes && p.length() <= longestExact)
}

// heard returns what was heard in a part.
func (w *jobRun) heard(p sentPart, h partTranscript) heardPart {
	part := heardPart{start: p.Start, end: p.End, segments: h.Segments, disjoint: p.Disjoint}
	if w.exact(p) {
		part.own = &span{p.From, max(p.To, p.From+time.Millisecond)}
	}
	return part
}

// shareSpans gives consecutive lines within the same span their share of its time.
func shareSpans(all []Line, within []*span) {
	for from := 0; from < len(all); {
		to, letters := from, 0.
		for to < len(all) && within[to] == within[from] {
			letters += amount(all[to].Text) + 1
			to++
		}
		if s := within[from]; s != nil {
			said := 0.
			at := func() time.Duration { return s.start + time.Duration(float64(s.end-s.start)*said/letters) }
			for i := from; i < to; i++ {
				all[i].Start = at()
				said += amount(all[i].Text) + 1
				all[i].End = max(at(), all[i].Start+time.Millisecond)
			}
		}
		from = to
	}
}

// untimedLimits returns the limits for a response that is known to have no times.
func (w *jobRun) untimedLimits() limits {
	l := w.limits()
	if l.Shortest > 0 {
		return l
	}
	return l.untimed(w.job.ExactTimes)
}

// context returns the last words before part i, if that is a short one and the part before has been
// answered.
func (w *jobRun) context(i int) string {
	if i == 0 || !w.exact(w.plan.Parts[i]) {
		return ""
	}
	before := w.plan.Parts[i-1]
	h, _, ok, err := w.answer(before)
	if err != nil || !ok || len(h.Segments) == 0 {
		return ""
	}
	return lastWords(textOf(h.Segments), maxContext)
}

// lastWords returns the end of a text, from the beginning of a word on.
func lastWords(text string, most int) string {
	all := []rune(text)
	if len(all) <= most {
		return text
	}
	from := len(all) - most
	for i := from; i < len(all); i++ {
		if unicode.IsSpace(all[i-1]) {
			return string(all[i:])
		}
	}
	return string(all[from:]) // a script without spaces
}
