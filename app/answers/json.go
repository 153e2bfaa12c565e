package answers

import (
	"bytes"
	"encoding/json"
	"strings"

	"parlando/app/chat"
	"parlando/app/internal/schema"
)

// The limits of validation.
const (
	maxJSONBytes = 4 << 20
	maxJSONSteps = 200_000
)

// maxCandidates bounds the brackets that FindJSONDocument tries as the start of a document.
const maxCandidates = 100

// FindJSONDocument returns the JSON document in a text, and the text before and after it; ok is
// false while it is incomplete. Brackets in surrounding prose are ignored: a valid object is
// preferred, then one that looks like it. An incomplete object is returned rather than an object
// inside it.
func FindJSONDocument(text string) (before, document, after string, ok bool) {
	from, to := -1, 0
	likely := false
	for at, n := 0, 0; n < maxCandidates; n++ {
		next := strings.IndexAny(text[at:], "{[")
		if next < 0 {
			break
		}
		at += next
		end, whole := loose{text}.nested(at)
		valid := whole && json.Valid([]byte(text[at:end]))
		if valid && text[at] == '{' {
			return text[:at], text[at:end], text[end:], true
		}
		inside := strings.TrimLeft(text[at+1:], " \t\r\n")
		object := text[at] == '{' && quoteAt(inside, 0) > 0
		if from < 0 || object && !likely {
			from, to, ok, likely = at, end, whole, object
		}
		if !whole && (object || text[at] == '[' && strings.HasPrefix(inside, "{")) {
			break
		}
		if at++; valid {
			at = end
		}
	}
	if from < 0 {
		return text, "", "", false
	}
	return text[:from], text[from:to], text[to:], ok
}

// CheckJSON returns an error if an answer is not a JSON object or does not match the schema of its
// form.
func CheckJSON(f chat.AnswerForm, text string) error {
	_, document, _, _ := FindJSONDocument(text)
	value, err := schema.ReadObject(document, maxJSONBytes)
	if err != nil || len(f.Schema) == 0 {
		return err
	}
	s, err := schema.Compile(string(f.Schema))
	if err != nil {
		return err
	}
	return s.Check(value, maxJSONSteps)
}

// FenceJSON puts the JSON of an answer into a code block, on its own lines if it is complete.
func FenceJSON(text string) string { return fenceJSON(text, false) }

// fenceJSON is FenceJSON; with closes, the code block of incomplete JSON is closed, too.
func fenceJSON(text string, closes bool) string {
	before, document, after, ok := FindJSONDocument(text)
	if document == "" {
		return text
	}
	var b bytes.Buffer
	if ok && json.Indent(&b, []byte(document), "", "  ") == nil {
		document = b.String()
	}
	fence := "```"
	for strings.Contains(document, fence) {
		fence += "`"
	}
	out := fence + "json\n" + document
	if ok || closes {
		out += "\n" + fence
	}
	if before = strings.TrimSpace(withoutFences(before, false, true)); before != "" {
		out = before + "\n\n" + out
	}
	if after = strings.TrimSpace(withoutFences(after, true, false)); after != "" {
		out += "\n\n" + after
	}
	return out
}
