package ear_test

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"parlando/client/practice/ear"
	"parlando/client/practice/ear/eartest"
)

func TestSeveralUtterancesOneAfterAnother(t *testing.T) {
	all := utterances()
	m := wellTaught(t)
	dice := rand.New(rand.NewPCG(7, 8))
	for round := range 4 {
		whole := all[dice.IntN(len(all))]
		for range 5 {
			next := all[dice.IntN(len(all))]
			whole = whole.Then(time.Duration(dice.Float64()*float64(2*time.Second)), next)
		}
		if bad := wrong(words(hear(t, m, whole)), whole.Words, 0); bad != "" {
			t.Errorf("round %d: %s", round, bad)
		}
	}
}

func TestPartsOneAfterAnother(t *testing.T) {
	all := utterances()
	m := wellTaught(t)
	dice := rand.New(rand.NewPCG(9, 10))
	for round := range 12 {
		a, b := all[dice.IntN(len(all))], all[dice.IntN(len(all))]
		from := time.Duration(dice.Float64() * float64(a.Duration()-2*time.Second))
		to := 2*time.Second + time.Duration(dice.Float64()*float64(b.Duration()-2*time.Second))
		a, b = a.Cut(from, a.Duration()), b.Cut(0, to)
		if bad := wrong(words(hear(t, m, a.Then(0, b))), a.Then(0, b).Words, 1); bad != "" {
			t.Errorf("round %d: %s", round, bad)
		}
	}
}

func TestAnUtteranceThatRepeatsItself(t *testing.T) {
	s := eartest.Say(strings.Repeat("One sentence follows the other, and none is lost on the way. ", 24))
	m := taught(t, eartest.Say("One sentence follows the other, and none is lost on the way. "), s, eartest.Say("And none is lost. "))
	if got := hear(t, m, s); got.Text() != s.Text() {
		t.Errorf("%q", got.Text())
	}
	for _, from := range []time.Duration{0, 3 * time.Second, 17 * time.Second} {
		part := s.Cut(from, from+40*time.Second)
		got := hear(t, m, part)
		g, w := strings.Join(bare(words(got)), " "), strings.Join(bare(part.Words), " ")
		if !strings.Contains(w, g) || len(w)-len(g) > 20 {
			t.Errorf("from %v: %s\nis not\n%s", from, g, w)
		}
	}
}

func TestShortUtterancesAndShortParts(t *testing.T) {
	all := utterances()
	for _, text := range []string{"Yes. ", "Hello there. ", "Good morning. ", "No, thank you. "} {
		s := eartest.Say(text)
		m := taught(t, append(all[:4:4], s)...)
		silence := eartest.Speech{Rate: s.Rate, Samples: make([]float32, s.Rate)}
		for _, heard := range []eartest.Speech{s, silence.Then(0, s).Then(0, silence), s.At(16000)} {
			if got := hear(t, m, heard); got.Text() != s.Text() {
				t.Errorf("%q is heard as %q", s.Text(), got.Text())
			}
		}
	}
	// Parts of less than a second and a half are recognized when they are alone.
	m := wellTaught(t)
	dice, right := rand.New(rand.NewPCG(11, 12)), 0
	for i, s := range all {
		from := time.Duration(dice.Float64() * float64(s.Duration()-time.Second))
		part := s.Cut(from, from+800*time.Millisecond)
		switch bad := wrong(words(hear(t, m, part)), part.Words, 1); {
		case bad == "":
			right++
		case len(words(hear(t, m, part))) > 0:
			t.Errorf("utterance %d from %v: %s", i, from, bad)
		}
	}
	if right < 15 {
		t.Errorf("%d of 20 short parts were recognized", right)
	}
}

func TestSpeechBetweenOtherSound(t *testing.T) {
	s := eartest.Say(sentences[0])
	m := wellTaught(t)
	hum := eartest.Speech{Rate: s.Rate, Samples: make([]float32, 2*s.Rate)}
	for i := range hum.Samples {
		hum.Samples[i] = float32(math.Sin(2*math.Pi*150*float64(i)/float64(s.Rate))) / 8
	}
	got := hear(t, m, hum.Then(time.Second, s).Then(time.Second, hum))
	if len(got.Segments) != 3 || got.Segments[0].Known() || !got.Segments[1].Known() || got.Segments[2].Known() {
		t.Fatalf("%+v", got.Segments)
	}
	if want := "[Practice: 2.0 s of sound, of middle loudness; no words understood] " + s.Text() + " [Practice: 2.0 s of sound, of middle loudness; no words understood]"; got.Text() != want {
		t.Errorf("%s\nis not\n%s", got.Text(), want)
	}
	if w := got.Segments[1].Words[0]; (w.Start - s.Words[0].Start - 3*time.Second).Abs() > 30*time.Millisecond {
		t.Errorf("%q begins at %v", w.Text, w.Start)
	}
	// A noise in the middle drowns some words; the others keep their places.
	dice := rand.New(rand.NewPCG(13, 14))
	n := 0
	drowned := s.Each(func(x float32) float32 {
		if n++; n > 2*s.Rate && n < 5*s.Rate/2 {
			x += float32(dice.NormFloat64())
		}
		return x
	})
	if bad := wrong(words(hear(t, m, drowned)), s.Words, 0); bad != "" {
		t.Error(bad)
	}
}

func TestPausesAreFoundInNoiseToo(t *testing.T) {
	dice := rand.New(rand.NewPCG(15, 16))
	for _, noise := range []float64{0, 0.001, 0.01} {
		s := eartest.Speech{Rate: 16000, Samples: make([]float32, 10*16000)}
		for i := range s.Samples {
			at := float64(i) / 16000
			x := dice.NormFloat64() * noise
			if at > 1 && at < 3 || at > 4.5 && at < 5 || at > 7 && at < 9.2 {
				x += 0.3 * math.Sin(2*math.Pi*200*at)
			}
			s.Samples[i] = float32(x)
		}
		got := hear(t, ear.NewMemory(0), s).Segments
		want := [][2]float64{{1, 3}, {4.5, 5}, {7, 9.2}}
		if len(got) != len(want) {
			t.Fatalf("noise %v: %+v", noise, got)
		}
		for i, g := range got {
			if math.Abs(g.Start.Seconds()-want[i][0]) > 0.02 || math.Abs(g.End.Seconds()-want[i][1]) > 0.02 {
				t.Errorf("noise %v: %v to %v, not %v", noise, g.Start, g.End, want[i])
			}
		}
	}
}

// endless is a source that counts what was read and does something at a moment.
type endless struct {
	read, at int
	then     func()
	dice     *rand.Rand
}

func (*endless) Rate() int { return 8000 }

func (e *endless) Read(samples []float32) (int, error) {
	for i := range samples {
		samples[i] = float32(e.dice.NormFloat64() * 0.1)
	}
	if e.read += len(samples); e.read >= e.at {
		e.then()
	}
	return len(samples), nil
}

func TestListeningEndsAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	after := 0
	e := &endless{at: 80000, dice: rand.New(rand.NewPCG(1, 1))}
	e.then = func() { cancel(); after++ }
	if _, err := ear.NewMemory(0).Transcribe(ctx, e); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if after != 1 {
		t.Errorf("it was read %d times after the end", after-1)
	}
}

func TestALongRecordingNeedsLittleMemory(t *testing.T) {
	const minutes = 5
	var base, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&base)
	most := uint64(0)
	e := &endless{dice: rand.New(rand.NewPCG(1, 1))}
	s := &ending{endless: e, left: minutes * 60 * 8000}
	e.then = func() {
		if e.read%(60*8192) == 0 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc-min(base.HeapAlloc, now.HeapAlloc))
		}
	}
	got, err := ear.NewMemory(0).Transcribe(t.Context(), s)
	if err != nil || got.Duration != minutes*time.Minute {
		t.Fatal(err, got.Duration)
	}
	if limit := uint64(minutes*60*2048 + 1<<20); most == 0 || most > limit {
		t.Errorf("%d bytes, limit %d", most, limit)
	}
}

type ending struct {
	*endless
	left int
}

func (e *ending) Read(samples []float32) (int, error) {
	n, _ := e.endless.Read(samples[:min(len(samples), e.left)])
	if e.left -= n; e.left == 0 {
		return n, io.EOF
	}
	return n, nil
}
