package transcriber_test

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/client/practice/speechtest"
	"parlando/media/audio"
)

// scripted is a service that answers each format as it is told; what it does not know it refuses.
func (w *world) scripted(answers map[string]string) (asked *[]string) {
	asked = new([]string)
	w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			w.t.Error(err)
		}
		format := r.FormValue("response_format")
		w.mu.Lock()
		*asked = append(*asked, format)
		w.mu.Unlock()
		answer, ok := answers[format]
		if !ok {
			rw.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprintf(rw, `{"error":{"message":"response_format '%s' is not supported here.","param":"response_format"}}`, format)
			return true
		}
		_, _ = io.WriteString(rw, answer)
		return true
	})
	return asked
}

// A refusal that names the formats which work spares the uploads in those that do not.
func TestARefusalThatNamesTheFormatsThatWorkLeadsToTheBestOfThem(t *testing.T) {
	sound := encode(t, audio.WAV, speechtest.Synthesize("Hello there. Good bye. "))
	for allowed, want := range map[string]string{
		"Use 'json' or 'text' instead.":                    "verbose_json json",
		"Supported values are: 'text', 'json' and 'vtt'.":  "verbose_json vtt",
		"Supported values are: 'text'.":                    "verbose_json text",
		"Supported values are: 'mp3' and 'wav'. Try again": "verbose_json srt vtt json text",
		"": "verbose_json srt vtt json text",
	} {
		w := newWorld(t)
		asked := ""
		w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
			format := r.FormValue("response_format")
			asked += " " + format
			if strings.Contains(allowed, "'"+format+"'") || format == "text" {
				_, _ = io.WriteString(rw, map[string]string{"vtt": vtt, "json": bare, "text": "Hello there. Good bye."}[format])
				return true
			}
			rw.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprintf(rw, `{"error":{"message":"response_format '%s' is not compatible with model 'gpt-transcribe-api-ev3'. %s","type":"invalid_request_error","param":"response_format","code":"unsupported_value"}}`, format, allowed)
			return true
		})
		if w.write(w.job(w.file("a.wav", sound))); strings.TrimSpace(asked) != want {
			t.Errorf("%q: asked for%s, want %s", allowed, asked, want)
		}
	}
}

const (
	srt      = "1\n00:00:00,500 --> 00:00:01,000\nHello there.\n\n2\n00:00:01,200 --> 00:00:02,000\nGood bye.\n"
	vtt      = "WEBVTT\n\n00:00.500 --> 00:01.000\nHello there.\n\n00:01.200 --> 00:02.000\nGood bye.\n"
	segments = `{"text":"Hello there. Good bye.","language":"en","duration":2.5,"segments":[{"start":0.5,"end":1,"text":" Hello there."},{"start":1.2,"end":2,"text":" Good bye."}]}`
	words    = `{"text":"Hello there. Good bye.","words":[{"word":"Hello","start":0.5,"end":0.7},{"word":"there.","start":0.7,"end":1},{"word":"Good","start":1.2,"end":1.5},{"word":"bye.","start":1.5,"end":2}]}`
	bare     = `{"text":"Hello there. Good bye."}`
	less     = `{"text":"Hello there. Good bye. And a lot more that no segment has.","segments":[{"start":0.5,"end":1,"text":"Hello there."}]}`
)

// The format that tells the most is found without sending any file twice: one whose answer has no
// times is kept, and subtitles are asked for with the next file.
func TestTheFormatThatTellsTheMostIsFoundAndLearned(t *testing.T) {
	sound := encode(t, audio.WAV, speechtest.Synthesize("Hello there. Good bye. "))
	for name, c := range map[string]struct {
		answers map[string]string
		asked   string // for each of three files
		learned string
		timed   string // the files with times
		text    string
	}{
		"segments":                {map[string]string{"verbose_json": segments}, "verbose_json|verbose_json|verbose_json", "verbose_json", "123", ""},
		"words alone":             {map[string]string{"verbose_json": words}, "verbose_json|verbose_json|verbose_json", "verbose_json", "123", ""},
		"no times, but subtitles": {map[string]string{"verbose_json": bare, "srt": srt, "json": bare}, "verbose_json|srt|srt", "srt", "23", ""},
		"no times, but WebVTT":    {map[string]string{"verbose_json": bare, "vtt": vtt, "json": bare}, "verbose_json|srt vtt|vtt", "vtt", "23", ""},
		"no times at all":         {map[string]string{"verbose_json": bare, "srt": bare, "vtt": bare, "json": bare}, "verbose_json|srt|verbose_json", "verbose_json", "", ""},
		"no times and nothing":    {map[string]string{"verbose_json": bare, "json": bare, "text": bare}, "verbose_json|srt vtt verbose_json|verbose_json", "verbose_json", "", ""},
		"subtitles without times": {map[string]string{"srt": bare, "vtt": vtt}, "verbose_json srt|srt|srt", "srt", "", ""},
		"refused, then subtitles": {map[string]string{"srt": srt, "json": bare}, "verbose_json srt|srt|srt", "srt", "123", ""},
		"only WebVTT":             {map[string]string{"vtt": vtt, "json": bare}, "verbose_json srt vtt|vtt|vtt", "vtt", "123", ""},
		"only json":               {map[string]string{"json": bare, "text": "Hello there. Good bye."}, "verbose_json srt vtt json|json|json", "json", "", ""},
		"only text":               {map[string]string{"text": "Hello there. Good bye."}, "verbose_json srt vtt json text|text|text", "text", "", ""},
		// An empty answer may be no silence: the words are asked for once more.
		"text with more in it": {map[string]string{"verbose_json": less, "srt": "", "json": bare}, "verbose_json|srt verbose_json|verbose_json", "verbose_json", "", "Hello there.|Good bye.|And a lot more that no segment has."},
	} {
		w := newWorld(t)
		asked := w.scripted(c.answers)
		if c.text == "" {
			c.text = "Hello there.|Good bye."
		}
		for n, want := range strings.Split(c.asked, "|") {
			*asked = nil
			j := w.job(w.file(fmt.Sprint(n), sound))
			text := w.write(j)
			if got := strings.Join(*asked, " "); got != want {
				t.Errorf("%s: file %d: asked for %q, want %q", name, n+1, got, want)
			}
			var lines []string
			for _, l := range text.Lines {
				lines = append(lines, l.Text)
			}
			timed := strings.Contains(c.timed, fmt.Sprint(n+1))
			if got := strings.Join(lines, "|"); got != c.text || text.Timed != timed {
				t.Errorf("%s: file %d: %q, timed %v", name, n+1, got, text.Timed)
			}
			if timed && (text.Lines[0].Start != 500*time.Millisecond || text.Lines[1].End != 2*time.Second || text.Covered != 2*time.Second) {
				t.Errorf("%s: %+v", name, text)
			}
		}
		if w.learned.format != c.learned {
			t.Errorf("%s: learned %q", name, w.learned.format)
		}
	}
}

// A service that ignores verbose_json is paid once for each part: the next one asks for subtitles.
// Until times come parts are short, as no long answer without times can be trusted.
func TestEachPartIsPaidOnceWhereVerboseJSONIsIgnored(t *testing.T) {
	for name, c := range map[string]struct {
		srt   string
		parts string // what each of twenty minutes is asked for
		limit time.Duration
	}{
		"subtitles":    {srt, "verbose_json srt srt", 0},
		"no subtitles": {bare, "verbose_json srt verbose_json", 8 * time.Minute},
	} {
		w := newWorld(t)
		asked := w.scripted(map[string]string{"verbose_json": bare, "srt": c.srt})
		path := filepath.Join(w.dir, "lecture.mp3")
		lecture(t, path, 20*time.Minute)
		j := w.job(path)
		j.Limit = 700_000 // two parts, of which the second must be shorter
		w.write(j)
		if paid := len(w.paid()); paid != len(*asked) || strings.Join(*asked, " ") != c.parts {
			t.Errorf("%s: asked for %v, paid %d", name, *asked, paid)
		}
		if got := w.learned.longest[j.Model]; got != c.limit {
			t.Errorf("%s: learned parts of %v", name, got)
		}
	}
}

// A refusal of subtitles that names no field leads back to the format that worked.
func TestSubtitlesThatAreRefusedWithoutAReasonLeadBack(t *testing.T) {
	sound := encode(t, audio.WAV, speechtest.Synthesize("Hello there. Good bye. "))
	w := newWorld(t)
	asked := ""
	w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
		format := r.FormValue("response_format")
		if asked += " " + format; format == "srt" {
			http.Error(rw, `{"error":{"message":"Something is wrong."}}`, http.StatusBadRequest)
			return true
		}
		_, _ = io.WriteString(rw, bare)
		return true
	})
	for n := range 3 {
		if text := w.write(w.job(w.file(fmt.Sprint(n), sound))); len(text.Lines) != 2 {
			t.Errorf("%+v", text)
		}
	}
	if want := " verbose_json srt verbose_json verbose_json"; asked != want {
		t.Errorf("asked for%s, want%s", asked, want)
	}
}

// A refusal that is not about the format is told after one more try, and at once when the format is
// known to be good.
func TestAnotherRefusalIsTold(t *testing.T) {
	w := newWorld(t)
	count := 0
	w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
		count++
		_, _ = io.Copy(io.Discard, r.Body)
		http.Error(rw, `{"error":{"message":"The recording is too quiet."}}`, http.StatusBadRequest)
		return true
	})
	sound := encode(t, audio.WAV, speechtest.Synthesize("Hello there. "))
	for n, want := range []int{2, 1} {
		count = 0
		_, err := w.Transcribe(t.Context(), w.job(w.file("quiet.wav", sound)), nil)
		if err == nil || !strings.Contains(err.Error(), "too quiet") || count != want {
			t.Errorf("%d: %v after %d requests", n, err, count)
		}
		w.learned.format = "verbose_json"
	}
	if !slices.Equal(w.paid(), nil) {
		t.Error("something was paid for")
	}
}
