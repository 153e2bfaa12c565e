package failure

import (
	"slices"
	"strings"
)

// The values of Refusal.Field for the content of a message with tool calls alone. GATEWAY.md 2.2
// leaves it open; services expect null, no content, or "".
const (
	FieldNullContent = "content"                 // null was refused: leave it out
	FieldNoContent   = FieldNullContent + Absent // leaving it out was refused, too: send ""
)

// Lower-case phrases about the content of a message, and about content of another kind.
var (
	contentWords = pattern(`\bcontent\b[^\n]{0,80}(?:` + contentFaults + `)|(?:` + contentFaults + `)[^\n]{0,80}\bcontent\b`)
	otherContent = pattern(`content[ _-](?:filter|policy|management|moderation|type|length)`)
)

const contentFaults = `\bnull\b|\bnone\b|\bnil\b|nullable|must be (?:a |of type )?(?:string|str|text)|should be (?:a |of type )?(?:valid )?(?:string|str|list)|` +
	`expected (?:a )?(?:string|str)|string or |required|missing|invalid type|must not be empty|cannot be empty|can't be empty|non-empty|not a string`

// contentRefusal returns the refusal of the content beside tool calls, nil if the error is about
// something else or the request has none.
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
