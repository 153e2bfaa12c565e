package practice

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxCalls is the maximum number of calls in one reply.
const maxCalls = 8

// toolUserIntro is the reply of the tool user when the request has no tools.
const toolUserIntro = "I try out tools. Turn some on, and I choose the one whose name and description share words with your message " +
	"and tell you its result. I know how to use Parlando's own tools."

// callTools plans the calls that a message asks for and the text before them. A plan without calls
// means that the model answers with text.
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
		p = script.plan(q)
	case last.role == "tool" && q.choice.mode == "auto":
		return plan{}, nil
	default:
		if p.text, p.calls = exampleCalls(q, g.options.Now()); len(p.calls) == 0 {
			p.calls, bad = q.meantCall()
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

// meantCall calls the tool whose name and description share most words with the message. If none
// shares any, it makes a call only if tool_choice requires one. It returns a fault if no arguments
// fit the tool's schema.
func (q question) meantCall() ([]call, *fault) {
	words := telling(q.lastUser().text)
	score := func(t tool) int { return 2*common(telling(t.name), words) + common(telling(t.about), words) }
	meant := slices.MaxFunc(q.offered(), func(a, b tool) int { return score(a) - score(b) })
	if score(meant) < 2 && q.choice.mode != "named" && q.choice.mode != "required" {
		return nil, nil
	}
	arguments, problem := meant.smallest()
	if problem != "" {
		at := slices.IndexFunc(q.tools, func(t tool) bool { return t.name == meant.name })
		return nil, wrong(fmt.Sprintf("tools[%d].function.parameters", at), fmt.Sprintf("Invalid schema for function '%s': %s", meant.name, problem))
	}
	return []call{{name: meant.name, arguments: string(arguments)}}, nil
}

// smallest returns arguments with only the required properties.
func (t tool) smallest() (_ json.RawMessage, problem string) {
	if t.parameters == nil {
		return json.RawMessage("{}"), ""
	}
	return t.parameters.smallest(false)
}

// toolUserText returns a reply without calls: the tool results, or else an introduction.
func toolUserText(q question) string {
	if last := q.messages[len(q.messages)-1]; last.role == "tool" {
		if text := exampleAnswer(q); text != "" {
			return text + q.closing()
		}
		return repeatResults(q) + q.closing()
	}
	if len(q.tools) == 0 {
		return q.text(toolUserIntro, nil) + "\n\n" + q.text("This time none was turned on. You wrote {{.Words}}.", values{"Words": q.wordCount(strings.TrimSpace(q.lastUser().text))}) + "\n\n" + q.closing()
	}
	var b strings.Builder
	b.WriteString(q.text(toolUserIntro, nil) + "\n\n")
	if q.choice.mode == "none" {
		b.WriteString(q.text("This time I was told not to use any of these:", nil) + "\n\n")
	} else {
		b.WriteString(q.text("Your message doesn't seem to need any of these. Use their names, or words from their descriptions:", nil) + "\n\n")
	}
	for _, t := range q.tools {
		fmt.Fprintf(&b, "- **%s**", inWords(t.name))
		if t.about != "" {
			fmt.Fprintf(&b, ": %s", plain(shorten(t.about, 120)))
		}
		b.WriteString("\n")
	}
	return b.String() + "\n" + q.closing()
}

// results returns the tool calls of the last round with their results.
func (q question) results() (calls []call, gave []string) {
	made := map[string]call{}
	for _, m := range q.messages {
		switch m.role {
		case "user":
			calls, gave = nil, nil
		case "assistant":
			for _, c := range m.calls {
				made[c.id] = c
			}
		case "tool":
			calls, gave = append(calls, made[m.answers]), append(gave, m.text)
		}
	}
	return calls, gave
}

// repeatResults quotes the tool results.
func repeatResults(q question) string {
	calls, gave := q.results()
	var b strings.Builder
	if asked := strings.TrimSpace(q.lastUser().text); asked != "" {
		b.WriteString(q.text("You asked “{{.Text}}”.", values{"Text": oneLine(asked, 120)}) + " ")
	}
	b.WriteString(q.plural("One tool replied.", "{{.N}} tools replied.", len(calls), nil) + "\n\n")
	for i, c := range calls {
		b.WriteString(q.text("{{.Tool}} replied: {{.Result}}", values{"Tool": "**" + inWords(c.name) + "**" + inBrackets(c.arguments), "Result": q.given(gave[i])}) + "\n\n")
	}
	return b.String()
}

// inWords returns the name of a tool or of a parameter in words: "Get weather" of get_weather.
func inWords(name string) string {
	name = strings.TrimSpace(strings.ReplaceAll(name, "_", " "))
	_, n := utf8.DecodeRuneInString(name)
	return plain(strings.ToUpper(name[:n]) + name[n:])
}

// inBrackets returns the arguments of a call in words, in brackets after a space; "" for none.
func inBrackets(arguments string) string {
	var values map[string]any
	if json.Unmarshal([]byte(arguments), &values) != nil || len(values) == 0 {
		return ""
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		all = append(all, inWords(name)+": "+plain(shorten(fmt.Sprint(values[name]), 120)))
	}
	return " (" + strings.Join(all, ", ") + ")"
}

// given returns the result of a tool as text.
func (t translator) given(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return t.text("nothing.", nil)
	}
	return plain(shorten(text, 2000))
}
