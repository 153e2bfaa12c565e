package audio

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// downmix mixes several channels into two. A nil downmix leaves samples unchanged.
type downmix struct {
	left, right []float32 // weight of each input channel
	mixed       []float32
}

// The channel positions.
const (
	mixLeft     = 'l'
	mixRight    = 'r'
	mixCenter   = 'c'
	mixSideward = 'L' // left, side or back
	mixBackward = 'R' // right, side or back
	mixBehind   = 'b' // back center
	mixNone     = '-' // low frequencies, left out: small speakers can't reproduce them
)

// flacLayouts lists the channel positions for each number of channels above two in FLAC and WAV.
var flacLayouts = [...]string{3: "lrc", 4: "lrLR", 5: "lrcLR", 6: "lrc-LR", 7: "lrc-bLR", 8: "lrc-LRLR"}

// layoutOfMask returns the channel positions that the channel mask of a WAV declares, one bit each;
// "" if the mask does not cover all channels, as in recordings with one microphone per channel.
func layoutOfMask(mask uint32, channels int) string {
	// bit by bit: front, low frequencies, back, beside the center, back center, sides
	const known = "lrc-LRlrbLR"
	if bits.OnesCount32(mask) != channels || mask>>len(known) != 0 {
		return ""
	}
	layout := ""
	for i := range known {
		if mask>>i&1 == 1 {
			layout += known[i : i+1]
		}
	}
	return layout
}

// layoutOfChan returns the channel positions that Apple's chunk or box "chan" declares; "" if it
// declares none. b is the content without the version.
func layoutOfChan(b []byte, channels int) string {
	if len(b) < 8 {
		return ""
	}
	tag, mask := binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])
	const isMask = 1
	if tag>>16 == isMask {
		return layoutOfMask(mask, channels)
	}
	layout := map[uint32]string{
		108: "lrLR", 113: "lrc", 114: "clr", 115: "lrcb", 116: "clrb", 117: "lrcLR", 118: "lrLRc", 119: "lcrLR", 120: "clrLR",
		121: "lrc-LR", 122: "lrLRc-", 123: "lcrLR-", 124: "clrLR-", 128: "lrc-LRLR",
	}[tag>>16]
	if len(layout) != channels {
		return ""
	}
	return layout
}

// newDownmix mixes channels at the given positions, one letter each, according to ITU-R BS.775:
// center, side and back channels are attenuated by 3 dB, and low frequencies are left out. All
// weights are scaled so that the mix cannot overflow. It returns nil for up to two channels, and
// for unknown positions.
func newDownmix(places string) *downmix {
	if len(places) <= 2 {
		return nil
	}
	d := &downmix{left: make([]float32, len(places)), right: make([]float32, len(places))}
	const less = math.Sqrt2 / 2
	for i, place := range places {
		switch place {
		case mixLeft:
			d.left[i] = 1
		case mixRight:
			d.right[i] = 1
		case mixCenter:
			d.left[i], d.right[i] = less, less
		case mixSideward:
			d.left[i] = less
		case mixBackward:
			d.right[i] = less
		case mixBehind:
			d.left[i], d.right[i] = less*less, less*less
		}
	}
	sum := float32(0)
	for _, v := range d.left {
		sum += v
	}
	for i := range d.left {
		d.left[i] /= sum
		d.right[i] /= sum
	}
	return d
}

// channels returns the number of output channels for n input channels.
func (d *downmix) channels(n int) int {
	if d == nil {
		return n
	}
	return 2
}

// mix mixes interleaved samples of all channels. The result is valid until the next call.
func (d *downmix) mix(samples []float32) []float32 {
	if d == nil {
		return samples
	}
	d.start(len(samples) / len(d.left))
	d.add(samples, 0, len(d.left))
	return d.mixed
}

// start begins a mix of the given number of samples per channel.
func (d *downmix) start(frames int) {
	if cap(d.mixed) < 2*frames {
		d.mixed = make([]float32, 2*frames)
	}
	d.mixed = d.mixed[:2*frames]
	clear(d.mixed)
}

// add adds interleaved samples of channels, beginning with channel from, to the mix.
func (d *downmix) add(samples []float32, from, channels int) {
	for i, v := range samples {
		c, at := from+i%channels, i/channels*2
		if at+1 >= len(d.mixed) {
			return
		}
		d.mixed[at] += d.left[c] * v
		d.mixed[at+1] += d.right[c] * v
	}
}
