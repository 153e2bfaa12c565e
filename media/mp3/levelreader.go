package mp3

import (
	"math"

	"parlando/media/container"
)

const (
	// LevelStep is the number of samples per channel that each level covers.
	LevelStep = subbands
	// LevelDelay is the number of samples by which the output of a decoder is later than the
	// levels.
	LevelDelay = 240
)

// LevelReader reads the levels of an MP3. It must be used from one goroutine.
type LevelReader struct {
	frames   *container.FrameReader
	gaps     int // value of frames.Gaps at the last frame
	in       coefficients
	overlaps [2]overlaps
	levels   []float32
}

// NewLevelReader reads the levels of frames.
func NewLevelReader(frames *container.FrameReader) *LevelReader { return &LevelReader{frames: frames} }

// Damaged returns the number of places so far that could not be decoded and are silent. Gaps
// between frames do not count.
func (r *LevelReader) Damaged() int { return r.in.damaged }

// Next reads a frame and returns the peak of every [LevelStep] samples, 0 for silence and 1 for
// full scale, and the sample rate in Hz. levels are valid until the next call.
//
// The errors are those of [container.FrameReader.Next]: io.EOF at the end, [container.ErrGarbage]
// if only other data follows, and those of the file.
func (r *LevelReader) Next() (levels []float32, rate int, err error) {
	f, err := r.frames.Next()
	if err != nil {
		return nil, 0, err
	}
	if r.frames.Gaps != r.gaps {
		r.in.skip()
	}
	r.gaps = r.frames.Gaps
	r.levels = append(r.levels[:0], make([]float32, f.Samples/LevelStep)...)
	r.in.read(&f, func(g int) {
		for c := range f.Channels {
			r.raise((*[slots]float32)(r.levels[g*slots:]), g, c)
		}
	})
	return r.levels, f.Rate, nil
}

// raise raises levels to the estimated peaks of granule g of channel c.
//
// If the samples of all subbands add up, the peak is the sum of their magnitudes; if they are
// independent, it is closer to the root of their energy. A mean of both, in which the sum counts
// twice, is mostly within 3 dB of the peak of speech, music and noise.
func (r *LevelReader) raise(levels *[slots]float32, g, c int) {
	var samples [subbands][slots]float32
	wide := r.overlaps[c].invert(&r.in.spectra[c], &r.in.side.parts[g][c], r.in.layout, &samples)
	var sum, energy [slots]float32
	for i := range samples[:wide] {
		for n, v := range samples[i] {
			sum[n] += max(v, -v)
			energy[n] += v * v
		}
	}
	for n := range levels {
		peak := math.Cbrt(float64(sum[n]) * float64(sum[n]) * math.Sqrt(float64(energy[n])))
		levels[n] = max(levels[n], float32(peak))
	}
}
