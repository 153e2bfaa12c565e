package answers

import (
	"bytes"
	"encoding/json"
	"strings"

	"parlando/app/chat"
)

// Schema returns the JSON Schema for the answer, nil if none is sent because any JSON is accepted.
//
// For a table it uses the common subset of all services: one object with an array of flat objects,
// each cell a required string. With strict it forbids additional properties, as services with
// guaranteed schemas require and others refuse. The options of a column are in its description,
// because Gemini refuses an enum with "", which a cell needs for "not found". A schema pasted by
// the user is returned unchanged.
func Schema(f chat.AnswerForm, strict bool) json.RawMessage {
	if f.Kind != chat.AnswerTable {
		return f.Schema
	}
	return rowsSchema(properties(f.Columns), strict)
}

// CellsSchema returns the JSON Schema for the answer to CellsRequest: each row has its number and
// all cells, "" for those not requested.
func CellsSchema(f chat.AnswerForm, strict bool) json.RawMessage {
	number := property{rowKey, "the number of the row, such as 3"}
	return rowsSchema(append([]property{number}, properties(f.Columns)...), strict)
}

// property is the schema of one cell of a row.
type property struct{ key, description string }

func properties(columns []chat.Column) []property {
	list := make([]property, len(columns))
	for i, key := range JSONKeys(columns) {
		list[i] = property{key, describe(columns[i]) + `; "" if it is not found`}
	}
	return list
}

// describe returns the user's name of a column and the kind of its cells in plain English.
func describe(c chat.Column) string {
	name := oneLine(c.Name)
	switch c.Kind {
	case chat.ColumnNumber:
		return name + ", a number, as it is written"
	case chat.ColumnYesNo:
		return name + ", yes or no"
	case chat.ColumnDate:
		return name + ", a date, as it is written"
	case chat.ColumnAmount:
		return name + ", an amount of money, as it is written"
	case chat.ColumnOption:
		options := make([]string, len(c.Options))
		for i, o := range c.Options {
			options[i] = oneLine(o)
		}
		return name + ", one of: " + strings.Join(options, ", ")
	}
	return name
}

// rowsSchema writes the schema by hand, because a map would lose the order of the columns.
func rowsSchema(list []property, strict bool) json.RawMessage {
	var b bytes.Buffer
	closed := ""
	if strict {
		closed = `,"additionalProperties":false`
	}
	b.WriteString(`{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{`)
	for i, p := range list {
		comma(&b, i)
		b.WriteString(quoted(p.key) + `:{"type":"string","description":` + quoted(p.description) + "}")
	}
	b.WriteString(`},"required":[`)
	for i, p := range list {
		comma(&b, i)
		b.WriteString(quoted(p.key))
	}
	b.WriteString(`]` + closed + `}}},"required":["rows"]` + closed + `}`)
	return b.Bytes()
}

func comma(b *bytes.Buffer, i int) {
	if i > 0 {
		b.WriteByte(',')
	}
}

// quoted returns a JSON string without escaping < > &.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // encoding a string never fails
	return strings.TrimSuffix(b.String(), "\n")
}

// oneLine joins the words of a text with single spaces.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
