package practice

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// mishapPrefix begins the ids of models that fail at every path in one way:
// practice-trouble/429-seconds. They are not in the catalog; docs/gateway.md 10 lists them.
const mishapPrefix = Trouble + "/"

// asks are how long refusals ask to wait.
const (
	shortWait = 2 * time.Second
	longWait  = time.Hour
)

// mishap is a way to fail that any path can be made to fail in.
type mishap struct {
	// answer answers in place of the path; nil when the path answers and its body is spoiled.
	answer http.HandlerFunc
	spoil  spoiling
}

// mishapOf finds a mishap by its name: one of the list, or a status from 400 to 599. once is set
// for a name that ends with "-once": it fails the first time and every second time after that.
func mishapOf(name string, now time.Time) (m mishap, once, ok bool) {
	name, once = strings.CutSuffix(name, "-once")
	if status, err := strconv.Atoi(name); err == nil && len(name) == 3 && status >= 400 && status <= 599 {
		return refusing(statusFault(status)), once, true
	}
	m, ok = mishaps(now)[name]
	return m, once, ok
}

// mishaps are the named ones. The answer of none of them depends on the path but that of a
// redirect.
func mishaps(now time.Time) map[string]mishap {
	busy := func(status int, header, value string) mishap {
		f := statusFault(status)
		f.header = map[string]string{header: value}
		return refusing(f)
	}
	quota := statusFault(http.StatusTooManyRequests)
	quota.code, quota.message = "insufficient_quota", "You exceeded your current quota, please check your plan and billing details."
	// A date has no parts of a second: the next whole one is never too early.
	date := now.Add(shortWait + time.Second).UTC().Format(http.TimeFormat)
	short, long := strconv.Itoa(int(shortWait.Seconds())), strconv.Itoa(int(longWait.Seconds()))
	all := map[string]mishap{
		"429-seconds": busy(http.StatusTooManyRequests, "Retry-After", short),
		"429-date":    busy(http.StatusTooManyRequests, "Retry-After", date),
		"429-ms":      busy(http.StatusTooManyRequests, "Retry-After-Ms", strconv.FormatInt(shortWait.Milliseconds(), 10)),
		"429-long":    busy(http.StatusTooManyRequests, "Retry-After", long),
		"429-quota":   refusing(quota),
		"503-seconds": busy(http.StatusServiceUnavailable, "Retry-After", short),
		"html":        {answer: page(http.StatusOK)},
		"html-403":    {answer: page(http.StatusForbidden)},
		"html-502":    {answer: page(http.StatusBadGateway)},
		"no-body":     {answer: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }},
		"error-200": {answer: func(w http.ResponseWriter, _ *http.Request) {
			answer(w, map[string]any{"error": map[string]any{"message": "The upstream model failed.", "type": "server_error", "param": nil, "code": "upstream_error"}})
		}},
		"no-answer": {answer: func(_ http.ResponseWriter, r *http.Request) {
			drain(r.Body)
			<-r.Context().Done()
		}},
		"hang-up":       {answer: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
		"redirect-away": redirecting(http.StatusTemporaryRedirect, func(path string) string { return "https://elsewhere.invalid" + path }),
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		all[fmt.Sprintf("redirect-%d", status)] = redirecting(status, func(path string) string { return "/v1/moved" + strings.TrimPrefix(path, "/v1") })
	}
	for _, how := range []spoiling{"slow", "stall", "cut-word", "cut-line", "garbage", "no-done", "error-in-stream"} {
		all[string(how)] = mishap{spoil: how}
	}
	return all
}

// refusing answers with a fault.
func refusing(f fault) mishap {
	return mishap{answer: func(w http.ResponseWriter, _ *http.Request) { refuse(w, f) }}
}

// statusFault is what a status usually says.
func statusFault(status int) fault {
	switch status {
	case http.StatusUnauthorized:
		return wrongKey()
	case http.StatusNotFound:
		return unknownModel(Trouble)
	case http.StatusRequestEntityTooLarge:
		return requestTooLarge(maxRequest)
	}
	f := map[int]fault{
		http.StatusBadRequest:          {code: "invalid_value"},
		http.StatusPaymentRequired:     {code: "insufficient_quota", message: "Insufficient credits. Add more using your account page."},
		http.StatusForbidden:           {code: "forbidden", message: "You do not have permission to use this model."},
		http.StatusTooManyRequests:     {code: "rate_limit_exceeded", message: "Rate limit reached for requests. Please try again later."},
		http.StatusInternalServerError: {message: "The server had an error while processing your request. Sorry about that!"},
		http.StatusBadGateway:          {message: "The upstream model did not answer."},
		http.StatusGatewayTimeout:      {message: "The upstream model did not answer."},
		http.StatusServiceUnavailable:  {code: "overloaded", message: "The service is overloaded. Please try again later."},
		529:                            {code: "overloaded", message: "The service is overloaded. Please try again later."},
	}[status]
	f.status = status
	f.message = cmp.Or(f.message, fmt.Sprintf("The practice gateway was asked to fail with the status %d.", status))
	return f
}

// page answers with a web page, as proxies and wrong addresses do.
func page(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = w.Write([]byte("<!DOCTYPE html>\n<html><head><title>It works!</title></head><body><p>This is a web page and no reply.</p></body></html>\n"))
	}
}

// redirecting sends somewhere else; nothing is there.
func redirecting(status int, to func(path string) string) mishap {
	return mishap{answer: func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", to(r.URL.Path))
		w.WriteHeader(status)
	}}
}

// Fail makes every path fail in one way from now on, until it is called with "". The names are
// those that follow "practice-trouble/" (docs/gateway.md 10); a name that is none is an error. A
// key that is not ours is still refused as such.
func (g *Gateway) Fail(name string) error {
	if _, _, ok := mishapOf(name, g.options.Now()); !ok && name != "" {
		return fmt.Errorf("the practice gateway knows no fault called %q", name)
	}
	g.failing.Store(&name)
	return nil
}

// failAs fails in the way that a model's id asks for, on behalf of a handler that knows the model
// healthy. For an id that asks for nothing it changes nothing. answered means that nothing is left
// to do; otherwise the handler goes on with the writer and the id that come back, and calls end
// when it is done.
func (g *Gateway) failAs(w http.ResponseWriter, r *http.Request, id, healthy string) (_ http.ResponseWriter, model string, end func(), answered bool) {
	name, asked := strings.CutPrefix(id, mishapPrefix)
	if _, _, known := mishapOf(name, g.options.Now()); !asked || !known {
		return w, id, func() {}, false
	}
	w, end, answered = g.fail(w, r, name)
	return w, healthy, end, answered
}

// fail fails in a way, or prepares the writer for it; see failAs.
func (g *Gateway) fail(w http.ResponseWriter, r *http.Request, name string) (_ http.ResponseWriter, end func(), answered bool) {
	m, once, ok := mishapOf(name, g.options.Now())
	if !ok || once && !g.turn(name) {
		return w, func() {}, false
	}
	if m.answer != nil {
		m.answer(w, r)
		return w, func() {}, true
	}
	s := &spoiledWriter{ResponseWriter: w, ctx: r.Context(), how: m.spoil, pace: g.options.Pace}
	return s, s.end, false
}

// turn is true the first time a name is asked for, false the second, and so on.
func (g *Gateway) turn(name string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.turns[name] {
		delete(g.turns, name)
		return false
	}
	g.turns[name] = true
	return true
}
