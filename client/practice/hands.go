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

// callTools decides which tools a message asks for. None means that the model answers in words; problem says which schema
// could not be filled.
func (g *Gateway) callTools(q question, choice int) (calls []call, bad *fault) {
	last := q.messages[len(q.messages)-1]
	if len(q.tools) == 0 || q.choice.mode == "none" || last.role == "tool" && q.choice.mode == "auto" {
		return nil, nil
	}
	today := g.options.Now().UTC()
	asked := q.lastUser().text
	picked := errands(q, asked, today)
	if q.oneCall {
		picked = picked[:min(1, len(picked))]
	}
	for i, p := range picked[:min(len(picked), maxCalls)] {
		arguments, _, problem := p.tool.fill(p.words, asked, today)
		if problem != "" {
			at := slices.IndexFunc(q.tools, func(t tool) bool { return t.name == p.tool.name })
			return nil, wrong(fmt.Sprintf("tools[%d].function.parameters", at),
				fmt.Sprintf("Invalid schema for function '%s': %s", p.tool.name, problem))
		}
		calls = append(calls, call{
			id: fmt.Sprintf("call_practice_%06d_%d_%d", g.counter.Load(), choice, i), name: p.tool.name, arguments: string(arguments),
		})
	}
	return calls, nil
}

// fill makes the arguments of a call out of the words that ask for it, and what those lack out of the whole message.
// invented is how many of the required ones neither says.
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
