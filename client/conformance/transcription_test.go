package conformance

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
)

// hear is a request for a transcript.
func hear(data []byte, name string) openai.AudioTranscriptionNewParams {
	return openai.AudioTranscriptionNewParams{Model: names.Transcription, File: openai.File(bytes.NewReader(data), name, "application/octet-stream")}
}

// heard is the answer to a request that must be answered with JSON.
func heard(t *testing.T, q openai.AudioTranscriptionNewParams) *openai.AudioTranscriptionNewResponseUnion {
	t.Helper()
	client := sdk()
	r, err := client.Audio.Transcriptions.New(t.Context(), q)
	if err != nil {
		t.Fatal(told(err))
	}
	return r
}

// asText is the answer as a text, the way the SDK's notes say for text, srt and vtt.
func asText(t *testing.T, q openai.AudioTranscriptionNewParams) string {
	t.Helper()
	client := sdk()
	var text string
	if err := client.Post(t.Context(), "audio/transcriptions", q, &text); err != nil {
		t.Fatal(told(err))
	}
	return text
}

// words are the words of a text, to be compared.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r != '\'' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

func sameWords(t *testing.T, have, want string) {
	t.Helper()
	if played() && strings.HasPrefix(strings.TrimSpace(have), "I am ") && strings.Contains(have, "practice recording") {
		remark(t, "this computer has no voice: what was heard is the recording that was played")
		return
	}
	if !slices.Equal(words(have), words(want)) {
		t.Errorf("heard %q, said was %q", have, want)
	}
}

// formOf is a multipart body made by hand, in the order of the fields.
func formOf(fields ...[2]string) (io.Reader, string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, f := range fields {
		if f[0] == "file" {
			part, _ := w.CreateFormFile("file", "speech.wav")
			_, _ = part.Write([]byte(f[1]))
			continue
		}
		_ = w.WriteField(f[0], f[1])
	}
	_ = w.Close()
	return &b, w.FormDataContentType()
}

// tone is a sound that is no speech: seconds of a note, 0 for silence.
func tone(rate int, parts ...[2]float64) []byte {
	var samples []byte
	for _, p := range parts {
		for i := range int(p[0] * float64(rate)) {
			v := int16(0)
			if p[1] > 0 {
				v = int16(9000 * math.Sin(2*math.Pi*p[1]*float64(i)/float64(rate)))
			}
			samples = append(samples, byte(v), byte(v>>8))
		}
	}
	return wavOf(rate, samples)
}

var (
	srtBlock = regexp.MustCompile(`^\d+\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}\n.+`)
	vttBlock = regexp.MustCompile(`^(\d\d:)?\d\d:\d\d\.\d{3} --> (\d\d:)?\d\d:\d\d\.\d{3}\n.+`)
)

func transcriptionCases() []testCase {
	var all []testCase
	add := func(name string, run func(t *testing.T)) { all = append(all, testCase{"transcription/" + name, run}) }
	refused := func(status int, param string, change func(t *testing.T, q *openai.AudioTranscriptionNewParams)) func(t *testing.T) {
		return func(t *testing.T) {
			q := hear(file(t, "speech.wav"), "speech.wav")
			change(t, &q)
			client := sdk()
			_, err := client.Audio.Transcriptions.New(t.Context(), q)
			wantError(t, err, status, param)
		}
	}
	said := func(t *testing.T, format string) []byte {
		q := say(sentence)
		q.ResponseFormat = openai.AudioSpeechNewParamsResponseFormat(format)
		return spoken(t, q)
	}

	// What each kind of file is made of; mpeg and mpga are other names for the same stream as mp3.
	kinds := map[string]string{"mp3": "mp3", "mpeg": "mp3", "mpga": "mp3", "mp4": "mp4", "m4a": "m4a", "wav": "wav", "webm": "webm"}
	for _, kind := range []string{"mp3", "mp4", "mpeg", "mpga", "m4a", "wav", "webm"} {
		add("type-"+kind, func(t *testing.T) {
			q := hear(file(t, "speech."+kinds[kind]), "speech."+kind)
			q.ResponseFormat = "verbose_json"
			v := heard(t, q).AsTranscriptionVerbose()
			if v.Text == "" || v.Duration < 1.7 || v.Duration > 2.6 {
				t.Errorf("%q in %v seconds", v.Text, v.Duration)
			}
		})
	}
	add("type-told-by-its-bytes", func(t *testing.T) {
		if heard(t, hear(file(t, "speech.mp3"), "speech.wav")).Text == "" || heard(t, hear(file(t, "speech.wav"), "noname")).Text == "" {
			t.Error("no text")
		}
	})
	add("type-unknown", refused(400, "file", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) {
		*q = hear([]byte("This is a text, whatever its name says."), "speech.wav")
	}))
	add("type-picture", refused(400, "file", func(t *testing.T, q *openai.AudioTranscriptionNewParams) {
		*q = hear(file(t, "picture.png"), "speech.mp3")
	}))

	add("round-trip-mp3", func(t *testing.T) { sameWords(t, heard(t, hear(said(t, "mp3"), "a.mp3")).Text, sentence) })
	add("round-trip-wav", func(t *testing.T) { sameWords(t, heard(t, hear(said(t, "wav"), "a.wav")).Text, sentence) })
	for _, name := range []string{"mp4", "m4a", "webm"} {
		add("round-trip-"+name, func(t *testing.T) {
			data, refusal := offered(t, map[string]string{"mp4": "aac", "m4a": "aac", "webm": "opus"}[name])
			if refusal != "" {
				leaveOut(t, "the gateway does not speak what is in this file: "+refusal)
			}
			var err error
			switch name {
			case "mp4":
				data, err = mp4Of(data, "isom")
			case "m4a":
				data, err = mp4Of(data, "M4A ")
			default:
				data, err = webmOf(data)
			}
			if err != nil {
				t.Fatal(err)
			}
			sameWords(t, heard(t, hear(data, "a."+name)).Text, sentence)
		})
	}
	for _, voice := range []string{"alloy", "echo", "fable", "onyx", "nova", "shimmer"} {
		add("round-trip-voice-"+voice, func(t *testing.T) {
			text := "My name is " + voice + ", and I was made for practice."
			q := say(text)
			q.Voice.OfString, q.ResponseFormat = openai.String(voice), "wav"
			sameWords(t, heard(t, hear(spoken(t, q), "a.wav")).Text, text)
		})
	}
	for i, model := range names.Speech[1:] {
		add([]string{"round-trip-tts-1-hd", "round-trip-smaller"}[i], func(t *testing.T) {
			q := say(sentence)
			q.Model = model
			sameWords(t, heard(t, hear(spoken(t, q), "a.mp3")).Text, sentence)
		})
	}
	add("round-trip-fast", func(t *testing.T) {
		q := say("Quick words are words as well.")
		q.Speed, q.ResponseFormat = openai.Float(1.7), "wav"
		sameWords(t, heard(t, hear(spoken(t, q), "a.wav")).Text, q.Input)
	})
	add("round-trip-slow", func(t *testing.T) {
		q := say("Slow words are words as well.")
		q.Speed, q.ResponseFormat = openai.Float(0.6), "wav"
		sameWords(t, heard(t, hear(spoken(t, q), "a.wav")).Text, q.Input)
	})
	add("round-trip-another-rate", func(t *testing.T) {
		rate, channels, samples, err := wavSound(said(t, "wav"))
		if err != nil || rate%2 != 0 || channels != 1 {
			t.Fatal(rate, channels, err)
		}
		var half []byte
		for i := 0; i+3 < len(samples); i += 4 {
			v := (int(int16(uint16(samples[i])|uint16(samples[i+1])<<8)) + int(int16(uint16(samples[i+2])|uint16(samples[i+3])<<8))) / 2
			half = append(half, byte(v), byte(v>>8))
		}
		sameWords(t, heard(t, hear(wavOf(rate/2, half), "a.wav")).Text, sentence)
	})
	add("round-trip-part", func(t *testing.T) {
		needVoice(t)
		const text = "The first sentence tells about a river. The second sentence tells about a mountain. The third one tells about the sea."
		q := say(text)
		q.ResponseFormat = "wav"
		rate, channels, samples, err := wavSound(spoken(t, q))
		if err != nil || channels != 1 {
			t.Fatal(channels, err)
		}
		third := len(samples) / 6 * 2
		got := words(heard(t, hear(wavOf(rate, samples[third:2*third]), "a.wav")).Text)
		whole, found := words(text), false
		for i := range whole {
			found = found || len(got) > 2 && i+len(got) < len(whole) && slices.Equal(whole[i:i+len(got)], got)
		}
		if !found {
			t.Errorf("%q is no part of %q", got, whole)
		}
	})
	add("round-trip-long", func(t *testing.T) {
		text := strings.TrimSpace(strings.Repeat("One sentence follows the other, and none is lost on the way. ", 12))
		sameWords(t, heard(t, hear(spoken(t, say(text)), "a.mp3")).Text, text)
	})

	add("format-default-is-json", func(t *testing.T) {
		r := heard(t, hear(said(t, "wav"), "a.wav"))
		sameWords(t, r.Text, sentence)
		if len(r.Segments) != 0 || len(r.Words) != 0 {
			t.Errorf("more than asked: %s", r.RawJSON())
		}
	})
	add("format-json", func(t *testing.T) {
		q := hear(said(t, "wav"), "a.wav")
		q.ResponseFormat = "json"
		sameWords(t, heard(t, q).AsTranscription().Text, sentence)
	})
	add("format-text", func(t *testing.T) {
		q := hear(said(t, "wav"), "a.wav")
		q.ResponseFormat = "text"
		text := asText(t, q)
		sameWords(t, text, sentence)
		if strings.ContainsAny(text, "{}") {
			t.Errorf("not plain text: %q", text)
		}
	})
	add("format-srt", func(t *testing.T) {
		q := hear(said(t, "wav"), "a.wav")
		q.ResponseFormat = "srt"
		text, have := asText(t, q), ""
		for i, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
			if !srtBlock.MatchString(block) || !strings.HasPrefix(block, fmt.Sprint(i+1, "\n")) {
				t.Errorf("not a block of SubRip: %q", block)
				continue
			}
			have += " " + strings.SplitN(block, "\n", 3)[2]
		}
		sameWords(t, have, sentence)
	})
	add("format-vtt", func(t *testing.T) {
		q := hear(said(t, "wav"), "a.wav")
		q.ResponseFormat = "vtt"
		text, have := asText(t, q), ""
		blocks := strings.Split(strings.TrimSpace(text), "\n\n")
		if blocks[0] != "WEBVTT" {
			t.Errorf("it begins with %q", blocks[0])
		}
		for _, block := range blocks[1:] {
			if !vttBlock.MatchString(block) {
				t.Errorf("not a block of WebVTT: %q", block)
				continue
			}
			have += " " + strings.SplitN(block, "\n", 2)[1]
		}
		sameWords(t, have, sentence)
	})
	add("format-verbose", func(t *testing.T) {
		data := said(t, "wav")
		q := hear(data, "a.wav")
		q.ResponseFormat = "verbose_json"
		v := heard(t, q).AsTranscriptionVerbose()
		sameWords(t, v.Text, sentence)
		if want := length(t, "wav", data); math.Abs(v.Duration-want) > 0.15 || v.Language == "" {
			t.Errorf("%v seconds of %v, language %q", v.Duration, want, v.Language)
		}
		joined, last := "", 0.0
		for i, s := range v.Segments {
			if s.ID != int64(i) || s.Start < last-0.001 || s.End <= s.Start || s.End > v.Duration+0.15 || strings.TrimSpace(s.Text) == "" {
				t.Errorf("segment %d: %s", i, s.RawJSON())
			}
			joined, last = joined+" "+s.Text, s.End
		}
		sameWords(t, joined, sentence)
	})
	add("words", func(t *testing.T) {
		q := hear(said(t, "wav"), "a.wav")
		q.ResponseFormat, q.TimestampGranularities = "verbose_json", []string{"word"}
		v := heard(t, q).AsTranscriptionVerbose()
		joined, last := "", 0.0
		for _, w := range v.Words {
			if w.Start < last-0.001 || w.End < w.Start || w.End > v.Duration+0.15 {
				t.Errorf("%s after %v", w.RawJSON(), last)
			}
			joined, last = joined+" "+w.Word, w.Start
		}
		sameWords(t, joined, sentence)
	})
	add("words-and-segments", func(t *testing.T) {
		q := hear(said(t, "wav"), "a.wav")
		q.ResponseFormat, q.TimestampGranularities = "verbose_json", []string{"word", "segment"}
		if v := heard(t, q).AsTranscriptionVerbose(); len(v.Words) == 0 || len(v.Segments) == 0 {
			t.Errorf("%d words, %d segments", len(v.Words), len(v.Segments))
		}
	})
	add("segments-only", func(t *testing.T) {
		q := hear(said(t, "wav"), "a.wav")
		q.ResponseFormat, q.TimestampGranularities = "verbose_json", []string{"segment"}
		if v := heard(t, q).AsTranscriptionVerbose(); len(v.Words) != 0 || len(v.Segments) == 0 {
			t.Errorf("%d words, %d segments", len(v.Words), len(v.Segments))
		}
	})
	add("words-unknown-kind", refused(400, "timestamp_granularities", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) {
		q.ResponseFormat, q.TimestampGranularities = "verbose_json", []string{"syllable"}
	}))
	add("segments-along-pauses", func(t *testing.T) {
		q := hear(tone(16000, [2]float64{0.3, 0}, [2]float64{1.2, 300}, [2]float64{1.5, 0}, [2]float64{1.2, 440}, [2]float64{0.3, 0}), "a.wav")
		q.ResponseFormat = "verbose_json"
		v := heard(t, q).AsTranscriptionVerbose()
		if v.Text == "" || math.Abs(v.Duration-4.5) > 0.1 || len(v.Segments) != 2 {
			t.Fatalf("%q in %v seconds and %d segments", v.Text, v.Duration, len(v.Segments))
		}
		if v.Segments[0].End > 2.2 || v.Segments[1].Start < 2.2 {
			t.Errorf("segments %v to %v and %v to %v", v.Segments[0].Start, v.Segments[0].End, v.Segments[1].Start, v.Segments[1].End)
		}
	})
	add("silence", func(t *testing.T) {
		q := hear(tone(16000, [2]float64{2, 0}), "a.wav")
		q.ResponseFormat = "verbose_json"
		if v := heard(t, q).AsTranscriptionVerbose(); math.Abs(v.Duration-2) > 0.1 {
			t.Errorf("%v seconds", v.Duration)
		}
	})
	for _, language := range []string{"en", "de", "zh"} {
		add("language-"+language, func(t *testing.T) {
			q := hear(file(t, "speech.wav"), "a.wav")
			q.Language = openai.String(language)
			if heard(t, q).Text == "" {
				t.Error("no text")
			}
		})
	}
	for _, bad := range [][2]string{{"name", "english"}, {"unknown", "xx"}, {"three-letters", "eng"}, {"sign", "e1"}} {
		add("language-bad-"+bad[0], refused(400, "language", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) { q.Language = openai.String(bad[1]) }))
	}
	add("temperature-range", func(t *testing.T) {
		for _, v := range []float64{0, 0.5, 1} {
			q := hear(file(t, "speech.wav"), "a.wav")
			q.Temperature = openai.Float(v)
			heard(t, q)
		}
	})
	add("temperature-low", refused(400, "temperature", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) { q.Temperature = openai.Float(-0.1) }))
	add("temperature-high", refused(400, "temperature", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) { q.Temperature = openai.Float(1.1) }))
	add("temperature-type", refused(400, "temperature", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) {
		q.SetExtraFields(map[string]any{"temperature": "warm"})
	}))
	add("format-unknown", refused(400, "response_format", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) { q.ResponseFormat = "poem" }))
	add("model-unknown", refused(404, "model", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) { q.Model = "no-such-model" }))
	add("model-of-another-kind", refused(400, "model", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) { q.Model = names.Chat }))
	add("file-empty", refused(400, "file", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) { *q = hear(nil, "a.wav") }))
	add("file-without-sound", refused(400, "file", func(_ *testing.T, q *openai.AudioTranscriptionNewParams) { *q = hear(wavOf(16000, nil), "a.wav") }))
	add("file-damaged", func(t *testing.T) {
		for _, name := range []string{"speech.wav", "speech.mp3", "speech.m4a", "speech.mp4", "speech.webm"} {
			data := file(t, name)
			noise := append(slices.Clone(data[:len(data)/3]), bytes.Repeat([]byte{0x5a, 0xff, 0x00}, len(data)/5)...)
			for _, damaged := range [][]byte{data[:len(data)/2], data[:40], noise} {
				body, kind := formOf([2]string{"model", names.Transcription}, [2]string{"file", string(damaged)})
				res := raw(t, http.MethodPost, "/audio/transcriptions", kind, body)
				if res.StatusCode != 200 && res.StatusCode != 400 {
					t.Errorf("%d of %s: %s", len(damaged), name, res.Status)
				}
			}
		}
	})
	add("file-missing", func(t *testing.T) {
		body, kind := formOf([2]string{"model", names.Transcription})
		if r := wantRefusal(t, raw(t, http.MethodPost, "/audio/transcriptions", kind, body), 400); r.Error.Param == nil || *r.Error.Param != "file" {
			t.Errorf("%+v", r)
		}
	})
	add("model-missing", func(t *testing.T) {
		body, kind := formOf([2]string{"file", string(file(t, "speech.wav"))})
		if r := wantRefusal(t, raw(t, http.MethodPost, "/audio/transcriptions", kind, body), 400); r.Error.Param == nil || *r.Error.Param != "model" {
			t.Errorf("%+v", r)
		}
	})
	add("fields-in-any-order", func(t *testing.T) {
		sound := string(file(t, "speech.wav"))
		for _, fields := range [][][2]string{
			{{"file", sound}, {"model", names.Transcription}, {"response_format", "text"}, {"language", "en"}},
			{{"response_format", "text"}, {"file", sound}, {"language", "en"}, {"model", names.Transcription}},
			{{"language", "en"}, {"model", names.Transcription}, {"response_format", "text"}, {"file", sound}},
		} {
			body, kind := formOf(fields...)
			res := raw(t, http.MethodPost, "/audio/transcriptions", kind, body)
			data, err := io.ReadAll(res.Body)
			if res.StatusCode != 200 || err != nil || len(data) == 0 || data[0] == '{' {
				t.Errorf("%s: %v: %.200s", res.Status, err, data)
			}
		}
	})
	add("fields-of-others", func(t *testing.T) {
		q := hear(file(t, "speech.wav"), "a.wav")
		q.Prompt, q.Include = openai.String("Good morning."), []openai.TranscriptionInclude{"logprobs"}
		q.SetExtraFields(map[string]any{"some_new_field": "1", "stream": "false"})
		heard(t, q)
	})
	add("upload-of-unknown-length", func(t *testing.T) {
		body, kind := formOf([2]string{"model", names.Transcription}, [2]string{"file", string(file(t, "speech.wav"))})
		res := raw(t, http.MethodPost, "/audio/transcriptions", kind, io.MultiReader(body))
		if res.StatusCode != 200 {
			wantRefusal(t, res, 200)
		}
	})
	add("upload-too-large", func(t *testing.T) {
		head, tail := "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n", "\r\n--x--\r\n"
		const size = 300 << 20
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, served.address+"/audio/transcriptions",
			io.MultiReader(strings.NewReader(head), io.LimitReader(zeros{}, size), strings.NewReader(tail)))
		if err != nil {
			t.Fatal(err)
		}
		req.ContentLength = int64(len(head) + size + len(tail))
		req.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		req.Header.Set("Authorization", "Bearer "+served.key)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		wantRefusal(t, res, http.StatusRequestEntityTooLarge)
	})
	add("upload-cut", func(t *testing.T) {
		body, kind := formOf([2]string{"model", names.Transcription}, [2]string{"file", string(file(t, "speech.wav"))})
		whole, _ := io.ReadAll(body)
		wantRefusal(t, raw(t, http.MethodPost, "/audio/transcriptions", kind, bytes.NewReader(whole[:len(whole)/2])), 400)
	})
	add("content-type", func(t *testing.T) {
		for _, kind := range []string{"application/json", "text/plain", "audio/wav", ""} {
			wantRefusal(t, raw(t, http.MethodPost, "/audio/transcriptions", kind, strings.NewReader("{}")), http.StatusUnsupportedMediaType)
		}
	})
	add("boundary-missing", func(t *testing.T) {
		wantRefusal(t, raw(t, http.MethodPost, "/audio/transcriptions", "multipart/form-data", strings.NewReader("--x--")), 400)
	})
	return all
}

// zeros is a reader of nothing but zeros.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
