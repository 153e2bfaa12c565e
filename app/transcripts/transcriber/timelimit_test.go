package transcriber_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/app/transcripts/transcriber"
	"parlando/client"
	"parlando/media/audio"
)

// timedService is a service that measures recordings, and says in each how many seconds of it were
// said.
type timedService struct {
	t       testing.TB
	longest time.Duration // refuses what is longer; 0 is none
	timed   bool          // answers with segments; else it knows json and text alone
	fail    func(n int) bool

	mu       sync.Mutex
	asked    int
	refused  int             // for their length
	lengths  []time.Duration // of those that were answered, and so paid for
	formats  []string        // that were asked for
	answerOf func(n int, length time.Duration) string
}

func (s *timedService) serve(_ int, rw http.ResponseWriter, r *http.Request) bool {
	file, _, err := r.FormFile("file")
	if err != nil {
		s.t.Error(err)
		return false
	}
	length, _, err := audio.Length(file)
	if err != nil {
		s.t.Error(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	format := r.FormValue("response_format")
	s.formats = append(s.formats, format)
	refuse := func(message, param, code string) bool {
		rw.WriteHeader(http.StatusBadRequest)
		_, _ = fmt.Fprintf(rw, `{"error":{"message":%q,"type":"invalid_request_error","param":%s,"code":%q}}`, message, param, code)
		return true
	}
	switch {
	case s.fail != nil && s.fail(s.asked):
		http.Error(rw, "", http.StatusInternalServerError)
		return true
	case !s.timed && format != "json" && format != "text":
		// The words of OpenAI: lfnovo/esperanto #204, vercel/ai #8214.
		return refuse("response_format '"+format+"' is not compatible with model 'gpt-4o-transcribe'. Use 'json' or 'text' instead.", `"response_format"`, "unsupported_value")
	case s.longest > 0 && length > s.longest:
		s.refused++
		// The words of OpenAI: murtaza-nasir/speakr #168, rishikanthc/Scriberr #477.
		return refuse(fmt.Sprintf("audio duration %v seconds is longer than %v seconds which is the maximum for this model", length.Seconds(), s.longest.Seconds()), "null", "invalid_value")
	}
	s.lengths = append(s.lengths, length)
	n := len(s.lengths)
	if s.timed {
		_, _ = fmt.Fprintf(rw, `{"text":"Part %d.","duration":%v,"segments":[{"start":1,"end":%v,"text":"Part %d."}]}`, n, length.Seconds(), length.Seconds()-1, n)
		return true
	}
	text := fmt.Sprintf("Part %d.", n)
	if s.answerOf != nil {
		text = s.answerOf(n, length)
	}
	_, _ = fmt.Fprintf(rw, `{"text":%q}`, text)
	return true
}

// lecture is an MP3 of silence: frames of 36 bytes and as many milliseconds, 16,000 samples a
// second at 8 kbit.
func lecture(t testing.TB, path string, length time.Duration) {
	t.Helper()
	frame := make([]byte, 36)
	copy(frame, "\xff\xf3\x18\xc0")
	if err := os.WriteFile(path, bytes.Repeat(frame, int(length/(36*time.Millisecond))+1), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A model that refuses more than 1,400 seconds is sent parts of 1,390 from then on, without anybody
// asking for it, and nothing is paid for twice.
func TestALimitInTimeIsLearnedFromTheRefusal(t *testing.T) {
	w := newWorld(t)
	s := &timedService{t: t, longest: 1400 * time.Second, timed: true}
	w.fail(s.serve)
	path := filepath.Join(w.dir, "lecture.mp3")
	lecture(t, path, 31*time.Minute)
	j := w.job(path)
	text := w.write(j)
	if text.Text != "Part 1.\nPart 2." || !text.Timed || text.Length < 31*time.Minute {
		t.Errorf("%+v", text)
	}
	if s.refused != 1 || len(s.lengths) != 2 || w.learned.longest[j.Model] != 1400*time.Second {
		t.Errorf("refused %d times, answered %v, learned %v", s.refused, s.lengths, w.learned.longest)
	}
	// The next recording is cut before it is sent, and told so beforehand. Another model may accept
	// more.
	if e, err := w.Estimate(t.Context(), path, transcriber.Job{Model: j.Model}); err != nil || e.Parts != 2 {
		t.Errorf("%+v, %v", e, err)
	}
	next := j
	next.Keep += "-next"
	w.write(next)
	if s.refused != 1 || len(s.lengths) != 4 {
		t.Errorf("refused %d times, answered %v", s.refused, s.lengths)
	}
	other := j
	other.Keep, other.Model = j.Keep+"-other", "other-ears"
	s.longest = 0
	if w.write(other); s.lengths[4] < 1400*time.Second {
		t.Errorf("the other model answered %v", s.lengths[4:])
	}
}

// What was answered before the service came to refuse is kept, also over a restart with only half
// of the rest done.
func TestWhatWasAnsweredBeforeALimitInTimeIsKept(t *testing.T) {
	w := newWorld(t)
	s := &timedService{t: t, timed: true}
	w.fail(s.serve)
	path := filepath.Join(w.dir, "lecture.mp3")
	lecture(t, path, 48*time.Minute)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	j := w.job(path)
	j.Limit = info.Size()/2 + 6_000
	// after the first of two parts the limit comes, then the service fails in the middle of the
	// rest
	s.fail = func(n int) bool {
		if n == 2 {
			s.longest = 1000 * time.Second
		}
		return n == 4
	}
	if _, err := w.Transcribe(t.Context(), j, nil); err == nil {
		t.Fatal("it did not fail")
	}
	text := w.write(j)
	if text.Text != "Part 1.\nPart 2.\nPart 3." || len(s.lengths) != 3 || s.lengths[0] < 1000*time.Second || s.refused != 1 {
		t.Errorf("%q: answered %v, refused %d times", text.Text, s.lengths, s.refused)
	}
}

// A refusal that shorter parts do not mend is told.
func TestALimitInTimeThatHelpsNobodyIsTold(t *testing.T) {
	w := newWorld(t)
	w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
		_, _ = io.Copy(io.Discard, r.Body)
		http.Error(rw, `{"error":{"message":"audio duration 20 seconds is longer than 1400 seconds which is the maximum for this model"}}`, http.StatusBadRequest)
		return true
	})
	path := filepath.Join(w.dir, "lecture.mp3")
	lecture(t, path, time.Minute)
	if _, err := w.Transcribe(t.Context(), w.job(path), nil); err == nil || !strings.Contains(err.Error(), "longer than 1400 seconds") {
		t.Errorf("got %v", err)
	}
	// One whose length Parlando cannot tell is sent as it is.
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "media", "audio", "testdata", "unsupported", "alac.m4a"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Transcribe(t.Context(), w.job(w.file("memo.m4a", data)), nil); err == nil || !strings.Contains(err.Error(), "longer than 1400 seconds") {
		t.Errorf("got %v", err)
	}
}

// For answers without times no part is longer than eight minutes: an answer that ended early would
// not be seen. Nothing is paid for before it is known that the model tells no times.
func TestPartsWithoutTimesAreAtMostEightMinutesLong(t *testing.T) {
	w := newWorld(t)
	s := &timedService{t: t, longest: 1400 * time.Second}
	w.fail(s.serve)
	path := filepath.Join(w.dir, "lecture.mp3")
	lecture(t, path, 31*time.Minute)
	j := w.job(path)
	for range 2 {
		text := w.write(j)
		if text.Text != "Part 1.\nPart 2.\nPart 3.\nPart 4." || text.Timed {
			t.Errorf("%q", text.Text)
		}
		for _, length := range s.lengths {
			if length > 8*time.Minute+time.Second {
				t.Errorf("a part of %v", length)
			}
		}
		// A format that was refused is not uploaded again for each part.
		if len(s.lengths) != 4 || len(s.formats) > 7 {
			t.Errorf("answered %v to %v", s.lengths, s.formats)
		}
		j.Keep += "-again"
		s.lengths, s.formats = nil, s.formats[:0]
	}
	if got := w.learned.format; got != string(client.TranscriptJSON) {
		t.Errorf("learned %q", got)
	}
}

// The model of practice that knows json alone is asked for that, and its text comes back whole.
func TestThePracticeModelWithoutTimesIsTranscribed(t *testing.T) {
	said := speechOf(3, 11)
	w := newWorld(t, said)
	j := w.job(w.file("short.wav", encode(t, audio.WAV, said)))
	j.Model = "practice-trouble/audio-ends"
	text := w.write(j)
	same(t, text.Text, said.Text())
	if text.Timed || w.learned.format != string(client.TranscriptJSON) || len(w.paid()) != 1 {
		t.Errorf("timed %v, learned %q", text.Timed, w.learned.format)
	}
}
