package failure

import (
	"regexp"
	"slices"
	"strings"

	"parlando/client/fieldname"
	"parlando/client/lazyregexp"
)

// ThinkingFields are the members of an assistant message that hold its reasoning. A Refusal of such
// a member, or of its name with Absent appended, is about the messages in the request.
var ThinkingFields = []string{"reasoning_content", "reasoning", "reasoning_details", "thinking_blocks"}

// Absent is appended to Refusal.Field if the service refuses messages without that member.
const Absent = ".absent"

// thinkingMissing matches lower-case words about reasoning that should have been sent.
var thinkingMissing = lazyregexp.New(`passed? back|missing|is required|are required|field required|must be (?:provided|included|present|preserved|sent|set|supplied)|must (?:include|contain|have)|required (?:field|property)|必须|缺少`)

// thinkingRefusal returns the refusal of reasoning in the messages, or of messages without
// reasoning; nil for any other error.
func (f ErrorBody) thinkingRefusal() *Refusal {
	if !slices.Contains([]int{0, 400, 422}, f.meant()) {
		return nil
	}
	text := f.param + "\n" + strings.Join(f.fields, "\n") + "\n" + f.Message + "\n" + f.raw
	missing := thinkingMissing().MatchString(f.text()) // without raw, which may quote the reasoning
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

// memberNames match the names of ThinkingFields in a text. "reasoning", also an English word,
// counts only in quotes or at the end of a path.
var memberNames = map[string]func() *regexp.Regexp{
	"reasoning_content": lazyregexp.New(`(?i)\breasoning[_ ]?content\b`),
	"reasoning":         lazyregexp.New("[.'\"`\\]]reasoning(?:['\"`\\s:,]|$)"),
	"reasoning_details": lazyregexp.New(`(?i)\breasoning[_ ]?details\b`),
	"thinking_blocks":   lazyregexp.New(`(?i)\bthinking[_ ]?blocks?\b`),
}

func namesMember(text, name string) bool { return memberNames[name]().MatchString(text) }

// isThinkingField reports whether a field of a Refusal is about reasoning in messages.
func isThinkingField(name string) bool {
	return slices.Contains(ThinkingFields, strings.TrimSuffix(name, Absent))
}

// Reverses reports whether the refusal makes an older refusal of field obsolete. This is so if the
// service now requires the reasoning that it refused, or refuses the reasoning that it required,
// and if it refuses max_completion_tokens after max_tokens: then max_tokens is sent again.
func (r Refusal) Reverses(field string) bool {
	if r.Field == fieldname.MaxCompletionTokens && r.AnyValue {
		return field == fieldname.MaxTokens
	}
	return isThinkingField(r.Field) && field != r.Field && strings.TrimSuffix(field, Absent) == strings.TrimSuffix(r.Field, Absent)
}
