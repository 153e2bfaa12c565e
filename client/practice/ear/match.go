package ear

import (
	"context"
	"slices"
	"sort"
)

// How a match is found: every frame of a stretch of the recording is looked up, and each place where its bits occur votes for
// the shift between recording and memory. The shifts with the most votes are then compared frame by frame, and the match is
// made longer on both sides as long as that gains (as BLAST does with genes).
const (
	// stretch is how many frames vote together, and step how far the next stretch lies behind one without a match.
	stretch, step = 150, 100
	// candidates is how many shifts are compared, and fewVotes how few votes are not worth it.
	candidates, fewVotes = 12, 3
	// crowded is how many places may have the same bits: what is found everywhere tells nothing.
	crowded = 4096
	// even is the part of different bits at which a frame neither speaks for a match nor against it. Frames that have
	// nothing to do with each other differ in half their bits, and sound that was coded and filtered in up to a fifth.
	even = 0.30
	// oneQuiet is what a frame loses when it is silent on one side only.
	oneQuiet = 0.05
	// giveUp is how far a match may fall back while it is made longer.
	giveUp = 6.0
	// A match counts if it has enough sound in it, or, when it is shorter, if it is the whole utterance or the whole
	// recording; and if it is good enough.
	enough, enoughWhole = 120, 20
	// good is the mean gain of a frame that is good enough, of at most even, for enough frames; it comes nearer to least the
	// more there are. goodWhole is that of shorter matches.
	least, good, goodWhole = 0.02, 0.07, 0.12
	// lenient and fringe: at both ends, where a frame's window holds something else too, so many frames are added to a match
	// that was accepted if their bits are nearer to those of the memory than to chance.
	lenient, fringe = 0.40, 60
	// nearly is the part of an utterance or recording that counts as the whole.
	nearly = 0.85
)

// match is a part of a recording that was found in an utterance.
type match struct {
	utterance *utterance
	from, to  int     // frames of the recording
	shift     int     // frame of the utterance = frame of the recording + shift
	gain      float64 // the sum over the frames of how much less than even their bits differ
	loud      int     // how many frames were compared
}

// sure is between 0 and 1 how well the bits agree.
func (m match) sure() float64 {
	if m.loud == 0 {
		return 0
	}
	return max(min(1-(even-m.gain/float64(m.loud)), 1), 0)
}

// recogniser finds the parts of one recording.
type recogniser struct {
	index   *index
	sound   []frame
	loud    int     // how many frames of the recording tell something
	votes   []int32 // by shift
	voted   []int   // shifts that have votes
	matches []match
}

// recognise finds what is known in a recording, in order and without overlap. It ends early when ctx does.
func recognise(ctx context.Context, utterances []*utterance, sound []frame) []match {
	if len(utterances) == 0 {
		return nil
	}
	r := &recogniser{index: newIndex(utterances), sound: sound, loud: countLoud(sound)}
	r.votes = make([]int32, r.index.size()+stretch)
	r.search(ctx, 0, 0, len(sound))
	return joined(r.matches)
}

// search finds the matches between the frames from and to, whose stretches begin at or after begin.
func (r *recogniser) search(ctx context.Context, begin, from, to int) {
	for at := begin; at < to && ctx.Err() == nil; {
		m, ok := r.best(at, min(at+stretch, to), from, to)
		if !ok {
			at += step
			continue
		}
		if m.from > at {
			// Something shorter may lie before the best.
			r.search(ctx, at, from, m.from)
		}
		r.matches = append(r.matches, m)
		from = m.to
		at = from
	}
}

// best is the best match of the frames between at and end, made longer between from and to at most.
func (r *recogniser) best(at, end, from, to int) (match, bool) {
	var best match
	for _, shift := range r.elect(at, end) {
		m := r.extend(shift, at, end, from, to)
		if r.accept(m) && m.gain > best.gain {
			best = m
		}
	}
	if best.utterance == nil {
		return best, false
	}
	return r.withFringes(best, from, to), true
}

// elect finds the shifts with the most votes, as places in the index less frames of the recording.
func (r *recogniser) elect(at, end int) []int {
	r.voted = r.voted[:0]
	for i := at; i < end; i++ {
		f := r.sound[i]
		if !f.tells() {
			continue
		}
		for h := range halves {
			places := r.index.find(f, h)
			if len(places) > crowded {
				continue
			}
			for _, place := range places {
				// Shifts are counted from that of the last frame at the first place, so that none is negative.
				d := int(place) - (i - at) + stretch - 1
				if r.votes[d] == 0 {
					r.voted = append(r.voted, d)
				}
				r.votes[d]++
			}
		}
	}
	type shift struct {
		d     int
		votes int32
	}
	var top []shift
	for _, d := range r.voted {
		// A shift that is not a whole number of frames votes for both of its neighbours.
		votes := r.votes[d]
		if d+1 < len(r.votes) {
			votes += r.votes[d+1]
		}
		if d > 0 {
			votes += r.votes[d-1]
		}
		if votes < fewVotes || len(top) == candidates && votes <= top[candidates-1].votes {
			continue
		}
		if i := slices.IndexFunc(top, func(s shift) bool { return abs(s.d-d) <= 2 }); i >= 0 {
			if r.votes[d] > r.votes[top[i].d] {
				top[i] = shift{d, votes}
			}
		} else {
			top = append(top, shift{d, votes})
		}
		slices.SortStableFunc(top, func(a, b shift) int { return int(b.votes - a.votes) })
		top = top[:min(len(top), candidates)]
	}
	for _, d := range r.voted {
		r.votes[d] = 0
	}
	shifts := make([]int, len(top))
	for i, s := range top {
		shifts[i] = s.d - (stretch - 1) - at
	}
	return shifts
}

// extend compares the recording with the memory at a shift.
func (r *recogniser) extend(shift, at, end, from, to int) match {
	// The utterance is the one that most of the stretch falls into.
	middle := min(max((at+end)/2+shift, 0), r.index.size()-1)
	var best match
	for _, place := range []int{min(max(at+shift, 0), r.index.size()-1), middle, min(max(end-1+shift, 0), r.index.size()-1)} {
		n := sort.SearchInts(r.index.begins, place+1) - 1
		u := r.index.utterances[n]
		if u == best.utterance {
			continue
		}
		m := longest(r.sound, u, shift-r.index.begins[n], at, end, from, to)
		if best.utterance == nil || m.gain > best.gain {
			best = m
		}
	}
	return best
}

// longest is the best match of a recording and an utterance at a shift that touches the frames between at and end.
func longest(sound []frame, u *utterance, shift, at, end, from, to int) match {
	from, to = max(from, -shift), min(to, len(u.frames)-shift)
	at, end = max(at, from), min(end, to)
	m := match{utterance: u, shift: shift}
	if at >= end {
		return m
	}
	gain := func(i int) float64 { return gain(sound[i], u.frames[i+shift]) }
	// The best run within the stretch, and from there outwards.
	sum, begin := 0.0, at
	m.from, m.to = at, at
	for i := at; i < end; i++ {
		if sum <= 0 {
			sum, begin = 0, i
		}
		if sum += gain(i); sum > m.gain {
			m.gain, m.from, m.to = sum, begin, i+1
		}
	}
	sum = m.gain
	for i := m.to; i < to && sum > m.gain-giveUp; i++ {
		if sum += gain(i); sum > m.gain {
			m.gain, m.to = sum, i+1
		}
	}
	sum = m.gain
	for i := m.from - 1; i >= from && sum > m.gain-giveUp; i-- {
		if sum += gain(i); sum > m.gain {
			m.gain, m.from = sum, i
		}
	}
	m.loud = 0
	for i := m.from; i < m.to; i++ {
		if !sound[i].quiet() && !u.frames[i+shift].quiet() {
			m.loud++
		}
	}
	return m
}

// withFringes adds the frames at both ends of a match that belong to it by a more lenient measure.
func (r *recogniser) withFringes(m match, from, to int) match {
	known := m.utterance.frames
	lenient := func(i int) float64 {
		if r.sound[i].quiet() || known[i+m.shift].quiet() {
			return gain(r.sound[i], known[i+m.shift])
		}
		return gain(r.sound[i], known[i+m.shift]) + lenient - even
	}
	sum, most := 0.0, 0.0
	for i, end := m.to, min(to, len(known)-m.shift, m.to+fringe); i < end; i++ {
		if sum += lenient(i); sum > most {
			most, m.to = sum, i+1
		}
	}
	sum, most = 0, 0
	for i, end := m.from-1, max(from, -m.shift, m.from-fringe); i >= end; i-- {
		if sum += lenient(i); sum > most {
			most, m.from = sum, i
		}
	}
	return m
}

// gain is how much a frame speaks for a match: at most even, negative when it speaks against it.
func gain(heard, known frame) float64 {
	switch {
	case heard.quiet() && known.quiet():
		return 0
	case heard.quiet() || known.quiet():
		return -oneQuiet
	}
	return even - float64(heard.distance(known))/32
}

// accept reports whether a match counts.
func (r *recogniser) accept(m match) bool {
	mean := m.gain / float64(max(m.loud, 1))
	if m.loud >= enough {
		return mean >= least+(good-least)*enough/float64(m.loud)
	}
	whole := float64(m.loud) >= nearly*float64(min(r.loud, countLoud(m.utterance.frames)))
	return whole && m.loud >= enoughWhole && mean >= goodWhole
}

// joined makes one of matches that follow each other in the same utterance at the same shift: what lies between them was
// drowned by other sound.
func joined(matches []match) []match {
	var all []match
	for _, m := range matches {
		if n := len(all) - 1; n >= 0 && all[n].utterance == m.utterance && abs(all[n].shift-m.shift) <= 2 && m.from-all[n].to < 2*enough {
			all[n].to = m.to
			all[n].gain += m.gain
			all[n].loud += m.loud
			continue
		}
		all = append(all, m)
	}
	return all
}

func countLoud(frames []frame) int {
	n := 0
	for _, f := range frames {
		if !f.quiet() {
			n++
		}
	}
	return n
}

func abs(n int) int { return max(n, -n) }
