package practice

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strings"
	"time"
)

// chat answers POST /v1/chat/completions (docs/gateway.md 4.1).
func (g *Gateway) chat(w http.ResponseWriter, r *http.Request) {
	q, bad := readQuestion(w, r)
	if bad != nil {
		refuse(w, *bad)
		return
	}
	q.translator = g.options.translator()
	w, _, end, answered := g.failAs(w, r, q.model.id, q.model.id)
	if answered {
		return
	}
	defer end()
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
	q.chance = g.chance(q)
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
		use.Completion += p.tokens()
		use.Details.Reasoning += len(pieces(p.thought))
	}
	use.Total = use.Prompt + use.Completion
	use.cost = q.model.price.costs(price{input: int64(use.Prompt), output: int64(use.Completion)})
	reply := reply{
		id: fmt.Sprintf("chatcmpl-practice-%06d", g.counter.Load()), created: g.options.Now().Unix(),
		model: q.model.id, plans: plans, usage: use,
	}
	if plans[0].served != "" {
		reply.model = plans[0].served
	}
	tokenInterval := g.options.TokenInterval * time.Duration(q.model.slowdown)
	if q.stream {
		reply.stream(r.Context(), w, tokenInterval, q.usage)
	} else {
		reply.whole(r.Context(), w, tokenInterval)
	}
}

// plan decides the content of choice i. answered means that plan has already sent a fault.
func (g *Gateway) plan(w http.ResponseWriter, q question, looked []picture, i int) (p plan, answered bool) {
	rows, tabular := q.table()
	if cut, ok := q.started(); ok && !tabular {
		return plan{text: g.goOn(q.translator, cut), finish: "stop"}, false
	}
	called, bad := g.callTools(q, i)
	failure, fails := q.failure()
	switch {
	case bad != nil:
	case len(called.calls) > 0:
		return called, false
	case tabular && g.tabulate(q, rows, i, &p):
	case q.format.kind != "text" && !q.ignoresFormat():
		p.text, bad = q.format.fill(q)
	case fails:
		p, answered = g.applyFailure(w, q, failure)
	default:
		p = g.words(q, looked, i)
	}
	if bad != nil {
		refuse(w, *bad)
		return p, true
	}
	if p.finish == "" {
		p.finish = "stop"
	}
	if p.full == "" {
		p.full = p.text
	}
	g.remember(p.full)
	return p, answered
}

// words plans a reply that is neither a tool call nor an injected fault.
func (g *Gateway) words(q question, looked []picture, i int) (p plan) {
	model := q.model.id
	script, scripted := q.toolScript()
	_, formatted := q.formatScript()
	if (scripted || formatted) && (len(q.tools) > 0 || q.messages[len(q.messages)-1].role == "tool") {
		model = ToolModel
	}
	switch model {
	case VisionModel:
		if slices.Contains(q.modalities, "image") {
			if drawn, ok := paint(q.translator, q.lastUser()); ok {
				return drawn
			}
		}
		p.text = describe(q.translator, looked, q.lastUser().text)
	case SlowModel:
		p.text = slowText(q)
	case ToolModel:
		if _, used := q.results(); q.searches && len(used) == 0 && !scripted {
			return searchWeb(q.translator, q.lastUser().text)
		}
		p.text = toolUserText(q)
		if script.thinks {
			p.thought = thinkAloud(q.translator, q.lastUser().text)
		}
	case FailingModel:
		p.text = failureList(q.translator)
	default:
		if drawn, ok := draw(q.translator, q.lastUser().text); ok {
			return drawn
		}
		if cited, ok := cite(q.translator, q.lastUser().text); ok {
			return cited
		}
		if text, ok := translate(q); ok {
			p.text = text
			break
		}
		if text, ok := aboutRecording(q); ok {
			p.text = text
			break
		}
		p.text = write(q, i)
		p.thought = think(q.translator, q.lastUser().text, q.effort)
	}
	return p
}

// goOn returns the continuation of a truncated reply.
func (g *Gateway) goOn(t translator, cut string) string {
	if rest, ok := g.restOf(cut); ok {
		return rest
	}
	lead := ""
	if cut != "" && !strings.HasSuffix(cut, "\n") && !strings.HasSuffix(cut, " ") {
		lead = " "
	}
	return lead + t.text("… and here practice goes on. It no longer knows how this reply was meant to end, so it ends it here.", nil) + "\n\n" + t.closing()
}

// chance returns a number that varies the replies. With a seed or a temperature of 0 it is a
// function of the question. Otherwise it differs for each request; a repeatable gateway derives it
// from the number of times the question was asked.
func (g *Gateway) chance(q question) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(q.model.id + "\x00" + q.lastUser().text + "\x00" + q.instructions()))
	asked := h.Sum64()
	switch {
	case q.seed != nil:
		return asked + uint64(*q.seed)
	case q.temperature > 0 && g.options.Repeatable:
		g.mu.Lock()
		defer g.mu.Unlock()
		g.asked[asked]++
		return asked + g.asked[asked]
	case q.temperature > 0:
		return asked + g.counter.Load() + uint64(g.options.Now().UnixNano())
	}
	return asked
}

func tooLong(tokens int) fault {
	return fault{
		status: http.StatusBadRequest, param: "messages", code: "context_length_exceeded",
		message: fmt.Sprintf("This model's maximum context length is %d tokens. However, your messages resulted in %d tokens. Please reduce the length of the messages.", contextTokens, tokens),
	}
}
