package transcriber_test

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlando/app/problem"
	"parlando/app/transcripts/transcriber"
	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice/speechtest"
	"parlando/media/audio"
	"parlando/media/voice"
)

// untimedModel is the model of practice that answers with text alone.
const untimedModel = "practice-trouble/audio-ends"

// exactJob is a job for a model without times, whose lines get the times of parts.
func (w *world) exactJob(path string) transcriber.Job {
	w.learned.LearnTranscriptFormat("", untimedModel, string(client.TranscriptJSON))
	j := w.job(path)
	j.Model, j.ExactTimes = untimedModel, true
	return j
}

// withPauses says talks one after the other, with pauses of 0.3 to 1.2 s between their sentences.
func withPauses(talks ...speechtest.Speech) speechtest.Speech {
	all := speechtest.Speech{Rate: talks[0].Rate}
	for i, s := range talks {
		at := all.Duration()
		for _, word := range s.Words {
			all.Words = append(all.Words, voice.Word{Text: word.Text, Start: word.Start + at, End: word.End + at})
		}
		pause := 300*time.Millisecond + time.Duration(i%4)*300*time.Millisecond
		all.Samples = append(append(all.Samples, s.Samples...), make([]float32, int(pause.Seconds()*float64(s.Rate)))...)
	}
	return all
}

// sentences are talks of one sentence each.
func sentences(n int, seed uint64) (all []speechtest.Speech) {
	for i := range uint64(n) {
		all = append(all, speechOf(1, seed*1000+i).Resample(8000))
	}
	return all
}

// inParts compares the times of lines with those of the words they begin and end with. A line may
// share the time of a part with others, so that only the ends of parts are exact.
func inParts(t testing.TB, lines []transcriber.Line, words []voice.Word) (exact int) {
	t.Helper()
	at := 0
	for i, l := range lines {
		n := len(strings.Fields(l.Text))
		if at+n > len(words) {
			t.Fatalf("more words than were spoken at %q", l.Text)
		}
		first, last := words[at], words[at+n-1]
		off := max((l.Start - first.Start).Abs(), (l.End - last.End).Abs())
		if off > 2*time.Second {
			t.Errorf("%q is at %v to %v, said at %v to %v", l.Text, l.Start, l.End, first.Start, last.End)
		}
		if (l.Start - first.Start).Abs() < 200*time.Millisecond {
			exact++
		}
		if l.End <= l.Start || i > 0 && l.Start < lines[i-1].End {
			t.Errorf("%q is at %v to %v", l.Text, l.Start, l.End)
		}
		at += n
	}
	return exact
}

func TestLinesGetTheTimesOfTheirParts(t *testing.T) {
	said := withPauses(sentences(16, 1)...)
	w := newWorld(t, said)
	for _, f := range []audio.Format{audio.WAV, audio.MP3} {
		if f == audio.MP3 && raced {
			continue // its encoder takes half a minute
		}
		text := w.write(w.exactJob(w.file("talk."+string(f), encode(t, f, said))))
		same(t, text.Text, said.Text())
		parts := len(w.paid())
		exact := inParts(t, text.Lines, said.Words)
		if !text.Timed || parts < 3 || exact < parts || text.Covered < text.Length-2*time.Second {
			t.Errorf("%s: timed %v, %d parts, %d of %d lines exact, covered %v of %v", f, text.Timed, parts, exact, len(text.Lines), text.Covered, text.Length)
		}
	}
	// Fewer requests are one, and no times.
	j := w.exactJob(w.file("fewer.wav", encode(t, audio.WAV, said)))
	j.ExactTimes = false
	if text := w.write(j); text.Timed || len(w.paid()) != 1 {
		t.Errorf("timed %v", text.Timed)
	}
	// Where the model gives times, nothing is cut for them.
	j.Model, j.ExactTimes, j.Keep = w.job("").Model, true, j.Keep+"-timed"
	w.learned.format = ""
	if text := w.write(j); !text.Timed || len(w.paid()) != 1 {
		t.Errorf("timed %v", text.Timed)
	}
}

// A model that is not known yet is asked for times first. Its refusal costs nothing.
func TestAModelIsFoundToGiveNoTimes(t *testing.T) {
	said := withPauses(sentences(10, 2)...)
	w := newWorld(t, said)
	j := w.exactJob(w.file("talk.wav", encode(t, audio.WAV, said)))
	w.learned.format = ""
	text := w.write(j)
	same(t, text.Text, said.Text())
	inParts(t, text.Lines, said.Words)
	if !text.Timed || len(w.paid()) < 2 || w.learned.format != string(client.TranscriptJSON) {
		t.Errorf("timed %v, learned %q", text.Timed, w.learned.format)
	}
}

// Four parts are on their way at once, never more. Their order is that of the recording.
func TestUpToFourPartsAreAskedForAtOnce(t *testing.T) {
	said := withPauses(sentences(20, 3)...)
	w := newWorld(t, said)
	var now, most atomic.Int32
	full := make(chan struct{})
	var once sync.Once
	w.fail(func(n int, rw http.ResponseWriter, r *http.Request) bool {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		if now.Load() == 4 {
			once.Do(func() { close(full) })
		}
		<-full // the first four wait for each other
		return false
	})
	text := w.write(w.exactJob(w.file("talk.wav", encode(t, audio.WAV, said))))
	same(t, text.Text, said.Text())
	inParts(t, text.Lines, said.Words)
	if most.Load() != 4 {
		t.Errorf("%d at once", most.Load())
	}
}

// Whatever stops a job in the middle, what was answered is not paid for twice.
func TestAStopInTheMiddleLosesNoPart(t *testing.T) {
	said := withPauses(sentences(20, 4)...)
	w := newWorld(t, said)
	data := encode(t, audio.WAV, said)
	whole := w.exactJob(w.file("whole.wav", data))
	w.write(whole)
	parts := len(w.paid())
	for name, c := range map[string]struct {
		stop func(rw http.ResponseWriter, r *http.Request)
		kind problem.Kind
	}{
		"refusal":  {func(rw http.ResponseWriter, r *http.Request) { http.Error(rw, "", http.StatusPaymentRequired) }, problem.NoCredit},
		"cut line": {func(_ http.ResponseWriter, r *http.Request) { drop(r, 1000) }, ""},
	} {
		j := w.exactJob(w.file("talk.wav", data))
		j.Keep += "-" + name
		w.fail(func(n int, rw http.ResponseWriter, r *http.Request) bool {
			if n != parts/2 {
				return false
			}
			c.stop(rw, r)
			return true
		})
		_, err := w.Transcribe(t.Context(), j, nil)
		if got := problem.From(err, "", w.now()).Kind; err == nil || c.kind != "" && got != c.kind {
			t.Errorf("%s: %v", name, err)
		}
		answered := len(w.paid())
		w.fail(nil)
		text := w.write(j)
		same(t, text.Text, said.Text())
		inParts(t, text.Lines, said.Words)
		if rest := len(w.paid()); answered < parts/2-1 || answered+rest != parts {
			t.Errorf("%s: %d of %d parts answered, then %d", name, answered, parts, rest)
		}
	}
}

// A service that asks to slow down gets longer parts, one at a time.
func TestPartsAreLongerWhereTheServiceAsksToSlowDown(t *testing.T) {
	said := withPauses(sentences(40, 5)...)
	w := newWorld(t, said)
	w.wait = time.Minute
	j := w.exactJob(w.file("talk.wav", encode(t, audio.WAV, said)))
	w.write(j)
	short := len(w.paid())
	j.Keep += "-slow"
	var now, after atomic.Int32
	w.fail(func(n int, rw http.ResponseWriter, r *http.Request) bool {
		if now.Add(1) > 1 && n > 8 {
			after.Add(1)
		}
		defer now.Add(-1)
		if n != 4 {
			return false
		}
		rw.Header().Set("Retry-After-Ms", "1")
		http.Error(rw, `{"error":{"message":"Rate limit reached"}}`, http.StatusTooManyRequests)
		return true
	})
	text := w.write(j)
	same(t, text.Text, said.Text())
	if !text.Timed || text.Lines[len(text.Lines)-1].End > text.Length {
		t.Errorf("timed %v", text.Timed)
	}
	if long := len(w.paid()); long > short*2/3 || after.Load() > 0 {
		t.Errorf("%d parts instead of %d, %d at once", long, short, after.Load()+1)
	}
	// It goes on with the same parts.
	if again := w.write(j); again.Text != text.Text || len(w.paid()) != 0 {
		t.Error("asked for again")
	}
}

// The words before are sent where they are known, until the model refuses them.
func TestTheWordsBeforeAreSentWhereTheyHaveCome(t *testing.T) {
	said := withPauses(sentences(20, 6)...)
	w := newWorld(t, said)
	j := w.exactJob(w.file("talk.wav", encode(t, audio.WAV, said)))
	var mu sync.Mutex
	var sent []string
	refuses := false
	w.fail(func(n int, rw http.ResponseWriter, r *http.Request) bool {
		body := readForm(t, r)
		mu.Lock()
		defer mu.Unlock()
		if p := body["prompt"]; len(p) > 0 {
			sent = append(sent, p[0])
			if refuses {
				http.Error(rw, `{"error":{"message":"Unrecognized request argument supplied: prompt","param":"prompt","code":"unknown_parameter"}}`, http.StatusBadRequest)
				return true
			}
		}
		return false
	})
	// Which words have come when the next part is sent depends on the service, but not after a
	// pause.
	transcribe := func() {
		t.Helper()
		var asked atomic.Int32
		j.Hold = func() bool { return asked.Add(1) > 3 }
		if _, err := w.Transcribe(t.Context(), j, nil); !errors.Is(err, transcriber.ErrPaused) {
			t.Fatal(err)
		}
		j.Hold = nil
		same(t, w.write(j).Text, said.Text())
	}
	transcribe()
	if len(sent) == 0 || len(sent) > len(w.paid())-1 {
		t.Errorf("sent %q", sent)
	}
	plain := strings.Join(strings.Fields(said.Text()), " ")
	for _, s := range sent {
		if len(s) > 201 || !strings.Contains(plain, strings.Join(strings.Fields(s), " ")) {
			t.Errorf("sent %q", s)
		}
	}
	refuses, sent = true, nil
	j.Keep += "-again"
	transcribe()
	if !slices.Contains(failure.RefusedFields(w.learned.refused), "prompt") || len(sent) > 4 {
		t.Errorf("sent %d times", len(sent))
	}
}

// A pause in the middle waits for the parts that are on their way.
func TestAPauseWaitsForAllPartsOnTheirWay(t *testing.T) {
	said := withPauses(sentences(20, 7)...)
	w := newWorld(t, said)
	j := w.exactJob(w.file("talk.wav", encode(t, audio.WAV, said)))
	var asked atomic.Int32
	j.Hold = func() bool { return asked.Add(1) > 3 }
	if _, err := w.Transcribe(t.Context(), j, nil); !errors.Is(err, transcriber.ErrPaused) {
		t.Fatal(err)
	}
	if n := len(w.paid()); n != 3 {
		t.Errorf("%d parts", n)
	}
	j.Hold = nil
	same(t, w.write(j).Text, said.Text())
	if n := len(w.paid()); n < 2 {
		t.Errorf("%d parts", n)
	}
}

// A short part in which nothing was said takes nothing from what the text covers.
func TestAShortPartWithoutWordsIsCovered(t *testing.T) {
	said := withPauses(sentences(20, 8)...)
	w := newWorld(t)
	w.fail(func(n int, rw http.ResponseWriter, r *http.Request) bool {
		_ = readForm(t, r)
		answer := `{"text":"Some words."}`
		if n == 2 {
			answer = `{"text":""}`
		}
		_, _ = io.WriteString(rw, answer)
		return true
	})
	text := w.write(w.exactJob(w.file("talk.wav", encode(t, audio.WAV, said))))
	if parts := len(w.paid()); !text.Timed || len(text.Lines) != parts-1 || text.Covered < text.Length-2*time.Second {
		t.Errorf("%d lines of %d parts cover %v of %v", len(text.Lines), parts, text.Covered, text.Length)
	}
}

// Where two files are transcribed at once, the service is asked for four parts at once, of both.
func TestTwoFilesShareTheRequestsAtOnce(t *testing.T) {
	said := withPauses(sentences(20, 9)...)
	w := newWorld(t)
	var now, most atomic.Int32
	full := make(chan struct{})
	var once sync.Once
	w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		_ = readForm(t, r)
		if now.Load() == 4 {
			once.Do(func() { close(full) })
		}
		<-full
		_, _ = io.WriteString(rw, `{"text":"Some words."}`)
		return true
	})
	data := encode(t, audio.WAV, said)
	var files sync.WaitGroup
	for _, name := range []string{"one.wav", "two.wav"} {
		j := w.exactJob(w.file(name, data))
		files.Go(func() {
			if text, err := w.Transcribe(t.Context(), j, nil); err != nil || !text.Timed {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	files.Wait()
	if most.Load() != 4 {
		t.Errorf("%d at once", most.Load())
	}
}
