package failure

import (
	"slices"
	"strings"

	"parlando/client/fieldname"
	"parlando/client/wire"
)

// refusedParam returns the optional field that the model reports as unknown or unsupported, or "".
func (f ErrorBody) refusedParam(text string) string {
	if !says(text, "unsupported", "not supported", "does not support", "doesn't support", "unknown", "unrecognized", "unexpected",
		"extra inputs", "extra_forbidden", "not permitted", "not allowed", "no such", "extra fields", "unknown_parameter",
		"isn't supported", "not support", "disabled", "deprecated", "cannot be used", "not compatible") {
		return ""
	}
	var names []string
	for _, r := range fieldname.Rules {
		if !r.Is(fieldname.OfSound) || f.sentField(r.Name) != nil {
			names = append(names, r.Name)
		}
	}
	named := f.named()
	if slices.Contains(names, named) {
		return named
	}
	for _, field := range f.fields {
		if slices.Contains(names, field) {
			return field
		}
	}
	best, at := "", -1
	for _, name := range names {
		if i := findName(f.Message, name); i >= 0 && (at < 0 || i < at) {
			best, at = name, i
		}
	}
	if best == "" && (says(text, "streaming") || findName(f.Message, fieldname.Stream) >= 0) && !says(text, fieldname.StreamOptions) {
		return fieldname.Stream
	}
	return best
}

// findName returns the index of a field name in a text, or -1. The name must be a separate word. If
// it is also an English word (stream, user, stop, n), it must be in quotes or follow a colon.
func findName(text, name string) int {
	plainWord := !strings.Contains(name, "_") && strings.ToLower(name) == name
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return -1
		}
		i += from
		before, after := byte(' '), byte(' ')
		if i > 0 {
			before = text[i-1]
		}
		if rest := strings.TrimPrefix(text[i+len(name):], "[]"); rest != "" {
			after = rest[0]
		}
		// "Unrecognized request argument supplied: seed"
		listed := strings.HasSuffix(text[:i], ": ") && !wire.IsNameByte(after)
		quoted := strings.IndexByte("'`\"", before) >= 0 && strings.IndexByte("'`\"", after) >= 0
		if quoted || listed || !plainWord && !wire.IsNameByte(before) && !wire.IsNameByte(after) {
			return i
		}
		from = i + len(name)
	}
}

// lengthNames lists the names of the reply limit.
var lengthNames = []string{fieldname.MaxTokens, fieldname.MaxCompletionTokens, "max_new_tokens", "max_output_tokens", "maxOutputTokens"}

// sentField returns the sent field with a name, or nil; for the reply limit any name will do.
func (f ErrorBody) sentField(name string) *Field {
	i := slices.IndexFunc(f.sent, func(s Field) bool {
		return s.Name == name || slices.Contains(lengthNames, s.Name) && slices.Contains(lengthNames, name)
	})
	if i < 0 {
		return nil
	}
	return &f.sent[i]
}

// refusedField returns the sent field that the error is about, or nil. unsupported is the unknown
// field that kind found, or "".
func (f ErrorBody) refusedField(unsupported string) *Field {
	if unsupported != "" {
		if field := f.sentField(unsupported); field != nil && field.Name == unsupported {
			return field
		}
		return nil
	}
	for _, name := range append([]string{f.named()}, f.fields...) {
		if field := f.sentField(name); field != nil {
			return field
		}
	}
	var first *Field
	at := len(f.Message)
	for i, s := range f.sent {
		names := []string{s.Name}
		if slices.Contains(lengthNames, s.Name) {
			names = lengthNames
		}
		for _, name := range names {
			if place := findField(f.Message, name); place >= 0 && place < at {
				first, at = &f.sent[i], place
			}
		}
	}
	if languages := f.sentField(fieldname.Languages); first == nil && languages != nil && says(strings.ToLower(f.Message), "language") {
		return languages
	}
	return first
}

// namesSetting reports whether the error is about a setting that was sent, rather than the
// messages.
func (f ErrorBody) namesSetting() bool {
	switch f.named() {
	case fieldname.Messages, fieldname.Input, fieldname.Prompt:
		return false
	}
	field := f.refusedField("")
	return field != nil && field.Name != fieldname.Stream && field.Name != fieldname.StreamOptions
}

// named returns the field in the error's param member, without the path that may follow the name.
func (f ErrorBody) named() string {
	if at := strings.IndexAny(f.param, ".["); at >= 0 {
		return f.param[:at]
	}
	return f.param
}

// findField returns the index of a field name in a text, or -1. Unlike findName it accepts the
// names temperature and speed without quotes and in any case: "Temperature must be at most 1".
func findField(text, name string) int {
	if name == fieldname.Temperature || name == fieldname.Speed {
		return strings.Index(strings.ToLower(text), name)
	}
	return findName(text, name)
}

// namesValue reports whether a text contains a value as a separate word.
func namesValue(text, value string) bool {
	if value == "" {
		return false
	}
	text, value = strings.ToLower(text), strings.ToLower(value)
	for from := 0; ; {
		i := strings.Index(text[from:], value)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(value)
		if (i == 0 || !wire.IsNameByte(text[i-1])) && (end == len(text) || !wire.IsNameByte(text[end])) {
			return true
		}
		from = end
	}
}
