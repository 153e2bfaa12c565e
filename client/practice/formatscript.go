package practice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
)

// cutAfter is the number of complete rows in truncated tables.
const cutAfter = 7

// formatScript defines how a model such as practice-trouble/format-object handles response_format.
// It replies to accepted requests like practice-hands.
type formatScript struct {
	// refusal returns the fault for a format, or nil; schema is the raw json_schema. A nil refusal
	// accepts everything.
	refusal func(kind string, schema json.RawMessage, tools bool) *fault
	// ignores means that the model accepts the format, but replies without it.
	ignores bool
	// rows is the number of rows if the message does not name one; 0 means defaultRows.
	rows int
	// shape turns a table into the reply; nil means plain JSON.
	shape func(q question, t tableText) plan
}

// formatScripts maps names after "practice-trouble/" (docs/gateway.md 10.4) to their scripts.
var formatScripts = sync.OnceValue(func() map[string]formatScript {
	return map[string]formatScript{
		"format-none": {refusal: func(string, json.RawMessage, bool) *fault {
			return &fault{status: http.StatusBadRequest, param: "response_format", code: "unknown_parameter", message: "Unknown parameter: 'response_format'."}
		}},
		"format-object": {refusal: refuseSchemas(anySchema, fault{
			code: "invalid_request_error", message: "This response_format type is unavailable now",
		})},
		"format-loose":  {refusal: refuseWords(loose)},
		"format-unions": {refusal: refuseWords(unions)},
		"format-bare": {refusal: refuseSchemas(wraps, fault{
			param:   "response_format",
			message: `Invalid schema for response_format: schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`,
		})},
		"format-wrapper": {refusal: refuseSchemas(func(schema json.RawMessage) bool { return !wraps(schema) }, fault{
			param: "response_format.json_schema.name", code: "missing_required_parameter",
			message: "Missing required parameter: 'response_format.json_schema.name'.",
		})},
		"format-invalid": {refusal: refuseSchemas(anySchema, fault{
			param: "response_format", code: "invalid_json_schema",
			message: "Invalid schema for response_format: In context=('properties', 'rows', 'items'), the schema is too complex.",
		})},
		"format-tools": {refusal: func(kind string, _ json.RawMessage, tools bool) *fault {
			if kind == "text" || !tools {
				return nil
			}
			return &fault{status: http.StatusBadRequest, message: "response_format and tools cannot be used together"}
		}},
		"format-ignored": {ignores: true, shape: inProse},
		"format-blanks": {rows: defaultRows, shape: func(_ question, t tableText) plan {
			return plan{text: t.begin(defaultRows), endless: "\n" + strings.Repeat(" ", 19)}
		}},
		"format-repeat": {rows: defaultRows, shape: func(_ question, t tableText) plan {
			again := ",\n" + t.object(t.rows[0])
			return plan{text: t.begin(1) + again, endless: again}
		}},
		"format-length": {rows: 12, shape: func(_ question, t tableText) plan { return t.cutShort(plan{finish: "length"}) }},
		"format-cut":    {rows: 12, shape: func(_ question, t tableText) plan { return t.cutShort(plan{cut: true}) }},
		"format-unfit":  {rows: 12, shape: withUnfitting},
	}
})

// formatScript returns the script that the model ID names.
func (q question) formatScript() (formatScript, bool) { return formatScriptOf(q.model.id) }

func formatScriptOf(model string) (formatScript, bool) {
	name, _ := strings.CutPrefix(model, faultPrefix)
	s, ok := formatScripts()[name]
	return s, ok
}

// ignoresFormat reports whether the model accepts a format without applying it.
func (q question) ignoresFormat() bool {
	s, _ := q.formatScript()
	return s.ignores
}

// refuseSchemas returns a function that refuses each json_schema that refused selects, with f.
func refuseSchemas(refused func(schema json.RawMessage) bool, f fault) func(kind string, schema json.RawMessage, tools bool) *fault {
	f.status = http.StatusBadRequest
	return func(kind string, schema json.RawMessage, _ bool) *fault {
		if kind != "json_schema" || !refused(schema) {
			return nil
		}
		return &f
	}
}

func anySchema(json.RawMessage) bool { return true }

// wraps reports whether json_schema is an object with name and schema rather than the schema
// itself.
func wraps(schema json.RawMessage) bool {
	c := checker{}
	return json.Unmarshal(schema, &c.fields) == nil && c.wraps()
}

// unions matches schema keywords that Gemini's API rejects: null, lists of types, combinators.
var unions = regexp.MustCompile(`"(?:\$schema|\$ref|anyOf|oneOf|allOf)":|"type":(?:\[|"null")`)

// loose matches unions and the keywords that only Gemini's older API rejects.
var loose = regexp.MustCompile(unions.String() + `|"additionalProperties":|"strict":true`)

// refuseWords returns a refusal of schemas that words matches, with Gemini's error message.
func refuseWords(words *regexp.Regexp) func(kind string, schema json.RawMessage, tools bool) *fault {
	return func(kind string, schema json.RawMessage, _ bool) *fault {
		var b bytes.Buffer
		if kind != "json_schema" || json.Compact(&b, schema) != nil || !words.Match(b.Bytes()) {
			return nil
		}
		name, _, _ := strings.Cut(words.FindString(b.String())[1:], `"`)
		at, what := "response_schema", "Cannot find field."
		switch name {
		case "strict":
			at = "response_format"
		case "type":
			what = "Proto field is not repeating, cannot start list."
		}
		return &fault{
			status: http.StatusBadRequest, code: "INVALID_ARGUMENT",
			message: fmt.Sprintf("Invalid JSON payload received. Unknown name %q at 'generation_config.%s': %s", name, at, what),
		}
	}
}

// cutShort truncates a table in the middle of a row. Continuations and rows requested by number
// stay complete.
func (t tableText) cutShort(p plan) plan {
	p.full = t.json()
	if !t.first || len(t.rows) <= cutAfter {
		return plan{text: p.full}
	}
	row := t.object(t.rows[cutAfter])
	p.text = t.begin(cutAfter) + ",\n" + strings.ToValidUTF8(row[:len(row)/2], "")
	return p
}

// withUnfitting replaces three cells by text that is invalid in their columns, unless the rows are
// numbered.
func withUnfitting(q question, t tableText) plan {
	var kinds []int
	for i, c := range t.columns {
		if c.unfitting != "" && !t.numbered() {
			kinds = append(kinds, i)
		}
	}
	for i, at := range []int{2, 4, 8} {
		if at < len(t.rows) && len(kinds) > 0 {
			c := kinds[i%len(kinds)]
			t.rows[at][c] = q.text(t.columns[c].unfitting, nil)
		}
	}
	return plan{text: t.json()}
}

// inProse answers as if no format had been requested: with a fenced block, or with a Markdown table
// if the message mentions Markdown.
func inProse(q question, t tableText) plan {
	const lead, end = "Sure! Here is the table you asked for:\n\n", "\nLet me know if anything is missing."
	if !strings.Contains(strings.ToLower(q.lastUser().text), "markdown") {
		return plan{text: lead + "```json\n" + t.json() + "\n```\n" + end}
	}
	lines := make([][]string, 2, len(t.rows)+2)
	for _, c := range t.columns {
		lines[0], lines[1] = append(lines[0], c.name), append(lines[1], "---")
	}
	text := lead
	for _, line := range append(lines, t.rows...) {
		text += "| " + strings.Join(line, " | ") + " |\n"
	}
	return plan{text: text + end}
}
