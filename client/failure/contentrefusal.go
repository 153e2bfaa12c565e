package failure

import (
	"slices"
	"strings"

	"parlando/client/lazyregexp"
)

// The values of Refusal.Field for the content of a message that has only tool calls. GATEWAY.md 2.2
// does not specify that content; depending on the service it must be null, absent or "".
const (
	FieldNullContent = "content"                 // null was refused: omit the content
	FieldNoContent   = FieldNullContent + Absent // omitting the content was refused, too: send ""
)

// Lower-case phrases about the content of a message, and about content in another sense.
var (
	contentWords = lazyregexp.New(`\bcontent\b[^\n]{0,80}(?:` + contentFaults + `)|(?:` + contentFaults + `)[^\n]{0,80}\bcontent\b`)
	otherContent = lazyregexp.New(`content[ _-](?:filter|policy|management|moderation|type|length)`)
)

const contentFaults = `\bnull\b|\bnone\b|\bnil\b|nullable|must be (?:a |of type )?(?:string|str|text)|should be (?:a |of type )?(?:valid )?(?:string|str|list)|` +
	`expected (?:a )?(?:string|str)|string or |required|missing|invalid type|must not be empty|cannot be empty|can't be empty|non-empty|not a string`

// contentRefusal returns the refusal of the content of messages that have only tool calls, nil for
// any other error and for a request without such messages.
func (f ErrorBody) contentRefusal() *Refusal {
	field := f.sentField(FieldNullContent)
	if field == nil {
		field = f.sentField(FieldNoContent)
	}
	text := strings.ToLower(f.param) + "\n" + f.text()
	if field == nil || !slices.Contains([]int{0, 400, 422}, f.meant()) || otherContent().MatchString(text) || !contentWords().MatchString(text) {
		return nil
	}
	r := f.refuse(*field)
	r.AnyValue = true
	return r
}
