package answers

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"parlando/app/chat"
)

// InstructionOptions describe how the rest of the request asks for the answer.
type InstructionOptions struct {
	// SchemaInWords includes the user's schema, for requests that cannot carry it.
	SchemaInWords bool
	// Fenced asks for a code block within text, for services without response formats.
	Fenced bool
}

// Instructions returns the text for the system message that describes the form of the answer. It
// always contains the word JSON, which services require.
func Instructions(f chat.AnswerForm, o InstructionOptions) string {
	if f.Kind == chat.AnswerTable {
		return tableInstructions(f.Columns, o)
	}
	text := "Answer with one JSON object only, and nothing before or after it."
	if o.Fenced {
		text = "Answer with one JSON object only, in one fenced block of code marked json, and nothing before or after the block."
	}
	if o.SchemaInWords && len(f.Schema) > 0 {
		text += " The object must be valid against this JSON Schema:\n" + compact(f.Schema)
	}
	return text
}

func tableInstructions(columns []chat.Column, o InstructionOptions) string {
	var b strings.Builder
	keys := JSONKeys(columns)
	b.WriteString("Answer only with JSON of the form " + example("", keys))
	if o.Fenced {
		b.WriteString(", in one fenced block of code marked json")
	}
	b.WriteString(". Write one object for each row of the table, with these keys:\n")
	for i, key := range keys {
		b.WriteString("- " + quoted(key) + ": " + describe(columns[i]) + "\n")
	}
	b.WriteString(`All values are strings, written as in the source; "" for what is not found. `)
	if o.Fenced {
		b.WriteString("Write nothing before or after the block.")
	} else {
		b.WriteString("Write nothing before or after the JSON.")
	}
	return b.String()
}

// example returns an example answer of one row; first precedes its cells.
func example(first string, keys []string) string {
	var b strings.Builder
	b.WriteString(`{"rows":[{` + first)
	for i, key := range keys {
		if i > 0 || first != "" {
			b.WriteByte(',')
		}
		b.WriteString(quoted(key) + `:"…"`)
	}
	b.WriteString("}]}")
	return b.String()
}

// ContinuationRequest returns the user message that requests the rest of a cut answer: for a table,
// the rows after row number rows, which has the cells last; for JSON, the rest of the object.
func ContinuationRequest(f chat.AnswerForm, rows int, last []string) string {
	switch {
	case f.Kind != chat.AnswerTable:
		return "Your JSON was cut off. Go on exactly where it ends, and repeat nothing of it."
	case rows == 0:
		return "Your answer was cut off before its first row was complete. Answer again, as JSON in the same form."
	}
	var b strings.Builder
	b.WriteString("Your table was cut off. Its last complete row is row " + strconv.Itoa(rows))
	if len(last) > 0 {
		b.WriteString(": {")
		for i, key := range JSONKeys(f.Columns) {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quoted(key) + ":" + quoted(shortened(at(last, i))))
		}
		b.WriteString("}")
	}
	b.WriteString(".\nAnswer with the rows after it, as JSON in the same form, and with none of those that you have given. " +
		`If there are no more, answer {"rows":[]}.`)
	return b.String()
}

// CellsRequest returns the user message that requests only the cells that do not fit.
func CellsRequest(f chat.AnswerForm, t Table, faults []CellFault) string {
	var b strings.Builder
	keys := JSONKeys(f.Columns)
	asked, inExample := []string(nil), map[string]bool{}
	b.WriteString("These cells of the table do not fit (row 1 is the first one):\n")
	for _, fault := range faults {
		if fault.Row >= len(t.Rows) || fault.Column >= len(keys) {
			continue
		}
		key := keys[fault.Column]
		b.WriteString("- row " + strconv.Itoa(fault.Row+1) + ", " + quoted(key) + ": " +
			quoted(shortened(at(t.Rows[fault.Row], fault.Column))) + " is " + fault.english(f.Columns[fault.Column]) + "\n")
		if !inExample[key] {
			inExample[key], asked = true, append(asked, key)
		}
	}
	b.WriteString("Read them again in the source. Answer only with JSON of the form " + example(`"row":"3"`, asked) +
		": one object for each of these rows, with the number of the row as a string and only the keys of these cells. " +
		`If another key is demanded, its value is "". Write nothing before or after the JSON.`)
	return b.String()
}

// maxQuotedBytes is the maximum length of a cell quoted in a question.
const maxQuotedBytes = 200

func shortened(cell string) string {
	if len(cell) <= maxQuotedBytes {
		return cell
	}
	return strings.ToValidUTF8(cell[:maxQuotedBytes], "") + "…"
}

func at(row []string, i int) string {
	if i >= len(row) {
		return ""
	}
	return row[i]
}

func compact(schema json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, schema) != nil {
		return string(schema)
	}
	return b.String()
}
