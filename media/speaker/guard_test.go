package speaker_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/speaker"
	"parlando/media/speaker/speakertest"
)

// silence never ends.
type silence struct{}

func (silence) Rate() int     { return 8000 }
func (silence) Channels() int { return 8 }

func (silence) Read(samples []float32) (int, error) {
	clear(samples)
	return len(samples), nil
}

func TestNoSoundStopsTheNext(t *testing.T) {
	never := make(chan struct{}) // closed by nobody who plays
	sounds := map[string]func(context.Context) (audio.Decoder, error){
		"is damaged": func(context.Context) (audio.Decoder, error) {
			return &ramp{channels: 1, frames: speaker.Rate, read: func(int) error { return errors.New("damaged") }}, nil
		},
		"silent": func(context.Context) (audio.Decoder, error) { return silence{}, nil },
		"opens never": func(context.Context) (audio.Decoder, error) {
			<-never
			return nil, errors.New("late")
		},
		"reads never": func(context.Context) (audio.Decoder, error) {
			return &ramp{channels: 1, frames: speaker.Rate, read: func(int) error { <-never; return nil }}, nil
		},
	}
	for name, open := range sounds {
		bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
			never = make(chan struct{})
			defer close(never)
			p := s.Play(func(ctx context.Context, _ int) (audio.Decoder, error) { return open(ctx) }, start, 1)
			time.Sleep(time.Minute)
			if got := p.State(); name != "is damaged" && got != speaker.Loading && got != speaker.Playing {
				t.Errorf("%s: state %q", name, got)
			}
			p.Seek(speaker.Position{Offset: time.Second})
			before := len(o.NonSilent())
			done(t, s.Play(ramps(1, nil), start, 1))
			if name != "is damaged" && !errors.Is(p.Err(), speaker.ErrStopped) {
				t.Errorf("%s: ended with %v", name, p.Err())
			}
			inOrder(t, o.NonSilent()[before:], 0, speaker.Rate)
		})
	}
}
