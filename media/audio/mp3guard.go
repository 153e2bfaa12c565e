package audio

import "math"

const (
	// guardBlock is the number of samples per channel that are checked together: an MP3 granule.
	guardBlock = 576
	// guardLoudest is the largest root mean square of a block that is left as it is. shine counts
	// in 32 bits, which a tone overflows from 0.55 on, and what was a tone is noise then. Loud
	// speech stays below 0.4.
	guardLoudest = 0.5
	// guardBack is by how much the gain rises again from one block to the next: 0.4 dB in 12 to 24
	// ms.
	guardBack = 1.05
)

// mp3Guard lowers what is too loud for shine, and changes nothing else. The gain moves in straight
// lines from the beginning of a block to its end, and is low enough before a loud block begins: no
// jump is heard. All channels have the same.
type mp3Guard struct {
	channels int
	filling  []float32 // the block that is being filled
	waiting  []float32 // the one before, whose gain at its end is not known yet
	most     float32   // the largest gain that waiting may have
	gain     float32   // that at the beginning of waiting
}

func newMP3Guard(channels int) *mp3Guard {
	return &mp3Guard{
		channels: channels, filling: make([]float32, 0, guardBlock*channels), waiting: make([]float32, 0, guardBlock*channels), most: 1, gain: 1,
	}
}

// add takes samples, and returns a block when one is ready, which is valid until the next call.
// taken is the number of samples it took.
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

// turn gives the block that waits, and lets the one that was filled wait.
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

// loudest is the largest gain that the block that was filled may have, at most 1.
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

// within cuts off what no file can hold, and makes silence of what is no number.
func within(v float32) float32 {
	if v != v { //nolint:gocritic // NaN
		return 0
	}
	return max(-1, min(1, v))
}
