package practice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"parlando/client/practice/speechtest"
	"parlando/media/audio"
)

// teach makes speech known to a recognizer.
func teach(r *recognizer, s speechtest.Speech) {
	heard := newListener(s.Rate)
	heard.write(s.Samples)
	r.add("en", s.Words, heard)
}

// hear transcribes a sound.
func hear(t testing.TB, r *recognizer, s speechtest.Speech) transcript {
	t.Helper()
	got, err := r.transcribe(t.Context(), audio.NewSampleDecoder(s.Samples, s.Rate, 1))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// bookPage is a text that shares words with the others of its kind.
func bookPage(n int) speechtest.Speech {
	return speechtest.Synthesize(fmt.Sprintf("Page %d of the book is about %s, and it begins slowly. The next one is about %s. ", n, practiced[n], practiced[19-n]))
}

func TestNothingIsRecognizedFalsely(t *testing.T) {
	var r recognizer
	for n := range 8 {
		teach(&r, bookPage(n))
	}
	dice := rand.New(rand.NewPCG(5, 6))
	walk := 0.0
	sounds := map[string]speechtest.Speech{}
	for name, at := range map[string]func(i int) float64{
		"white noise": func(int) float64 { return dice.NormFloat64() * 0.1 },
		"brown noise": func(int) float64 { walk = walk*0.99 + dice.NormFloat64()*0.01; return walk },
		"100 Hz":      func(i int) float64 { return math.Sin(2*math.Pi*100*float64(i)/24000) / 2 },
		"440 Hz":      func(i int) float64 { return math.Sin(2*math.Pi*440*float64(i)/24000) / 2 },
		"1000 Hz":     func(i int) float64 { return math.Sin(2*math.Pi*1000*float64(i)/24000) / 2 },
		"3000 Hz":     func(i int) float64 { return math.Sin(2*math.Pi*3000*float64(i)/24000) / 2 },
		"buzz":        func(i int) float64 { return float64(i%200)/200 - 0.5 },
		"sweep":       func(i int) float64 { x := float64(i) / 24000; return math.Sin(2 * math.Pi * (200 + 300*x) * x) },
		"clicks":      func(i int) float64 { return float64(max(0, 1-i%6000)) },
		"beating":     func(i int) float64 { return math.Sin(math.Pi*float64(i)/40) * math.Sin(math.Pi*float64(i)/3000) },
	} {
		s := speechtest.Speech{Rate: 24000, Samples: make([]float32, 5*24000)}
		for i := range s.Samples {
			s.Samples[i] = float32(at(i))
		}
		sounds[name] = s
	}
	for _, text := range []string{
		"When the winter came, we closed the upper rooms and lived beside the stove. ",
		"This sentence was never spoken before. It only sounds like the others. ",
		"Bring a coat, because the wind from the sea is colder than it looks. ",
		"The committee met for the fourth time without a chair or a table. ",
		"Somebody has painted the fence blue, and I would like to know who it was. ",
		"Ten people came, nine people left, and one is still here. ",
		"A letter from Oslo was lying on the stairs when they came home. ",
		"Fish is sold from the boat before the sun is up. ",
		"I have counted the eggs and there are not enough for everybody. ",
		"Listen to the bell, and tell me when you hear nothing more. ",
	} {
		sounds[text] = speechtest.Synthesize(text)
	}
	for name, s := range sounds {
		if got := hear(t, &r, s); len(got.segments) == 0 || slices.ContainsFunc(got.segments, func(s segment) bool { return len(s.words) > 0 }) {
			t.Errorf("%s: heard %q", name, got.text())
		}
	}
}

func TestShortSpeechIsRecognizedBetweenPauses(t *testing.T) {
	var r recognizer
	yes, hello := speechtest.Synthesize("Yes. "), speechtest.Synthesize("Hello there. ")
	teach(&r, yes)
	teach(&r, hello)
	teach(&r, bookPage(3))
	both := yes.Append(time.Second, hello)
	if got := hear(t, &r, both).text(); got != "Yes. Hello there." {
		t.Errorf("%q", got)
	}
	if got := hear(t, &r, hello.Append(time.Second, bookPage(3)).Append(2*time.Second, yes)); got.text() != "Hello there. "+bookPage(3).Text()+" Yes." || len(got.segments) != 4 {
		t.Errorf("%q", got.text())
	}
}

func TestSpeechThatWasStoppedIsKnownAsFarAsItCame(t *testing.T) {
	var r recognizer
	whole := bookPage(4)
	half := whole.Cut(0, whole.Duration()/2)
	half.Words = whole.Words
	teach(&r, half)
	if got, want := hear(t, &r, whole.Cut(0, whole.Duration()/2)).text(), whole.Cut(0, whole.Duration()/2).Text(); got != want {
		t.Errorf("%q is not %q", got, want)
	}
}

func TestTheOldestSpeechIsForgotten(t *testing.T) {
	var r recognizer
	long := func(n int) speechtest.Speech { // a third of what is known at most, and some more
		s := speechtest.Synthesize(fmt.Sprintf("Number %d. ", n))
		s.Samples = append(s.Samples, make([]float32, maxKnown/3*s.Rate/100)...)
		return s.Resample(4000)
	}
	for _, n := range []int{1, 2, 1, 3} {
		teach(&r, long(n))
	}
	for n, want := range map[int]bool{1: true, 2: false, 3: true} {
		s := speechtest.Synthesize(fmt.Sprintf("Number %d. ", n)).Resample(4000)
		if got := hear(t, &r, s).text(); (got == s.Text()) != want {
			t.Errorf("%d is heard as %q", n, got)
		}
	}
}

func TestListeningEndsAtOnce(t *testing.T) {
	var r recognizer
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.transcribe(ctx, audio.NewSampleDecoder(make([]float32, 8000*3600), 8000, 1)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for _, rate := range []int{-1, 0, 1, 3999, 800_000} {
		if _, err := r.transcribe(t.Context(), audio.NewSampleDecoder(make([]float32, 10), rate, 1)); !errors.Is(err, errRate) {
			t.Errorf("%d Hz: %v", rate, err)
		}
	}
}

func TestSpeakingAndListeningAtTheSameTime(t *testing.T) {
	var r recognizer
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() { teach(&r, bookPage(n)) })
		all.Go(func() { hear(t, &r, bookPage(0)) })
	}
	all.Wait()
}
