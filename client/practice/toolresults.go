package practice

import (
	"encoding/json"
	"fmt"
	"strings"
)

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

// members are the members of a JSON object in their order, each as "name value"; none when it is no
// object.
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
