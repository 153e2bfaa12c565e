package failure

import (
	"regexp"
	"slices"
	"strings"
)

// ThinkingFields are the members of an assistant message with its reasoning. A Refusal of one, or
// of one with Absent after it, is about the messages of a request, not about the request itself.
var ThinkingFields = []string{"reasoning_content", "reasoning", "reasoning_details", "thinking_blocks"}

// Absent after a name in a Refusal.Field means that the service refuses messages without it.
const Absent = ".absent"

// thinkingMissing matches lower-case words about reasoning that should have been sent.
var thinkingMissing = pattern(`passed? back|missing|is required|are required|field required|must be (?:provided|included|present|preserved|sent|set|supplied)|must (?:include|contain|have)|required (?:field|property)|必须|缺少`)

// thinkingRefusal returns the refusal of reasoning in a message, or of its absence, nil if the
// error is about something else.
func (f ErrorBody) thinkingRefusal() *Refusal {
	if !slices.Contains([]int{0, 400, 422}, f.meant()) {
		return nil
	}
	text := f.param + "\n" + strings.Join(f.fields, "\n") + "\n" + f.Message + "\n" + f.raw
	missing := thinkingMissing().MatchString(f.text()) // raw may quote the reasoning
	for _, name := range ThinkingFields {
		if !namesMember(text, name) {
			continue
		}
		if missing {
			name += Absent
		}
		if field := f.sentField(name); field != nil {
			r := f.refuse(*field)
			r.AnyValue = true
			return r
		}
	}
	return nil
}

// memberNames finds the members in a text: on their own, in a path or in words. "reasoning" is also
// an English word.
var memberNames = map[string]func() *regexp.Regexp{
	"reasoning_content": pattern(`(?i)\breasoning[_ ]?content\b`),
	"reasoning":         pattern("[.'\"`\\]]reasoning(?:['\"`\\s:,]|$)"),
	"reasoning_details": pattern(`(?i)\breasoning[_ ]?details\b`),
	"thinking_blocks":   pattern(`(?i)\bthinking[_ ]?blocks?\b`),
}

func namesMember(text, name string) bool { return memberNames[name]().MatchString(text) }

// isThinkingField reports whether a field of a Refusal is about reasoning in messages.
func isThinkingField(name string) bool {
	return slices.Contains(ThinkingFields, strings.TrimSuffix(name, Absent))
}

// Reverses reports whether the refusal ends an older one of another field: the model wants the
// reasoning that it refused, or refuses what it wanted. A reply limit that is refused by its other
// name is sent by the first again.
func (r Refusal) Reverses(field string) bool {
	if r.Field == "max_completion_tokens" && r.AnyValue {
		return field == "max_tokens"
	}
	return isThinkingField(r.Field) && field != r.Field && strings.TrimSuffix(field, Absent) == strings.TrimSuffix(r.Field, Absent)
}
