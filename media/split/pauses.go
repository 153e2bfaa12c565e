package split

import (
	"errors"
	"io"
	"time"

	"parlando/media/audio"
	"parlando/media/vad"
)

const (
	// minPause is the shortest pause to split at. Pauses of 0.3 s measure shorter, as levels are
	// smoothed and compressed sound begins early and ends late.
	minPause = 250 * time.Millisecond
	// maxPause is the length above which longer pauses are not preferred.
	maxPause = 600 * time.Millisecond
	// onset is the duration before the end of a pause in which parts are not split, because a word
	// may begin more softly than is measured.
	onset = 50 * time.Millisecond
)

// levelsOf measures the levels of a whole recording. It stops at damaged data, so that no pause is
// found after it.
func levelsOf(r io.ReadSeeker) (*vad.BoundsFinder, error) {
	var reading *readError
	d, err := audio.NewDecoder(r)
	if errors.As(err, &reading) {
		return nil, err
	}
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // a file that cannot be decoded can still be split
	}
	d = audio.Mono(d)
	levels := vad.NewBoundsFinder(d.Rate())
	buf := make([]float32, 8192)
	samples := make([]int16, len(buf))
	for {
		n, err := d.Read(buf)
		for i, v := range buf[:n] {
			samples[i] = int16(max(-1, min(v, 1)) * (1<<15 - 1))
		}
		levels.Write(samples[:n])
		if errors.As(err, &reading) {
			return nil, err
		}
		if err != nil {
			return levels, nil //nolint:nilerr // see above
		}
	}
}

// atPause ends the current part at its longest pause after Limits.Shortest, the first if several
// are as long. ok is false if there is no such pause.
func (p *planner) atPause() (best ending, ok bool) {
	if p.levels == nil {
		return ending{}, false
	}
	from, until := p.units[0].start, p.units[len(p.units)-1].end()
	longest := time.Duration(0)
	for _, pause := range p.levels.Pauses(max(0, from), until, minPause) {
		end, fits := p.within(pause, from+p.limits.shortest(len(p.parts)))
		if length := min(maxPause, pause.End-pause.Start); fits && length > longest {
			best, longest, ok = end, length, true
		}
	}
	return best, ok
}

// within ends the current part in a pause after a time, as near to the middle of the pause as the
// units allow. fits is false if no unit begins there, or if decoding the next part would have to
// begin before the pause.
func (p *planner) within(pause vad.Pause, after time.Duration) (best ending, fits bool) {
	middle := (max(pause.Start, after) + min(pause.End, p.units[len(p.units)-1].end())) / 2
	nearest := time.Duration(0)
	for n := len(p.units) - 1; n > 0 && p.units[n].start > pause.Start; n-- {
		at := p.units[n].start
		away := (at - middle).Abs()
		switch {
		case at < after, at > pause.End-onset:
			continue
		case fits && away >= nearest:
			continue
		case p.units[p.sound.lead(p.units, n)].start < pause.Start:
			continue
		}
		best, nearest, fits = ending{to: n, next: n, from: pause.Start, until: pause.End}, away, true
	}
	return best, fits
}

// atEnd ends the last part with the recording.
func (p *planner) atEnd() ending {
	end := max(0, p.units[len(p.units)-1].end())
	last := ending{to: len(p.units), from: end}
	if p.levels == nil {
		return last
	}
	for _, pause := range p.levels.Pauses(max(0, p.units[0].start), end, minPause) {
		if pause.End >= end && pause.Start > p.began.until {
			last.from = pause.Start
		}
	}
	return last
}
