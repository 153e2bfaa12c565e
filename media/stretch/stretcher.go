package stretch

import (
	"errors"
	"io"
	"math"

	"parlando/media/audio"
)

// The range of speeds; 1 is normal speed.
const (
	MinSpeed = 0.5
	MaxSpeed = 2
)

const (
	blocksPerSecond = 1000 / 15
	// a block may be shifted by up to 10 ms either way, which covers a full period of a 50 Hz voice
	reachPerSecond = 100
	// sample rate of the coarse search, which needs no higher frequencies, at a sixteenth of the
	// cost
	coarseRate = 12000
)

// A Stretcher plays a sound at another speed. It is an [audio.Decoder] of the same rate and
// channels, buffers less than a tenth of a second of the sound, and must be used from one
// goroutine.
type Stretcher struct {
	source   audio.Decoder
	channels int
	block    int // samples per channel that each step writes
	reach    int // largest shift of a block in samples per channel
	stride   int // sample interval of the coarse search
	fade     []float32

	speed    float64
	buffered []float32 // interleaved; starts at source position first
	mixed    []float32 // buffered as mono, for comparing positions
	first    int
	err      error // final error of the source

	ideal float64 // source position of the next block without shift
	next  int     // source position that continues the last block exactly
	ready []float32
	out   []float32
	chunk []float32
}

// New returns a Stretcher for d, which it takes over.
func New(d audio.Decoder, speed float64) *Stretcher {
	s := &Stretcher{
		source: d, channels: d.Channels(),
		block:  max(1, d.Rate()/blocksPerSecond),
		reach:  d.Rate() / reachPerSecond,
		stride: max(1, d.Rate()/coarseRate),
	}
	s.SetSpeed(speed)
	s.fade = make([]float32, s.block)
	for i := range s.fade {
		s.fade[i] = float32(0.5 - 0.5*math.Cos(math.Pi*(float64(i)+0.5)/float64(s.block)))
	}
	s.out = make([]float32, s.block*s.channels)
	s.chunk = make([]float32, s.block*s.channels)
	return s
}

// SetSpeed sets the speed for everything after the next 15 ms. It is clamped to MinSpeed and
// MaxSpeed; NaN becomes 1.
func (s *Stretcher) SetSpeed(speed float64) {
	if math.IsNaN(speed) {
		speed = 1
	}
	s.speed = min(max(speed, MinSpeed), MaxSpeed)
}

// Speed returns the current speed.
func (s *Stretcher) Speed() float64 { return s.speed }

// Rate returns the sample rate of the source in Hz.
func (s *Stretcher) Rate() int { return s.source.Rate() }

// Channels returns the number of channels of the source.
func (s *Stretcher) Channels() int { return s.channels }

// Position returns the source position of the next Read in samples per channel, accurate to 15 ms.
func (s *Stretcher) Position() float64 {
	return max(0, s.ideal-float64(len(s.ready)/s.channels)*s.speed)
}

// Read implements [audio.Decoder]. It returns an error of the source only after all samples before
// it.
func (s *Stretcher) Read(samples []float32) (int, error) {
	if len(samples) < s.channels {
		return 0, io.ErrShortBuffer
	}
	if len(s.ready) == 0 {
		s.step()
	}
	if len(s.ready) == 0 {
		return 0, s.err
	}
	n := copy(samples[:len(samples)/s.channels*s.channels], s.ready)
	s.ready = s.ready[n:]
	return n, nil
}

// step appends the next block to ready, or nothing at the end of the source.
func (s *Stretcher) step() {
	at := int(math.Round(s.ideal))
	s.forget(min(s.next, at-s.reach))
	s.fill(max(s.next, at+s.reach) + s.block)
	// Once the source has ended, end is the end of the sound, which the output must not pass.
	end := s.first + len(s.mixed)
	left := float64(s.block)
	if s.err != nil {
		left = min(left, (float64(end)-s.ideal)/s.speed)
		if left < 0.5 {
			return
		}
	}
	best := s.bestPlace(at)
	for i := range s.block {
		for c := range s.channels {
			old, fresh := s.sample(s.next+i, c), s.sample(best+i, c)
			s.out[i*s.channels+c] = old + (fresh-old)*s.fade[i]
		}
	}
	s.ready = s.out[:int(math.Round(left))*s.channels]
	s.ideal += float64(s.block) * s.speed
	s.next = best + s.block
}

// bestPlace returns the position near at that is most similar to the sound at s.next.
func (s *Stretcher) bestPlace(at int) int {
	if s.speed == 1 && max(at-s.next, s.next-at) <= s.reach {
		// At normal speed the sound continues unchanged, sample for sample.
		return s.next
	}
	best, score := at, s.likeness(at, s.stride)
	for to := at - s.reach; to <= at+s.reach; to += s.stride {
		if l := s.likeness(to, s.stride); l > score {
			best, score = to, l
		}
	}
	if s.stride == 1 {
		return best
	}
	coarse := best
	score = s.likeness(best, 1)
	for to := max(coarse-s.stride, at-s.reach); to <= min(coarse+s.stride, at+s.reach); to++ {
		if l := s.likeness(to, 1); l > score {
			best, score = to, l
		}
	}
	return best
}

// likeness compares the block at position to with the block at s.next, by every stride-th sample.
func (s *Stretcher) likeness(to, stride int) float32 {
	var product, energy float32
	a, b := s.next-s.first, to-s.first
	if b < 0 {
		return -1
	}
	n := min(s.block, len(s.mixed)-a, len(s.mixed)-b)
	for i := 0; i < n; i += stride {
		product += s.mixed[a+i] * s.mixed[b+i]
		energy += s.mixed[b+i] * s.mixed[b+i]
	}
	if energy < 1e-9 {
		return 0
	}
	return product / float32(math.Sqrt(float64(energy)))
}

// sample returns a sample of the source, or silence past its end.
func (s *Stretcher) sample(frame, channel int) float32 {
	i := (frame-s.first)*s.channels + channel
	if i < 0 || i >= len(s.buffered) {
		return 0
	}
	return s.buffered[i]
}

// forget discards everything buffered before a position.
func (s *Stretcher) forget(frame int) {
	n := min(frame-s.first, len(s.mixed))
	if n <= 0 {
		return
	}
	s.buffered = s.buffered[:copy(s.buffered, s.buffered[n*s.channels:])]
	s.mixed = s.mixed[:copy(s.mixed, s.mixed[n:])]
	s.first += n
}

// fill reads the source until everything before end is buffered, or the source has ended.
func (s *Stretcher) fill(end int) {
	for s.err == nil && s.first+len(s.mixed) < end {
		n, err := s.source.Read(s.chunk)
		n -= n % s.channels
		if n == 0 && err == nil {
			err = errors.New("the source returned no samples and no error")
		}
		s.buffered = append(s.buffered, s.chunk[:n]...)
		for f := 0; f < n; f += s.channels {
			var sum float32
			for _, v := range s.chunk[f : f+s.channels] {
				sum += v
			}
			s.mixed = append(s.mixed, sum)
		}
		s.err = err
	}
}
