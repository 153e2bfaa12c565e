package practice

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// enough is the score from which a tool is taken to be meant.
const enough = 3

// maxCalls is how many calls one reply has.
const maxCalls = 8

// handsIntro is what the model with hands says when there is nothing to take hold of.
const handsIntro = "I call tools. Give me some with the request, and I choose the one whose name and description share words with your message, " +
	"fill in its arguments from what you wrote, and tell you what it gave.\n\n"

// callTools plans the calls that a message asks for, with what is said before them. A plan without
// calls means that the model answers in words.
func (g *Gateway) callTools(q question, choice int) (p plan, bad *fault) {
	last := q.messages[len(q.messages)-1]
	script, scripted := q.toolScript()
	if len(q.tools) > 0 && script.refusal != nil {
		if bad := script.refusal(g, q); bad != nil {
			return plan{}, bad
		}
	}
	if len(q.tools) == 0 || q.choice.mode == "none" {
		return plan{}, nil
	}
	p.finish = "tool_calls"
	switch {
	case scripted && script.rounds != 0:
		p = script.plan(q, g.options.Now())
	case last.role == "tool" && q.choice.mode == "auto":
		return plan{}, nil
	default:
		if p.text, p.calls = exampleCalls(q, g.options.Now()); len(p.calls) == 0 {
			p.calls, bad = meantCalls(q, g.options.Now().UTC())
		}
	}
	if q.oneCall {
		p.calls = p.calls[:min(1, len(p.calls))]
	}
	p.calls = p.calls[:min(len(p.calls), maxCalls)]
	for i := range p.calls {
		if p.calls[i].id == "" {
			p.calls[i].id = fmt.Sprintf("call_practice_%06d_%d_%d", g.counter.Load(), choice, i)
		}
	}
	return p, bad
}

// offered returns the tools that may be called.
func (q question) offered() []tool {
	if q.choice.mode != "named" {
		return q.tools
	}
	return slices.DeleteFunc(slices.Clone(q.tools), func(t tool) bool { return t.name != q.choice.name })
}

// meantCalls makes a call of each tool whose words the message uses. A schema that cannot be filled
// is refused.
func meantCalls(q question, today time.Time) (calls []call, bad *fault) {
	asked := q.lastUser().text
	for _, p := range errands(q, asked, today) {
		arguments, _, problem := p.tool.fill(p.words, asked, today)
		if problem != "" {
			at := slices.IndexFunc(q.tools, func(t tool) bool { return t.name == p.tool.name })
			return nil, wrong(fmt.Sprintf("tools[%d].function.parameters", at),
				fmt.Sprintf("Invalid schema for function '%s': %s", p.tool.name, problem))
		}
		calls = append(calls, call{name: p.tool.name, arguments: string(arguments)})
	}
	return calls, nil
}

// fill makes the arguments of a call out of the words that ask for it, and what those lack out of
// the whole message. invented is how many of the required ones neither says.
func (t tool) fill(words, asked string, today time.Time) (_ json.RawMessage, invented int, problem string) {
	if t.parameters == nil {
		return json.RawMessage("{}"), 0, ""
	}
	g := generator{schema: t.parameters, hints: hintsOf(words, today)}
	raw, problem := g.generate()
	if g.invented == 0 || asked == "" || asked == words {
		return raw, g.invented, problem
	}
	wider := generator{schema: t.parameters, hints: hintsOf(asked, today)}
	if more, problem := wider.generate(); problem == "" && wider.invented < g.invented {
		return more, wider.invented, ""
	}
	return raw, g.invented, problem
}

// handsText is what the model says when it calls nothing: what the tools gave, or what it is for.
func handsText(q question) string {
	if last := q.messages[len(q.messages)-1]; last.role == "tool" {
		if text := exampleAnswer(q); text != "" {
			return text + closing
		}
		return told(q) + closing
	}
	if len(q.tools) == 0 {
		return handsIntro + "This time there were none. You wrote " + count(strings.TrimSpace(q.lastUser().text)) + ".\n\n" + closing
	}
	var b strings.Builder
	b.WriteString(handsIntro)
	if q.choice.mode == "none" {
		b.WriteString("This time I was told to call none of these:\n\n")
	} else {
		b.WriteString("None of these seems to be meant by your message. Use their words, or their names:\n\n")
	}
	for _, t := range q.tools {
		fmt.Fprintf(&b, "- `%s`", t.name)
		if t.about != "" {
			fmt.Fprintf(&b, ": %s", plain(shorten(t.about, 120)))
		}
		b.WriteString("\n")
	}
	return b.String() + "\n" + closing
}
