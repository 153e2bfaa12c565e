package practice

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"parlando/client/practice/speechtest"
)

// FuzzTranscriptionForm sends any form to the gateway. The answer must be a transcript or a refusal
// with a reason, nothing must be left behind, and the result of a form must not depend on the way
// its bytes arrive.
func FuzzTranscriptionForm(f *testing.F) {
	// Short, or the fuzzer spends its time on making it shorter.
	sound := string(asWAV(f, speechtest.Synthesize("Yes. ").Cut(150*time.Millisecond, 270*time.Millisecond).Resample(4000)))
	add := func(parts ...formPart) {
		body, kind := formWith(f, parts...)
		_, values, err := mime.ParseMediaType(kind)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(strings.ReplaceAll(string(body), values["boundary"], "xyz"), "xyz")
	}
	model := formPart{name: "model", value: TranscriptionModel}
	add(model, formPart{"file", "a.wav", sound})
	add(formPart{"file", "a.wav", sound[:100]}, formPart{name: "response_format", value: "verbose_json"}, formPart{name: "timestamp_granularities[]", value: "word"}, model)
	add(model, formPart{name: "temperature", value: "1e400"}, formPart{name: "language", value: "\xff\xfe"}, formPart{"file", "a.mp3", "\xff\xfb\x90\x00"})
	add(model, formPart{"file", "a.mp3", "ID3\x04\x00\x00\x7f\x7f\x7f\x7f"}, formPart{"file", "b.mp3", ""})
	add(model, formPart{"file", "a.m4a", "\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00"}, formPart{name: "", value: ""})
	add(model, formPart{"file", "a.webm", "\x1aE\xdf\xa3\x01\x00\x00\x00\x00\x00\x00\x1f"})
	f.Add("--xyz\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nno end", "xyz")
	f.Add("--xyz\nContent-Disposition: form-data; name=model\nContent-Transfer-Encoding: quoted-printable\n\n=zz=\n--xyz--\n", "xyz")
	f.Add("--xyz\r\nContent-Disposition: form-data; name*=utf-8''mod%65l; filename*=''%\r\nX: \x00\r\n\r\n--xyz\r\n--xyz--", "xyz")
	f.Add("", "")
	folder := f.TempDir()
	g := New(Options{MaxRecording: 1 << 20})
	f.Fuzz(func(t *testing.T, body, boundary string) {
		t.Setenv("TMPDIR", folder)
		told := func(r io.Reader) (int, string) {
			w := httptest.NewRecorder()
			q := httptest.NewRequest(http.MethodPost, "/v1/audio/transcriptions", r)
			q.Header.Set("Authorization", "Bearer "+Key)
			q.Header.Set("Content-Type", mime.FormatMediaType("multipart/form-data", map[string]string{"boundary": boundary}))
			g.ServeHTTP(w, q)
			return w.Code, w.Body.String()
		}
		status, answer := told(strings.NewReader(body))
		var refusal struct {
			Error struct{ Message, Type string }
		}
		switch status {
		case 200:
			if answer == "" && !strings.Contains(body, "srt") {
				t.Error("an empty transcript")
			}
		case 400, 404, 413, 415:
			if json.Unmarshal([]byte(answer), &refusal) != nil || refusal.Error.Message == "" || refusal.Error.Type == "" {
				t.Errorf("%d without a reason: %s", status, answer)
			}
		default:
			t.Errorf("%d: %s", status, answer)
		}
		if again, other := told(oneByte{strings.NewReader(body)}); again != status || other != answer {
			t.Errorf("byte by byte it is %d %s, at once %d %s", again, other, status, answer)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
		// Another reader of forms must find the same values.
		if status == 200 {
			form, err := multipart.NewReader(bytes.NewReader([]byte(body)), boundary).ReadForm(1 << 24)
			if err != nil || form.Value["model"][0] != TranscriptionModel || len(form.File["file"]) != 1 {
				t.Errorf("%v: %+v", err, form)
			}
			if form != nil {
				_ = form.RemoveAll()
			}
		}
	})
}

// oneByte gives one byte at a time.
type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(len(p), 1)]) }
