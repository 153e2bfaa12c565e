package speaker

import (
	"errors"
	"io"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"parley/media/audio"
)

// bubble runs a test in virtual time with a speaker on a fake output.
func bubble(t *testing.T, test func(t *testing.T, d *fakeDevice, s *Speaker)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := newFakeDevice()
		defer close(d.quit)
		test(t, d, newSpeaker(d))
	})
}

func ramps(seconds float64, read func(at int) error) Opener {
	return func() (audio.Decoder, func(), error) {
		return &ramp{channels: 1, frames: int(seconds * Rate), read: read}, nil, nil
	}
}

// follows compares Position with what is heard for a while; silence shows no place.
func follows(t *testing.T, d *fakeDevice, p *Sound, total time.Duration) {
	t.Helper()
	shown := 0
	for until := time.Now().Add(total); time.Now().Before(until); time.Sleep(7 * time.Millisecond) {
		synctest.Wait()
		v := d.now()
		if v == 0 {
			continue
		}
		shown++
		truth := time.Duration(float64(v)/unit/Rate*1000) * time.Millisecond
		if got := p.Position(); (got - truth).Abs() > 50*time.Millisecond {
			t.Fatalf("position %v while %v is heard", got, truth)
		}
	}
	if shown == 0 {
		t.Fatal("nothing was heard")
	}
}

func inOrder(t *testing.T, heard []float32, from, frames int) {
	t.Helper()
	if len(heard) != frames {
		t.Errorf("%d frames were heard, want %d", len(heard), frames)
	}
	for i, v := range heard {
		if v != float32(from+i+1)*unit {
			t.Fatalf("frame %d is %v, want %v", i, v/unit, from+i+1)
		}
	}
}

func TestASoundIsHeardWholeAndPositionIsWhatIsHeard(t *testing.T) {
	bubble(t, func(t *testing.T, d *fakeDevice, s *Speaker) {
		p := s.Play(ramps(3, nil), 1)
		follows(t, d, p, 2500*time.Millisecond)
		<-p.Done()
		if p.Err() != nil {
			t.Error(p.Err())
		}
		if got := p.Position(); (got - 3*time.Second).Abs() > time.Millisecond {
			t.Errorf("ended at %v, want 3s", got)
		}
		inOrder(t, d.sounding(), 0, 3*Rate)
	})
}

func TestAPauseLosesNothing(t *testing.T) {
	bubble(t, func(t *testing.T, d *fakeDevice, s *Speaker) {
		p := s.Play(ramps(3, nil), 1)
		follows(t, d, p, time.Second)
		p.Pause()
		time.Sleep(time.Second)
		held := p.Position()
		time.Sleep(time.Minute)
		if got := p.Position(); got != held {
			t.Errorf("position went from %v to %v in a pause", held, got)
		}
		p.Resume()
		follows(t, d, p, time.Second)
		<-p.Done()
		inOrder(t, d.sounding(), 0, 3*Rate)
	})
}

func TestSeek(t *testing.T) {
	bubble(t, func(t *testing.T, d *fakeDevice, s *Speaker) {
		p := s.Play(ramps(10, nil), 1)
		follows(t, d, p, time.Second)
		for _, to := range []time.Duration{8 * time.Second, 2 * time.Second} {
			p.Seek(to)
			if got := p.Position(); got != to {
				t.Errorf("position %v at once after a seek, want %v", got, to)
			}
			time.Sleep(latency + 150*time.Millisecond)
			follows(t, d, p, time.Second)
			if got := p.Position(); got < to+500*time.Millisecond {
				t.Errorf("position %v a second after a seek to %v", got, to)
			}
		}
		p.Seek(time.Hour)
		<-p.Done()
		if p.Err() != nil {
			t.Error(p.Err())
		}
	})
}

func TestASoundWaitsForItsBytes(t *testing.T) {
	bubble(t, func(t *testing.T, d *fakeDevice, s *Speaker) {
		waited := false
		p := s.Play(ramps(3, func(at int) error {
			if at > Rate && !waited {
				waited = true
				time.Sleep(20 * time.Second)
			}
			return nil
		}), 1)
		<-p.Done()
		if p.Err() != nil {
			t.Error(p.Err())
		}
		inOrder(t, d.sounding(), 0, 3*Rate)
	})
}

func TestAnotherSoundStopsTheFirst(t *testing.T) {
	bubble(t, func(t *testing.T, d *fakeDevice, s *Speaker) {
		released := make(chan struct{})
		first := s.Play(func() (audio.Decoder, func(), error) {
			hang := func(int) error { <-released; return io.ErrClosedPipe }
			return &ramp{channels: 2, frames: Rate, read: hang}, func() { close(released) }, nil
		}, 1)
		time.Sleep(time.Second)
		second := s.Play(ramps(1, nil), 1)
		<-first.Done()
		if !errors.Is(first.Err(), ErrStopped) {
			t.Errorf("the first ended with %v", first.Err())
		}
		<-second.Done()
		if second.Err() != nil {
			t.Error(second.Err())
		}
		inOrder(t, d.sounding(), 0, Rate)
	})
}

func TestDamageIsHeardUpToItAndTold(t *testing.T) {
	damaged := errors.New("damaged")
	for name, fail := range map[string]func() error{
		"error": func() error { return damaged },
		"panic": func() error { panic("index out of range") },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, d *fakeDevice, s *Speaker) {
				p := s.Play(ramps(3, func(at int) error {
					if at > Rate {
						return fail()
					}
					return nil
				}), 1)
				<-p.Done()
				if p.Err() == nil || name == "error" && !errors.Is(p.Err(), damaged) {
					t.Errorf("ended with %v", p.Err())
				}
				if n := len(d.sounding()); n < Rate*9/10 {
					t.Errorf("%d frames before the damage were heard, want %d", n, Rate)
				}
				next := s.Play(ramps(1, nil), 1)
				<-next.Done()
				if next.Err() != nil {
					t.Error(next.Err())
				}
			})
		})
	}
}

func TestNoOutput(t *testing.T) {
	bubble(t, func(t *testing.T, d *fakeDevice, s *Speaker) {
		d.fails = errors.New("no card")
		for range 2 {
			p := s.Play(ramps(1, nil), 1)
			<-p.Done()
			if !errors.Is(p.Err(), ErrNoDevice) || !errors.Is(p.Err(), d.fails) {
				t.Errorf("ended with %v", p.Err())
			}
		}
	})
}

func TestALostOutputEndsTheSoundAndMayComeBack(t *testing.T) {
	bubble(t, func(t *testing.T, d *fakeDevice, s *Speaker) {
		p := s.Play(ramps(60, nil), 1)
		time.Sleep(time.Second)
		d.stall(true)
		<-p.Done()
		if !errors.Is(p.Err(), ErrLost) {
			t.Errorf("ended with %v", p.Err())
		}
		if got := p.Position(); got > 1100*time.Millisecond {
			t.Errorf("position %v, though the output was lost after 1s", got)
		}
		again := s.Play(ramps(1, nil), 1)
		<-again.Done()
		if !errors.Is(again.Err(), ErrLost) {
			t.Errorf("played on a lost output: %v", again.Err())
		}
		d.stall(false)
		time.Sleep(time.Second)
		back := s.Play(ramps(1, nil), 1)
		<-back.Done()
		if back.Err() != nil {
			t.Errorf("the output is back: %v", back.Err())
		}
	})
}

func TestSpeedShortensTheTimeAndNotTheSound(t *testing.T) {
	for _, speed := range []float64{0.5, 2} {
		bubble(t, func(t *testing.T, d *fakeDevice, s *Speaker) {
			p := s.Play(ramps(3, nil), speed)
			<-p.Done()
			want := 3 * Rate / speed
			if got := float64(len(d.sounding())); math.Abs(got-want) > want/100 {
				t.Errorf("%v frames at speed %v, want %v", got, speed, want)
			}
			if got := p.Position(); (got - 3*time.Second).Abs() > 50*time.Millisecond {
				t.Errorf("ended at %v, want 3s", got)
			}
		})
	}
}

func TestVolume(t *testing.T) {
	bubble(t, func(t *testing.T, d *fakeDevice, s *Speaker) {
		s.SetVolume(0.5)
		time.Sleep(time.Second)
		p := s.Play(ramps(2, nil), 1)
		<-p.Done()
		all := d.sounding()
		if got, want := all[len(all)-1], float32(Rate*unit); got != want {
			t.Errorf("the last sample is %v, want %v", got, want)
		}
		s.SetVolume(math.NaN())
		p = s.Play(ramps(2, nil), 1)
		<-p.Done()
		if d.now() != 0 {
			t.Error("heard at no volume")
		}
	})
}
