package failure

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parlando/client/fieldname"
	"parlando/client/lazyregexp"
)

// Refusal is an optional field of a request, or one value of it, that a model has refused.
type Refusal struct {
	// Field is the name in the request, such as "temperature".
	Field string
	// Value is the value that was sent, without quotes, such as "1.5" or "opus". At most 100
	// characters. For "tools" it is the name of the one tool that the service refuses, "" if it
	// refuses all.
	Value string
	// AnyValue means that the model does not know the field, or accepts only its default.
	AnyValue bool
	// Min and Max are the accepted range, both included, as reported by the service; nil if not
	// reported.
	Min, Max *float64
	// Allowed are the accepted values of a voice or sound format as named by the service, nil if
	// it named none. At most 200 of at most 64 characters.
	Allowed []string
	// ConflictsWith is the field that Field cannot be combined with, if that is the reason.
	ConflictsWith string
	// ThisRequestOnly means that the refusal applies to this request only.
	ThisRequestOnly bool
	// Unaffordable means that the credit pays for a reply of Max tokens, not of Value tokens.
	Unaffordable bool
	// Reason is the service's message, at most 300 characters, with keys masked.
	Reason string
}

// CanOmit reports whether the request may be repeated without the refused field, or, for a field
// with several values, without the refused value.
func (r Refusal) CanOmit() bool {
	ok := fieldname.RuleOf(r.Field).Is(fieldname.Optional) || ofMessages(r.Field)
	return (r.AnyValue || r.Field == fieldname.Languages || r.Field == fieldname.Keywords || r.Field == fieldname.ReasoningEffort || slices.Contains(ofSpeakers, r.Field)) && ok
}

// ofMessages reports whether a field is part of the messages.
func ofMessages(name string) bool {
	return name == FieldNullContent || name == FieldNoContent || isThinkingField(name)
}

// Omission returns the entry for Omit in the next request: the name of the field, or for a single
// refused value "languages=nn" or "reasoning_effort=none".
func (r Refusal) Omission() string {
	if (r.Field == fieldname.Languages || r.Field == fieldname.ReasoningEffort) && !r.AnyValue {
		return r.Field + "=" + r.Value
	}
	return r.Field
}

// RefusedFields returns the Omission of each refusal, for the Omit of the next request.
func RefusedFields(refusals []Refusal) []string {
	var names []string
	for _, r := range refusals {
		names = append(names, r.Omission())
	}
	return names
}

// refusal returns the refusal of one of the sent fields, nil if the error names none of them.
// unsupported is the unknown field that kind found, or "".
func (f ErrorBody) refusal(unsupported string) *Refusal {
	for _, read := range []func() *Refusal{
		f.searchRefusal, f.conflict, f.thinkingRefusal, f.effortRefusal, f.contentRefusal, f.formatConflict, f.toolRefusal, f.formatRefusal, f.voiceRefusal, f.soundFormatRefusal,
	} {
		if r := read(); r != nil {
			return r
		}
	}
	// The functions above have handled all refusals of fields inside messages.
	f.sent = slices.DeleteFunc(slices.Clone(f.sent), func(s Field) bool { return ofMessages(s.Name) })
	if f.status = f.meant(); f.status >= 500 || f.status == 401 || f.status == 403 || f.status == 429 {
		return nil
	}
	if r := f.tooLongReply(); r != nil {
		return r
	}
	field := f.refusedField(unsupported)
	if field == nil || field.Name == fieldname.Tools && unsupported == "" || field.Name == fieldname.ResponseFormat && f.chatFormat() != nil {
		return nil // toolRefusal and formatRefusal found nothing
	}
	r := f.refuse(*field)
	text := strings.ToLower(f.Message)
	kind := fieldname.RuleOf(r.Field).Range
	if kind != fieldname.NoRange {
		r.Min, r.Max = acceptedRange(text, field.text(), kind == fieldname.WholeNumber)
	}
	switch {
	case r.Min != nil || r.Max != nil:
	case onlyDefault().MatchString(text):
		r.AnyValue = true
	case slices.Contains(ofSpeakers, r.Field):
		r.AnyValue = true
	case unsupported != "":
		// An error that names one format or language does not refuse the other values.
		ofValue := namesValue(f.Message, r.Value) || r.Field == fieldname.Languages && strings.HasSuffix(f.Code, "_value")
		r.AnyValue = kind != fieldname.NoRange || !ofValue
	case f.named() != r.Field && !valueWords().MatchString(text):
		return nil
	}
	r.AnyValue = r.AnyValue || slices.Contains(betterWithout, r.Field)
	return r
}

// betterWithout lists the fields that are left out if any value is refused. Speech without
// instructions is better than no speech, a model that makes pictures may do so without being asked,
// and a model answers without a search, too.
var betterWithout = []string{fieldname.Instructions, fieldname.Modalities, fieldname.WebSearchOptions, fieldname.Plugins}

// refuse returns a Refusal of a field, to be completed by the caller.
func (f ErrorBody) refuse(field Field) *Refusal {
	return &Refusal{Field: field.Name, Value: field.text(), Allowed: f.allowed(field), Reason: f.Message}
}

const numberPattern = "[`'\"]?(-?\\d+(?:\\.\\d+)?)[`'\"]?"

// Lower-case phrases about a value.
var (
	onlyDefault = lazyregexp.New(`only the default|only (?:supports|accepts|takes) the default|` +
		`only \(?` + numberPattern +
		`\)?(?: value)?(?: is)? (?:allowed|supported|accepted)|may only be set to|` +
		`only (?:be|supports?) n ?=? ?1|n must be 1\b|'n' must be 1\b`)
	valueWords = lazyregexp.New(`invalid|must be|should be|must not|out of range|not valid|not a valid|` +
		`expected|too (?:large|big|high|small|low|many|long)|` +
		`exceed|above|below|greater|less than|at most|at least|maximum|minimum|cannot|can't|not allowed|not supported`)

	between = lazyregexp.New(`(?:between|from|in|within|range[^\d\[(-]{0,40})\s*([\[(]?)\s*` +
		numberPattern + `\s*(?:and|to|,|\.\.+|-|–|~)\s*` + numberPattern + `\s*([\])]?)`)
	chained = lazyregexp.New(numberPattern + `\s*(<=?|≤)\s*[a-z_'"` + "`" + `]+\s*(<=?|≤)\s*` + numberPattern)
	atLeast = lazyregexp.New(`(?:greater than or equal to|at least|no less than|not less than|` +
		`minimum(?: allowed)?(?: value)?(?: is| of)?:?|or above|>=|≥)\s*` + numberPattern)
	atMost = lazyregexp.New(`(?:less than or equal to|at most|no (?:more|greater|larger|higher) than|` +
		`not (?:more|greater|larger|higher|exceed)(?: than)?|cannot exceed|must not exceed|up to|` +
		`maximum(?: allowed)?(?: value)?(?: is| of)?:?|limit (?:is|of)|<=|≤)\s*` + numberPattern)
	above    = lazyregexp.New(`(?:greater than|larger than|more than|\bgt\b|above)\s*` + numberPattern)
	below    = lazyregexp.New(`(?:less than|smaller than|\blt\b|below)\s*` + numberPattern)
	ends     = lazyregexp.New(numberPattern + `\s*\(inclusive\)\s*(?:and|to)\s*` + numberPattern + `\s*\((in|ex)clusive\)`)
	mostLast = lazyregexp.New(`> ` + numberPattern + `, which is the maximum`)
)

// acceptedRange returns the range that a lower-case message gives as accepted, nil if it gives
// none. A range that contains the refused value is ignored, as it must be about something else.
func acceptedRange(text, refused string, whole bool) (least, most *float64) {
	if m := ends().FindStringSubmatch(text); m != nil {
		closing := map[string]string{"in": "]", "ex": ")"}[m[3]]
		text = strings.Replace(text, m[0], "["+m[1]+", "+m[2]+closing, 1)
	}
	// Move an excluded bound inwards by the smallest step of a control.
	step := 0.01
	if whole {
		step = 1
	}
	number := func(s string, inwards float64) *float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return nil
		}
		v = math.Round((v+inwards)*1000) / 1000
		return &v
	}
	first := func(r func() *regexp.Regexp, inwards float64) *float64 {
		if m := r().FindStringSubmatch(text); m != nil {
			return number(m[1], inwards)
		}
		return nil
	}
	open := func(is bool) float64 {
		if is {
			return step
		}
		return 0
	}
	if m := between().FindStringSubmatch(text); m != nil {
		least, most = number(m[2], open(m[1] == "(" && m[4] != "")), number(m[3], -open(m[4] == ")" && m[1] != ""))
	} else if m := chained().FindStringSubmatch(text); m != nil {
		least, most = number(m[1], open(m[2] == "<")), number(m[4], -open(m[3] == "<"))
	} else if most = first(mostLast, 0); most == nil {
		if least = first(atLeast, 0); least == nil {
			least = first(above, step)
		}
		if most = first(atMost, 0); most == nil {
			most = first(below, -step)
		}
	}
	value, err := strconv.ParseFloat(refused, 64)
	inside := (least == nil || value >= *least) && (most == nil || value <= *most)
	if err != nil || inside || least != nil && most != nil && *least > *most {
		return nil, nil
	}
	return least, most
}
