package practice_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/client/practice"
)

// A sender that stops in the middle of its body and stays gets an answer, whatever it was going to
// ask.
func TestASenderThatStopsIsNotWaitedForForEver(t *testing.T) {
	const form = "multipart/form-data; boundary=b"
	for name, c := range map[string]struct {
		method, path, key, kind, begins string
		want                            int
	}{
		"chat":          {"POST", "/v1/chat/completions", practice.Key, "application/json", `{"model":`, 408},
		"speech":        {"POST", "/v1/audio/speech", practice.Key, "application/json", `{"model":`, 408},
		"form":          {"POST", "/v1/audio/transcriptions", practice.Key, form, "--b\r\nContent-Dispo", 408},
		"recording":     {"POST", "/v1/audio/transcriptions", practice.Key, form, "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nRIFF", 408},
		"without a key": {"POST", "/v1/chat/completions", "", "application/json", `{"model":`, 401},
		"method":        {"PUT", "/v1/chat/completions", practice.Key, "application/json", `{"model":`, 405},
		"content type":  {"POST", "/v1/audio/transcriptions", practice.Key, "text/plain", "x", 415},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				body, sender := io.Pipe()
				defer func() { _ = sender.Close() }()
				go func() { _, _ = io.WriteString(sender, c.begins) }()
				r, err := http.NewRequestWithContext(t.Context(), c.method, practice.Address[:strings.LastIndex(practice.Address, "/")]+c.path, body)
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Content-Type", c.kind)
				if c.key != "" {
					r.Header.Set("Authorization", "Bearer "+c.key)
				}
				response, err := practice.New(practice.Options{TokenInterval: -1}).Transport().RoundTrip(r)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = response.Body.Close() }()
				var told struct{ Error struct{ Message string } }
				if err := json.NewDecoder(response.Body).Decode(&told); err != nil || response.StatusCode != c.want || told.Error.Message == "" {
					t.Errorf("%d %+v, %v", response.StatusCode, told, err)
				}
			})
		})
	}
}

// A slow sender gets its answer: only silence ends a request.
func TestASlowSenderIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		body, sender := io.Pipe()
		go func() {
			for piece := range strings.SplitSeq(`{"model":"practice-slow",|"stream":true,|"messages":[{"role":"user",|"content":"Hi"}]}`, "|") {
				time.Sleep(50 * time.Second)
				_, _ = io.WriteString(sender, piece)
			}
			_ = sender.Close()
		}()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, practice.Address+"/chat/completions", body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+practice.Key)
		// The reply takes minutes, and nothing is sent meanwhile.
		response, err := practice.New(practice.Options{TokenInterval: 2 * time.Second}).Transport().RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		all, err := io.ReadAll(response.Body)
		if err != nil || !strings.HasSuffix(string(all), "data: [DONE]\n\n") {
			t.Errorf("%d %v %.200s", response.StatusCode, err, all)
		}
	})
}

// A switch that hangs notices that the sender is gone, also when nobody has read what it sent.
func TestWhatHangsBySwitchEndsWithTheRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := practice.New(practice.Options{TokenInterval: -1})
		if err := g.InjectFault("no-answer"); err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, practice.Address+"/chat/completions", strings.NewReader(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+practice.Key)
		transport := &http.Client{Transport: g.Transport(), Timeout: 5 * time.Second}
		response, err := transport.Do(r)
		if err == nil {
			_ = response.Body.Close()
			t.Errorf("it answers %d", response.StatusCode)
		}
	})
}
