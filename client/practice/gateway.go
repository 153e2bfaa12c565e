package practice

import (
	"crypto/subtle"
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parlando/media/voice"
)

const (
	// Address is the base URL under which Transport reaches the gateway, in its everyday scene. It
	// is never dialed.
	Address = "http://practice.localhost" + everydayPath
	// Key is the only key that the gateway accepts. It is not a secret.
	Key = "sk-practice-0000"
)

// Options configure a Gateway.
type Options struct {
	// Now is the clock for timestamps in responses; nil selects time.Now.
	Now func() time.Time
	// TokenInterval is the time between two tokens: 0 selects 25 ms, a negative value no delay. The
	// slow model takes ten times as long.
	TokenInterval time.Duration
	// MaxRecording is the largest recording accepted for transcription, in bytes; 0 selects
	// DefaultMaxRecording.
	MaxRecording int64
	// Repeatable makes each new gateway answer the same sequence of questions in the same way.
	Repeatable bool
	// Text and Plural return the sentences of the models in the user's language: the translation of
	// an English sentence with placeholders such as {{.Name}}, and of one that counts {{.N}}. Nil
	// functions keep English.
	Text   func(sentence string, values map[string]any) string
	Plural func(one, other string, n int, values map[string]any) string
}

// Gateway is the practice gateway. It is safe for concurrent use.
type Gateway struct {
	options Options
	mux     *http.ServeMux
	counter atomic.Uint64
	known   recognizer // recognizes the speech generated here
	speaker *voice.Speaker

	failing atomic.Pointer[string] // the argument of the last call of InjectFault

	mu sync.Mutex
	// written holds the last complete replies, so that a truncated one can be continued. busy holds
	// the time of the first request with a question that a busy or loading model refused.
	written []string
	busy    map[string]time.Time
	// turns holds the next state of the faults that occur on every second request, by name.
	turns map[string]bool
	asked map[uint64]uint64 // how often each question was asked, by its hash
	// the tool whose schema tool-schema refuses, "" before the first refusal
	badTool string
}

// New makes a Gateway.
func New(o Options) *Gateway {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.TokenInterval == 0 {
		o.TokenInterval = 25 * time.Millisecond
	}
	g := &Gateway{options: o, mux: http.NewServeMux(), busy: map[string]time.Time{}, turns: map[string]bool{}, asked: map[uint64]uint64{}, speaker: voice.NewSpeaker()}
	for _, s := range scenes {
		g.mux.HandleFunc(s.Path+"/chat/completions", g.only(http.MethodPost, g.chat))
		g.mux.HandleFunc(s.Path+"/audio/speech", g.only(http.MethodPost, g.speech))
		g.mux.HandleFunc(s.Path+"/audio/transcriptions", g.only(http.MethodPost, g.transcriptions))
		if s.literal {
			continue
		}
		g.mux.HandleFunc(s.Path+"/models", g.only(http.MethodGet, g.models))
		g.mux.HandleFunc(s.Path+"/models/{id...}", g.only(http.MethodGet, g.model))
	}
	g.mux.HandleFunc("/", g.unknownPath)
	return g
}

// ServeHTTP answers one request. Every response has an ID in X-Request-Id.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Request-Id", fmt.Sprintf("req_practice_%06d", g.counter.Add(1)))
	timed(w, r)
	if r.Header.Get("Expect") == "" { // with Expect, the body is not sent yet
		defer drain(r.Body)
	}
	if bad := unauthorized(r); bad != nil {
		refuse(w, *bad)
		return
	}
	if name := g.failing.Load(); name != nil && *name != "" {
		spoiled, end, answered := g.fail(w, r, *name)
		if answered {
			return
		}
		defer end()
		w = spoiled
	}
	if path.Clean(r.URL.Path) != r.URL.Path {
		// The mux would redirect, with a body that is not JSON.
		g.unknownPath(w, r)
		return
	}
	g.mux.ServeHTTP(w, r)
}

// LearnSpeech makes the recognizer know speech that was not generated here: mono samples, their
// rate in Hz, the ISO 639-1 code of the language, and the words.
func (g *Gateway) LearnSpeech(samples []float32, rate int, language string, words []voice.Word) {
	heard := newListener(rate)
	heard.write(samples)
	g.known.add(language, words, heard)
}

func (g *Gateway) unknownPath(w http.ResponseWriter, r *http.Request) {
	refuse(w, fault{
		status: http.StatusNotFound, code: "unknown_url",
		message: fmt.Sprintf("Unknown request URL: %s %.200s. Check the address.", r.Method, r.URL.Path),
	})
}

// unauthorized checks the bearer key (docs/gateway.md 5) and returns nil if it is Key.
func unauthorized(r *http.Request) *fault {
	given := r.Header.Values("Authorization")
	var f fault
	switch scheme, key, _ := strings.Cut(strings.TrimSpace(strings.Join(given, ", ")), " "); {
	case scheme == "":
		f = badKey("You didn't provide an API key. Send it as Authorization: Bearer YOUR_KEY.")
	case len(given) > 1:
		f = badKey("There are several Authorization headers. Send one: Authorization: Bearer YOUR_KEY.")
	case !strings.EqualFold(scheme, "Bearer") || strings.TrimSpace(key) == "":
		f = badKey("The Authorization header is malformed. Send it as Authorization: Bearer YOUR_KEY.")
	case subtle.ConstantTimeCompare([]byte(strings.TrimSpace(key)), []byte(Key)) != 1:
		f = wrongKey()
	default:
		return nil
	}
	return &f
}

// only restricts a handler to one method; GET includes HEAD.
func (g *Gateway) only(method string, h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != method && (method != http.MethodGet || r.Method != http.MethodHead) {
			w.Header().Set("Allow", method)
			refuse(w, fault{
				status: http.StatusMethodNotAllowed, code: "method_not_allowed",
				message: fmt.Sprintf("%s does not take %s, only %s.", r.URL.Path, r.Method, method),
			})
			return
		}
		h(w, r)
	}
}

// maxWritten is the number of replies that remember stores.
const maxWritten = 32

// remember stores a complete reply in case it is truncated and continued.
func (g *Gateway) remember(text string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.written = append(g.written, text)
	if len(g.written) > maxWritten {
		g.written = g.written[1:]
	}
}

// restOf returns the remainder of a truncated reply if the complete reply is stored.
func (g *Gateway) restOf(cut string) (string, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := len(g.written) - 1; i >= 0; i-- {
		if rest, ok := strings.CutPrefix(g.written[i], cut); ok && rest != "" {
			return rest, true
		}
	}
	return "", false
}

// busyFor is the time, after the first request, for which a fault that passes lasts. For "busy" it
// equals the Retry-After of the fault.
var busyFor = map[string]time.Duration{"busy": 20 * time.Second, "loading": 12 * time.Second}

// stillBusy reports whether to refuse a question: until wait has passed since the first refusal.
func (g *Gateway) stillBusy(question string, wait time.Duration) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.options.Now()
	since, refused := g.busy[question]
	if !refused {
		if len(g.busy) > maxWritten {
			clear(g.busy)
		}
		g.busy[question] = now
		return true
	}
	if now.Sub(since) < wait {
		return true
	}
	delete(g.busy, question)
	return false
}
