package stretch

import (
	"errors"
	"fmt"
	"io"
	"math"
	"testing"
)

// tone is a sound of known pitch and length.
type tone struct {
	rate, channels, frames, at, size int
	pitch                            float64
	end                              error
}

func (d *tone) Rate() int     { return d.rate }
func (d *tone) Channels() int { return d.channels }

func (d *tone) Read(samples []float32) (int, error) {
	n := min(len(samples)/d.channels, d.frames-d.at, d.size)
	if n == 0 {
		return 0, d.end
	}
	for i := range n {
		v := float32(0.5 * math.Sin(2*math.Pi*d.pitch*float64(d.at+i)/float64(d.rate)))
		for c := range d.channels {
			samples[i*d.channels+c] = v
		}
	}
	d.at += n
	return n * d.channels, nil
}

func newTone(rate, channels int, seconds, pitch float64) *tone {
	return &tone{rate: rate, channels: channels, frames: int(seconds * float64(rate)), size: 397, pitch: pitch, end: io.EOF}
}

func readAll(t *testing.T, s *Stretcher, want error) []float32 {
	t.Helper()
	var all []float32
	buf := make([]float32, 500*s.Channels()+s.Channels()-1)
	for {
		n, err := s.Read(buf)
		if n%s.Channels() != 0 {
			t.Fatalf("read %d samples of %d channels: not whole frames", n, s.Channels())
		}
		all = append(all, buf[:n]...)
		if err != nil {
			if !errors.Is(err, want) {
				t.Fatalf("ended with %v, want %v", err, want)
			}
			return all
		}
	}
}

// pitchOf counts the rising zero crossings of the first channel, away from both ends.
func pitchOf(samples []float32, channels, rate int) float64 {
	crossings, first, last := 0, 0.0, 0.0
	frames := len(samples) / channels
	for f := rate / 10; f < frames-rate/10; f++ {
		a, b := samples[(f-1)*channels], samples[f*channels]
		if a < 0 && b >= 0 {
			last = float64(f) - float64(b/(b-a))
			if crossings == 0 {
				first = last
			}
			crossings++
		}
	}
	return float64(crossings-1) / (last - first) * float64(rate)
}

func TestSpeedChangesTheLengthAndNotThePitch(t *testing.T) {
	for _, rate := range []int{24000, 48000} {
		for _, channels := range []int{1, 2} {
			for _, speed := range []float64{0.5, 0.8, 1, 1.5, 2} {
				for _, pitch := range []float64{100, 440} {
					t.Run(fmt.Sprint(rate, channels, speed, pitch), func(t *testing.T) {
						all := readAll(t, New(newTone(rate, channels, 1.5, pitch), speed), io.EOF)
						want := 1.5 * float64(rate) / speed
						if got := float64(len(all) / channels); math.Abs(got-want) > want/100 {
							t.Errorf("%v frames, want %v", got, want)
						}
						if got := pitchOf(all, channels, rate); math.Abs(got-pitch) > pitch/100 {
							t.Errorf("pitch %v, want %v", got, pitch)
						}
						var energy float64
						for _, v := range all {
							energy += float64(v) * float64(v)
						}
						if rms := math.Sqrt(energy / float64(len(all))); math.Abs(rms-0.5/math.Sqrt2) > 0.03 {
							t.Errorf("loudness %v, want %v: blocks cancel each other", rms, 0.5/math.Sqrt2)
						}
					})
				}
			}
		}
	}
}

func TestSpeedOneIsTheSoundItself(t *testing.T) {
	all := readAll(t, New(newTone(24000, 2, 1, 333), 1), io.EOF)
	want := make([]float32, 2*24000)
	d := newTone(24000, 2, 1, 333)
	d.size = d.frames
	if n, _ := d.Read(want); n != len(all) {
		t.Fatalf("%d samples, want %d", len(all), n)
	}
	for i := range want {
		if all[i] != want[i] {
			t.Fatalf("sample %d is %v, want %v", i, all[i], want[i])
		}
	}
}

func TestPositionFollowsTheSource(t *testing.T) {
	s := New(newTone(48000, 1, 4, 200), 2)
	buf := make([]float32, 4800)
	var read int
	want := 0.0
	for read < 48000 {
		n, err := s.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		read += n
		want += float64(n) * s.Speed()
		if read > 24000 {
			s.SetSpeed(0.5)
		}
		if got := s.Position(); math.Abs(got-want) > 48000*0.015*2 {
			t.Fatalf("after %d frames position is %v, want %v", read, got, want)
		}
	}
}

func TestDamageIsToldAfterWhatCameBefore(t *testing.T) {
	damaged := errors.New("damaged")
	d := newTone(24000, 1, 1, 200)
	d.end = damaged
	if n := len(readAll(t, New(d, 2), damaged)); n < 11880 {
		t.Errorf("%d samples before the error, want 12000", n)
	}
}

func TestOddSounds(t *testing.T) {
	for name, d := range map[string]*tone{
		"none":         {rate: 48000, channels: 2, size: 1, end: io.EOF},
		"one frame":    {rate: 48000, channels: 2, frames: 1, size: 1, end: io.EOF},
		"silence":      {rate: 8000, channels: 1, frames: 8000, size: 8000, end: io.EOF},
		"eight":        {rate: 4000, channels: 8, frames: 4000, size: 7, pitch: 99, end: io.EOF},
		"very fast":    {rate: 384000, channels: 1, frames: 38400, size: 9999, pitch: 99, end: io.EOF},
		"gives no end": {rate: 8000, channels: 1, frames: 100, size: 100, end: nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := New(d, 1.7)
			buf := make([]float32, 64)
			total := 0
			for {
				n, err := s.Read(buf)
				total += n
				if err != nil {
					break
				}
			}
			want := float64(d.frames) / 1.7
			if got := float64(total / d.channels); math.Abs(got-want) > 1+want/100 {
				t.Errorf("%v frames, want %v", got, want)
			}
		})
	}
}

func TestSpeedKeepsItsBounds(t *testing.T) {
	for give, want := range map[float64]float64{-1: 0.5, 0.1: 0.5, 1.2: 1.2, 9: 2, math.Inf(1): 2} {
		if got := New(newTone(8000, 1, 1, 100), give).Speed(); got != want {
			t.Errorf("speed %v became %v, want %v", give, got, want)
		}
	}
	if got := New(newTone(8000, 1, 1, 100), math.NaN()).Speed(); got != 1 {
		t.Errorf("no number became %v, want 1", got)
	}
}

func BenchmarkStretchOneSecondOfStereo(b *testing.B) {
	buf := make([]float32, 4096)
	for b.Loop() {
		s := New(newTone(48000, 2, 1, 200), 1.5)
		for {
			if _, err := s.Read(buf); err != nil {
				break
			}
		}
	}
}

// Where not even one sample of each channel fits, Read says so instead of returning nothing for
// ever.
func TestABufferThatIsTooSmallIsRefused(t *testing.T) {
	s := New(newTone(8000, 2, 0.1, 440), 1.5)
	for _, size := range []int{0, 1} {
		if n, err := s.Read(make([]float32, size)); n != 0 || !errors.Is(err, io.ErrShortBuffer) {
			t.Errorf("%d samples in %d, %v", n, size, err)
		}
	}
	if n, err := s.Read(make([]float32, 2)); n != 2 || err != nil {
		t.Errorf("%d samples, %v", n, err)
	}
}
