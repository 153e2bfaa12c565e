package speaker_test

import (
	"context"
	"io"

	"parlando/media/audio"
	"parlando/media/speaker"
)

// ramp is a sound whose samples tell their own place: each is one more than the one before.
type ramp struct {
	channels, frames, at int
	first                int // place of the first frame
	read                 func(at int) error
}

const unit = 1.0 / (1 << 22)

func (d *ramp) Rate() int     { return speaker.Rate }
func (d *ramp) Channels() int { return d.channels }

func (d *ramp) Read(samples []float32) (int, error) {
	if d.read != nil {
		if err := d.read(d.at); err != nil {
			return 0, err
		}
	}
	n := min(len(samples)/d.channels, d.frames-d.at)
	if n == 0 {
		return 0, io.EOF
	}
	for i := range n * d.channels {
		samples[i] = float32(d.first+d.at+i/d.channels+1) * unit
	}
	d.at += n
	return n * d.channels, nil
}

// ramps is one clip. read may fail or wait before each piece of it.
func ramps(seconds float64, read func(at int) error) speaker.Opener {
	return clips(read, seconds)
}

// clips is one ramp in several clips.
func clips(read func(at int) error, seconds ...float64) speaker.Opener {
	return func(_ context.Context, clip int) (audio.Decoder, error) {
		if clip >= len(seconds) {
			return nil, io.EOF
		}
		first := 0
		for _, s := range seconds[:clip] {
			first += int(s * speaker.Rate)
		}
		return &ramp{channels: 1, frames: int(seconds[clip] * speaker.Rate), first: first, read: read}, nil
	}
}
