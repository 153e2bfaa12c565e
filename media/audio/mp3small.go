package audio

import (
	"fmt"
	"io"

	"parlando/media/container"

	shine "github.com/braheezy/shine-mp3/pkg/mp3"
)

const (
	// smallMP3Rate is the sample rate of NewSmallMP3 in Hz: the lowest that shine encodes
	// correctly.
	smallMP3Rate = 24_000
	// smallMP3Bitrate is the bit rate of NewSmallMP3 in bits per second.
	smallMP3Bitrate = 48_000
	// shineLate is the total delay in samples per channel of sound encoded by shine: 528 of the
	// encoder and 529 of the decoder.
	shineLate = 2*container.MP3DecoderDelay - 1
)

// NewSmallMP3 writes speech to w as a small mono [MP3] for transcription: 48,000 bits per second at
// 24,000 Hz. rate is the sample rate of the mono input in Hz (4,000 to 384,000).
//
// Unlike other MP3s it has no delay: the first sample written is the first that any decoder
// returns, whether or not it honors declared encoder delays. The frames that would hold the delay
// are left out, so the first 24 ms fade in. The result is longer than the input by less than 24 ms.
func NewSmallMP3(w io.Writer, rate int) (Encoder, error) {
	if rate < minRate || rate > maxRate {
		return nil, fmt.Errorf("a rate of %d samples per second is not a valid sample rate", rate)
	}
	const frame = shine.GRANULE_SIZE
	left := (shineLate + frame - 1) / frame // number of leading frames to drop
	cut := &headless{w: w}
	e := newMP3Encoder(cut, smallMP3Rate, 1)
	setShineBitrate(e.shine, smallMP3Bitrate/1000)
	e.late = shineLate
	e.buffered = append(e.buffered, make([]int16, left*frame-shineLate)...)
	cut.left = int64(left) * e.shine.Mpeg.WholeSlotsPerFrame
	return &guardedEncoder{Encoder: newReshaper(e, shape{rate, 1}, shape{smallMP3Rate, 1}), channels: 1}, nil
}

// setShineBitrate sets the bit rate, for which shine has no option. At 24,000 Hz, whole kilobits
// per second result in frames of whole bytes.
func setShineBitrate(e *shine.Encoder, kilobits int64) {
	m := &e.Mpeg
	m.Bitrate = kilobits
	m.BitrateIndex = kilobits / 8 // valid for MPEG 2 up to 64 kbit/s
	m.WholeSlotsPerFrame = m.GranulesPerFrame * shine.GRANULE_SIZE * kilobits * 1000 / 8 / smallMP3Rate
	m.FracSlotsPerFrame, m.Slot_lag, m.Padding = 0, 0, 0
}

// headless drops bytes at the start.
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
