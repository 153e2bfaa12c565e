package ear

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// How a match is found: every frame of a stretch of the recording is looked up, and each place
// where its bits occur votes for the shift between recording and memory. The shifts with the most
// votes are then compared frame by frame, and the match is the run of frames that agrees best (as
// BLAST does with genes).
const (
	// stretch is how many frames vote together, and step how far the next stretch lies behind one
	// without a match.
	stretch, step = 150, 100
	// maxCandidates is how many shifts are compared, and minVotes how many votes each needs.
	maxCandidates, minVotes = 12, 3
	// maxPlaces is how many places may have the same bits: what is found everywhere tells nothing.
	maxPlaces = 4096
	// even is the part of different bits at which a frame neither speaks for a match nor against
	// it. Frames that have nothing to do with each other differ in half their bits, and sound that
	// was coded and filtered in up to a fifth.
	even = 0.30
	// oneQuiet is what a frame loses when it is silent on one side only.
	oneQuiet = 0.05
	// giveUp is how far the gain of a match may fall back before it ends.
	giveUp = 6.0
	// A match counts if it has enough sound in it, or, when it is shorter, if it is the whole
	// utterance or the whole recording; and if it is good enough.
	enough, enoughWhole = 120, 20
	// good is the mean gain of a frame that is good enough, of at most even, for enough frames; it
	// comes nearer to least the more there are. goodWhole is that of shorter matches.
	least, good, goodWhole = 0.02, 0.07, 0.12
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

// place is a frame of an utterance.
type place struct{ utterance, frame int32 }

// recognizer finds the parts of one recording.
type recognizer struct {
	utterances []*utterance
	// index has the places of all frames by each half of their bits, so that one wrong bit leaves
	// the other half to be found.
	index   map[uint32][]place
	sound   []frame
	loud    int // how many frames of the recording tell something
	matches []match
}

// halves are every other bit of a frame, and the others, as keys that differ.
func (f frame) halves() [2]uint32 {
	const odd = 0x55555555
	return [2]uint32{f.print & odd, f.print &^ odd}
}

// recognize finds what is known in a recording, in order and without overlap. It ends early when
// ctx does.
func recognize(ctx context.Context, utterances []*utterance, sound []frame) []match {
	r := &recognizer{utterances: utterances, index: map[uint32][]place{}, sound: sound, loud: countLoud(sound)}
	for n, u := range utterances {
		for i, f := range u.frames {
			if f.tells() {
				for _, key := range f.halves() {
					r.index[key] = append(r.index[key], place{int32(n), int32(i)})
				}
			}
		}
	}
	r.search(ctx, 0, 0, len(sound))
	return joined(r.matches)
}

// search finds the matches between the frames from and to, whose stretches begin at or after begin.
func (r *recognizer) search(ctx context.Context, begin, from, to int) {
	for at := begin; at < to && ctx.Err() == nil; {
		m := r.best(at, min(at+stretch, to), from, to)
		if m.utterance == nil {
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

// best is the best match that the frames between at and end vote for, between from and to.
func (r *recognizer) best(at, end, from, to int) (best match) {
	votes := map[place]int{} // by utterance and shift
	for i := at; i < end; i++ {
		if f := r.sound[i]; f.tells() {
			for _, key := range f.halves() {
				if found := r.index[key]; len(found) <= maxPlaces {
					for _, p := range found {
						votes[place{p.utterance, p.frame - int32(i)}]++
					}
				}
			}
		}
	}
	// A shift that is not a whole number of frames votes for both of its neighbors.
	total := func(p place) int {
		return votes[p] + votes[place{p.utterance, p.frame - 1}] + votes[place{p.utterance, p.frame + 1}]
	}
	var elected []place
	for p := range votes {
		if total(p) >= minVotes {
			elected = append(elected, p)
		}
	}
	slices.SortFunc(elected, func(a, b place) int {
		return cmp.Or(total(b)-total(a), votes[b]-votes[a], int(a.utterance-b.utterance), int(a.frame-b.frame))
	})
	for _, p := range elected[:min(len(elected), maxCandidates)] {
		if m := r.longest(r.utterances[p.utterance], int(p.frame), from, to); r.accept(m) && m.gain > best.gain {
			best = m
		}
	}
	return best
}

// longest is the run of frames between from and to that agrees best with an utterance at a shift.
func (r *recognizer) longest(u *utterance, shift, from, to int) match {
	m := match{utterance: u, shift: shift}
	sum, most, begin := 0.0, 0.0, max(from, -shift)
	for i := begin; i < min(to, len(u.frames)-shift); i++ {
		sum += gain(r.sound[i], u.frames[i+shift])
		most = max(most, sum)
		if sum > m.gain {
			m.gain, m.from, m.to = sum, begin, i+1
		}
		if sum <= 0 || sum < most-giveUp {
			sum, most, begin = 0, 0, i+1
		}
	}
	for i := m.from; i < m.to; i++ {
		if !r.sound[i].quiet() && !u.frames[i+shift].quiet() {
			m.loud++
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
func (r *recognizer) accept(m match) bool {
	mean := m.gain / float64(max(m.loud, 1))
	if m.loud >= enough {
		return mean >= least+(good-least)*enough/float64(m.loud)
	}
	whole := float64(m.loud) >= nearly*float64(min(r.loud, countLoud(m.utterance.frames)))
	return whole && m.loud >= enoughWhole && mean >= goodWhole
}

// joined makes one of matches that follow each other in the same utterance at the same shift: what
// lies between them was drowned by other sound.
func joined(matches []match) (all []match) {
	for _, m := range matches {
		if n := len(all) - 1; n >= 0 && all[n].utterance == m.utterance && math.Abs(float64(all[n].shift-m.shift)) <= 2 && m.from-all[n].to < 2*enough {
			all[n].to = m.to
			all[n].gain += m.gain
			all[n].loud += m.loud
			continue
		}
		all = append(all, m)
	}
	return all
}

func countLoud(frames []frame) (n int) {
	for _, f := range frames {
		if !f.quiet() {
			n++
		}
	}
	return n
}
