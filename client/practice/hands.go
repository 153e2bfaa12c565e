package practice

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
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

// errand is a tool and the words of the message that ask for it.
type errand struct {
	tool  tool
	words string
}

// errands are the calls that a message asks for, in its order.
func errands(q question, asked string, today time.Time) []errand {
	tools := q.tools
	if q.choice.mode == "named" {
		tools = slices.DeleteFunc(slices.Clone(tools), func(t tool) bool { return t.name != q.choice.name })
	}
	forced := q.choice.mode == "named" || q.choice.mode == "required"
	best := func(score func(tool) float64) (tool, bool) {
		found, most := tools[0], 0.0
		for _, t := range tools {
			if s := score(t); s > most {
				found, most = t, s
			}
		}
		return found, most >= enough
	}
	var all []errand
	pending := ""
	for _, part := range parts(asked) {
		if t, ok := best(func(t tool) float64 { return t.named(part) }); ok {
			all = append(all, errand{t, pending + part})
			pending = ""
			continue
		}
		if len(all) == 0 {
			pending += part + " and "
			continue
		}
		// "weather in Paris and Rome" is two errands, "add 2 and 3" is one.
		before := &all[len(all)-1]
		if before.tool.saidWhole(before.words, today) && before.tool.saidWhole(part, today) {
			all = append(all, errand{before.tool, part})
		} else {
			before.words += " and " + part
		}
	}
	if len(all) == 0 {
		if t, ok := best(func(t tool) float64 { return t.score(asked) }); ok || forced {
			all = append(all, errand{t, asked})
		}
	}
	return all
}

// parts are the pieces of a message that may ask for different things.
func parts(asked string) []string {
	for _, cut := range []string{". ", "? ", "! ", "; ", "\n", " and then ", " and also ", ", then ", " then ", ", and ", " and ", " as well as ", " plus "} {
		asked = strings.ReplaceAll(asked, cut, strings.TrimRight(cut, " \nandtheloswpu,")+"\x00")
	}
	// A comma parts the items of a list, which ends with "and".
	var all []string
	pieces := strings.Split(asked, "\x00")
	for i, p := range pieces {
		if i+1 < len(pieces) {
			all = append(all, strings.Split(p, ", ")...)
		} else {
			all = append(all, p)
		}
	}
	return slices.DeleteFunc(all, func(p string) bool { return strings.TrimSpace(p) == "" })
}

// named is how well words fit the name of a tool and what is said about it.
func (t tool) named(asked string) float64 {
	if strings.Contains(strings.ToLower(asked), strings.ToLower(t.name)) && strings.ContainsAny(t.name, "_-") {
		return 100
	}
	words := telling(asked)
	return 3*float64(common(telling(t.name), words)) + 1.5*float64(common(telling(t.about), words))
}

// score is named, and how well the words fit what the tool takes.
func (t tool) score(asked string) float64 {
	words, score := telling(asked), t.named(asked)
	if t.parameters == nil {
		return score
	}
	s := t.parameters.shapeOf(flat([]*jsonschema.Schema{t.parameters.schema}))
	for _, name := range s.names {
		inner := t.parameters.shapeOf(flat(s.properties[name]))
		score += float64(common(telling(name), words))
		score += 0.5 * float64(min(2, common(telling(inner.about), words)))
		for _, v := range inner.values {
			if text, ok := v.(string); ok {
				score += 0.5 * float64(common(telling(text), words))
			}
		}
		if kinds := kindsFor(name, ""); len(kinds) > 0 && kinds[0] == aSum && slices.ContainsFunc(factsOf(asked, time.Time{}).all, func(one *fact) bool { return one.kind == aSum }) {
			score += enough
		}
	}
	return score
}

// saidWhole reports whether words alone say all that a tool requires, and something that it takes.
func (t tool) saidWhole(words string, today time.Time) bool {
	if t.parameters == nil || len(factsOf(words, today).all) == 0 {
		return false
	}
	_, invented, problem := t.fill(words, "", today)
	return problem == "" && invented == 0
}

// fill makes the arguments of a call out of the words that ask for it, and what those lack out of the whole message.
// invented is how many of the required ones neither says.
func (t tool) fill(words, asked string, today time.Time) (_ json.RawMessage, invented int, problem string) {
	if t.parameters == nil {
		return json.RawMessage("{}"), 0, ""
	}
	f := filler{form: t.parameters, facts: factsOf(words, today), today: today}
	raw, problem := f.fill()
	if f.invented == 0 || asked == "" || asked == words {
		return raw, f.invented, problem
	}
	wider := filler{form: t.parameters, facts: factsOf(asked, today), today: today}
	if more, problem := wider.fill(); problem == "" && wider.invented < f.invented {
		return more, wider.invented, ""
	}
	return raw, f.invented, problem
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

// results are the calls that were answered last, with what they gave.
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

// told tells what the tools gave.
func told(q question) string {
	calls, gave := q.results()
	var b strings.Builder
	if asked := strings.TrimSpace(q.lastUser().text); asked != "" {
		fmt.Fprintf(&b, "You asked “%s”. ", plain(shorten(strings.Join(strings.Fields(asked), " "), 120)))
	}
	if len(calls) == 1 {
		b.WriteString("One tool answered.\n\n")
	} else {
		fmt.Fprintf(&b, "%d tools answered.\n\n", len(calls))
	}
	for i, c := range calls {
		fmt.Fprintf(&b, "**%s**%s: %s\n\n", plain(c.name), with(c.arguments), result(gave[i]))
	}
	return b.String()
}

// with tells the arguments of a call.
func with(arguments string) string {
	list := members(json.RawMessage(arguments))
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// result tells what a tool gave: the members of an object, the items of a list, or the text.
func result(gave string) string {
	text := strings.TrimSpace(gave)
	if text == "" {
		return "it gave nothing."
	}
	var list []json.RawMessage
	switch {
	case strings.HasPrefix(text, "{"):
		if all := members(json.RawMessage(text)); len(all) > 0 {
			return strings.Join(all, ", ") + "."
		}
	case strings.HasPrefix(text, "[") && json.Unmarshal([]byte(text), &list) == nil:
		var b strings.Builder
		fmt.Fprintf(&b, "%d results.\n", len(list))
		for _, one := range list[:min(len(list), 20)] {
			line := strings.Join(members(one), ", ")
			if line == "" {
				line = shown(one)
			}
			b.WriteString("\n- " + line)
		}
		return b.String()
	}
	var quoted string
	if json.Unmarshal([]byte(text), &quoted) == nil {
		text = quoted
	}
	return plain(shorten(text, 2000))
}

// members are the members of a JSON object in their order, each as "name value"; none when it is no object.
func members(raw json.RawMessage) []string {
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	if first, err := dec.Token(); err != nil || first != json.Delim('{') {
		return nil
	}
	var all []string
	for dec.More() && len(all) < 40 {
		name, err := dec.Token()
		if err != nil {
			return nil
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return nil
		}
		all = append(all, plain(strings.ReplaceAll(fmt.Sprint(name), "_", " "))+" "+shown(value))
	}
	return all
}

// shown is a JSON value as text.
func shown(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return plain(shorten(text, 400))
	}
	return plain(shorten(string(raw), 400))
}
