package transcriber

import (
	"cmp"
	"slices"
	"time"

	"parlando/client"
)

// inOrder returns spans in the service's order, with times that do not go back and lie within the
// part, whose length is 0 if unknown. The longest sequence of starts that do not go back keeps its
// times; the other spans, and those without times, move between their neighbors. An end is no later
// than the next start, unless another person speaks.
func inOrder(spans []client.Span, length time.Duration) []client.Span {
	all := slices.Clone(spans)
	limit := cmp.Or(max(length, 0), 1<<62)
	// Rely on spans with a duration first; on the others only if none has one.
	reliable := func(atLeast time.Duration) []int {
		return ascending(all, func(s client.Span) bool { return s.Timed && s.Start < limit && s.End-s.Start >= atLeast })
	}
	keeps := reliable(1)
	if len(keeps) == 0 {
		keeps = reliable(0)
	}
	var start, end time.Duration // times of the previous span
	for i := range all {
		s, next := &all[i], limit
		kept := len(keeps) > 0 && keeps[0] == i
		if kept {
			keeps = keeps[1:]
		}
		if len(keeps) > 0 {
			next = all[keeps[0]].Start
		}
		switch long := s.End - s.Start; {
		case kept:
			s.End = min(s.End, limit)
			if i+1 < len(all) && s.Speaker == all[i+1].Speaker && s.Start < next {
				s.End = min(s.End, next)
			}
		case s.Timed && start <= s.Start && s.Start < next:
			s.End = min(s.End, next)
		default:
			if !s.Timed {
				long = 0
			}
			s.Start = max(start, min(end, next))
			s.End = max(s.Start, min(s.Start+long, next))
		}
		start, end = s.Start, s.End
	}
	return all
}

// ascending returns the indexes of the longest sequence of spans whose starts never go back,
// ignoring spans for which counts returns false.
func ascending(spans []client.Span, counts func(client.Span) bool) []int {
	var ends []int // ends[n] ends the sequence of n+1 spans with the earliest last start
	before := make([]int, len(spans))
	for i, s := range spans {
		if !counts(s) {
			continue
		}
		n, _ := slices.BinarySearchFunc(ends, s.Start, func(end int, start time.Duration) int {
			if spans[end].Start <= start {
				return -1
			}
			return 1
		})
		if before[i] = -1; n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	all := make([]int, len(ends))
	for n := len(ends) - 1; n >= 0; n-- {
		if all[n] = ends[len(ends)-1]; n < len(ends)-1 {
			all[n] = before[all[n+1]]
		}
	}
	return all
}

// inSeconds corrects times given in milliseconds instead of seconds: as seconds, all are whole,
// most lie past the end of the part, and the last one far past it.
func inSeconds(spans []client.Span, length time.Duration) []client.Span {
	past, last := 0, time.Duration(0)
	for _, s := range spans {
		if s.Start%time.Second != 0 || s.End%time.Second != 0 || s.End/1000 > length+time.Second {
			return spans
		}
		if last = max(last, s.End); s.End > length {
			past++
		}
	}
	if length > 0 && past*2 > len(spans) && last > 10*length {
		spans = slices.Clone(spans)
		for i := range spans {
			spans[i].Start, spans[i].End = spans[i].Start/1000, spans[i].End/1000
		}
	}
	return spans
}

// neverBack moves a segment that starts before the previous one to that segment's start.
func neverBack(all []segment) []segment {
	var last time.Duration
	for i := range all {
		if s := &all[i]; s.timed() {
			s.Start = max(s.Start, last)
			s.End = max(s.End, s.Start)
			last = s.Start
		}
	}
	return all
}
