package transcriber_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/app/ask"
	"parlando/app/chat"
	"parlando/app/transcripts/transcriber"
	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice/speechtest"
	"parlando/media/audio"
)

// scriptedService is a service that answers each request from a list, and what is sent after its
// end with an error.
type scriptedService struct {
	ask.Gateway
	mu      sync.Mutex
	answers []string
	lengths []time.Duration
	// during is called in each request, from 1, before and after all of it was read.
	during func(n int, whole bool) error
}

func (s *scriptedService) Resolve(chat.ID) (chat.ID, string) { return "scripted", "" }

func (s *scriptedService) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	return &ask.Service{Connection: id, Gateway: s}, nil
}

func (s *scriptedService) Transcribe(ctx context.Context, r client.TranscriptionRequest) (client.Transcript, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.lengths) + 1
	length, _, err := audio.Length(r.Audio.(io.ReadSeeker))
	if err != nil {
		return client.Transcript{}, err
	}
	s.lengths = append(s.lengths, length)
	for _, whole := range []bool{false, true} {
		if whole {
			r.Progress(r.Size, r.Size)
		}
		if s.during != nil {
			if err := errors.Join(s.during(n, whole), ctx.Err()); err != nil {
				return client.Transcript{}, err
			}
		}
	}
	if n > len(s.answers) {
		return client.Transcript{}, &failure.Error{Kind: failure.Server, Status: http.StatusInternalServerError}
	}
	return client.Transcript{Format: client.TranscriptJSON, Text: s.answers[n-1], Raw: s.answers[n-1]}, nil
}

// said is about what can be said in a part of thinJob, another text for each seed.
func said(seed uint64) string { return sayings(10, seed) }

// recordings are WAVs of one, two and three parts of about 50 s, and one of three with a silent
// second part.
var recordings = sync.OnceValue(func() (all [4][]byte) {
	const rate = 4000
	voice := speechOf(9, 300).Resample(rate).Samples[:30*rate]
	for i := range all {
		sound := speechtest.Speech{Rate: rate}
		for range []int{1, 3, 5, 5}[i] {
			sound.Samples = append(sound.Samples, voice...)
		}
		if i == quiet {
			clear(sound.Samples[45*rate : 105*rate])
		}
		var b bytes.Buffer
		e, err := audio.NewEncoder(&b, audio.WAV, rate, 1)
		if err = errors.Join(err, e.Write(sound.Samples), e.Close()); err != nil {
			panic(err)
		}
		all[i] = b.Bytes()
	}
	return all
})

// These are places in recordings.
const (
	one = iota
	two
	three
	quiet
)

// thinJob is a job of one of the recordings.
func thinJob(t *testing.T, s *scriptedService, recording int) (*transcriber.Transcriber, transcriber.Job) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "talk.wav")
	if err := os.WriteFile(path, recordings()[recording], 0o600); err != nil {
		t.Fatal(err)
	}
	// As an MP3 it would not be one part either, so that it is cut as it is.
	j := transcriber.Job{Path: path, Model: "ears", Keep: filepath.Join(dir, "kept"), Limit: 54 * 8000}
	return transcriber.New(transcriber.Options{Services: s, Learned: &learnedLimits{format: string(client.TranscriptJSON)}}), j
}

// What is asked once more, and which answer stays.
func TestAThinPartIsAskedForAgainInHalvesOnce(t *testing.T) {
	// A language without an alphabet needs a third of the characters.
	chinese := strings.Repeat("花园里的窗户开着没有人去关上它", 8)
	before, after, half := said(1), said(2), sayings(5, 3)
	for name, c := range map[string]struct {
		sound   int
		answers []string
		asked   int    // 0: no part is thin
		want    string // that the text has
	}{
		"the halves have more":     {three, []string{before, "Thank you.", after, half + "First.", "Second." + half}, 5, "Second."},
		"nothing at all was heard": {three, []string{before, "", after, half + "First.", "Second." + half}, 5, "Second."},
		"the first part":           {three, []string{"Thank you.", before, after, half + "First.", "Second." + half}, 5, "Second."},
		"the last part":            {three, []string{before, after, "Thank you.", half + "First.", "Second." + half}, 5, "Second."},
		"one of two parts":         {two, []string{before, "Thank you.", half + "First.", "Second." + half}, 4, "Second."},
		"thin again":               {three, []string{before, "Thank you.", after, "You.", "Yo."}, 5, "Thank you."},
		"the first half fails":     {three, []string{before, "Thank you.", after}, 4, "Thank you."},
		"the second half fails":    {three, []string{before, "Thank you.", after, half}, 5, "Thank you."},
		"all parts alike":          {three, []string{before, said(4), after}, 0, ""},
		"half as much":             {three, []string{before, half, after}, 0, ""},
		"all parts thin":           {three, []string{"A.", "B.", "C."}, 0, "B."},
		"the part is quiet":        {quiet, []string{before, "Thank you.", after}, 0, "Thank you."},
		"Chinese between English":  {three, []string{before, chinese, after}, 0, chinese},
		"English between Chinese":  {three, []string{chinese, before, chinese}, 0, ""},
		"a part alone":             {one, []string{"Thank you."}, 0, "Thank you."},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scriptedService{answers: c.answers}
			sc, j := thinJob(t, s, c.sound)
			text, err := sc.Transcribe(t.Context(), j, nil)
			if err != nil || !strings.Contains(text.Text, c.want) {
				t.Errorf("%d bytes, ends with %q, %v", len(text.Text), text.Text[max(0, len(text.Text)-50):], err)
			}
			asked, again := len(c.answers), 0
			if c.asked > 0 {
				asked, again = c.asked, 1
			}
			if len(s.lengths) != asked || text.AskedAgain != again {
				t.Errorf("asked for %v, again %d", s.lengths, text.AskedAgain)
			}
			for _, half := range s.lengths[min(3, len(s.lengths)):] {
				if half > 40*time.Second {
					t.Errorf("half a part has %v", half)
				}
			}
			if all, err := transcriber.Responses(j.Keep); err != nil || len(all) != text.Responses {
				t.Errorf("%d answers are kept, %d told: %v", len(all), text.Responses, err)
			}
			// That is the end of it.
			if next, err := sc.Transcribe(t.Context(), j, nil); err != nil || next.Text != text.Text || next.AskedAgain != again || len(s.lengths) != asked {
				t.Errorf("then %d bytes and not %d, %v, asked for %v", len(next.Text), len(text.Text), err, s.lengths)
			}
		})
	}
}

// Whatever ends the second attempt, the first answer stays, and no half is asked for again that may
// be paid for.
func TestAThinPartThatWasStoppedIsPaidForOnce(t *testing.T) {
	before, after, half := said(1), said(2), sayings(5, 3)
	errStopped := errors.New("stopped")
	for name, c := range map[string]struct {
		request int  // in which it is stopped
		whole   bool // after all of it has left
		hold    bool // before the request instead
		crash   bool // as if the program had been killed
		asked   int  // in all, with the rest
		want    string
	}{
		"before the first half has left":  {4, false, false, false, 6, "Second."},
		"after the first half has left":   {4, true, false, false, 4, "Thank you."},
		"before the second half has left": {5, false, false, false, 6, "Second."},
		"after the second half has left":  {5, true, false, false, 5, "Thank you."},
		"held before the first half":      {4, false, true, false, 5, "Second."},
		"held between the halves":         {5, false, true, false, 5, "Second."},
		"killed in the first half":        {4, true, false, true, 4, "Thank you."},
		"killed in the second half":       {5, true, false, true, 5, "Thank you."},
	} {
		t.Run(name, func(t *testing.T) {
			s := &scriptedService{answers: []string{before, "Thank you.", after, half + "First.", "Second." + half}}
			sc, j := thinJob(t, s, three)
			ctx, stop := context.WithCancelCause(t.Context())
			killed := filepath.Join(t.TempDir(), "kept")
			s.during = func(n int, whole bool) error {
				if n != c.request || whole != c.whole || c.hold {
					return nil
				}
				if c.crash {
					do(t, os.CopyFS(killed, os.DirFS(j.Keep)))
				}
				stop(errStopped)
				return nil
			}
			asked := 0
			j.Hold = func() bool { asked++; return c.hold && asked == c.request }
			if _, err := sc.Transcribe(ctx, j, nil); err == nil {
				t.Fatal("it was not stopped")
			}
			if s.during, j.Hold = nil, nil; c.crash {
				j.Keep = killed
			}
			// An answer that was not waited for is given to the request that follows it.
			s.answers = append(s.answers[:min(len(s.lengths), c.request-1)], append(make([]string, max(0, len(s.lengths)-c.request+1)), s.answers[c.request-1:]...)...)
			for range 2 {
				text, err := sc.Transcribe(t.Context(), j, nil)
				if err != nil || !strings.Contains(text.Text, c.want) || text.AskedAgain != 1 || len(s.lengths) != c.asked {
					t.Errorf("%d bytes, %v, again %d, asked for %v", len(text.Text), err, text.AskedAgain, s.lengths)
				}
			}
		})
	}
}

// A folder that refuses files costs no half a second time, and nothing is asked for again while it
// does.
func TestAThinPartWhoseFolderRefusesItsAnswers(t *testing.T) {
	half := sayings(5, 3)
	for _, request := range []int{3, 4, 5} {
		s := &scriptedService{answers: []string{said(1), "Thank you.", said(2), half + "First.", "Second." + half}}
		sc, j := thinJob(t, s, three)
		heal := func() {}
		s.during = func(n int, whole bool) error {
			if n == request && whole {
				heal = obstruct(t, j.Keep)
			}
			return nil
		}
		if _, err := sc.Transcribe(t.Context(), j, nil); err == nil || len(s.lengths) != request {
			t.Errorf("request %d: asked for %v, %v", request, s.lengths, err)
		}
		heal()
		text, err := sc.Transcribe(t.Context(), j, nil)
		if err != nil || !strings.Contains(text.Text, "Second.") || len(s.lengths) != 5 || text.Responses != 4 {
			t.Errorf("request %d, then: asked for %v, %d answers, %v", request, s.lengths, text.Responses, err)
		}
	}
}

// An answer that cannot be read for a moment is neither missing nor asked for again.
func TestTheHalvesOfAThinPartStayWhenOneCannotBeRead(t *testing.T) {
	half := sayings(5, 3)
	s := &scriptedService{answers: []string{said(1), "Thank you.", said(2), half + "First.", "Second." + half}}
	sc, j := thinJob(t, s, three)
	text, err := sc.Transcribe(t.Context(), j, nil)
	do(t, err)
	parts, err := filepath.Glob(filepath.Join(j.Keep, "part-*.json"))
	if err != nil || len(parts) != 5 {
		t.Fatalf("kept are %v, %v", parts, err)
	}
	for _, part := range parts {
		do(t, os.Rename(part, part+".real"))
		do(t, os.Mkdir(part, 0o700))
		_, unreadable := sc.Transcribe(t.Context(), j, nil)
		do(t, os.Remove(part))
		do(t, os.Rename(part+".real", part))
		if again, err := sc.Transcribe(t.Context(), j, nil); unreadable == nil || err != nil || again.Text != text.Text || len(s.lengths) != 5 {
			t.Errorf("%s: %v, then %d bytes and not %d, %v, asked for %v", filepath.Base(part), unreadable, len(again.Text), len(text.Text), err, s.lengths)
		}
	}
}
