package transcriber

import (
	"time"

	"parlando/media/vad"
)

const (
	// shortestGap is the shortest silence that counts as a pause between two lines.
	shortestGap = 200 * time.Millisecond
	// snapWithin bounds the distance by which the end of a line is moved to a pause.
	snapWithin = 1500 * time.Millisecond
	// longestGap is the length from which all pauses are equally good ends of a line.
	longestGap = 600 * time.Millisecond
)

// span is a stretch of the recording that its lines divide in proportion to their letters, not
// counting pauses. A line ends at a pause if one is near.
type span struct {
	start, end time.Duration
	pauses     []vad.Pause // in order, none at its ends
}

// newSpan returns the span between two times, without the pauses at its start and end.
func newSpan(start, end time.Duration, levels *vad.BoundsFinder) *span {
	s := &span{start: start, end: end}
	if levels == nil {
		return s
	}
	for _, p := range levels.Pauses(start, end, shortestGap) {
		switch {
		case p.Start <= start && p.End >= end: // silence from start to end
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

// at is the inverse of sound: it returns the time by which the given length of sound has passed.
func (s *span) at(length time.Duration) time.Duration {
	at := s.start + length
	for _, p := range s.pauses {
		if p.Start < at {
			at += p.End - p.Start
		}
	}
	return min(at, s.end)
}

// between returns the end of a line and the start of the next, given the length of sound before
// them: the bounds of a nearby pause that starts later than after, otherwise the same time twice.
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

// share divides the span among its lines in proportion to their letters. letters is the total.
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
