package words

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/views/i18n"
)

// ToolArgument is one argument of a call in readable form.
type ToolArgument struct{ Name, Value string }

// ToolArguments returns the arguments of a call, sorted by name. Values are exactly as the model
// wrote them, with all digits of numbers and with repeated names, except that true and false are
// shown as Yes and No. Texts longer than most characters are truncated, with a note about their
// length; values that look like keys are hidden.
func ToolArguments(c chat.ToolCall, most int) (all []ToolArgument) {
	for _, v := range toolValues(c) {
		value := v.text
		switch {
		case v.json == "true":
			value = i18n.Text("Yes")
		case v.json == "false":
			value = i18n.Text("No")
		case !v.isText:
			value = unescaped(v.json, true)
		}
		all = append(all, ToolArgument{shownWithLength(cmp.Or(c.Labels[v.name], v.name), maxShownName), shownWithLength(problem.MaskKeys(value), most)})
	}
	slices.SortStableFunc(all, func(a, b ToolArgument) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// shownWithLength is like shown, but adds the length of a truncated text.
func shownWithLength(text string, most int) string {
	n := utf8.RuneCountInString(text)
	if n <= most {
		return displayText(text, most)
	}
	return i18n.Plural("{{.Text}} ({{.N}} characters)", n, map[string]any{"Text": displayText(text, most)})
}

// toolValue is the value of an argument: its JSON without spaces, and its text if it is a string.
type toolValue struct {
	name, json, text string
	isText           bool
}

// toolValues returns the arguments of a call in original order; nil if they are not an object.
func toolValues(c chat.ToolCall) (all []toolValue) {
	var source bytes.Buffer
	if json.Compact(&source, []byte(c.Arguments)) != nil || source.Bytes()[0] != '{' {
		return nil
	}
	written := source.String()
	dec := json.NewDecoder(&source)
	_, _ = dec.Token()
	for dec.More() {
		from := dec.InputOffset()
		if _, err := dec.Token(); err != nil {
			return nil
		}
		v := toolValue{name: unquoted(strings.TrimLeft(written[from:dec.InputOffset()], ","))}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return nil
		}
		if v.json, v.isText = string(value), value[0] == '"'; v.isText {
			v.text = unquoted(v.json)
		}
		all = append(all, v)
	}
	return all
}

// unquoted returns the text of a JSON string literal.
func unquoted(literal string) string { return unescaped(literal[1:len(literal)-1], false) }

// escape matches an escape sequence of a JSON string.
var escape = regexp.MustCompile(`\\(?:u[dD][89abAB][[:xdigit:]]{2}\\u[dD][c-fC-F][[:xdigit:]]{2}|u[[:xdigit:]]{4}|.)`)

// unescaped replaces the escape sequences of JSON by their characters, and half of a surrogate pair
// by its code. inside keeps the escape sequences that a JSON value requires.
func unescaped(written string, inside bool) string {
	return escape.ReplaceAllStringFunc(written, func(sequence string) string {
		var text string
		if json.Unmarshal([]byte(`"`+sequence+`"`), &text) != nil {
			return sequence
		}
		switch {
		case text == string(utf8.RuneError) && !strings.EqualFold(sequence, `\ufffd`):
			return fmt.Sprintf("[U+%s]", strings.ToUpper(sequence[2:]))
		case inside && (text < " " || text == `"` || text == `\`):
			return sequence
		}
		return text
	})
}
