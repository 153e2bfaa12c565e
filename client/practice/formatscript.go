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

// cutAfter is the number of whole rows of the answers that end too early.
const cutAfter = 7

// formatScript is a model that takes response_format in one way: practice-trouble/format-object. It
// answers like practice-hands what it does not refuse.
type formatScript struct {
	// refusal refuses a kind of format; schema is json_schema as it was sent. nil, or a nil fault,
	// refuses none.
	refusal func(kind string, schema json.RawMessage, tools bool) *fault
	// ignores: the format is taken and has no effect.
	ignores bool
	// rows is the number of rows of an answer when the message names none; 0 is as usual.
	rows int
	// shape makes the answer out of a table; nil leaves it as it is.
	shape func(q question, t tableText) plan
}

// formatScripts are the scripts by the names that follow "practice-trouble/" (docs/gateway.md
// 10.4).
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

// formatScript returns the script that the id of the model names.
func (q question) formatScript() (formatScript, bool) { return formatScriptOf(q.model.id) }

func formatScriptOf(model string) (formatScript, bool) {
	name, _ := strings.CutPrefix(model, faultPrefix)
	s, ok := formatScripts()[name]
	return s, ok
}

// ignoresFormat reports whether the model takes a format and does not heed it.
func (q question) ignoresFormat() bool {
	s, _ := q.formatScript()
	return s.ignores
}

// refuseSchemas answers a json_schema that refused is true for with a fault.
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

// wraps reports whether json_schema holds a schema and its name, and is not the schema itself.
func wraps(schema json.RawMessage) bool {
	c := checker{}
	return json.Unmarshal(schema, &c.fields) == nil && c.wraps()
}

// unions match what Gemini's door does not know of a schema: null, lists of types and every kind of
// choice.
var unions = regexp.MustCompile(`"(?:\$schema|\$ref|anyOf|oneOf|allOf)":|"type":(?:\[|"null")`)

// loose matches what its older door does not know either.
var loose = regexp.MustCompile(unions.String() + `|"additionalProperties":|"strict":true`)

// refuseWords refuses schemas that match, in the words of Gemini.
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

// cutShort ends a table in the middle of a row. What was asked for before, or by number, is
// answered whole.
func (t tableText) cutShort(p plan) plan {
	p.full = t.json()
	if !t.first || len(t.rows) <= cutAfter {
		return plan{text: p.full}
	}
	row := t.object(t.rows[cutAfter])
	p.text = t.begin(cutAfter) + ",\n" + strings.ToValidUTF8(row[:len(row)/2], "")
	return p
}

// withUnfitting spoils three cells that have to be of some kind, but not in rows that are asked for
// by number.
func withUnfitting(_ question, t tableText) plan {
	var kinds []int
	for i, c := range t.columns {
		if c.unfitting != "" && !t.numbered() {
			kinds = append(kinds, i)
		}
	}
	for i, at := range []int{2, 4, 8} {
		if at < len(t.rows) && len(kinds) > 0 {
			c := kinds[i%len(kinds)]
			t.rows[at][c] = t.columns[c].unfitting
		}
	}
	return plan{text: t.json()}
}

// inProse answers as if no format had been asked for: with a fenced block, or with a table when the
// message says Markdown.
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
