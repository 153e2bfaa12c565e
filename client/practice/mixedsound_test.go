package practice

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/client/practice/speechtest"
)

// wantsWords checks that the words of a recording are heard, all of them and where they were said.
func wantsWords(t *testing.T, r *recognizer, s speechtest.Speech) {
	t.Helper()
	got := hear(t, r, s)
	if got.text() != s.Text() {
		t.Errorf("heard %q\n instead of %q", got.text(), s.Text())
		return
	}
	n := 0
	for _, segment := range got.segments {
		for _, w := range segment.words {
			if d := (w.Start + w.End - s.Words[n].Start - s.Words[n].End) / 2; d.Abs() > 60*time.Millisecond {
				t.Errorf("%q is heard %v late", w.Text, d)
			}
			n++
		}
	}
}

func pagesOfBook() (all []speechtest.Speech) {
	for n := range len(practiced) {
		all = append(all, bookPage(n))
	}
	return all
}

func TestSeveralSpeechesAreHeardOneAfterTheOther(t *testing.T) {
	var r recognizer
	all := pagesOfBook()
	for _, s := range all {
		teach(&r, s)
	}
	dice := rand.New(rand.NewPCG(7, 8))
	rounds := 4
	if speechtest.RaceEnabled {
		rounds = 1
	}
	for range rounds {
		whole := all[dice.IntN(len(all))]
		for range 5 {
			whole = whole.Append(time.Duration(dice.Float64()*float64(2*time.Second)), all[dice.IntN(len(all))])
		}
		wantsWords(t, &r, whole)
	}
}

func TestSpeechThatRepeatsItselfIsHeardWhole(t *testing.T) {
	const one = "One sentence follows the other, and none is lost on the way. "
	var r recognizer
	s := speechtest.Synthesize(strings.Repeat(one, 24))
	for _, known := range []speechtest.Speech{speechtest.Synthesize(one), s, speechtest.Synthesize("And none is lost. ")} {
		teach(&r, known)
	}
	wantsWords(t, &r, s)
	for _, from := range []time.Duration{0, 3 * time.Second, 17 * time.Second} {
		part := s.Cut(from, from+40*time.Second)
		got := hear(t, &r, part).text()
		if !strings.Contains(part.Text(), got) || len(part.Text())-len(got) > 20 {
			t.Errorf("from %v: %s\nis not\n%s", from, got, part.Text())
		}
	}
}

// Parts of less than a second are recognized when they are alone, or not at all.
func TestShortPartsAreHeardOrNot(t *testing.T) {
	var r recognizer
	all := pagesOfBook()
	for _, s := range all {
		teach(&r, s)
	}
	dice, right := rand.New(rand.NewPCG(11, 12)), 0
	for i, s := range all {
		from := time.Duration(dice.Float64() * float64(s.Duration()-time.Second))
		part := s.Cut(from, from+800*time.Millisecond)
		got := hear(t, &r, part)
		n := 0
		for _, segment := range got.segments {
			n += len(segment.words)
		}
		switch {
		case n == 0:
		case strings.Contains(part.Text(), got.text()) || strings.Contains(got.text(), part.Text()):
			right++
		default:
			t.Errorf("page %d from %v: %q is not %q", i, from, got.text(), part.Text())
		}
	}
	if right < 15 {
		t.Errorf("%d of 20 short parts were recognized", right)
	}
}

func TestSpeechIsHeardBetweenOtherSound(t *testing.T) {
	var r recognizer
	for n := range 8 {
		teach(&r, bookPage(n))
	}
	s := bookPage(0)
	hum := speechtest.Speech{Rate: s.Rate, Samples: make([]float32, 2*s.Rate)}
	for i := range hum.Samples {
		hum.Samples[i] = float32(math.Sin(2*math.Pi*150*float64(i)/float64(s.Rate))) / 8
	}
	got := hear(t, &r, hum.Append(time.Second, s).Append(time.Second, hum))
	const remark = "[Practice: 2.0 s of sound. Connect a service to get its words.]"
	if want := remark + " " + s.Text() + " " + remark; got.text() != want {
		t.Fatalf("%s\nis not\n%s", got.text(), want)
	}
	i := slices.IndexFunc(got.segments, func(s segment) bool { return len(s.words) > 0 })
	if w := got.segments[i].words[0]; (w.Start - s.Words[0].Start - 3*time.Second).Abs() > 30*time.Millisecond {
		t.Errorf("%q begins at %v", w.Text, w.Start)
	}
}

func TestPausesAreFoundInNoise(t *testing.T) {
	dice := rand.New(rand.NewPCG(15, 16))
	for _, noise := range []float64{0, 0.001, 0.01} {
		s := speechtest.Speech{Rate: 16000, Samples: make([]float32, 10*16000)}
		for i := range s.Samples {
			at := float64(i) / 16000
			x := dice.NormFloat64() * noise
			if at > 1 && at < 3 || at > 4.5 && at < 5 || at > 7 && at < 9.2 {
				x += 0.3 * math.Sin(2*math.Pi*200*at)
			}
			s.Samples[i] = float32(x)
		}
		got := hear(t, new(recognizer), s).segments
		want := [][2]float64{{1, 3}, {4.5, 5}, {7, 9.2}}
		if len(got) != len(want) {
			t.Fatalf("noise %v: %+v", noise, got)
		}
		for i, g := range got {
			if math.Abs(g.start.Seconds()-want[i][0]) > 0.02 || math.Abs(g.end.Seconds()-want[i][1]) > 0.02 {
				t.Errorf("noise %v: %v to %v, not %v", noise, g.start, g.end, want[i])
			}
		}
	}
}

// noise is a recording of a length that does something after each read.
type noise struct {
	left, read int // samples
	then       func()
	dice       *rand.Rand
}

func (*noise) Rate() int     { return 8000 }
func (*noise) Channels() int { return 1 }

func (s *noise) Read(samples []float32) (int, error) {
	samples = samples[:min(len(samples), s.left)]
	for i := range samples {
		samples[i] = float32(s.dice.NormFloat64() * 0.1)
	}
	s.left, s.read = s.left-len(samples), s.read+len(samples)
	s.then()
	if s.left == 0 {
		return len(samples), io.EOF
	}
	return len(samples), nil
}

func TestNothingIsReadAfterListeningEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	after := 0
	s := &noise{left: 8000 * 3600, dice: rand.New(rand.NewPCG(1, 1))}
	s.then = func() {
		if s.read >= 80_000 {
			cancel()
			after++
		}
	}
	if _, err := new(recognizer).transcribe(ctx, s); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if after != 1 {
		t.Errorf("it was read %d times after the end", after-1)
	}
}

func TestALongRecordingNeedsLittleMemory(t *testing.T) {
	minutes := 5
	if speechtest.RaceEnabled {
		minutes = 1
	}
	shippedUtterances()
	var base, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&base)
	most, next := uint64(0), 0
	s := &noise{left: minutes * 60 * 8000, dice: rand.New(rand.NewPCG(1, 1))}
	s.then = func() {
		if s.read < next {
			return
		}
		next += 60 * 8000
		runtime.GC()
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapAlloc-min(base.HeapAlloc, now.HeapAlloc))
	}
	got, err := new(recognizer).transcribe(t.Context(), s)
	if err != nil || got.duration != time.Duration(minutes)*time.Minute {
		t.Fatal(err, got.duration)
	}
	if limit := uint64(minutes*60*2048 + 1<<20); most == 0 || most > limit {
		t.Errorf("%d bytes, limit %d", most, limit)
	}
}
