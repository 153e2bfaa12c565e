package practice

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/client"
	"parlando/client/practice/speechtest"
	"parlando/media/audio"
	"parlando/media/audio/audiotest"
	"parlando/media/voice"
)

const lighthouse = "The lighthouse keeper climbed the stairs every evening, and lit the lamp before the sun went down. A boat came in."

// listening is a gateway on a loopback socket that knows some speech. Files that it leaves behind
// fail the test.
func listening(t *testing.T, o Options, known ...speechtest.Speech) (*Gateway, *httptest.Server) {
	t.Helper()
	folder := t.TempDir()
	setTemp(t, folder)
	g := New(o)
	for _, s := range known {
		g.LearnSpeech(s.Samples, s.Rate, "en", s.Words)
	}
	server := httptest.NewServer(g)
	t.Cleanup(func() {
		server.Close()
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("files were left behind: %v, %v", left, err)
		}
	})
	return g, server
}

// asWAV is a sound as a file.
func asWAV(t testing.TB, s speechtest.Speech) []byte { return encoded(t, audio.WAV, s) }

func encoded(t testing.TB, f audio.Format, s speechtest.Speech) []byte {
	t.Helper()
	return audiotest.Encode(t, f, s.Samples, s.Rate, 1)
}

// formPart is one part of a form; a file when it has a file name.
type formPart struct{ name, fileName, value string }

// formWith is a form of parts, in their order.
func formWith(t testing.TB, parts ...formPart) (body []byte, kind string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		var to io.Writer
		var err error
		if p.fileName != "" {
			to, err = w.CreateFormFile(p.name, p.fileName)
		} else {
			to, err = w.CreateFormField(p.name)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(to, p.value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), w.FormDataContentType()
}

// formAnswer is an answer.
type formAnswer struct {
	status int
	kind   string
	body   []byte
}

// sendForm sends a form.
func sendForm(t testing.TB, server *httptest.Server, kind string, body io.Reader) formAnswer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/v1/audio/transcriptions", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+Key)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	res, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return formAnswer{res.StatusCode, res.Header.Get("Content-Type"), got}
}

func send(t testing.TB, server *httptest.Server, parts ...formPart) formAnswer {
	t.Helper()
	body, kind := formWith(t, parts...)
	return sendForm(t, server, kind, bytes.NewReader(body))
}

// sendFile sends a recording with further fields, given as names and values.
func sendFile(t testing.TB, server *httptest.Server, data []byte, fields ...string) formAnswer {
	t.Helper()
	return sendTo(t, server, TranscriptionModel, data, fields...)
}

// sendTo sends a recording to a model, with further fields, given as names and values.
func sendTo(t testing.TB, server *httptest.Server, model string, data []byte, fields ...string) formAnswer {
	t.Helper()
	parts := []formPart{{name: "model", value: model}}
	for i := 0; i < len(fields); i += 2 {
		parts = append(parts, formPart{name: fields[i], value: fields[i+1]})
	}
	return send(t, server, append(parts, formPart{"file", "a", string(data)})...)
}

type verbose struct {
	Task, Language string
	Duration       float64
	Text           string
	Segments       []verboseSegment
	Words          []verboseWord
}

// heardIn decodes an answer in verbose_json.
func heardIn(t testing.TB, a formAnswer) verbose {
	t.Helper()
	var v verbose
	if a.status != 200 || a.kind != "application/json" || json.Unmarshal(a.body, &v) != nil {
		t.Fatalf("%d %s: %s", a.status, a.kind, a.body)
	}
	return v
}

func TestEveryTypeOfRecordingIsTakenByItsBytes(t *testing.T) {
	// The same sentence as a file of every kind. It is known from the wav.
	folder := filepath.Join("..", "..", "media", "audio", "testdata")
	data, err := os.ReadFile(filepath.Join(folder, "speech.wav"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := audio.NewDecoder(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	known := speechtest.Speech{Rate: d.Rate()}
	for samples := make([]float32, 4096); ; {
		n, err := d.Read(samples)
		known.Samples = append(known.Samples, samples[:n]...)
		if err != nil {
			break
		}
	}
	length := known.Duration()
	spoken := length * 3 / 4
	for i, w := range []string{"One ", "two ", "three ", "four."} {
		known.Words = append(known.Words, voice.Word{Text: w, Start: spoken * time.Duration(i) / 4, End: spoken * time.Duration(i+1) / 4, EndsSentence: i == 3})
	}
	_, server := listening(t, Options{}, known)
	for _, name := range []string{"speech.wav", "speech.mp3", "speech-22050.mp3", "speech-44100-stereo.mp3", "speech.m4a", "speech-44100-stereo.m4a", "speech-fragmented.mp4", "speech.webm", "speech-vorbis.webm"} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			v := heardIn(t, sendFile(t, server, data, "response_format", "verbose_json"))
			if v.Text != "One two three four." || math.Abs(v.Duration-length.Seconds()) > 0.2 {
				t.Errorf("%q in %v s, not %v s", v.Text, v.Duration, length.Seconds())
			}
		})
	}
	for _, name := range []string{"speech.flac", "speech.ogg", "speech.opus", "speech.aac"} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			refusedWith(t, sendFile(t, server, data), 400, "file", "Supported formats: mp3, mp4, mpeg, mpga, m4a, wav, webm.")
		})
	}
}

// refusedWith checks a refusal: its one shape, the field it names, and words of its message.
func refusedWith(t testing.TB, a formAnswer, status int, param string, words ...string) {
	t.Helper()
	var got struct {
		Error struct {
			Message     string
			Type        string
			Param, Code *string
		}
	}
	if a.status != status || a.kind != "application/json" || json.Unmarshal(a.body, &got) != nil || got.Error.Message == "" || got.Error.Type == "" {
		t.Errorf("%d %s: %s", a.status, a.kind, a.body)
		return
	}
	if named := got.Error.Param; (named == nil) != (param == "") || named != nil && *named != param {
		t.Errorf("it does not name %q: %s", param, a.body)
	}
	for _, w := range words {
		if !strings.Contains(got.Error.Message, w) {
			t.Errorf("%q is not said in: %s", w, got.Error.Message)
		}
	}
}

func TestFieldsOfAnUploadComeInAnyOrder(t *testing.T) {
	known := speechtest.Synthesize(lighthouse)
	_, server := listening(t, Options{}, known)
	parts := []formPart{
		{name: "model", value: TranscriptionModel},
		{name: "language", value: "de"},
		{name: "response_format", value: "verbose_json"},
		{"file", "Ünï\"code.txt", string(asWAV(t, known.Cut(0, 3*time.Second)))},
		{name: "temperature", value: "0.5"},
	}
	others := []formPart{{name: "prompt", value: strings.Repeat("words ", 1000)}, {"picture", "a.png", "\x89PNG"}, {name: "", value: "?"}, {name: "stream", value: "false"}}
	for i := range parts {
		order := append(slices.Clone(parts[i:]), parts[:i]...)
		order = slices.Insert(order, 2, others...)
		if i%2 == 1 {
			slices.Reverse(order)
		}
		v := heardIn(t, send(t, server, order...))
		if v.Language != "german" || !strings.HasPrefix(v.Text, "The lighthouse keeper climbed ") || v.Segments[0].Temperature != 0.5 {
			t.Errorf("order %d: %+v", i, v)
		}
	}
}

func TestFiveFormatsOfATranscript(t *testing.T) {
	known := speechtest.Synthesize("A bell & a lamp. Nobody <b>knows</b> why --> me. ")
	_, server := listening(t, Options{}, known)
	data := asWAV(t, known)
	w := known.Words
	text := "A bell & a lamp. Nobody <b>knows</b> why --> me."
	at := func(i int, point string) string {
		f := func(d time.Duration) string {
			return fmt.Sprintf("00:00:0%d%s%03d", d.Milliseconds()/1000, point, d.Milliseconds()%1000)
		}
		return f(w[[]int{0, 5}[i]].Start) + " --> " + f(w[[]int{4, 9}[i]].End)
	}
	for _, c := range []struct{ format, kind, body string }{
		{"text", "text/plain; charset=utf-8", text + "\n"},
		{"srt", "application/x-subrip; charset=utf-8", "1\n" + at(0, ",") + "\nA bell & a lamp.\n\n2\n" + at(1, ",") + "\nNobody <b>knows</b> why -> me.\n\n"},
		{"vtt", "text/vtt; charset=utf-8", "WEBVTT\n\n" + at(0, ".") + "\nA bell &amp; a lamp.\n\n" + at(1, ".") + "\nNobody &lt;b>knows&lt;/b> why -> me.\n\n"},
	} {
		if a := sendFile(t, server, data, "response_format", c.format); a.status != 200 || a.kind != c.kind || string(a.body) != c.body {
			t.Errorf("%s: %d %s:\n%s\nis not\n%s", c.format, a.status, a.kind, a.body, c.body)
		}
	}
	for _, fields := range [][]string{nil, {"response_format", "json"}} {
		a := sendFile(t, server, data, fields...)
		var got map[string]any
		if err := json.Unmarshal(a.body, &got); err != nil || got["text"] != text || got["segments"] != nil || a.kind != "application/json" {
			t.Errorf("%v %s: %s", err, a.kind, a.body)
		}
	}
	a := sendFile(t, server, data, "response_format", "verbose_json")
	v := heardIn(t, a)
	if v.Task != "transcribe" || v.Language != "english" || math.Abs(v.Duration-known.Duration().Seconds()) > 0.001 || v.Text != text {
		t.Errorf("%s", a.body)
	}
	if len(v.Segments) != 2 || v.Segments[0].Text != "A bell & a lamp." || v.Segments[1].ID != 1 || v.Segments[1].Start < v.Segments[0].End {
		t.Errorf("%+v", v.Segments)
	}
	var bare []string
	for i, got := range v.Words {
		bare = append(bare, got.Word)
		if got.End <= got.Start || i > 0 && got.Start < v.Words[i-1].Start {
			t.Errorf("%+v", got)
		}
	}
	// Signs are no words.
	if got := strings.Join(bare, " "); got != "A bell a lamp Nobody b>knows</b why me" {
		t.Errorf("%s", got)
	}
	for _, field := range []string{`"tokens":[]`, `"seek":0`, `"avg_logprob":`, `"compression_ratio":`, `"no_speech_prob":`, `"temperature":0`} {
		if !bytes.Contains(a.body, []byte(field)) {
			t.Errorf("%s lacks %s", a.body, field)
		}
	}
	words := heardIn(t, sendFile(t, server, data, "response_format", "verbose_json", "timestamp_granularities[]", "word"))
	both := heardIn(t, sendFile(t, server, data, "response_format", "verbose_json", "timestamp_granularities[]", "word", "timestamp_granularities[]", "segment"))
	segments := heardIn(t, sendFile(t, server, data, "response_format", "verbose_json", "timestamp_granularities", "segment"))
	if len(words.Words) != 8 || len(words.Segments) != 0 || len(both.Words) != 8 || len(both.Segments) != 2 || len(segments.Words) != 0 || len(segments.Segments) != 2 {
		t.Errorf("%+v\n%+v\n%+v", words, both, segments)
	}
}

func TestWrongUploadsAreRefusedByNameAndRule(t *testing.T) {
	_, server := listening(t, Options{})
	sound := formPart{"file", "a.wav", string(asWAV(t, speechtest.Synthesize("Hello there. ")))}
	model := formPart{name: "model", value: TranscriptionModel}
	field := func(name, value string) []formPart { return []formPart{model, {name: name, value: value}, sound} }
	for name, c := range map[string]struct {
		status int
		param  string
		parts  []formPart
		words  []string
	}{
		"no model":              {400, "model", []formPart{sound}, []string{"Missing", "'model'"}},
		"empty model":           {400, "model", []formPart{{name: "model"}, sound}, []string{"empty"}},
		"two models":            {400, "model", []formPart{model, model, sound}, []string{"Duplicate"}},
		"unknown model":         {404, "model", []formPart{{name: "model", value: "whisper-9"}, sound}, []string{"whisper-9"}},
		"model that chats":      {400, "model", []formPart{{name: "model", value: WriterModel}, sound}, []string{"/v1/chat/completions"}},
		"model as a file":       {400, "model", []formPart{{"model", "a.txt", TranscriptionModel}, sound}, []string{"plain field"}},
		"no file":               {400, "file", []formPart{model}, []string{"Missing", "'file'"}},
		"empty file":            {400, "file", []formPart{model, {"file", "a.wav", ""}}, []string{"empty"}},
		"two files":             {400, "file", []formPart{model, sound, sound}, []string{"Duplicate"}},
		"file as a field":       {400, "file", []formPart{model, {name: "file", value: sound.value}}, []string{"a file with a name"}},
		"text":                  {400, "file", []formPart{model, {"file", "a.mp3", "This is only called mp3."}}, []string{"mp3, mp4, mpeg, mpga, m4a, wav, webm"}},
		"picture":               {400, "file", []formPart{model, {"file", "a.mp3", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"}}, []string{"mp3, mp4, mpeg, mpga, m4a, wav, webm"}},
		"head without sound":    {400, "file", []formPart{model, {"file", "a.wav", sound.value[:44]}}, []string{"too short"}},
		"half a head":           {400, "file", []formPart{model, {"file", "a.wav", sound.value[:20]}}, []string{"damaged"}},
		"sixty milliseconds":    {400, "file", []formPart{model, {"file", "a.wav", string(asWAV(t, speechtest.Synthesize("Hello there. ").Cut(0, 60*time.Millisecond)))}}, []string{"0.1"}},
		"language name":         {400, "language", field("language", "english"), []string{"ISO 639-1"}},
		"language unknown":      {400, "language", field("language", "xx"), []string{"ISO 639-1"}},
		"language empty":        {400, "language", field("language", ""), []string{"empty"}},
		"language three":        {400, "language", field("language", "deu"), []string{"ISO 639-1"}},
		"language twice":        {400, "language", append(field("language", "de"), formPart{name: "language", value: "en"}), []string{"Duplicate"}},
		"language long":         {400, "language", field("language", strings.Repeat("e", 2000)), []string{"1000"}},
		"format":                {400, "response_format", field("response_format", "xml"), []string{"'json', 'text', 'srt', 'vtt' and 'verbose_json'"}},
		"temperature low":       {400, "temperature", field("temperature", "-0.1"), []string{"0 to 1"}},
		"temperature high":      {400, "temperature", field("temperature", "1.01"), []string{"0 to 1"}},
		"temperature not":       {400, "temperature", field("temperature", "NaN"), []string{"number"}},
		"temperature word":      {400, "temperature", field("temperature", "warm"), []string{"number"}},
		"temperature in hex":    {400, "temperature", field("temperature", "0x1p-2"), []string{"number"}},
		"temperature infinite":  {400, "temperature", field("temperature", "Inf"), []string{"0 to 1"}},
		"granularity":           {400, "timestamp_granularities", append(field("response_format", "verbose_json"), formPart{name: "timestamp_granularities[]", value: "letter"}), []string{"'word' and 'segment'"}},
		"granularity elsewhere": {400, "timestamp_granularities", field("timestamp_granularities[]", "word"), []string{"verbose_json"}},
	} {
		t.Run(name, func(t *testing.T) { refusedWith(t, send(t, server, c.parts...), c.status, c.param, c.words...) })
	}
	whole, kind := formWith(t, model, sound)
	for name, c := range map[string]struct {
		status int
		kind   string
		body   []byte
	}{
		"json":                 {415, "application/json", []byte(`{"model":"practice-ears"}`)},
		"no content type":      {415, "", whole},
		"other multipart":      {415, strings.Replace(kind, "form-data", "mixed", 1), whole},
		"no boundary":          {400, "multipart/form-data", whole},
		"wrong boundary":       {400, "multipart/form-data; boundary=abc", whole},
		"empty":                {400, kind, nil},
		"cut in the file":      {400, kind, whole[:len(whole)/2]},
		"cut before the end":   {400, kind, whole[:len(whole)-6]},
		"garbage":              {400, kind, []byte("\x00\x01\x02")},
		"broken part's header": {400, "multipart/form-data; boundary=abc", []byte("--abc\r\nnonsense\r\n\r\nx\r\n--abc--\r\n")},
	} {
		t.Run(name, func(t *testing.T) { refusedWith(t, sendForm(t, server, c.kind, bytes.NewReader(c.body)), c.status, "") })
	}
}

func TestUploadsNeedTheKey(t *testing.T) {
	_, server := listening(t, Options{})
	body, kind := formWith(t, formPart{name: "model", value: TranscriptionModel})
	for _, key := range []string{"", "Bearer sk-other"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/v1/audio/transcriptions", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Authorization", key)
		res, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusUnauthorized {
			t.Errorf("%q: %s", key, res.Status)
		}
	}
}

func TestARecordingOverTheLimitIsRefused(t *testing.T) {
	known := speechtest.Synthesize("Hello there. ")
	data := asWAV(t, known)
	limit := int64(len(data))
	_, server := listening(t, Options{MaxRecording: limit}, known)
	if a := sendFile(t, server, data); a.status != 200 {
		t.Errorf("at the limit: %d %s", a.status, a.body)
	}
	model := formPart{name: "model", value: TranscriptionModel}
	for name, parts := range map[string][]formPart{
		"one byte over":    {model, {"file", "a.wav", string(data) + "."}},
		"far over":         {model, {"file", "a.wav", string(data) + strings.Repeat(".", 8<<20)}},
		"much of the rest": {model, {name: "prompt", value: strings.Repeat(".", 8<<20)}, {"file", "a.wav", string(data)}},
		"over, model last": {{"file", "a.wav", string(data) + strings.Repeat(".", 8<<20)}, model},
	} {
		body, kind := formWith(t, parts...)
		// With its length told and without.
		for _, r := range []io.Reader{bytes.NewReader(body), io.MultiReader(bytes.NewReader(body))} {
			t.Run(name, func(t *testing.T) {
				refusedWith(t, sendForm(t, server, kind, r), http.StatusRequestEntityTooLarge, "file", fmt.Sprint(limit))
			})
		}
	}
}

func TestOtherSoundIsMeasuredAndNotInvented(t *testing.T) {
	_, server := listening(t, Options{}, speechtest.Synthesize(lighthouse))
	sound := func(parts ...[2]float64) []byte {
		s := speechtest.Speech{Rate: 16000}
		for _, p := range parts {
			for i := range int(p[0] * 16000) {
				s.Samples = append(s.Samples, float32(p[1]*math.Sin(2*math.Pi*330*float64(i)/16000)))
			}
		}
		return asWAV(t, s)
	}
	v := heardIn(t, sendFile(t, server, sound([2]float64{0.5, 0}, [2]float64{1.5, 0.8}, [2]float64{1, 0}, [2]float64{2, 0.005}), "response_format", "verbose_json"))
	if len(v.Segments) != 2 || len(v.Words) != 0 || v.Language != "english" || v.Duration != 5 {
		t.Fatalf("%+v", v)
	}
	for i, want := range []verboseSegment{
		{Start: 0.5, End: 2, Text: "[Practice: 1.5 s of sound. Connect a service to get its words.]"},
		{Start: 3, End: 5, Text: "[Practice: 2.0 s of sound. Connect a service to get its words.]"},
	} {
		if got := v.Segments[i]; math.Abs(got.Start-want.Start) > 0.02 || math.Abs(got.End-want.End) > 0.02 || got.Text != want.Text || got.NoSpeechProb < 0.9 {
			t.Errorf("%+v is not %+v", got, want)
		}
	}
	silent := sound([2]float64{2, 0})
	if v = heardIn(t, sendFile(t, server, silent, "response_format", "verbose_json")); v.Text != "[Practice: 2.0 s of silence]" || v.Segments == nil || len(v.Segments) != 0 {
		t.Errorf("%+v", v)
	}
	if a := sendFile(t, server, silent, "response_format", "srt"); a.status != 200 || len(a.body) != 0 {
		t.Errorf("%s", a.body)
	}
	if a := sendFile(t, server, silent, "response_format", "vtt"); string(a.body) != "WEBVTT\n\n" {
		t.Errorf("%q", a.body)
	}
}

func TestNothingIsToldWhenTheSenderIsGone(t *testing.T) {
	folder := t.TempDir()
	setTemp(t, folder)
	g := New(Options{})
	body, kind := formWith(t, formPart{name: "model", value: TranscriptionModel}, formPart{"file", "a.wav", string(asWAV(t, speechtest.Synthesize(lighthouse)))})
	for name, gone := range map[string]error{"after the form": io.EOF, "in the form": io.ErrUnexpectedEOF} {
		ctx, cancel := context.WithCancel(t.Context())
		sent := body
		if !errors.Is(gone, io.EOF) {
			sent = body[:len(body)/2]
		}
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/audio/transcriptions", io.MultiReader(bytes.NewReader(sent), &brokenBody{cancel, gone}))
		r.Header.Set("Authorization", "Bearer "+Key)
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		if w.Body.Len() > 0 {
			t.Errorf("%s: %s", name, w.Body)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %v, %v", name, left, err)
		}
	}
}

// brokenBody is the end of a body whose sender goes away.
type brokenBody struct {
	leave context.CancelFunc
	err   error
}

func (l *brokenBody) Read([]byte) (int, error) {
	l.leave()
	return 0, l.err
}

// setTemp makes a folder that of temporary files, on each system.
func setTemp(t *testing.T, folder string) {
	t.Helper()
	for _, name := range []string{"TMPDIR", "TMP"} {
		t.Setenv(name, folder)
	}
}

func TestAnUploadThatFindsNoRoomIsToldSo(t *testing.T) {
	setTemp(t, filepath.Join(t.TempDir(), "gone"))
	server := httptest.NewServer(New(Options{}))
	defer server.Close()
	refusedWith(t, sendFile(t, server, []byte("sound")), http.StatusInternalServerError, "", "put aside")
}

func TestParlandosClientReadsWhatPracticeHears(t *testing.T) {
	known := speechtest.Synthesize(lighthouse)
	g, server := listening(t, Options{}, known)
	address, err := client.ParseAddress(server.URL + "/v1")
	if err != nil {
		t.Fatal(err)
	}
	inMemory, err := client.ParseAddress(Address)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]*client.Client{
		"socket":    client.New(client.Options{Address: address, Key: Key}),
		"in memory": client.New(client.Options{Address: inMemory, Key: Key, Transport: g.Transport()}),
	} {
		for _, format := range []client.TranscriptFormat{"", client.TranscriptJSON, client.TranscriptText, client.TranscriptSRT, client.TranscriptVTT, client.TranscriptVerbose} {
			got, err := c.Transcribe(t.Context(), client.TranscriptionRequest{Model: TranscriptionModel, Audio: bytes.NewReader(asWAV(t, known)), Format: format, Language: "en"})
			if err != nil || got.Text != lighthouse {
				t.Errorf("%s, %q: %v, %+v", name, format, err, got)
			}
		}
	}
}

func TestPartsOfWhatWasSaidAreRecognizedThroughTheGateway(t *testing.T) {
	var known []speechtest.Speech
	for i := range 20 {
		known = append(known, speechtest.Synthesize(fmt.Sprintf("Number %d has a story of its own, and it begins with %s. It ends in %s, as all of them do. ", i, practiced[i], practiced[19-i])))
	}
	_, server := listening(t, Options{}, known...)
	dice := rand.New(rand.NewPCG(1, 2))
	for i, s := range known {
		if speechtest.RaceEnabled && i%5 > 0 {
			continue
		}
		length := 2*time.Second + time.Duration(dice.Float64()*float64(s.Duration()-2*time.Second))
		from := time.Duration(dice.Float64() * float64(s.Duration()-length))
		part := s.Cut(from, from+length)
		for _, f := range []audio.Format{audio.WAV, audio.MP3} {
			if v := heardIn(t, sendFile(t, server, encoded(t, f, s), "response_format", "verbose_json")); v.Text != s.Text() {
				t.Errorf("%s, utterance %d: %q is not %q", f, i, v.Text, s.Text())
			}
			v := heardIn(t, sendFile(t, server, encoded(t, f, part), "response_format", "verbose_json"))
			// At most one word is there more or less at each end.
			got, want := strings.Fields(v.Text), strings.Fields(s.Text())
			first, last := slices.IndexFunc(s.Words, func(w voice.Word) bool { return w.End > from }), 0
			for j, w := range s.Words {
				if w.Start < from+length {
					last = j
				}
			}
			at := -1
			for j := max(first-1, 0); j <= first+1; j++ {
				if j+len(got) <= len(want) && slices.Equal(got, want[j:j+len(got)]) {
					at = j
				}
			}
			if at < 0 || len(got) == 0 || last-(at+len(got)-1) > 1 || at+len(got)-1-last > 1 {
				t.Errorf("%s, utterance %d from %v for %v: %q of %q", f, i, from, length, v.Text, part.Text())
			}
		}
	}
}
