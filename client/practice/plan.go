package practice

import "strings"

// plan is one choice of a reply before it is sent.
type plan struct {
	thought string
	text    string
	calls   []call
	// images are the addresses of the pictures that come after the text.
	images []string
	// served is the model that answers in place of the one that was asked for, "" for none.
	served string
	finish string
	// full is the text before a failure cut it, "" when it is text.
	full string
	// endless is repeated for ever after the text of a stream; "" is nothing.
	endless string
	// cut: the stream ends without an end mark; silent: it stops and stays open.
	cut, silent bool
}

// within holds a plan to stop and max_tokens. Calls are not stopped by words, but cut like
// everything else.
func (p plan) within(q question) plan {
	end := -1
	for _, stop := range q.stops {
		if i := strings.Index(p.text, stop); i >= 0 && (end < 0 || i < end) {
			end = i
		}
	}
	if end >= 0 {
		p.text, p.calls, p.finish = p.text[:end], nil, "stop"
	}
	if q.maxTokens == 0 {
		return p
	}
	if p.endless != "" {
		p.text += strings.Repeat(p.endless, min(q.maxTokens, endlessTimes))
		p.endless, p.finish = "", "length"
	}
	left := q.maxTokens
	cut := func(text string) string {
		all := pieces(text)
		if len(all) > left {
			p.finish = "length"
		}
		all = all[:min(left, len(all))]
		left -= len(all)
		return strings.Join(all, "")
	}
	p.thought, p.text = cut(p.thought), cut(p.text)
	calls := p.calls
	p.calls = nil
	for _, c := range calls {
		if left == 0 {
			p.finish = "length"
			break
		}
		c.name, c.arguments = cut(c.name), cut(c.arguments)
		p.calls = append(p.calls, c)
	}
	return p
}

// tokens counts the pieces of a plan (docs/gateway.md 10.3).
func (p plan) tokens() int {
	n := len(pieces(p.thought)) + len(pieces(p.text))
	for _, c := range p.calls {
		n += len(pieces(c.name)) + len(pieces(c.arguments))
	}
	return n
}
