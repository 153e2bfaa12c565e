package practice

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

// plan is what one choice of a reply will be, before it is sent.
type plan struct {
	thought string
	text    string
	finish  string
	// full is the text before a failure cut it, "" when it is text.
	full string
	// cut: the stream ends without an end mark; silent: it stops and stays open.
	cut, silent bool
}

// chat answers POST /v1/chat/completions (docs/gateway.md 4.1).
func (g *Gateway) chat(w http.ResponseWriter, r *http.Request) {
	q, bad := readQuestion(w, r)
	if bad != nil {
		refuse(w, *bad)
		return
	}
	looked, bad := lookAt(q)
	if bad != nil {
		refuse(w, *bad)
		return
	}
	prompt := promptTokens(q, looked)
	if prompt > contextTokens {
		refuse(w, tooLong(prompt))
		return
	}
	plans := make([]plan, q.n)
	for i := range plans {
		p, answered := g.plan(w, q, looked, i)
		if answered {
			return
		}
		plans[i] = p.within(q)
	}
	use := usage{Prompt: prompt}
	for _, p := range plans {
		use.Completion += countTokens(p.thought) + countTokens(p.text)
	}
	use.Total = use.Prompt + use.Completion
	reply := reply{
		id: fmt.Sprintf("chatcmpl-practice-%06d", g.counter.Load()), created: g.options.Now().Unix(),
		model: q.model.id, plans: plans, usage: use,
	}
	pace := g.options.Pace * time.Duration(q.model.pace)
	if q.stream {
		reply.stream(r.Context(), w, pace, q.usage)
	} else {
		reply.whole(r.Context(), w, pace)
	}
}

// plan decides what choice i says. answered means that the request was refused instead.
func (g *Gateway) plan(w http.ResponseWriter, q question, looked []picture, i int) (p plan, answered bool) {
	if cut, ok := q.started(); ok {
		return plan{text: g.goOn(cut), finish: "stop"}, false
	}
	dice := g.dice(q, i)
	switch q.model.id {
	case Eyes:
		p.text = describe(looked, q.lastUser().text)
	case Slow:
		p.text = slowText(q, dice)
	case Trouble:
		p, answered = g.trouble(w, q)
		if answered {
			return p, true
		}
	default:
		p.text = write(q, dice)
		if wantsThought(q.lastUser().text) {
			p.thought = thinkAloud(q.lastUser().text)
		}
	}
	if p.finish == "" {
		p.finish = "stop"
	}
	if p.full == "" {
		p.full = p.text
	}
	g.remember(p.full)
	return p, false
}

// goOn is the rest of a reply that was cut.
func (g *Gateway) goOn(cut string) string {
	if rest, ok := g.restOf(cut); ok {
		return rest
	}
	lead := ""
	if cut != "" && !strings.HasSuffix(cut, "\n") && !strings.HasSuffix(cut, " ") {
		lead = " "
	}
	return lead + "… and here practice goes on. It no longer knows how this reply was meant to end, so it ends it here.\n\n" + closing
}

// dice is the chance a reply is written with: the same for the same seed and question. Without a seed every
// asking is another one, unless the temperature is 0.
func (g *Gateway) dice(q question, choice int) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(q.model.id + "\x00" + q.lastUser().text + "\x00" + q.instructions()))
	var seed uint64
	switch {
	case q.seed != nil:
		seed = uint64(*q.seed)
	case q.temperature > 0:
		seed = g.counter.Load() + uint64(g.options.Now().UnixNano())
	}
	return rand.New(rand.NewPCG(h.Sum64(), seed*8+uint64(choice)))
}

// within holds a plan to stop and max_tokens.
func (p plan) within(q question) plan {
	end := -1
	for _, stop := range q.stops {
		if i := strings.Index(p.text, stop); i >= 0 && (end < 0 || i < end) {
			end = i
		}
	}
	if end >= 0 {
		p.text, p.finish = p.text[:end], "stop"
	}
	if q.maxTokens == 0 {
		return p
	}
	thought, text := pieces(p.thought), pieces(p.text)
	if len(thought)+len(text) <= q.maxTokens {
		return p
	}
	p.finish = "length"
	if len(thought) >= q.maxTokens {
		p.thought, p.text = strings.Join(thought[:q.maxTokens], ""), ""
		return p
	}
	p.text = strings.Join(text[:q.maxTokens-len(thought)], "")
	return p
}

// promptTokens counts the question: its texts, three for each message, and its pictures.
func promptTokens(q question, looked []picture) int {
	n := 0
	for _, m := range q.messages {
		n += 3 + countTokens(m.text)
	}
	for _, p := range looked {
		n += imageTokens(p.width, p.height)
	}
	return n
}

func tooLong(tokens int) fault {
	return fault{
		status: http.StatusBadRequest, param: "messages", code: "context_length_exceeded",
		message: fmt.Sprintf("This model's maximum context length is %d tokens. However, your messages resulted in %d tokens. Please reduce the length of the messages.", contextTokens, tokens),
	}
}

// usage is the token count (docs/gateway.md 2.5).
type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

// reply is an answer that is ready to be sent.
type reply struct {
	id, model string
	created   int64
	plans     []plan
	usage     usage
}

// whole sends the reply at once, after the time it takes to write it, at most two seconds.
func (r reply) whole(ctx context.Context, w http.ResponseWriter, pace time.Duration) {
	if !wait(ctx, min(pace*time.Duration(r.usage.Completion), 2*time.Second)) {
		return
	}
	choices := make([]any, len(r.plans))
	for i, p := range r.plans {
		if p.silent {
			<-ctx.Done()
			return
		}
		message := map[string]any{"role": "assistant", "content": p.text}
		if p.thought != "" {
			message["reasoning_content"] = p.thought
		}
		choices[i] = map[string]any{"index": i, "message": message, "finish_reason": p.finish}
		if p.cut {
			// Half a body is what a cut whole reply looks like.
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"id":"` + r.id + `","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"`))
			return
		}
	}
	answer(w, map[string]any{
		"id": r.id, "object": "chat.completion", "created": r.created, "model": r.model, "choices": choices, "usage": r.usage,
	})
}

// stream sends the reply token by token (docs/gateway.md 6), the choices taking turns.
func (r reply) stream(ctx context.Context, w http.ResponseWriter, pace time.Duration, withUsage bool) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	flush := http.NewResponseController(w).Flush
	send := func(choices []any, use *usage) bool {
		chunk := map[string]any{
			"id": r.id, "object": "chat.completion.chunk", "created": r.created, "model": r.model, "choices": choices,
		}
		if use != nil {
			chunk["usage"] = use
		}
		data, err := json.Marshal(chunk)
		if err != nil {
			return false
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", data); err != nil {
			return false
		}
		return flush() == nil
	}
	choice := func(i int, delta map[string]any, finish any) []any {
		return []any{map[string]any{"index": i, "delta": delta, "finish_reason": finish}}
	}
	type step struct{ field, text string }
	steps := make([][]step, len(r.plans))
	longest := 0
	for i, p := range r.plans {
		for _, s := range pieces(p.thought) {
			steps[i] = append(steps[i], step{"reasoning_content", s})
		}
		for _, s := range pieces(p.text) {
			steps[i] = append(steps[i], step{"content", s})
		}
		longest = max(longest, len(steps[i]))
		if !send(choice(i, map[string]any{"role": "assistant", "content": ""}, nil), nil) {
			return
		}
	}
	// A model reads before it writes.
	if !wait(ctx, 8*pace) {
		return
	}
	for t := range longest {
		for i := range r.plans {
			if t >= len(steps[i]) {
				continue
			}
			if !send(choice(i, map[string]any{steps[i][t].field: steps[i][t].text}, nil), nil) {
				return
			}
		}
		if !wait(ctx, pace) {
			return
		}
	}
	for i, p := range r.plans {
		if p.silent {
			<-ctx.Done()
			return
		}
		if p.cut {
			return
		}
		if !send(choice(i, map[string]any{}, p.finish), nil) {
			return
		}
	}
	if withUsage && !send([]any{}, &r.usage) {
		return
	}
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
	_ = flush()
}

// wait waits, or not when d is not positive; false if the person went away.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
