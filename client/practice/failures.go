package practice

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// faultPrefix begins the IDs of models that inject one fault, such as practice-trouble/429-seconds.
// The catalog does not list them; docs/gateway.md 10.4 does.
const faultPrefix = FailingModel + "/"

const (
	// cutText is the truncated text of replies that fail midway; restText completes it.
	cutText  = "This reply was going to be a good one. It has a first sentence, it has a second sentence, and it was about to come to the point,"
	restText = "which is that everything you saw before the failure was saved, and that the reply could continue from there."
)

// failureHandler responds to a request in place of the handler for its path.
type failureHandler func(*Gateway, http.ResponseWriter, *http.Request)

// failure is an injected fault.
type failure struct {
	name string
	// about describes the fault to users, who select it by writing its name to the failing model. A
	// fault with a description applies to chats only, any other fault to every path.
	about string
	// answer responds in place of the path's handler; nil lets that handler respond.
	answer failureHandler
	// plan is the reply to a chat, if answer is nil. Its texts are English sentences; full
	// completes cutText.
	plan  plan
	spoil bodyFault // the change to any other response body, if answer is nil
}

// failures returns all faults. A message selects the first chat fault whose name it contains.
var failures = sync.OnceValue(func() []failure {
	quota := statusFault(http.StatusTooManyRequests)
	quota.code, quota.message = "insufficient_quota", "You exceeded your current quota, please check your plan and billing details."
	const busy, overloaded = http.StatusTooManyRequests, http.StatusServiceUnavailable
	all := []failure{
		{name: "too-long", about: "your message is too long for the model", answer: refusing(tooLong(contextTokens + 954))},
		{name: "cut", about: "the reply stops in the middle", plan: plan{text: cutText, full: restText, cut: true}},
		{name: "key", about: "your key is rejected", answer: refusing(wrongKey())},
		{name: "credit", about: "the account has no credit left", answer: refusing(statusFault(http.StatusPaymentRequired))},
		{
			name: "busy", about: "too many requests; it asks you to wait 20 seconds, then replies", answer: askingToWait(busy, "Retry-After", "20"),
			plan: plan{text: "Thank you for waiting. The rush is over, and here is your reply."},
		},
		{
			name: "loading", about: "the model takes 12 seconds to load, then replies", answer: refusing(fault{status: overloaded, code: "unavailable", message: "Loading model"}),
			plan: plan{text: "The model is in memory now, and here is your reply."},
		},
		{name: "server", about: "the service has an error", answer: refusing(statusFault(http.StatusInternalServerError))},
		{name: "silent", about: "the reply stops arriving", plan: plan{text: "I begin to reply, and then", full: restText, silent: true}},
		{name: "empty", about: "the reply has no text"},
		{name: "gibberish", about: "the service responds with a web page", answer: page(http.StatusOK)},
		{name: "filter", about: "the reply is blocked by a filter", plan: plan{text: "I begin to reply, and then a filter", finish: "content_filter"}},
		{name: "length", about: "the reply reaches the maximum length", plan: plan{text: cutText, full: restText, finish: "length"}},
		{name: "unknown", about: "the model does not exist", answer: refusing(unknownModel(FailingModel))},
		{name: "failover", about: "another model replies instead", plan: plan{
			text: "The model you asked for was not available, so another one replied. The top of this reply says which.", served: WriterModel,
		}},

		{name: "429-seconds", answer: askingToWait(busy, "Retry-After", "2")},
		{name: "429-date", answer: func(g *Gateway, w http.ResponseWriter, r *http.Request) {
			// A date has whole seconds: 3 s from now, rounded down, is at least 2 s away.
			askingToWait(busy, "Retry-After", g.options.Now().Add(3*time.Second).UTC().Format(http.TimeFormat))(g, w, r)
		}},
		{name: "429-ms", answer: askingToWait(busy, "Retry-After-Ms", "2000")},
		{name: "429-long", answer: askingToWait(busy, "Retry-After", "3600")},
		{name: "429-quota", answer: refusing(quota)},
		{name: "503-seconds", answer: askingToWait(overloaded, "Retry-After", "2")},
		{name: "html", answer: page(http.StatusOK)},
		{name: "html-403", answer: page(http.StatusForbidden)},
		{name: "html-502", answer: page(http.StatusBadGateway)},
		{name: "no-body", answer: func(_ *Gateway, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }},
		{name: "error-200", answer: func(_ *Gateway, w http.ResponseWriter, _ *http.Request) {
			answer(w, map[string]any{"error": map[string]any{"message": "The upstream model failed.", "type": "server_error", "param": nil, "code": "upstream_error"}})
		}},
		{name: "no-answer", answer: func(_ *Gateway, _ http.ResponseWriter, r *http.Request) {
			drain(r.Body)
			<-r.Context().Done()
		}},
		{name: "hang-up", answer: func(*Gateway, http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
		{name: "redirect-away", answer: redirecting(http.StatusTemporaryRedirect, "https://elsewhere.invalid/v1")},
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		all = append(all, failure{name: fmt.Sprintf("redirect-%d", status), answer: redirecting(status, "/v1/moved")})
	}
	for _, how := range []bodyFault{"slow", "stall", "cut-word", "cut-line", "garbage", "no-done", "error-in-stream"} {
		all = append(all, failure{name: string(how), spoil: how})
	}
	return all
})

// failureOf finds a fault by name: a listed one, or a status from 400 to 599. once is set for names
// that end in "-once", which chat faults do not support: the fault then occurs on every second
// request, beginning with the first.
func failureOf(name string) (f failure, once, ok bool) {
	name, once = strings.CutSuffix(name, "-once")
	if status, err := strconv.Atoi(name); err == nil && len(name) == 3 && status >= 400 && status <= 599 {
		return failure{name: name, answer: refusing(statusFault(status))}, once, true
	}
	for _, f := range failures() {
		if f.name == name {
			return f, once, !once || f.about == ""
		}
	}
	return failure{}, false, false
}

// refusing returns a handler that responds with a fault.
func refusing(f fault) failureHandler {
	return func(_ *Gateway, w http.ResponseWriter, _ *http.Request) { refuse(w, f) }
}

// askingToWait returns a handler that responds with a status, and with the wait in a header.
func askingToWait(status int, header, value string) failureHandler {
	f := statusFault(status)
	f.header = map[string]string{header: value}
	return refusing(f)
}

// page returns a handler that responds with a web page, as proxies and wrong addresses do.
func page(status int) failureHandler {
	return func(_ *Gateway, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = w.Write([]byte("<!DOCTYPE html>\n<html><head><title>It works!</title></head><body><p>This is a web page and no reply.</p></body></html>\n"))
	}
}

// redirecting returns a handler that redirects to the base address, at which there is no gateway.
func redirecting(status int, base string) failureHandler {
	return func(_ *Gateway, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", base+strings.TrimPrefix(r.URL.Path, sceneOf(r).Path))
		w.WriteHeader(status)
	}
}

// statusFault returns the typical error for an HTTP status.
func statusFault(status int) fault {
	switch status {
	case http.StatusUnauthorized:
		return wrongKey()
	case http.StatusNotFound:
		return unknownModel(FailingModel)
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

// InjectFault makes every request fail with the named fault (docs/gateway.md 10.4); "" ends this.
// It returns an error for unknown names and for faults that apply to chats only. Requests with an
// invalid key still get the error for the key.
func (g *Gateway) InjectFault(name string) error {
	if f, _, ok := failureOf(name); name != "" && (!ok || f.about != "") {
		return fmt.Errorf("the practice gateway has no general fault called %q", name)
	}
	g.failing.Store(&name)
	return nil
}

// failAs injects the fault that a model ID names; the handler then works as the model healthy. An
// ID without a fault changes nothing. answered means that the response is complete; otherwise the
// handler continues with the returned writer and model, and calls end when done.
func (g *Gateway) failAs(w http.ResponseWriter, r *http.Request, id, healthy string) (_ http.ResponseWriter, model string, end func(), answered bool) {
	name, asked := strings.CutPrefix(id, faultPrefix)
	if f, _, known := failureOf(name); !asked || !known || f.about != "" {
		return w, id, func() {}, false
	}
	w, end, answered = g.fail(w, r, name)
	return w, healthy, end, answered
}

// fail injects the named fault, either by answering or by wrapping the writer; see failAs.
func (g *Gateway) fail(w http.ResponseWriter, r *http.Request, name string) (_ http.ResponseWriter, end func(), answered bool) {
	f, once, ok := failureOf(name)
	if !ok || once && !g.turn(name) {
		return w, func() {}, false
	}
	if f.answer != nil {
		f.answer(g, w, r)
		return w, func() {}, true
	}
	s := &spoiledWriter{ResponseWriter: w, ctx: r.Context(), how: f.spoil, interval: g.options.TokenInterval}
	return s, s.end, false
}

// turn alternates between true and false for each name, beginning with true.
func (g *Gateway) turn(name string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.turns[name] = !g.turns[name]
	return g.turns[name]
}

// failure returns the chat fault that a question selects: by its model ID or, for the failing
// model, by its text. It returns false for none.
func (q question) failure() (failure, bool) {
	if name, ok := strings.CutPrefix(q.model.id, faultPrefix); ok {
		f, _, _ := failureOf(name)
		return f, f.about != ""
	}
	words := strings.ToLower(q.lastUser().text)
	for _, f := range failures() {
		if q.model.id == FailingModel && f.about != "" && strings.Contains(words, strings.ReplaceAll(f.name, "-", " ")) {
			return f, true
		}
	}
	return failure{}, false
}

// applyFailure injects a chat fault. answered means that the response is complete.
func (g *Gateway) applyFailure(w http.ResponseWriter, q question, f failure) (_ plan, answered bool) {
	if f.answer == nil || busyFor[f.name] > 0 && !g.stillBusy(q.lastUser().text, busyFor[f.name]) {
		return f.plan.inLanguage(q.translator), false
	}
	f.answer(g, w, nil)
	return plan{}, true
}

// inLanguage returns the plan of a fault with its texts in the user's language.
func (p plan) inLanguage(t translator) plan {
	if p.text == "" {
		return p
	}
	p.text = t.text(p.text, nil)
	switch {
	case p.full != "":
		p.text, p.full = p.text+" ", t.text(cutText, nil)+" "+t.text(p.full, nil)+"\n\n"+t.closing()
	case p.finish != "":
		p.text += " "
	default:
		p.text += "\n\n" + t.closing()
	}
	return p
}

// failureList lists the faults that a user can request.
func failureList(t translator) string {
	var b strings.Builder
	b.WriteString(t.text("## I fail on request", nil) + "\n\n" + t.text("Type one of these words and see how Parlando handles it. Nothing is really broken.", nil) + "\n\n" +
		t.text("| Type | What happens |", nil) + "\n|---|---|\n")
	for _, f := range failures() {
		if f.about != "" {
			b.WriteString("| **" + strings.NewReplacer("-", " ", "cut", "cut off").Replace(f.name) + "** | " + t.text(f.about, nil) + " |\n")
		}
	}
	b.WriteString("\n" + t.closing())
	return b.String()
}
