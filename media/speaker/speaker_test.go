package speaker_test

import (
	"context"
	"errors"
	"io"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"parlando/media/audio"
	"parlando/media/speaker"
	"parlando/media/speaker/speakertest"
)

// bubble runs a test in virtual time with a speaker on an output in virtual time.
func bubble(t *testing.T, test func(t *testing.T, o *speakertest.Output, s *speaker.Speaker)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o := speakertest.New()
		s := speaker.New(o)
		defer s.Close()
		test(t, o, s)
	})
}

var start speaker.Position

// audiblePlace returns the place that is played, or false in silence.
func audiblePlace(o *speakertest.Output) (time.Duration, bool) {
	v := o.CurrentSample()
	return time.Duration(float64(v)/unit/speaker.Rate*1000) * time.Millisecond, v != 0
}

// follows compares Position with what is heard of one clip for a while; silence shows no place.
func follows(t *testing.T, o *speakertest.Output, p *speaker.Sound, total time.Duration) {
	t.Helper()
	shown := 0
	for until := time.Now().Add(total); time.Now().Before(until); time.Sleep(7 * time.Millisecond) {
		synctest.Wait()
		truth, ok := audiblePlace(o)
		if !ok {
			continue
		}
		shown++
		if got := p.Position().Offset; (got - truth).Abs() > 50*time.Millisecond {
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

func done(t *testing.T, p *speaker.Sound) {
	t.Helper()
	<-p.Done()
	if p.Err() != nil {
		t.Errorf("ended with %v", p.Err())
	}
	if p.State() != speaker.Ended {
		t.Errorf("state %q after the end", p.State())
	}
}

func TestASoundIsHeardWholeAndPositionIsWhatIsHeard(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(ramps(3, nil), start, 1)
		if got := p.State(); got != speaker.Loading {
			t.Errorf("state %q at once", got)
		}
		follows(t, o, p, 2500*time.Millisecond)
		if got := p.State(); got != speaker.Playing {
			t.Errorf("state %q while it plays", got)
		}
		done(t, p)
		if got := p.Position().Offset; (got - 3*time.Second).Abs() > time.Millisecond {
			t.Errorf("ended at %v, want 3s", got)
		}
		inOrder(t, o.NonSilent(), 0, 3*speaker.Rate)
	})
}

func TestAPauseLosesNothingAndIsHeardSoon(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(ramps(3, nil), start, 1)
		for range 3 {
			follows(t, o, p, 730*time.Millisecond)
			p.Pause()
			time.Sleep(speaker.Latency + 60*time.Millisecond)
			if place, ok := audiblePlace(o); ok {
				t.Errorf("%v is heard in a pause", place)
			}
			paused := p.Position()
			time.Sleep(time.Minute)
			if got := p.Position(); got != paused || p.State() != speaker.Paused {
				t.Errorf("position went from %v to %v in a pause, state %q", paused, got, p.State())
			}
			if o.IsOpen() {
				t.Error("the output is open in a long pause")
			}
			p.Resume()
		}
		done(t, p)
		inOrder(t, o.NonSilent(), 0, 3*speaker.Rate)
	})
}

func TestQuickPauses(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(ramps(3, nil), start, 1)
		for i := range 100 {
			p.Pause()
			time.Sleep(time.Duration(i*7%130) * time.Millisecond)
			p.Resume()
			time.Sleep(time.Duration(i*13%50) * time.Millisecond)
		}
		done(t, p)
		inOrder(t, o.NonSilent(), 0, 3*speaker.Rate)
	})
}

func TestASoundBeginsBeforeTheSilenceThatWaits(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		s.OpenInAdvance()
		time.Sleep(time.Second)
		began := time.Now()
		p := s.Play(ramps(3, nil), start, 1)
		soon := func(what string) {
			t.Helper()
			for o.CurrentSample() == 0 {
				time.Sleep(time.Millisecond)
				synctest.Wait()
			}
			// What the device has taken cannot be dropped, and it takes 50 ms at a time.
			if took := time.Since(began); took > speaker.Latency+50*time.Millisecond {
				t.Errorf("%s: heard after %v", what, took)
			}
		}
		soon("play")
		time.Sleep(time.Second)
		p.Pause()
		time.Sleep(time.Second)
		began = time.Now()
		p.Resume()
		soon("resume")
		done(t, p)
		inOrder(t, o.NonSilent(), 0, 3*speaker.Rate)
	})
}

// pacedFeed delivers a ramp at times the speed of playing, from began on.
func pacedFeed(began time.Time, times float64) func(at int) error {
	return func(at int) error {
		time.Sleep(time.Until(began.Add(time.Duration(float64(at) / times / speaker.Rate * float64(time.Second)))))
		return nil
	}
}

func TestASlowSoundBeginsSoonAndDoesNotStutter(t *testing.T) {
	for phase := range 10 { // of what the device takes each 50 ms
		for _, times := range []float64{1.2, 1.5, 2} {
			bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
				s.OpenInAdvance()
				time.Sleep(time.Second + time.Duration(phase)*5*time.Millisecond)
				began := time.Now()
				p := s.Play(ramps(3, pacedFeed(began, times)), start, 1)
				for o.CurrentSample() == 0 {
					time.Sleep(time.Millisecond)
					synctest.Wait()
				}
				// 60 ms of sound have to come, and the device takes 50 ms at a time.
				took, most := time.Since(began), time.Duration(60/times)*time.Millisecond+50*time.Millisecond
				if took > speaker.Latency+most {
					t.Errorf("%v times as fast as it is heard: heard after %v", times, took)
				}
				done(t, p)
				inOrder(t, o.NonSilent(), 0, 3*speaker.Rate)
				if gaps := silences(o.AllSamples()); len(gaps) > 0 {
					t.Errorf("%v times as fast as it is heard: silences of %v frames", times, gaps)
				}
			})
		}
	}
}

// Sound that comes unsteadily has few long pauses and not many short ones, and keeps its position
// through all of them.
func TestASoundThatRunsDryWaitsForMore(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		began := time.Now()
		p := s.Play(ramps(6, func(at int) error {
			if at < speaker.Rate {
				return nil
			}
			// After two seconds of nothing a little too slowly.
			return pacedFeed(began.Add(3*time.Second), 0.95)(at - speaker.Rate)
		}), start, 1)
		follows(t, o, p, 7*time.Second)
		done(t, p)
		inOrder(t, o.NonSilent(), 0, 6*speaker.Rate)
		// 5 s come in 5.26 s, and a pause is good for 300 ms.
		if gaps := silences(o.AllSamples()); len(gaps) != 1 {
			t.Errorf("silences of %v frames", gaps)
		}
	})
}

// silences gives the lengths of those within a sound.
func silences(all []float32) (gaps []int) {
	silent, begun := 0, false
	for _, v := range all {
		if v == 0 {
			silent++
			continue
		}
		if begun && silent > 0 {
			gaps = append(gaps, silent)
		}
		silent, begun = 0, true
	}
	return gaps
}

func TestSeek(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(ramps(10, nil), start, 1)
		follows(t, o, p, time.Second)
		for _, to := range []time.Duration{8 * time.Second, 2 * time.Second} {
			p.Seek(speaker.Position{Offset: to})
			if got := p.Position().Offset; got != to {
				t.Errorf("position %v at once after a seek, want %v", got, to)
			}
			time.Sleep(speaker.Latency + 60*time.Millisecond)
			follows(t, o, p, time.Second)
			if got := p.Position().Offset; got < to+900*time.Millisecond {
				t.Errorf("position %v a second after a seek to %v", got, to)
			}
		}
		p.Seek(speaker.Position{Offset: time.Hour})
		done(t, p)
	})
}

func TestASeekInAPause(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(ramps(10, nil), start, 1)
		follows(t, o, p, time.Second)
		p.Pause()
		time.Sleep(time.Minute)
		before := len(o.NonSilent())
		p.Seek(speaker.Position{Offset: 9 * time.Second})
		time.Sleep(time.Minute)
		p.Resume()
		done(t, p)
		inOrder(t, o.NonSilent()[before:], 9*speaker.Rate, speaker.Rate)
	})
}

func TestClipsFollowWithoutAGap(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(clips(nil, 1, 0.03, 0.5, 2), start, 1)
		for last := (speaker.Position{}); ; time.Sleep(7 * time.Millisecond) {
			synctest.Wait()
			select {
			case <-p.Done():
			default:
				if truth, ok := audiblePlace(o); ok {
					got := p.Position()
					from := []time.Duration{0, 1000 * time.Millisecond, 1030 * time.Millisecond, 1530 * time.Millisecond}[got.Clip]
					if (from + got.Offset - truth).Abs() > 50*time.Millisecond {
						t.Fatalf("position %v while %v is heard", got, truth)
					}
					if got.Clip < last.Clip {
						t.Fatalf("position went from %v to %v", last, got)
					}
					last = got
				}
				continue
			}
			break
		}
		done(t, p)
		inOrder(t, o.NonSilent(), 0, 3.53*speaker.Rate)
		if gaps := silences(o.AllSamples()); len(gaps) > 0 {
			t.Errorf("silences of %v frames", gaps)
		}
		if l, ok := p.Length(2); !ok || l != 500*time.Millisecond {
			t.Errorf("clip 2 is %v, %v", l, ok)
		}
		if _, ok := p.Length(4); ok {
			t.Error("a clip that is not there has a length")
		}
	})
}

func TestSeekingAmongClips(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(clips(nil, 2, 2, 2), speaker.Position{Clip: 1, Offset: time.Second}, 1)
		done(t, p)
		inOrder(t, o.NonSilent(), 3*speaker.Rate, 3*speaker.Rate)
		before := len(o.NonSilent())
		p = s.Play(clips(nil, 2, 2, 2), start, 1)
		p.Seek(speaker.Position{Offset: 5 * time.Second}) // beyond the end of two clips
		done(t, p)
		inOrder(t, o.NonSilent()[before:], 5*speaker.Rate, speaker.Rate)
		if got := p.Position(); got.Clip != 2 {
			t.Errorf("ended at %v", got)
		}
	})
}

func TestASoundWaitsForItsBytes(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		waited := false
		p := s.Play(ramps(3, func(at int) error {
			if at > speaker.Rate && !waited {
				waited = true
				time.Sleep(20 * time.Second)
			}
			return nil
		}), start, 1)
		time.Sleep(10 * time.Second)
		if p.State() != speaker.Loading {
			t.Errorf("state %q without bytes", p.State())
		}
		done(t, p)
		inOrder(t, o.NonSilent(), 0, 3*speaker.Rate)
	})
}

func TestAnotherSoundStopsTheFirst(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		first := s.Play(func(ctx context.Context, _ int) (audio.Decoder, error) {
			hang := func(int) error { <-ctx.Done(); return io.ErrClosedPipe }
			return &ramp{channels: 2, frames: speaker.Rate, read: hang}, nil
		}, start, 1)
		time.Sleep(time.Second)
		second := s.Play(ramps(1, nil), start, 1)
		<-first.Done()
		if !errors.Is(first.Err(), speaker.ErrStopped) {
			t.Errorf("the first ended with %v", first.Err())
		}
		first.Pause()
		first.Seek(start)
		first.Stop()
		done(t, second)
		inOrder(t, o.NonSilent(), 0, speaker.Rate)
		if o.OpenCount() != 1 {
			t.Errorf("the output was opened %d times", o.OpenCount())
		}
	})
}

func TestStopIsHeardAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(ramps(60, nil), start, 1)
		follows(t, o, p, time.Second)
		p.Stop()
		synctest.Wait()
		if o.IsOpen() || o.CurrentSample() != 0 {
			t.Error("heard after Stop")
		}
		if !errors.Is(p.Err(), speaker.ErrStopped) {
			t.Errorf("ended with %v", p.Err())
		}
	})
}

func TestDamageIsHeardUpToItAndTold(t *testing.T) {
	damaged := errors.New("damaged")
	for name, fail := range map[string]func() error{
		"error": func() error { return damaged },
		"panic": func() error { panic("index out of range") },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
				p := s.Play(ramps(3, func(at int) error {
					if at > speaker.Rate {
						return fail()
					}
					return nil
				}), start, 1)
				<-p.Done()
				var clip *speaker.ClipError
				if !errors.As(p.Err(), &clip) || clip.Clip != 0 || name == "error" && !errors.Is(p.Err(), damaged) {
					t.Errorf("ended with %v", p.Err())
				}
				if n := len(o.NonSilent()); n < speaker.Rate*9/10 {
					t.Errorf("%d frames before the damage were heard, want %d", n, speaker.Rate)
				}
				done(t, s.Play(ramps(1, nil), start, 1))
			})
		})
	}
}

func TestAClipThatCannotBeOpened(t *testing.T) {
	cause := errors.New("no network")
	for name, open := range map[string]func() (audio.Decoder, error){
		"error": func() (audio.Decoder, error) { return nil, cause },
		"panic": func() (audio.Decoder, error) { panic("nil") },
		"nil":   func() (audio.Decoder, error) { return nil, nil },
		"empty": func() (audio.Decoder, error) { return empty{}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
				good := ramps(1, nil)
				p := s.Play(func(ctx context.Context, clip int) (audio.Decoder, error) {
					if clip == 1 {
						return open()
					}
					return good(ctx, clip)
				}, start, 1)
				<-p.Done()
				var clip *speaker.ClipError
				if !errors.As(p.Err(), &clip) || clip.Clip != 1 || name == "error" && !errors.Is(p.Err(), cause) {
					t.Errorf("ended with %v", p.Err())
				}
				inOrder(t, o.NonSilent(), 0, speaker.Rate)
			})
		})
	}
}

// empty is a decoder that never gives anything.
type empty struct{}

func (empty) Rate() int                   { return speaker.Rate }
func (empty) Channels() int               { return 1 }
func (empty) Read([]float32) (int, error) { return 0, nil }

func TestASoundWaitsForAnOutput(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		noCard := errors.New("no card")
		o.SetError(noCard)
		p := s.Play(ramps(1, nil), start, 1)
		time.Sleep(time.Hour)
		if p.State() != speaker.NoOutput {
			t.Errorf("state %q", p.State())
		}
		if err := s.OutputError(); !errors.Is(err, speaker.ErrNoOutput) || !errors.Is(err, noCard) {
			t.Errorf("trouble %v", err)
		}
		p.Pause()
		if p.State() != speaker.Paused {
			t.Errorf("state %q", p.State())
		}
		p.Resume()
		o.SetError(nil)
		done(t, p)
		if s.OutputError() != nil {
			t.Errorf("trouble %v", s.OutputError())
		}
		inOrder(t, o.NonSilent(), 0, speaker.Rate)
	})
}

func TestASoundGoesOnWhenItsOutputIsBack(t *testing.T) {
	for _, back := range []time.Duration{0, time.Second, time.Minute} {
		bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
			p := s.Play(clips(nil, 1, 1, 1, 1, 1), start, 1)
			time.Sleep(2345 * time.Millisecond)
			o.SetError(speakertest.ErrDeviceRemoved)
			o.RemoveDevice()
			first := o.NonSilent()
			time.Sleep(back)
			o.SetError(nil)
			done(t, p)
			all := o.NonSilent()
			inOrder(t, first, 0, len(first))
			twice := len(all) - 5*speaker.Rate
			if twice < 0 || twice > speaker.Rate/4 {
				t.Errorf("%d frames were heard twice", twice)
			}
			inOrder(t, all[len(first):], len(first)-twice, 5*speaker.Rate-len(first)+twice)
		})
	}
}

func TestAnOutputThatGoesAwayAgainAndAgain(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(clips(nil, 4, 4), start, 1)
		next, before := 0, 0
		for _, after := range []time.Duration{1300, 700, 2200, 900} {
			time.Sleep(after * time.Millisecond)
			o.RemoveDevice()
			heard := o.NonSilent()[before:]
			before += len(heard)
			time.Sleep(3 * time.Second) // until it is told
			from := int(heard[0]/unit) - 1
			if from > next || from < next-speaker.Rate/4 {
				t.Errorf("heard from %d on, after %d", from, next)
			}
			inOrder(t, heard, from, len(heard))
			next = from + len(heard)
		}
		done(t, p)
	})
}

func TestTheEndIsHeardThoughTheOutputWentAway(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(ramps(1, nil), start, 1)
		for len(o.NonSilent()) < speaker.Rate { // all has been given, not all heard
			time.Sleep(time.Millisecond)
			synctest.Wait()
		}
		o.RemoveDevice()
		done(t, p)
		all := o.NonSilent()
		if got := all[len(all)-1]; got != speaker.Rate*unit {
			t.Errorf("heard up to %v", got/unit)
		}
	})
}

func TestRestCostsNothing(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		if o.OpenCount() != 0 {
			t.Error("opened before anything plays")
		}
		s.OpenInAdvance()
		synctest.Wait()
		if !o.IsOpen() {
			t.Error("not open when warm")
		}
		time.Sleep(time.Minute)
		if o.IsOpen() {
			t.Error("open after nothing came")
		}
		done(t, s.Play(ramps(1, nil), start, 1))
		time.Sleep(2 * time.Second)
		done(t, s.Play(ramps(1, nil), start, 1))
		if o.OpenCount() != 2 {
			t.Errorf("opened %d times", o.OpenCount())
		}
		time.Sleep(time.Minute)
		if o.IsOpen() {
			t.Error("open a minute after the last sound")
		}
	})
}

func TestClose(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		p := s.Play(ramps(60, nil), start, 1)
		time.Sleep(time.Second)
		s.Close()
		if !errors.Is(p.Err(), speaker.ErrStopped) || o.IsOpen() {
			t.Errorf("ended with %v, open %v", p.Err(), o.IsOpen())
		}
		p = s.Play(ramps(60, nil), start, 1)
		<-p.Done()
		p.Resume()
		p.Seek(start)
		s.OpenInAdvance()
		s.Close()
		if o.IsOpen() {
			t.Error("open after Close")
		}
	})
}

func TestSpeedShortensTheTimeAndNotTheSound(t *testing.T) {
	for _, speed := range []float64{0.5, 2} {
		bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
			p := s.Play(ramps(3, nil), start, speed)
			done(t, p)
			want := 3 * speaker.Rate / speed
			if got := float64(len(o.NonSilent())); math.Abs(got-want) > want/100 {
				t.Errorf("%v frames at speed %v, want %v", got, speed, want)
			}
			if got := p.Position().Offset; (got - 3*time.Second).Abs() > 50*time.Millisecond {
				t.Errorf("ended at %v, want 3s", got)
			}
		})
	}
}

func TestVolume(t *testing.T) {
	bubble(t, func(t *testing.T, o *speakertest.Output, s *speaker.Speaker) {
		s.SetVolume(0.5)
		s.OpenInAdvance()
		time.Sleep(time.Second)
		done(t, s.Play(ramps(2, nil), start, 1))
		all := o.NonSilent()
		if got, want := all[len(all)-1], float32(speaker.Rate*unit); got != want {
			t.Errorf("the last sample is %v, want %v", got, want)
		}
		s.SetVolume(math.NaN())
		done(t, s.Play(ramps(2, nil), start, 1))
		if got := len(o.NonSilent()) - len(all); got > speakertest.PullSamples*3 {
			t.Errorf("%d frames were heard at no volume", got)
		}
	})
}
