package failure

import (
	"slices"
	"strings"

	"parlando/client/fieldname"
	"parlando/client/lazyregexp"
)

// Lower-case messages about thinking that do not name the field.
var (
	mustThink = lazyregexp.New(`(?:reasoning|thinking) (?:is mandatory|is required|cannot be|can't be|can not be|must be enabled)|only works in thinking mode|` +
		`thinking budget 0 is invalid|(?:disable|turn off) (?:reasoning|thinking)`)
	cannotThink = lazyregexp.New(`(?:not|n't) support (?:configurable )?(?:reasoning|thinking)|(?:reasoning|thinking) (?:is not|isn't|not) (?:supported|available)|` +
		`not a (?:reasoning|thinking) model`)
)

// effortRefusal returns the refusal of reasoning_effort by a message about thinking that does not
// name the field, nil for any other error.
func (f ErrorBody) effortRefusal() *Refusal {
	field, text := f.sentField(fieldname.ReasoningEffort), strings.ToLower(f.text())
	if field == nil || !slices.Contains([]int{0, 400, 422}, f.meant()) || findName(f.Message, field.Name) >= 0 {
		return nil
	}
	r := f.refuse(*field)
	switch {
	case mustThink().MatchString(text):
	case cannotThink().MatchString(text):
		r.AnyValue = true
	default:
		return nil
	}
	return r
}
