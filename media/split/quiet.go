package split

import (
	"errors"
	"io"
	"math"
	"time"

	"parlando/media/audio"
)

const (
	// step is the interval in which levels are measured.
	step = 10 * time.Millisecond
	// pause is the shortest quiet moment: shorter ones occur within words.
	pause = 300 * time.Millisecond
	// silence is the level, as a mean square, below which all moments are equally quiet: 80 dB
	// below full scale.
	silence = 1e-8
)

// quietest returns the middle of the quietest moment between two times, the latest if several are
// equal. If the sound cannot be decoded it returns to.
func (p *planner) quietest(from, to time.Duration) (time.Duration, error) {
	first, last := 0, len(p.units)
	for first+1 < last && p.units[first+1].start <= from-pause {
		first++
	}
	first = p.sound.lead(p.units, first)
	made, err := p.sound.part(p.units[first:last])
	if err != nil {
		return 0, err
	}
	levels, err := measure(&segmentReader{file: p.file, pieces: made})
	if err != nil {
		return 0, err
	}
	start := max(0, p.units[first].start)
	best, at := math.Inf(1), to
	const steps = int(pause / step)
	sum := 0.
	for i, level := range levels {
		sum += level
		if i >= steps {
			sum -= levels[i-steps]
		}
		middle := start + time.Duration(i+1)*step - pause/2
		if i+1 < steps || middle < from || middle > to {
			continue
		}
		if mean := max(silence, sum/float64(steps)); mean <= best {
			best, at = mean, middle
		}
	}
	return at, nil
}

// measure returns the mean square of each step of a sound. It stops at damaged data.
func measure(r io.Reader) ([]float64, error) {
	var reading *readError
	d, err := audio.NewDecoder(r)
	if errors.As(err, &reading) {
		return nil, err
	}
	if err != nil {
		return nil, nil //nolint:nilerr // a file that cannot be decoded can still be split
	}
	per := int(int64(d.Rate())*int64(step)/int64(time.Second)) * d.Channels()
	buf := make([]float32, 4096*d.Channels())
	var levels []float64
	most := int((2*window + time.Minute) / step)
	sum, count := 0., 0
	for len(levels) < most {
		n, err := d.Read(buf)
		for _, v := range buf[:n] {
			sum += float64(v) * float64(v)
			if count++; count == per {
				levels = append(levels, sum/float64(per))
				sum, count = 0, 0
			}
		}
		if errors.As(err, &reading) {
			return nil, err
		}
		if err != nil {
			return levels, nil //nolint:nilerr // see above
		}
	}
	return levels, nil
}
