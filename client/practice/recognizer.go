package practice

import (
	"bytes"
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync"
	"time"

	"parlando/assets/spoken"
	"parlando/media/audio"
	"parlando/media/voice"
)

// maxKnown is the total length of the speech a recognizer remembers, in frames: half an hour.
const maxKnown = int(30 * time.Minute / hop)

// recognizer recognizes speech that it has heard before, and the shipped recordings. It compares
// fingerprints, as music recognition does, and returns the words stored with a match.
type recognizer struct {
	mu         sync.Mutex
	utterances []utterance // oldest first
}

// utterance is a stretch of known speech. It is immutable.
type utterance struct {
	language string // ISO 639-1 code, "" if unknown
	words    []voice.Word
	print    fingerprint
}

// add stores an utterance: the sound heard, and the words within its duration. It replaces an
// utterance with the same sound, and evicts the oldest ones above maxKnown.
func (r *recognizer) add(language string, words []voice.Word, heard *listener) {
	words = slices.DeleteFunc(slices.Clone(words), func(w voice.Word) bool { return (w.Start+w.End)/2 > heard.duration() })
	u := utterance{language, words, heard.finish()}
	if len(words) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.utterances = append(slices.DeleteFunc(r.utterances, func(o utterance) bool { return bytes.Equal(o.print.changes, u.print.changes) }), u)
	all := 0
	for i, o := range slices.Backward(r.utterances) {
		if all += len(o.print.levels); all > maxKnown && i < len(r.utterances)-1 {
			r.utterances = slices.Delete(r.utterances, 0, i+1)
			break
		}
	}
}

// known returns all utterances, first those of the recordings that ship with Parlando.
func (r *recognizer) known() []utterance {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Concat(shippedUtterances(), r.utterances)
}

// shippedUtterances decodes the recordings that ship with Parlando, on first use.
var shippedUtterances = sync.OnceValue(func() (all []utterance) {
	for _, recording := range spoken.Recordings() {
		decoder, err := audio.NewDecoder(bytes.NewReader(spoken.Sound(recording.Name)))
		if err != nil {
			continue
		}
		samples, _ := audio.ReadAll(audio.Mono(decoder))
		heard := newListener(decoder.Rate())
		heard.write(samples)
		u := utterance{language: recording.Language, print: heard.finish()}
		for _, w := range spoken.Words(recording.Name) {
			u.words = append(u.words, voice.Word(w))
		}
		all = append(all, u)
	}
	return all
})

const (
	// stretch is the number of frames that are searched for together. After a search without a
	// match, the next one begins stretchStep frames later.
	stretch, stretchStep = 150, 50
	// maxCandidates is the number of positions that are compared frame by frame.
	maxCandidates = 20
	// even is the fraction of differing bits at which a frame has no gain; unrelated frames differ
	// in half of their bits.
	even = 0.30
	// oneQuiet is the loss for a frame that is loud on one side only. A match ends where its gain
	// has dropped by giveUp.
	oneQuiet, giveUp = 0.05, 6.0
	// onset is the number of frames by which a match is extended backward, because the bits at the
	// onset of sound are unreliable.
	onset = 15
	// A match of at least enoughFrames frames needs a mean gain of goodGain. A shorter match needs
	// fewestFrames frames, a mean gain of wholeGain, and the fraction nearly of all loud frames of
	// the utterance or the recording.
	enoughFrames, goodGain          = 120, 0.07
	fewestFrames, wholeGain, nearly = 20, 0.12, 0.85
)

// match is a part of a recording that was recognized in an utterance.
type match struct {
	utterance utterance
	from, to  int     // frame range in the recording
	shift     int     // frame of the utterance = frame of the recording + shift
	gain      float64 // sum over all frames: even minus the fraction of bits that differ
	frames    int     // number of frames compared
}

// sureness returns the fraction of bits that agree.
func (m match) sureness() float64 { return 1 - (even - m.gain/float64(m.frames)) }

// findMatches returns the matches in the frames from at up to to, in order and without overlap. The
// first match may begin before at, but not before from. If ctx is canceled, some are missing.
func findMatches(ctx context.Context, known []utterance, heard fingerprint, at, from, to int) (all []match) {
	for at < to && ctx.Err() == nil {
		m, ok := best(known, heard, at, from, to)
		if !ok {
			at += stretchStep
			continue
		}
		if m.from > at { // a shorter utterance may precede the best match
			all = append(all, findMatches(ctx, known, heard, at, from, m.from)...)
		}
		all = append(all, m)
		from, at = m.to, m.to
	}
	return all
}

// best returns the match with the highest gain for the stretch of frames that begins at at.
func best(known []utterance, heard fingerprint, at, from, to int) (best match, ok bool) {
	if bytes.Count(heard.loud[at:min(at+stretch, to)], []byte{0xFF}) < fewestFrames {
		return match{}, false
	}
	type candidate struct {
		n, shift int
		gain     float64
	}
	var candidates []candidate
	for n, u := range known {
		length := len(u.print.levels)
		for shift := -min(at+stretch, to) + 8; shift+at < length; shift++ {
			begin := max(at, -shift)
			differ, of := heard.differing(begin, u.print, begin+shift, min(at+stretch, to, length-shift)-begin)
			gain := even*float64(of) - float64(differ)
			if gain <= 0 || of < 8*fewestFrames {
				continue
			}
			// Neighboring shifts match almost equally well; keep only the best of them.
			last := len(candidates) - 1
			if last < 0 || candidates[last].n != n || shift-candidates[last].shift > lag {
				candidates = append(candidates, candidate{n, shift, gain})
			} else if gain > candidates[last].gain {
				candidates[last] = candidate{n, shift, gain}
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.gain, a.gain) })
	for _, c := range candidates[:min(len(candidates), maxCandidates)] {
		if m := longest(known[c.n], c.shift, heard, from, to); m.counts(heard) && m.gain > best.gain {
			best, ok = m, true
		}
	}
	return best, ok
}

// longest returns the run of frames between from and to with the highest gain, if the recording is
// compared with an utterance at a shift.
func longest(u utterance, shift int, heard fingerprint, from, to int) match {
	m := match{utterance: u, shift: shift}
	sum, most, frames, begin := 0.0, 0.0, 0, max(from, -shift)
	for i := begin; i < min(to, len(u.print.levels)-shift); i++ {
		switch differ := heard.changes[i] ^ u.print.changes[i+shift]; {
		case heard.loud[i] != u.print.loud[i+shift]:
			sum -= oneQuiet
		case heard.loud[i] != 0:
			sum += even - float64(bits.OnesCount8(differ))/8
			frames++
		}
		most = max(most, sum)
		if sum > m.gain {
			m.gain, m.from, m.to, m.frames = sum, begin, i+1, frames
		}
		if sum <= 0 || sum < most-giveUp {
			sum, most, frames, begin = 0, 0, 0, i+1
		}
	}
	m.from = max(m.from-onset, from, -shift)
	return m
}

// counts reports whether a match is long and accurate enough.
func (m match) counts(heard fingerprint) bool {
	mean := m.gain / float64(max(m.frames, 1))
	if m.frames >= enoughFrames {
		return mean >= goodGain
	}
	whole := min(bytes.Count(heard.loud, []byte{0xFF}), bytes.Count(m.utterance.print.loud, []byte{0xFF}))
	return m.frames >= fewestFrames && float64(m.frames) >= nearly*float64(whole) && mean >= wholeGain
}
