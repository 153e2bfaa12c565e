package audio

import (
	"fmt"
	"io"

	shine "github.com/braheezy/shine-mp3/pkg/mp3"
)

const (
	// smallMP3Rate is the rate of what NewSmallMP3 writes, in samples a second: the lowest that
	// shine writes rightly.
	smallMP3Rate = 24_000
	// smallMP3Bitrate is its bit rate in bits a second.
	smallMP3Bitrate = 48_000
	// shineLate is by how many samples a decoder of what shine wrote is late: 528 of the encoder
	// and 529 of its own.
	shineLate = 2*mp3DecoderDelay - 1
)

// NewSmallMP3 writes speech to w as a small [MP3] of one channel, for a service that transcribes
// it: 48,000 bits a second, 24,000 samples a second. rate is that of the samples given to it, in
// samples a second (4,000 to 384,000), in one channel.
//
// Unlike any other MP3 it has no delay: the first sample written is the first that any decoder
// returns, whether or not it understands the delay that encoders declare. The frames that would
// hold the delay are left out, so that the first 24 ms fade in. It is longer than what was given by
// less than 24 ms.
func NewSmallMP3(w io.Writer, rate int) (Encoder, error) {
	if rate < minRate || rate > maxRate {
		return nil, fmt.Errorf("a rate of %d samples a second is none that sound has", rate)
	}
	const frame = shine.GRANULE_SIZE
	left := (shineLate + frame - 1) / frame // frames that are left out
	cut := &headless{w: w}
	e := newMP3Encoder(cut, smallMP3Rate, 1)
	setShineBitrate(e.shine, smallMP3Bitrate/1000)
	e.late = shineLate
	e.buffered = append(e.buffered, make([]int16, left*frame-shineLate)...)
	cut.left = int64(left) * e.shine.Mpeg.WholeSlotsPerFrame
	return &guardedEncoder{Encoder: newReshaper(e, shape{rate, 1}, shape{smallMP3Rate, 1}), channels: 1}, nil
}

// setShineBitrate sets what shine has no setting for. 24,000 samples a second and whole kilobits
// make frames of whole bytes.
func setShineBitrate(e *shine.Encoder, kilobits int64) {
	m := &e.Mpeg
	m.Bitrate = kilobits
	m.BitrateIndex = kilobits / 8 // of MPEG 2, up to 64
	m.WholeSlotsPerFrame = m.GranulesPerFrame * shine.GRANULE_SIZE * kilobits * 1000 / 8 / smallMP3Rate
	m.FracSlotsPerFrame, m.Slot_lag, m.Padding = 0, 0, 0
}

// headless leaves out bytes at the start.
type headless struct {
	w    io.Writer
	left int64
}

func (h *headless) Write(b []byte) (int, error) {
	skip := min(h.left, int64(len(b)))
	h.left -= skip
	if skip == int64(len(b)) {
		return len(b), nil
	}
	n, err := h.w.Write(b[skip:])
	return n + int(skip), err
}
