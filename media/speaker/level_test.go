package speaker_test

import (
	"context"
	"io"
	"math"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/speaker"
	"parlando/media/speaker/speakertest"
)

// steps is a sound of one second at full scale, one at a tenth of it, and one of silence.
type steps struct{ at int }

func (*steps) Rate() int     { return speaker.Rate }
func (*steps) Channels() int { return 1 }

func (d *steps) Read(samples []float32) (int, error) {
	for i := range samples {
		second := d.at / speaker.Rate
		if second >= 3 {
			return i, io.EOF
		}
		samples[i] = []float32{1, 0.1, 0}[second]
		d.at++
	}
	return len(samples), nil
}

// The level is that of what is heard now, not of what is decoded ahead.
func TestTheLevelIsThatOfWhatIsHeard(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(func(_ context.Context, clip int) (audio.Decoder, error) {
			if clip > 0 {
				return nil, io.EOF
			}
			return &steps{}, nil
		}, speaker.Position{}, 1)
		if l := p.Level(); !math.IsInf(l, -1) {
			t.Errorf("%v dB before the first sample", l)
		}
		for p.State() != speaker.Playing || p.Position().Offset < 500*time.Millisecond {
			time.Sleep(10 * time.Millisecond)
		}
		for second, want := range []float64{0, -20, math.Inf(-1)} {
			if l := p.Level(); math.Abs(l-want) > 0.1 && l != want {
				t.Errorf("%v dB in second %d, want %v", l, second, want)
			}
			time.Sleep(time.Second)
		}
		done(t, p)
	})
}
