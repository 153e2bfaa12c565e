package transcriber

import (
	"context"
	"slices"
	"time"
	"unicode"

	"parlando/media/vad"
)

// A model that returns no times gets short parts that begin and end at pauses: the time of a part
// then is the time of its text. The lines within a part divide this time among them (span).

const (
	// shortestExact and longestExact bound such short parts. Shorter parts give more exact times,
	// but the model hears less of a sentence at once.
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

// exact reports whether a part is short enough to give its time to its lines.
func (w *jobRun) exact(p sentPart) bool {
	return p.To > 0 && (p.Cuts[len(p.Cuts)-1].Shortest > 0 || w.job.ExactTimes && p.length() <= longestExact)
}

// heard returns a part as input of joinParts. levels are the sound levels of the recording or nil.
func (w *jobRun) heard(p sentPart, h partTranscript, levels *vad.BoundsFinder) heardPart {
	part := heardPart{start: p.Start, end: p.End, segments: h.Segments, disjoint: p.Disjoint}
	if w.exact(p) {
		part.own = newSpan(p.From, max(p.To, p.From+time.Millisecond), levels)
	}
	return part
}

// levelsToJoin returns the sound levels of the recording if lines get the times of their parts. It
// returns nil after an error, since without levels the times are only less exact.
func (w *jobRun) levelsToJoin(ctx context.Context) *vad.BoundsFinder {
	if !slices.ContainsFunc(w.plan.Parts, w.exact) {
		return nil
	}
	levels, err := w.levels(ctx)
	if err != nil {
		return nil
	}
	return levels
}

// untimedLimits returns the limits for a response that is known to have no times.
func (w *jobRun) untimedLimits() limits {
	l := w.limits()
	if l.Shortest > 0 {
		return l
	}
	return l.untimed(w.job.ExactTimes)
}

// context returns the last words before part i, as a hint for the model, if part i is a short one
// and the previous part is done.
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

// lastWords returns at most maxRunes characters from the end of a text, starting with a whole word
// if it can.
func lastWords(text string, maxRunes int) string {
	all := []rune(text)
	if len(all) <= maxRunes {
		return text
	}
	from := len(all) - maxRunes
	for i := from; i < len(all); i++ {
		if unicode.IsSpace(all[i-1]) {
			return string(all[i:])
		}
	}
	return string(all[from:]) // a script without spaces
}
