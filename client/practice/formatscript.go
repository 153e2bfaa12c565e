package practice

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
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
		"format-object": {refusal: func(kind string, _ json.RawMessage, _ bool) *fault {
			if kind != "json_schema" {
				return nil
			}
			return &fault{status: http.StatusBadRequest, code: "invalid_request_error", message: "This response_format type is unavailable now"}
		}},
		"format-loose":  {refusal: refuseWords(append(unionWords(), "additionalProperties", "strict")...)},
		"format-unions": {refusal: refuseWords(unionWords()...)},
		"format-bare": {refusal: func(kind string, schema json.RawMessage, _ bool) *fault {
			if kind != "json_schema" || !wraps(schema) {
				return nil
			}
			return &fault{
				status: http.StatusBadRequest, param: "response_format",
				message: `Invalid schema for response_format: schema must be a JSON Schema of 'type: "object"', got 'type: "None"'.`,
			}
		}},
		"format-wrapper": {refusal: func(kind string, schema json.RawMessage, _ bool) *fault {
			if kind != "json_schema" || wraps(schema) {
				return nil
			}
			return &fault{
				status: http.StatusBadRequest, param: "response_format.json_schema.name", code: "missing_required_parameter",
				message: "Missing required parameter: 'response_format.json_schema.name'.",
			}
		}},
		"format-invalid": {refusal: func(kind string, _ json.RawMessage, _ bool) *fault {
			if kind != "json_schema" {
				return nil
			}
			return &fault{
				status: http.StatusBadRequest, param: "response_format", code: "invalid_json_schema",
				message: "Invalid schema for response_format: In context=('properties', 'rows', 'items'), the schema is too complex.",
			}
		}},
		"format-tools": {refusal: func(kind string, _ json.RawMessage, tools bool) *fault {
			if kind == "text" || !tools {
				return nil
			}
			return &fault{status: http.StatusBadRequest, message: "response_format and tools cannot be used together"}
		}},
		"format-ignored": {ignores: true, shape: inProse},
		"format-blanks": {rows: usualRows, shape: func(_ question, t tableText) plan {
			return plan{text: t.begin(usualRows), endless: "\n" + strings.Repeat(" ", 19)}
		}},
		"format-repeat": {rows: usualRows, shape: func(_ question, t tableText) plan {
			again := ",\n" + encodedArguments(t.rows[0])
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
	name, _ := strings.CutPrefix(model, mishapPrefix)
	s, ok := formatScripts()[name]
	return s, ok
}

// ignoresFormat reports whether the model takes a format and does not heed it.
func (q question) ignoresFormat() bool {
	s, _ := q.formatScript()
	return s.ignores
}

// wraps reports whether json_schema holds a schema and its name, and is not the schema itself.
func wraps(schema json.RawMessage) bool {
	c := checker{}
	return json.Unmarshal(schema, &c.fields) == nil && c.wraps()
}

// unionWords are the words of a schema that Gemini's door does not know besides null and lists of
// types.
func unionWords() []string { return []string{"$schema", "$ref", "anyOf", "oneOf", "allOf"} }

// refuseWords refuses schemas with null, a list of types, or one of these words. "strict" is that
// of the wrapper.
func refuseWords(refused ...string) func(kind string, schema json.RawMessage, tools bool) *fault {
	return func(kind string, schema json.RawMessage, _ bool) *fault { return refuseSchema(kind, schema, refused) }
}

func refuseSchema(kind string, schema json.RawMessage, refused []string) *fault {
	var value any
	if kind != "json_schema" || json.Unmarshal(schema, &value) != nil {
		return nil
	}
	var unknown []string
	var look func(value any, at string)
	look = func(value any, at string) {
		switch v := value.(type) {
		case []any:
			for i, inner := range v {
				look(inner, fmt.Sprintf("%s[%d]", at, i))
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				what := ""
				switch list, _ := v[name].([]any); {
				case name == "type" && (list != nil || v[name] == "null"):
					what = "Proto field is not repeating, cannot start list."
				case slices.Contains(refused, name):
					what = "Cannot find field."
				case name == "properties":
					for _, inner := range sortedValues(v[name]) {
						look(inner.value, at+".properties["+inner.name+"].value")
					}
					continue
				}
				if what != "" {
					unknown = append(unknown, fmt.Sprintf("Invalid JSON payload received. Unknown name %q at '%s': %s", name, at, what))
					continue
				}
				look(v[name], at+"."+name)
			}
		}
	}
	if wraps(schema) {
		wrapper, _ := value.(map[string]any)
		if _, sent := wrapper["strict"]; sent && slices.Contains(refused, "strict") {
			unknown = append(unknown, `Invalid JSON payload received. Unknown name "strict" at 'generation_config.response_format': Cannot find field.`)
		}
		value = wrapper["schema"]
	}
	look(value, "generation_config.response_schema")
	if unknown == nil {
		return nil
	}
	return &fault{status: http.StatusBadRequest, code: "INVALID_ARGUMENT", message: strings.Join(unknown, "\n")}
}

// member is a member of an object.
type member struct {
	name  string
	value any
}

// sortedValues are the members of an object by their names; none of anything else.
func sortedValues(value any) (all []member) {
	object, _ := value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		all = append(all, member{name, object[name]})
	}
	return all
}

// cutShort ends a table in the middle of a row. What was asked for before, or by number, is
// answered whole.
func (t tableText) cutShort(p plan) plan {
	p.full = t.json()
	if !t.first || len(t.rows) <= cutAfter {
		return plan{text: p.full}
	}
	row := encodedArguments(t.rows[cutAfter])
	p.text = t.begin(cutAfter) + ",\n" + strings.ToValidUTF8(row[:len(row)/2], "")
	return p
}

// withUnfitting spoils three cells that have to be of some kind, but not in rows that are asked for
// by number.
func withUnfitting(_ question, t tableText) plan {
	var kinds []column
	for _, c := range t.columns {
		if c.unfitting() != "" && !t.numbered() {
			kinds = append(kinds, c)
		}
	}
	for i, at := range []int{2, 4, 8} {
		if at < len(t.rows) && len(kinds) > 0 {
			c := kinds[i%len(kinds)]
			t.rows[at].values[c.name] = c.unfitting()
		}
	}
	return plan{text: t.json()}
}

// inProse answers as if no format had been asked for: with a fenced block, or with a table when the
// message says Markdown.
func inProse(q question, t tableText) plan {
	var b strings.Builder
	b.WriteString("Sure! Here is the table you asked for:\n\n")
	if strings.Contains(strings.ToLower(q.lastUser().text), "markdown") {
		line := func(cell func(column) string) {
			for _, c := range t.columns {
				b.WriteString("| " + plain(cell(c)) + " ")
			}
			b.WriteString("|\n")
		}
		line(func(c column) string { return c.name })
		line(func(column) string { return "---" })
		for _, row := range t.rows {
			line(func(c column) string { return fmt.Sprint(row.values[c.name]) })
		}
	} else {
		b.WriteString("```json\n" + t.json() + "\n```\n")
	}
	b.WriteString("\nLet me know if anything is missing.")
	return plan{text: b.String()}
}
