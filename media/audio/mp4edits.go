package audio

import (
	"errors"
	"io"

	"parlando/media/container"
)

// mostTicks caps tick counts at more than a day, to prevent overflows.
const mostTicks = 1 << 40

// edited reports whether an edit list selects several ranges of the track.
func (t *mp4Track) edited() bool { return len(t.Edits) > 1 && !t.Fragmented }

// trim returns the number of samples per channel before the sound and in it; length is -1 if
// unknown.
func (t *mp4Track) trim(rate int) (skip, length int64) {
	skip, length = t.declared(rate)
	if t.Fragmented { // the length in the header does not include the fragments
		length = -1
	}
	return skip, length
}

// declared is like trim, but includes the length in the header of a fragmented file.
func (t *mp4Track) declared(rate int) (skip, length int64) {
	if t.Timescale == 0 {
		return 0, -1
	}
	var edit container.MP4Edit
	if len(t.Edits) > 0 {
		edit = t.Edits[0]
	}
	skip, length = min(edit.Start, mostTicks)*int64(rate)/int64(t.Timescale), -1
	if d := int64(min(t.Duration, mostTicks)); d > 0 {
		length = max(0, d*int64(rate)/int64(t.Timescale)-skip)
	}
	// Padding counts audible samples per channel at the track's timescale.
	if t.Padding.Samples > 0 && edit.Start == 0 && t.Timescale >= minRate {
		scale := int64(t.Timescale)
		return t.Padding.Before * int64(rate) / scale, t.Padding.Samples * int64(rate) / scale
	}
	if t.codec != nil && skip < t.codec.skip { // no edit skips the decoder delay
		length = max(length-(t.codec.skip-skip), min(length, 0))
		skip = t.codec.skip
	}
	if l := int64(min(edit.Length, mostTicks)); l > 0 && t.MovieScale > 0 {
		// Round up by one tick, because movie ticks are often longer than a sample.
		edited := (l + 1) * int64(rate) / int64(t.MovieScale)
		if length < 0 || edited < length {
			length = edited
		}
	}
	return skip, length
}

// mp4Edit is a range of a track that is played, in samples per channel; silence if start is
// negative.
type mp4Edit struct{ start, length int64 }

// pieces returns the ranges of the track to play; there is the number of samples per channel in the
// track. The length of a single range may be -1 (unknown) or too large.
func (t *mp4Track) pieces(rate int, there int64) []mp4Edit {
	if !t.edited() {
		skip, length := t.trim(rate)
		return []mp4Edit{{skip, length}}
	}
	var all []mp4Edit
	for _, e := range t.Edits {
		if t.Timescale == 0 || t.MovieScale == 0 {
			break
		}
		length := int64(min(e.Length, mostTicks)) * int64(rate) / int64(t.MovieScale)
		if e.Start < 0 {
			if length <= int64(rate)*mp4Silence {
				all = append(all, mp4Edit{-1, length})
			}
			continue
		}
		p := mp4Edit{min(e.Start, mostTicks) * int64(rate) / int64(t.Timescale), length}
		// the edit starts within the decoder delay
		if before := t.codec.skip - p.start; before > 0 {
			p = mp4Edit{t.codec.skip, p.length - before}
		}
		if p.length = min(p.length, there-p.start); p.length > 0 {
			all = append(all, p)
		}
	}
	return all
}

// mp4Silence is the longest plausible silence between two edits in seconds. Longer ones are left
// out.
const mp4Silence = 3600

// silentSource is silence without an end.
type silentSource []float32

func (s silentSource) next() ([]float32, error) { return s, nil }

// mp4Pieces decodes the edits of a track one after the other.
type mp4Pieces struct {
	places *mp4Places
	now    *stream
	follow []mp4Edit
	gaps   int   // damaged places in the previous edits
	err    error // error that ended now
}

func (m *mp4Pieces) next() ([]float32, error) {
	for {
		if m.err != nil {
			if len(m.follow) == 0 || !errors.Is(m.err, io.EOF) {
				return nil, m.err
			}
			next, err := m.places.edit(m.follow[0])
			if err != nil {
				return nil, err
			}
			m.gaps += m.now.Damaged()
			m.now, m.follow = next, m.follow[1:]
		}
		var samples []float32
		if samples, m.err = m.now.nextSamples(); len(samples) > 0 {
			return samples, nil
		}
	}
}

func (m *mp4Pieces) damaged() int { return m.gaps + m.now.Damaged() }
