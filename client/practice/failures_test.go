package practice_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/client/failure"
	"parlando/client/practice"
)

// failing asks for a streamed reply of a model that fails, over a real socket. No redirect is
// followed. The body is read as far as it comes.
func failing(t *testing.T, server *httptest.Server, method, path, model string) (*http.Response, string, error) {
	t.Helper()
	body := `{"model":"` + model + `","stream":true,"messages":[{"role":"user","content":"Hi"}]}`
	if method == http.MethodGet {
		body = ""
	}
	r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+practice.Key)
	r.Header.Set("Content-Type", "application/json")
	asks := &http.Client{
		Transport:     server.Client().Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := asks.Do(r)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	return response, string(data), err
}

func TestFaultsByTheNameOfTheModel(t *testing.T) {
	now := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1, Now: func() time.Time { return now }}))
	defer server.Close()
	for name, want := range map[string]struct {
		status        int
		header, value string
		says          string
	}{
		"400":           {400, "", "", "invalid_value"},
		"401":           {401, "Www-Authenticate", "Bearer", "invalid_api_key"},
		"402":           {402, "", "", "insufficient_quota"},
		"403":           {403, "", "", "permission"},
		"404":           {404, "", "", "model_not_found"},
		"413":           {413, "", "", "larger than"},
		"418":           {418, "", "", "418"},
		"429":           {429, "Retry-After", "", "rate_limit"},
		"429-seconds":   {429, "Retry-After", "2", "rate_limit"},
		"429-date":      {429, "Retry-After", "Fri, 01 May 2026 10:00:03 GMT", "rate_limit"},
		"429-ms":        {429, "Retry-After-Ms", "2000", "rate_limit"},
		"429-long":      {429, "Retry-After", "3600", "rate_limit"},
		"429-quota":     {429, "Retry-After", "", "insufficient_quota"},
		"500":           {500, "", "", "server_error"},
		"503-seconds":   {503, "Retry-After", "2", "overloaded"},
		"529":           {529, "", "", "overloaded"},
		"html":          {200, "Content-Type", "text/html; charset=utf-8", "<!DOCTYPE html>"},
		"html-502":      {502, "Content-Type", "text/html; charset=utf-8", "<!DOCTYPE html>"},
		"redirect-301":  {301, "Location", "/v1/moved/chat/completions", ""},
		"redirect-308":  {308, "Location", "/v1/moved/chat/completions", ""},
		"redirect-away": {307, "Location", "https://elsewhere.invalid/v1/chat/completions", ""},
		"no-body":       {200, "", "", ""},
		"error-200":     {200, "Content-Type", "application/json", "upstream_error"},
		"filter":        {200, "", "", `"finish_reason":"content_filter"`},
		"length":        {200, "", "", `"finish_reason":"length"`},
		"failover":      {200, "", "", `"model":"practice-writer"`},
		"too-long":      {400, "", "", "context_length_exceeded"},
		"nonsense":      {404, "", "", "model_not_found"},
	} {
		response, body, err := failing(t, server, "POST", "/v1/chat/completions", practice.FailingModel+"/"+name)
		if err != nil || response.StatusCode != want.status || !strings.Contains(body, want.says) || want.header != "" && response.Header.Get(want.header) != want.value {
			t.Errorf("%s: %v %+v %.200s", name, err, response, body)
		}
		if name == "failover" && strings.Contains(body, `"model":"practice-trouble`) {
			t.Errorf("failover also names the model that was asked for: %.300s", body)
		}
	}
}

func TestFaultsThatSpoilAStream(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	spoilt := func(name string) (string, error) {
		_, body, err := failing(t, server, "POST", "/v1/chat/completions", practice.FailingModel+"/"+name)
		if !strings.HasPrefix(body, "data: {") || !strings.Contains(body, `"content":" `) {
			t.Errorf("%s does not begin well: %v %.300q", name, err, body)
		}
		return body, err
	}
	if body, err := spoilt("cut-line"); !errors.Is(err, io.ErrUnexpectedEOF) || strings.HasSuffix(body, "\n") || strings.Contains(body, "[DONE]") {
		t.Errorf("cut-line: %v %.100q", err, body[max(0, len(body)-100):])
	}
	if body, err := spoilt("cut-word"); err != nil || !strings.HasSuffix(body, "\n\n") || strings.Contains(body, "[DONE]") || strings.Contains(body, `"finish_reason":"stop"`) {
		t.Errorf("cut-word: %v %.100q", err, body[max(0, len(body)-100):])
	}
	if body, err := spoilt("garbage"); err != nil || !strings.Contains(body, "\xff\xfe garbage") || strings.Contains(body, "[DONE]") {
		t.Errorf("garbage: %v %q", err, body)
	}
	if body, err := spoilt("error-in-stream"); err != nil || !strings.Contains(body, `data: {"error":`) || strings.Contains(body, "[DONE]") {
		t.Errorf("error-in-stream: %v %q", err, body)
	}
	if body, err := spoilt("no-done"); err != nil || strings.Contains(body, "[DONE]") || !strings.Contains(body, `"finish_reason":"stop"`) {
		t.Errorf("no-done: %v %q", err, body)
	}
	if body, err := spoilt("slow"); err != nil || !strings.HasSuffix(body, "data: [DONE]\n\n") {
		t.Errorf("slow: %v %q", err, body)
	}
	if _, _, err := failing(t, server, "POST", "/v1/chat/completions", practice.FailingModel+"/hang-up"); err == nil {
		t.Error("hang-up is answered")
	}
}

// What the client makes of each, in virtual time where it takes time.
func TestTheClientNamesEachFault(t *testing.T) {
	for name, want := range map[string]failure.Kind{
		"401": failure.Auth, "402": failure.Credit, "403": failure.Forbidden, "404": failure.NotFound, "413": failure.TooLarge,
		"429-long": failure.RateLimit, "429-quota": failure.Quota, "500": failure.Server, "504": failure.Timeout,
		"html": failure.WrongAddress, "redirect-307": failure.WrongAddress, "redirect-away": failure.WrongAddress,
		"cut-line": failure.Network, "cut-word": failure.Truncated, "stall": failure.NoData, "error-in-stream": failure.Server,
	} {
		synctest.Test(t, func(t *testing.T) {
			_, err := listen(t, connect(t, practice.Options{}), ask(practice.FailingModel+"/"+name, "Hi"))
			if kindOf(err) != want {
				t.Errorf("%s gives %v, want %s", name, err, want)
			}
		})
	}
}

func TestAFaultMayHappenOnce(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	for round := range 2 {
		for i, want := range []int{503, 200} {
			response, _, err := failing(t, server, "POST", "/v1/chat/completions", practice.FailingModel+"/503-once")
			if err != nil || response.StatusCode != want {
				t.Errorf("round %d, asked %d times: %v, %v", round, i+1, response, err)
			}
		}
	}
}

// The switch makes every path fail, until it is turned back.
func TestEveryPathFailsWhenToldTo(t *testing.T) {
	g := practice.New(practice.Options{TokenInterval: -1})
	server := httptest.NewServer(g)
	defer server.Close()
	if err := g.InjectFault("no such fault"); err == nil {
		t.Error("a fault that is none was taken")
	}
	paths := map[string]string{"/v1/models": "GET", "/v1/models/tts-1": "GET", "/v1/chat/completions": "POST", "/v1/audio/speech": "POST", "/v1/audio/transcriptions": "POST"}
	if err := g.InjectFault("429-seconds"); err != nil {
		t.Fatal(err)
	}
	for path, method := range paths {
		if response, _, err := failing(t, server, method, path, practice.WriterModel); err != nil || response.StatusCode != 429 || response.Header.Get("Retry-After") != "2" {
			t.Errorf("%s: %v %v", path, response, err)
		}
	}
	if err := g.InjectFault("cut-line"); err != nil {
		t.Fatal(err)
	}
	for path, method := range paths {
		if _, body, err := failing(t, server, method, path, practice.WriterModel); err == nil || json.Valid([]byte(body)) {
			t.Errorf("%s is not cut: %q", path, body)
		}
	}
	if err := g.InjectFault("garbage"); err != nil {
		t.Fatal(err)
	}
	if _, body, err := failing(t, server, "GET", "/v1/models", ""); err != nil || json.Valid([]byte(body)) || !strings.Contains(body, "garbage") {
		t.Errorf("the list is no garbage: %q, %v", body, err)
	}
	if err := g.InjectFault(""); err != nil {
		t.Fatal(err)
	}
	if _, body, err := failing(t, server, "GET", "/v1/models", ""); err != nil || !json.Valid([]byte(body)) {
		t.Errorf("mended, it says %q, %v", body, err)
	}
}

// What hangs ends with the request, and leaves nothing behind.
func TestWhatHangsEndsWithTheRequest(t *testing.T) {
	for _, name := range []string{"stall", "no-answer", "slow"} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			s, err := connect(t, practice.Options{TokenInterval: time.Second}).Chat(ctx, ask(practice.FailingModel+"/"+name, "Hi"))
			if err == nil {
				for s.Next() {
				}
				err = s.Err()
				_ = s.Close()
			}
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s ends with %v", name, err)
			}
		})
	}
}

func TestModelsThatFailAreThereButNotListed(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	if _, body, err := failing(t, server, "GET", "/v1/models", ""); err != nil || strings.Contains(body, "practice-trouble/") {
		t.Errorf("%v, %s", err, body)
	}
	for path, want := range map[string]int{"practice-trouble/429-ms": 200, "practice-trouble%2Fstall": 200, "practice-trouble/filter": 200, "practice-trouble/x": 404, "": 404} {
		if response, body, err := failing(t, server, "GET", "/v1/models/"+path, ""); err != nil || response.StatusCode != want {
			t.Errorf("%s: %v, %s", path, err, body)
		}
	}
}

// silence is half a second of nothing as wav, 8,000 samples of 16 bits a second.
func silence() []byte {
	const samples = 4000
	b := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00")
	b = binary.LittleEndian.AppendUint32(b, 8000)
	b = binary.LittleEndian.AppendUint32(b, 16000)
	b = append(b, 2, 0, 16, 0)
	b = append(b, "data"...)
	b = binary.LittleEndian.AppendUint32(b, 2*samples)
	b = append(b, make([]byte, 2*samples)...)
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-8))
	return b
}

func TestTranscriptsFailOnDemandToo(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	for name, want := range map[string]struct {
		status int
		says   string
		cut    bool
	}{
		"429-seconds": {429, "rate_limit", false},
		"500":         {500, "server_error", false},
		"html":        {200, "<!DOCTYPE html>", false},
		"cut-line":    {200, `{"text":`, true},
		"slow":        {200, `{"text":`, false},
		"nonsense":    {404, "model_not_found", false},
	} {
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		_ = w.WriteField("model", practice.FailingModel+"/"+name)
		part, err := w.CreateFormFile("file", "silence.wav")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(silence())
		_ = w.Close()
		r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/v1/audio/transcriptions", &form)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+practice.Key)
		r.Header.Set("Content-Type", w.FormDataContentType())
		response, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if response.StatusCode != want.status || !strings.Contains(string(body), want.says) || (err != nil) != want.cut {
			t.Errorf("%s: %d %v %s", name, response.StatusCode, err, body)
		}
	}
}
