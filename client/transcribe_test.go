package client

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"parlando/client/failure"
)

// form is an upload as the service saw it.
type form struct {
	order    []string // of the parts
	values   map[string]string
	lists    map[string][]string // of fields that are sent once for each value
	filename string
	fileType string
	file     []byte
	length   int64
	header   http.Header
}

// uploads is a service that takes forms and answers each as it is told, by how many came before.
type uploads struct {
	*Client
	mu    sync.Mutex
	forms []form
}

func newUploads(t *testing.T, o Options, answer func(w http.ResponseWriter, f form, before int)) *uploads {
	t.Helper()
	u := &uploads{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, err := readForm(r)
		if err != nil {
			t.Errorf("the form cannot be read: %v", err)
		}
		u.mu.Lock()
		u.forms = append(u.forms, f)
		before := len(u.forms) - 1
		u.mu.Unlock()
		answer(w, f, before)
	}))
	t.Cleanup(server.Close)
	o.Address, _ = ParseAddress(server.URL)
	u.Client = New(o)
	return u
}

func (u *uploads) sent() []form {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.forms
}

func readForm(r *http.Request) (form, error) {
	f := form{values: map[string]string{}, lists: map[string][]string{}, length: r.ContentLength, header: r.Header}
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" || r.URL.Path != "/v1/audio/transcriptions" {
		return f, errors.Join(err, errors.New(kind+" at "+r.URL.Path))
	}
	parts := multipart.NewReader(r.Body, parameters["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return f, nil
		}
		if err != nil {
			return f, err
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return f, err
		}
		f.order = append(f.order, part.FormName())
		if part.FormName() == "file" {
			f.filename, f.fileType, f.file = part.FileName(), part.Header.Get("Content-Type"), data
		} else if name, list := strings.CutSuffix(part.FormName(), "[]"); list {
			f.lists[name] = append(f.lists[name], string(data))
		} else {
			f.values[part.FormName()] = string(data)
		}
	}
}

func heard(w http.ResponseWriter, _ form, _ int) { _, _ = io.WriteString(w, `{"text":"Hello there."}`) }

// recordings are the starts of files of every kind that may be uploaded, and what each is called.
var recordings = map[string]struct {
	head     string
	ending   string
	fileType string
}{
	"mp3 with a tag": {"ID3\x04\x00\x00\x00\x00\x00\x00\xff\xfb\x90\xc4", "mp3", "audio/mpeg"},
	"mp3":            {"\xff\xfb\x90\xc4", "mp3", "audio/mpeg"},
	"mpga":           {"\xff\xfd\x90\xc4", "mpga", "audio/mpeg"},
	"mpeg":           {"\x00\x00\x01\xba\x44", "mpeg", "audio/mpeg"},
	"mp4":            {"\x00\x00\x00\x20ftypisom", "mp4", "audio/mp4"},
	"m4a":            {"\x00\x00\x00\x20ftypM4A ", "m4a", "audio/mp4"},
	"wav":            {"RIFF\x24\x00\x00\x00WAVEfmt ", "wav", "audio/wav"},
	"webm":           {"\x1aE\xdf\xa3\x9fB\x86\x81\x01webm", "webm", "audio/webm"},
}

func TestUploadIsWhatStrictServersTake(t *testing.T) {
	u := newUploads(t, Options{Key: "sk-1234"}, heard)
	hot := 0.2
	for name, want := range recordings {
		t.Run(name, func(t *testing.T) {
			audio := want.head + strings.Repeat("\x00sound", 2000)
			// A name of the user's own never leaves.
			named := "Büro \"memo\".txt"
			if runtime.GOOS == "windows" { // where no name has quotes
				named = "Büro 'memo'.txt"
			}
			path := filepath.Join(t.TempDir(), named)
			if err := os.WriteFile(path, []byte(audio), 0o600); err != nil {
				t.Fatal(err)
			}
			file, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			got, err := u.Transcribe(t.Context(), TranscriptionRequest{
				Model: "ears", Audio: file, Language: "de", Format: TranscriptVerbose, Temperature: &hot,
			})
			if err != nil || got.Text != "Hello there." {
				t.Fatalf("%+v, %v", got, err)
			}
			sent := u.sent()
			f := sent[len(sent)-1]
			if want := []string{"model", "language", "response_format", "temperature", "file"}; !reflect.DeepEqual(f.order, want) {
				t.Errorf("the parts come as %q", f.order)
			}
			if want := map[string]string{"model": "ears", "language": "de", "response_format": "verbose_json", "temperature": "0.2"}; !reflect.DeepEqual(f.values, want) {
				t.Errorf("fields %v", f.values)
			}
			if f.filename != "audio."+want.ending || f.fileType != want.fileType || string(f.file) != audio {
				t.Errorf("the file is called %q, said to be %q and has %d bytes", f.filename, f.fileType, len(f.file))
			}
			if f.length <= int64(len(audio)) || f.header.Get("Authorization") != "Bearer sk-1234" || f.header.Get("Accept") != "application/json" {
				t.Errorf("length %d, headers %v", f.length, f.header)
			}
		})
	}
}

func TestWhatIsNotSetIsNotInTheForm(t *testing.T) {
	u := newUploads(t, Options{}, heard)
	if _, err := u.Transcribe(t.Context(), TranscriptionRequest{Model: "ears", Audio: bytes.NewReader(silentWAV(10))}); err != nil {
		t.Fatal(err)
	}
	if f := u.sent()[0]; !reflect.DeepEqual(f.order, []string{"model", "file"}) {
		t.Errorf("the parts are %q", f.order)
	}
}

func TestWhatIsNoRecordingIsRefusedBeforeItIsSent(t *testing.T) {
	u := newUploads(t, Options{}, heard)
	for name, c := range map[string]struct {
		audio string
		want  error
	}{
		"nothing":   {"", ErrNoAudio},
		"text":      {"Hello there, this is a text.", ErrAudioFormat},
		"picture":   {"\x89PNG\r\n\x1a\n", ErrAudioFormat},
		"heic":      {"\x00\x00\x00\x20ftypheic", ErrAudioFormat},
		"flac":      {"fLaC\x00\x00\x00\x22", ErrAudioFormat},
		"matroska":  {"\x1aE\xdf\xa3\x9fB\x86\x81\x01matroska", ErrAudioFormat},
		"one byte":  {"\xff", ErrAudioFormat},
		"aac":       {"\xff\xf1\x50\x80\x00\x1f\xfc", ErrAudioFormat},
		"avi":       {"RIFF\x24\x00\x00\x00AVI LIST", ErrAudioFormat},
		"temporary": {"\xff\xff\xff\xff", ErrAudioFormat},
	} {
		_, err := u.Transcribe(t.Context(), TranscriptionRequest{Model: "ears", Audio: strings.NewReader(c.audio)})
		var e *failure.Error
		if !errors.Is(err, c.want) || !errors.As(err, &e) || e.Kind != failure.BadRequest || e.Detail == "" || e.MayBeBilled {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := u.Transcribe(t.Context(), TranscriptionRequest{Model: "ears"}); !errors.Is(err, ErrNoAudio) {
		t.Errorf("no recording at all: %v", err)
	}
	for _, wrong := range []float64{-0.1, 1.1} {
		if _, err := u.Transcribe(t.Context(), TranscriptionRequest{Audio: bytes.NewReader(silentWAV(1)), Temperature: &wrong}); err == nil {
			t.Errorf("temperature %v passes", wrong)
		}
	}
	if n := len(u.sent()); n != 0 {
		t.Errorf("%d were sent", n)
	}
}

func TestUploadIsSentAgainWholeOrNotAtAll(t *testing.T) {
	busy := func(w http.ResponseWriter, f form, before int) {
		if before == 0 {
			w.Header().Set("Retry-After-Ms", "5")
			refuseJSON(w, 429, `{"error":{"message":"Slow down"}}`)
			return
		}
		heard(w, f, before)
	}
	audio := silentWAV(20_000)
	path := filepath.Join(t.TempDir(), "memo.wav")
	if err := os.WriteFile(path, append([]byte("skipped"), audio...), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Seek(7, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]io.Reader{"file": file, "memory": bytes.NewReader(audio)} {
		u := newUploads(t, Options{}, busy)
		got, err := u.Transcribe(t.Context(), TranscriptionRequest{Model: "ears", Audio: source})
		if err != nil || got.Text != "Hello there." || len(u.sent()) != 2 {
			t.Errorf("%s: %v after %d uploads", name, err, len(u.sent()))
		}
		for i, f := range u.sent() {
			if !bytes.Equal(f.file, audio) {
				t.Errorf("%s: upload %d has %d bytes", name, i, len(f.file))
			}
		}
	}
	once := newUploads(t, Options{}, busy)
	_, err = once.Transcribe(t.Context(), TranscriptionRequest{Model: "ears", Audio: iotest.DataErrReader(bytes.NewBuffer(audio)), Size: int64(len(audio))})
	var e *failure.Error
	if !errors.As(err, &e) || e.Kind != failure.RateLimit || e.RetryAfter != 5*time.Millisecond || len(once.sent()) != 1 {
		t.Errorf("what cannot be read again: %v after %d uploads", err, len(once.sent()))
	}
	if f := once.sent()[0]; f.length <= 0 || !bytes.Equal(f.file, audio) {
		t.Errorf("length %d", f.length)
	}
}

func TestRefusedFieldOfAnUploadIsLeftOut(t *testing.T) {
	u := newUploads(t, Options{}, func(w http.ResponseWriter, f form, before int) {
		if f.values["response_format"] != "" {
			refuseJSON(w, 400, `{"error":{"message":"response_format 'verbose_json' is not compatible with model 'ears'. Use 'json' or 'text' instead.","param":"response_format","code":"unsupported_value"}}`)
			return
		}
		heard(w, f, before)
	})
	got, err := u.Transcribe(t.Context(), TranscriptionRequest{Model: "ears", Audio: bytes.NewReader(silentWAV(10)), Format: TranscriptVerbose})
	if err != nil || got.Text != "Hello there." || !reflect.DeepEqual(failure.RefusedFields(got.Dropped), []string{"response_format"}) {
		t.Fatalf("%+v, %v", got, err)
	}
	_, err = u.Transcribe(t.Context(), TranscriptionRequest{
		Model: "ears", Audio: bytes.NewReader(silentWAV(10)), Format: TranscriptVerbose,
		Omit: failure.RefusedFields(got.Dropped),
	})
	if err != nil || len(u.sent()) != 3 {
		t.Errorf("with what was learned: %v after %d uploads", err, len(u.sent()))
	}
}

// A service that does not know the field for names transcribes without them.
func TestNamesThatAreRefusedAreLeftOut(t *testing.T) {
	for name, answer := range map[string]string{
		"by OpenAI":  `{"error":{"message":"Unrecognized request argument supplied: prompt","type":"invalid_request_error","param":null}}`,
		"by FastAPI": `{"detail":[{"type":"extra_forbidden","loc":["body","prompt"],"msg":"Extra inputs are not permitted","input":"Ana Costa"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			u := newUploads(t, Options{}, func(w http.ResponseWriter, f form, before int) {
				if f.values["prompt"] != "" {
					refuseJSON(w, 422, answer)
					return
				}
				heard(w, f, before)
			})
			got, err := u.Transcribe(t.Context(), TranscriptionRequest{
				Model: "ears", Audio: bytes.NewReader(silentWAV(10)), Names: []string{"Ana Costa"}, Format: TranscriptVerbose, ExactFormat: true,
			})
			if err != nil || got.Text != "Hello there." || !reflect.DeepEqual(failure.RefusedFields(got.Dropped), []string{"prompt"}) {
				t.Fatalf("%+v, %v", got, err)
			}
			if forms := u.sent(); len(forms) != 2 || forms[0].values["prompt"] != "Ana Costa" || forms[1].values["response_format"] != "verbose_json" {
				t.Errorf("sent %+v", forms)
			}
		})
	}
}

// The words before a recording are sent as prompt, behind the names; gpt-transcribe takes the names
// apart from them, and the model with speakers takes neither.
func TestTheWordsBeforeAreSentAsPrompt(t *testing.T) {
	for model, want := range map[string]string{
		"ears": "Ana Costa\nand then we left", "gpt-transcribe": "and then we left", "gpt-4o-transcribe-diarize": "",
	} {
		u := newUploads(t, Options{}, heard)
		_, err := u.Transcribe(t.Context(), TranscriptionRequest{
			Model: model, Audio: bytes.NewReader(silentWAV(10)), Names: []string{"Ana Costa"}, Context: "and then we left",
		})
		if forms := u.sent(); err != nil || len(forms) != 1 || forms[0].values["prompt"] != want {
			t.Errorf("%s: sent %+v, %v", model, forms, err)
		}
	}
}

func TestAFormatThatMustBeExactIsNotLeftOut(t *testing.T) {
	u := newUploads(t, Options{}, func(w http.ResponseWriter, f form, before int) {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":{"message":"response_format 'verbose_json' is not supported.","param":"response_format"}}`)
	})
	_, err := u.Transcribe(t.Context(), TranscriptionRequest{
		Model: "m", Audio: strings.NewReader("ID3 sound"), Format: TranscriptVerbose, ExactFormat: true, Omit: []string{"response_format"},
	})
	var e *failure.Error
	if !errors.As(err, &e) || e.Kind != failure.UnsupportedParam || e.Param != "response_format" {
		t.Fatalf("got %v", err)
	}
	if forms := u.sent(); len(forms) != 1 || forms[0].values["response_format"] != "verbose_json" {
		t.Fatalf("sent %+v", forms)
	}
}

// gpt-transcribe answers 200 to language and does not read it, so nothing but its name tells.
func TestGPTTranscribeIsToldLanguagesAndKeywords(t *testing.T) {
	u := newUploads(t, Options{}, heard)
	for model, want := range map[string]string{
		"gpt-transcribe":             "languages [de] keywords [Ana Costa, Bo]",
		"openai/GPT-Transcribe-2027": "languages [de] keywords [Ana Costa, Bo]",
		"gpt-4o-transcribe":          "language de prompt Ana Costa, a < b, Bo",
		"practice-gpt-transcribe":    "languages [de] keywords [Ana Costa, Bo]",
		"gpt-transcribe/ears":        "language de prompt Ana Costa, a < b, Bo",
		"gpt-4o-transcribe-diarize":  "language de",
	} {
		r := TranscriptionRequest{Model: model, Audio: bytes.NewReader(silentWAV(10)), Language: "de", Names: []string{"Ana Costa", "a < b", "Bo"}}
		if _, err := u.Transcribe(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		sent := u.sent()
		if got := hintsOf(sent[len(sent)-1]); got != want {
			t.Errorf("%s: %s, want %s", model, got, want)
		}
	}
}

// hintsOf returns the languages and names in a form.
func hintsOf(f form) string {
	var said []string
	for _, name := range []string{"language", "languages", "prompt", "keywords"} {
		if v := f.values[name]; v != "" {
			said = append(said, name+" "+v)
		}
		if list := f.lists[name]; len(list) > 0 {
			said = append(said, name+" ["+strings.Join(list, ", ")+"]")
		}
	}
	return strings.Join(said, " ")
}

func TestHintsThatAreRefusedAreLeftOutAndLearned(t *testing.T) {
	const allowed = `Supported values are: 'af', 'ar', 'de', 'en' and 'no'.`
	for name, c := range map[string]struct {
		refuses func(f form) bool
		answer  string
		dropped []string
		sent    string // the second time
	}{
		"a language": {
			func(f form) bool { return f.lists["languages"] != nil },
			`{"error":{"message":"Invalid value: 'nn'. ` + allowed + `","type":"invalid_request_error","param":"languages[0]","code":"invalid_value"}}`,
			[]string{"languages=nn"},
			"keywords [Ana]",
		},
		"a language, called unsupported": {
			func(f form) bool { return f.lists["languages"] != nil },
			`{"error":{"message":"Unsupported language. ` + allowed + `","type":"invalid_request_error","param":"languages","code":"unsupported_value"}}`,
			[]string{"languages=nn"},
			"keywords [Ana]",
		},
		"a language, without the field": {
			func(f form) bool { return f.lists["languages"] != nil },
			`{"error":{"message":"Language 'nn' is not supported for this model."}}`,
			[]string{"languages=nn"},
			"keywords [Ana]",
		},
		"languages": {
			func(f form) bool { return f.lists["languages"] != nil },
			`{"error":{"message":"Unrecognized request argument supplied: languages[]","type":"invalid_request_error","param":null}}`,
			[]string{"languages"},
			"language nn keywords [Ana]",
		},
		"keywords": {
			func(f form) bool { return f.lists["keywords"] != nil },
			`{"detail":[{"type":"extra_forbidden","loc":["body","keywords[]"],"msg":"Extra inputs are not permitted","input":["Ana"]}]}`,
			[]string{"keywords"},
			"languages [nn] prompt Ana",
		},
		"a keyword": {
			func(f form) bool { return f.lists["keywords"] != nil },
			`{"error":{"message":"Invalid value: keyword too long.","param":"keywords[0]","code":"invalid_value"}}`,
			[]string{"keywords"},
			"languages [nn] prompt Ana",
		},
	} {
		t.Run(name, func(t *testing.T) {
			u := newUploads(t, Options{}, func(w http.ResponseWriter, f form, before int) {
				if c.refuses(f) {
					refuseJSON(w, 400, c.answer)
					return
				}
				heard(w, f, before)
			})
			r := TranscriptionRequest{Model: "gpt-transcribe", Audio: bytes.NewReader(silentWAV(10)), Language: "nn", Names: []string{"Ana"}}
			got, err := u.Transcribe(t.Context(), r)
			if err != nil || !reflect.DeepEqual(failure.RefusedFields(got.Dropped), c.dropped) {
				t.Fatalf("%+v, %v", got, err)
			}
			r.Audio, r.Omit = bytes.NewReader(silentWAV(10)), c.dropped
			if _, err := u.Transcribe(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			if forms := u.sent(); len(forms) != 3 || hintsOf(forms[1]) != c.sent || hintsOf(forms[2]) != c.sent {
				t.Errorf("sent %d forms, the last with %q", len(forms), hintsOf(forms[len(forms)-1]))
			}
		})
	}
}

func TestProgressIsToldAndLengthUnknownIsSentInChunks(t *testing.T) {
	u := newUploads(t, Options{}, heard)
	audio := silentWAV(300_000)
	for _, c := range []struct {
		source io.Reader
		total  int64
	}{{bytes.NewReader(audio), int64(len(audio))}, {io.MultiReader(bytes.NewReader(audio)), -1}} {
		var last atomic.Int64
		var calls atomic.Int32
		_, err := u.Transcribe(t.Context(), TranscriptionRequest{Model: "ears", Audio: c.source, Progress: func(sent, total int64) {
			if total != c.total || sent <= last.Load() {
				t.Errorf("%d of %d after %d", sent, total, last.Load())
			}
			last.Store(sent)
			calls.Add(1)
		}})
		if err != nil || last.Load() != int64(len(audio)) || calls.Load() < 3 {
			t.Errorf("%v, %d of %d bytes told in %d calls", err, last.Load(), len(audio), calls.Load())
		}
	}
	if known, unknown := u.sent()[0], u.sent()[1]; known.length <= int64(len(audio)) || unknown.length != -1 || !bytes.Equal(unknown.file, audio) {
		t.Errorf("lengths %d and %d", known.length, unknown.length)
	}
}

func TestProblemWithTheRecordingIsItsOwnError(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	defer server.Close()
	address, _ := ParseAddress(server.URL)
	c := New(Options{Address: address})
	torn := errors.New("the disk is gone")
	_, err := c.Transcribe(t.Context(), TranscriptionRequest{Audio: io.MultiReader(bytes.NewReader(silentWAV(50_000)), iotest.ErrReader(torn)), Size: 200_000})
	var e *failure.Error
	if !errors.Is(err, torn) || errors.As(err, &e) {
		t.Errorf("an error of reading: %v", err)
	}
	for _, size := range []int64{100, 1 << 20} {
		_, err := c.Transcribe(t.Context(), TranscriptionRequest{Audio: io.MultiReader(bytes.NewReader(silentWAV(10_000))), Size: size})
		if !errors.Is(err, errSourceChanged) {
			t.Errorf("said to be %d bytes long: %v", size, err)
		}
	}
	_, err = c.Transcribe(t.Context(), TranscriptionRequest{Audio: iotest.ErrReader(torn)})
	if !errors.Is(err, torn) {
		t.Errorf("from the first byte on: %v", err)
	}
}

// endless is a recording without an end.
type endless struct{ started atomic.Bool }

func (e *endless) Read(p []byte) (int, error) {
	if e.started.CompareAndSwap(false, true) {
		return copy(p, silentWAV(100)), nil
	}
	clear(p)
	return len(p), nil
}

func TestUploadCanBeCanceled(t *testing.T) {
	arrived := make(chan struct{}, 1)
	gone := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		defer close(gone)
		_, _ = io.CopyN(io.Discard, r.Body, 1<<20)
		arrived <- struct{}{}
		_, _ = io.Copy(io.Discard, r.Body)
	}))
	defer server.Close()
	address, _ := ParseAddress(server.URL)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	_, err := New(Options{Address: address}).Transcribe(ctx, TranscriptionRequest{Audio: &endless{}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	<-gone
}

// TestLargeRecordingIsNotSentToWhoDoesNotWantIt has a service say no before it has read.
func TestLargeRecordingIsNotSentToWhoDoesNotWantIt(t *testing.T) {
	for status, want := range map[int]failure.Kind{401: failure.Auth, 413: failure.TooLarge} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Expect") != "100-continue" {
				t.Error("it is not asked first")
			}
			refuseJSON(w, status, `{"error":{"message":"No."}}`)
		}))
		address, _ := ParseAddress(server.URL)
		c := New(Options{Address: address})
		for range 20 {
			var sent atomic.Int64
			_, err := c.Transcribe(t.Context(), TranscriptionRequest{
				Audio: io.LimitReader(&endless{}, 64<<20), Size: 64 << 20, Progress: func(n, _ int64) { sent.Store(n) },
			})
			var e *failure.Error
			if !errors.As(err, &e) || e.Kind != want || sent.Load() != 0 {
				t.Fatalf("%d: %v after %d bytes", status, err, sent.Load())
			}
		}
		server.Close()
	}
}

func TestServiceThatCannotBeAskedFirstGetsTheRecordingAtOnce(t *testing.T) {
	audio := silentWAV(askFirst)
	u := newUploads(t, Options{}, func(w http.ResponseWriter, f form, before int) {
		if f.header.Get("Expect") != "" {
			w.WriteHeader(http.StatusExpectationFailed)
			return
		}
		heard(w, f, before)
	})
	got, err := u.Transcribe(t.Context(), TranscriptionRequest{Audio: bytes.NewReader(audio)})
	if err != nil || got.Text != "Hello there." || len(u.sent()) != 2 || !bytes.Equal(u.sent()[1].file, audio) {
		t.Errorf("%v after %d uploads", err, len(u.sent()))
	}
}

// TestLargeUploadCostsLittleMemory holds all that is allocated, not only what is held at one time.
func TestLargeUploadCostsLittleMemory(t *testing.T) {
	const size = 100 << 20
	var received atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		received.Store(n)
		heard(w, form{}, 0)
	}))
	defer server.Close()
	path := filepath.Join(t.TempDir(), "long.wav")
	if err := os.WriteFile(path, silentWAV(100), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	address, _ := ParseAddress(server.URL)
	c := New(Options{Address: address})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var told atomic.Int64
	_, err = c.Transcribe(t.Context(), TranscriptionRequest{Audio: file, Progress: func(sent, _ int64) { told.Store(sent) }})
	runtime.ReadMemStats(&after)
	if err != nil || received.Load() < size || told.Load() != size {
		t.Fatalf("%v, %d bytes arrived, %d told", err, received.Load(), told.Load())
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 4<<20 {
		t.Errorf("%d kB allocated", grown>>10)
	} else {
		t.Logf("%d kB allocated", grown>>10)
	}
}
