package audio

import (
	"encoding/binary"
	"errors"

	"parlando/media/container"
)

// imaSteps lists the step sizes of IMA ADPCM. imaMoves lists how a difference changes the index of
// the step.
var (
	imaSteps = [...]int32{
		7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209,
		230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749,
		3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623,
		27086, 29794, 32767,
	}
	imaMoves = [...]int32{-1, -1, -1, -1, 2, 4, 6, 8}
)

// imaChannel is the state of a channel of IMA ADPCM.
type imaChannel struct{ value, index int32 }

// next decodes a difference of four bits and returns the resulting sample.
func (c *imaChannel) next(nibble byte) float32 {
	step := imaSteps[c.index]
	change := step >> 3
	if nibble&4 != 0 {
		change += step
	}
	if nibble&2 != 0 {
		change += step >> 1
	}
	if nibble&1 != 0 {
		change += step >> 2
	}
	if nibble&8 != 0 {
		change = -change
	}
	c.value = clamp16(c.value + change)
	c.index = min(max(0, c.index+imaMoves[nibble&7]), int32(len(imaSteps)-1))
	return float32(c.value) / (1 << 15)
}

func clamp16(v int32) int32 { return min(max(-1<<15, v), 1<<15-1) }

// imaWAV decodes the blocks of IMA ADPCM in WAV: the first sample of each channel, then groups of
// eight differences.
type imaWAV struct {
	channels []imaChannel
	samples  []float32
}

func (d *imaWAV) decode(block []byte) ([]float32, error) {
	n := len(d.channels)
	d.samples = d.samples[:0]
	for i := range d.channels {
		head := block[4*i:]
		if int(head[2]) >= len(imaSteps) {
			return nil, errADPCM
		}
		d.channels[i] = imaChannel{int32(int16(binary.LittleEndian.Uint16(head))), int32(head[2])}
		d.samples = append(d.samples, float32(d.channels[i].value)/(1<<15))
	}
	const group = 4 // contiguous bytes of one channel, before those of the next channel
	for rest := block[group*n:]; len(rest) >= group*n; rest = rest[group*n:] {
		at := len(d.samples)
		d.samples = append(d.samples, make([]float32, 2*group*n)...)
		for i, b := range rest[:group*n] {
			c := i / group
			pair := d.samples[at+2*(i%group)*n+c:]
			pair[0] = d.channels[c].next(b & 15)
			pair[n] = d.channels[c].next(b >> 4)
		}
	}
	return d.samples, nil
}

const (
	// imaAppleBytes is the size of a packet for one channel of Apple's IMA ADPCM, imaAppleFrames
	// the number of samples in the packet.
	imaAppleBytes, imaAppleFrames = 34, 64
)

// imaApple decodes packets of Apple's IMA ADPCM, which alternate between the channels. A packet
// declares only the upper bits of its initial value; the lower bits come from the last value of the
// channel's previous packet.
type imaApple struct {
	channels []imaChannel
	samples  []float32
}

func (d *imaApple) decode(packet []byte) ([]float32, error) {
	n := len(d.channels)
	if len(packet) < imaAppleBytes*n {
		return nil, errADPCM
	}
	d.samples = append(d.samples[:0], make([]float32, imaAppleFrames*n)...)
	for i := range d.channels {
		b := packet[imaAppleBytes*i:][:imaAppleBytes]
		c, head := &d.channels[i], binary.BigEndian.Uint16(b)
		const low = 0x7f
		value, index := int32(int16(head&^low)), int32(head&low)
		if int(index) >= len(imaSteps) {
			return nil, errADPCM
		}
		if off := value - c.value; c.index != index || off > low || off < -low {
			*c = imaChannel{value + (low+1)/2, index}
		}
		for k, v := range b[2:] {
			d.samples[2*k*n+i] = c.next(v & 15)
			d.samples[(2*k+1)*n+i] = c.next(v >> 4)
		}
	}
	return d.samples, nil
}

func newIMAAppleCodec(rate, channels int) *codec {
	return &codec{
		unit: container.MP4Unit{Bytes: imaAppleBytes * channels, Frames: imaAppleFrames},
		rate: rate, channels: channels, packet: imaAppleFrames, warm: imaAppleFrames,
		open: func() (packetDecoder, error) { return &imaApple{channels: make([]imaChannel, channels)}, nil },
	}
}

var errADPCM = errors.New("the head of a block is damaged")

// msCoefficients are the coefficient pairs, in 1/256, with which Microsoft ADPCM predicts a sample
// from the previous two. A file may declare different pairs.
var msCoefficients = [][2]int32{{256, 0}, {512, -256}, {0, 0}, {192, 64}, {240, 0}, {460, -208}, {392, -232}}

// msSteps are the factors, in 1/256, by which each difference changes the step size.
var msSteps = [...]int32{230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230}

// msChannel is the state of a channel of Microsoft ADPCM.
type msChannel struct {
	factors           [2]int32
	step, last, older int32
}

// next decodes a difference of four bits and returns the resulting sample.
func (c *msChannel) next(nibble byte) float32 {
	value := (c.last*c.factors[0]+c.older*c.factors[1])/256 + int32(int8(nibble<<4)>>4)*c.step
	c.older, c.last = c.last, clamp16(value)
	c.step = min(max(16, msSteps[nibble]*c.step>>8), 1<<20) // above any real sound
	return float32(c.last) / (1 << 15)
}

// msADPCM decodes the blocks of Microsoft ADPCM in WAV.
type msADPCM struct {
	coefficients [][2]int32
	channels     []msChannel
	samples      []float32
}

func (d *msADPCM) decode(block []byte) ([]float32, error) {
	n := len(d.channels)
	word := func(i int) int32 { return int32(int16(binary.LittleEndian.Uint16(block[n+2*i:]))) }
	for i := range d.channels {
		if int(block[i]) >= len(d.coefficients) {
			return nil, errADPCM
		}
		d.channels[i] = msChannel{d.coefficients[block[i]], word(i), word(n + i), word(2*n + i)}
	}
	d.samples = d.samples[:0]
	for _, c := range d.channels {
		d.samples = append(d.samples, float32(c.older)/(1<<15))
	}
	for _, c := range d.channels {
		d.samples = append(d.samples, float32(c.last)/(1<<15))
	}
	for i, b := range block[7*n:] {
		d.samples = append(d.samples, d.channels[2*i%n].next(b>>4), d.channels[(2*i+1)%n].next(b&15))
	}
	return d.samples, nil
}
