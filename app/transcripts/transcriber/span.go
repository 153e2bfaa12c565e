package transcriber

import (
	"time"

	"parlando/media/vad"
)

const (
	// shortestGap is the shortest pause between two lines that share a time.
	shortestGap = 200 * time.Millisecond
	// snapWithin bounds the distance by which the end of a line is moved to a pause.
	snapWithin = 1500 * time.Millisecond
	// longestGap is the length above which no pause is a better place than another.
	longestGap = 600 * time.Millisecond
)

// span is a time in the recording that lines share: by their letters, without the pauses in it, and
// from pause to pause where one is near.
type span struct {
	start, end time.Duration
	pauses     []vad.Pause // in order, none at its ends
}

// newSpan returns the time between two others, without the pauses at its ends.
func newSpan(start, end time.Duration, levels *vad.BoundsFinder) *span {
	s := &span{start: start, end: end}
	if levels == nil {
		return s
	}
	for _, p := range levels.Pauses(start, end, shortestGap) {
		switch {
		case p.Start <= start && p.End >= end: // nothing is heard
		case p.Start <= start:
			s.start = p.End
		case p.End >= end:
			s.end = p.Start
		default:
			s.pauses = append(s.pauses, p)
		}
	}
	return s
}

// sound returns the length of the sound before a time, without pauses.
func (s *span) sound(at time.Duration) time.Duration {
	length := at - s.start
	for _, p := range s.pauses {
		if p.Start < at {
			length -= min(p.End, at) - p.Start
		}
	}
	return length
}

// at returns the time before which there is sound of a length.
func (s *span) at(length time.Duration) time.Duration {
	at := s.start + length
	for _, p := range s.pauses {
		if p.Start < at {
			at += p.End - p.Start
		}
	}
	return min(at, s.end)
}

// between returns the end of a line and the start of the next, which meet after sound of a length:
// the bounds of a pause after the time after if one is near, otherwise the same time.
func (s *span) between(length, after time.Duration) (end, start time.Duration) {
	at := max(s.at(length), after)
	end, start = at, at
	best := snapWithin
	for _, p := range s.pauses {
		off := (s.sound(p.Start) - length).Abs()
		if score := off - min(p.End-p.Start, longestGap); p.Start > after && off < snapWithin && score < best {
			best, end, start = score, p.Start, p.End
		}
	}
	return end, start
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
			s.share(all[from:to], letters)
		}
		from = to
	}
}

// share gives lines their share of the time. letters are those of all lines.
func (s *span) share(all []Line, letters float64) {
	sound, said, start := s.sound(s.end), 0., s.start
	for i := range all {
		l := &all[i]
		said += amount(l.Text) + 1
		l.Start, l.End = start, s.end
		if i < len(all)-1 {
			l.End, start = s.between(time.Duration(float64(sound)*said/letters), start)
		}
		l.End = max(l.End, l.Start+time.Millisecond)
		start = max(start, l.End)
	}
}
