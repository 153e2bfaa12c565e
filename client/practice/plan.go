package practice

import "strings"

// plan is the content of one choice before it is sent.
type plan struct {
	thought string
	text    string
	calls   []call
	// images are the URLs of the pictures that follow the text.
	images []string
	// annotations are sent after the text, on the choice instead of the delta if onChoice is set.
	// beside are members of the reply and of each of its chunks.
	annotations []any
	onChoice    bool
	beside      map[string]any
	// served is the model reported in place of the requested one, "" for none.
	served string
	finish string
	// full is the text that a fault truncated, in its full length; "" means that text is complete.
	full string
	// endless is a text that a stream repeats forever after text; "" for none.
	endless string
	// cut ends the stream without an end mark; silent stops sending but keeps the stream open.
	cut, silent bool
}

// within applies stop and max_tokens to a plan. Stop sequences are matched only in the text;
// max_tokens truncates tool calls too.
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

// tokens counts the tokens of a plan (docs/gateway.md 10.3).
func (p plan) tokens() int {
	n := len(pieces(p.thought)) + len(pieces(p.text))
	for _, c := range p.calls {
		n += len(pieces(c.name)) + len(pieces(c.arguments))
	}
	return n
}
