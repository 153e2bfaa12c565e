package audio

import "math"

const (
	// guardBlock is the number of samples per channel checked together: an MP3 granule.
	guardBlock = 576
	// guardLoudest is the largest root mean square of a block that is not attenuated. shine
	// computes in 32 bits, which a tone overflows from 0.55 on and turns into noise. Loud speech
	// stays below 0.4.
	guardLoudest = 0.5
	// guardBack is the factor by which the gain may rise from one block to the next: 0.4 dB in 12
	// to 24 ms.
	guardBack = 1.05
)

// mp3Guard attenuates sound that is too loud for shine, and leaves everything else unchanged. The
// gain is interpolated linearly within a block and is low enough before a loud block begins, so
// that no jump is audible. All channels share one gain.
type mp3Guard struct {
	channels int
	filling  []float32 // the block being filled
	waiting  []float32 // the previous block, whose final gain is still unknown
	most     float32   // maximum gain of waiting
	gain     float32   // gain at the start of waiting
}

func newMP3Guard(channels int) *mp3Guard {
	return &mp3Guard{
		channels: channels, filling: make([]float32, 0, guardBlock*channels), waiting: make([]float32, 0, guardBlock*channels), most: 1, gain: 1,
	}
}

// add consumes samples and returns a block if one is ready, valid until the next call. taken is the
// number of samples consumed.
func (g *mp3Guard) add(samples []float32) (taken int, ready []float32) {
	taken = min(len(samples), cap(g.filling)-len(g.filling))
	for _, v := range samples[:taken] {
		g.filling = append(g.filling, within(v))
	}
	if len(g.filling) < cap(g.filling) {
		return taken, nil
	}
	return taken, g.turn()
}

// turn returns the waiting block and replaces it with the block that has been filled.
func (g *mp3Guard) turn() (ready []float32) {
	most := g.loudest()
	end := min(g.most, most)
	if len(g.waiting) > 0 {
		end = min(end, g.gain*guardBack)
	}
	ready = g.waiting
	if g.gain < 1 || end < 1 {
		frames := len(ready) / g.channels
		for i := range ready {
			ready[i] *= g.gain + (end-g.gain)*float32(i/g.channels)/float32(frames)
		}
	}
	g.waiting, g.filling = g.filling, ready[:0]
	g.most, g.gain = most, end
	return ready
}

// loudest returns the maximum gain of the filled block, at most 1.
func (g *mp3Guard) loudest() float32 {
	gain := float32(1)
	for c := range g.channels {
		sum := float64(0)
		for i := c; i < len(g.filling); i += g.channels {
			sum += float64(g.filling[i]) * float64(g.filling[i])
		}
		if rms := math.Sqrt(sum * float64(g.channels) / float64(max(1, len(g.filling)))); rms > guardLoudest {
			gain = min(gain, float32(guardLoudest/rms))
		}
	}
	return gain
}

// within clamps v to -1 to 1, and replaces NaN with silence.
func within(v float32) float32 {
	if v != v { //nolint:gocritic // NaN
		return 0
	}
	return max(-1, min(1, v))
}
