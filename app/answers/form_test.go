package answers

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/internal/schema"
)

func columns(names ...string) []chat.Column {
	list := make([]chat.Column, len(names))
	for i, n := range names {
		list[i] = chat.Column{Name: n, Kind: chat.ColumnText}
	}
	return list
}

// receipts has a column of each kind.
var receipts = chat.AnswerForm{Kind: chat.AnswerTable, Columns: []chat.Column{
	{Name: "Shop", Kind: chat.ColumnText},
	{Name: "Items", Kind: chat.ColumnNumber},
	{Name: "Date of\npurchase", Kind: chat.ColumnDate},
	{Name: "Total", Kind: chat.ColumnAmount},
	{Name: "Paid", Kind: chat.ColumnYesNo},
	{Name: "By", Kind: chat.ColumnOption, Options: []string{"card", "cash", "card"}},
}}

func TestKeysArePortableAndUnique(t *testing.T) {
	names := []string{
		"Shop", "Date of purchase", "Größe", "Straße", "Prix d’achat", "Total (€)", "2024", "日期", "Дата 2", "  ", "Row", "total",
		"TOTAL!", strings.Repeat("x", 80), strings.Repeat("x", 70), "Łódź", "column 8", "½ price",
	}
	want := []string{
		"shop", "date_of_purchase", "grosse", "strasse", "prix_dachat", "total", "column_2024", "column_8", "column_9", "column_10", "row_2", "total_2",
		"total_3", strings.Repeat("x", 64), strings.Repeat("x", 62) + "_2", "lodz", "column_8_2", "column_1_2_price",
	}
	if got := JSONKeys(columns(names...)); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add("Größe", "groesse", "row")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		portable := regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)
		seen := map[string]bool{"row": true}
		for _, k := range JSONKeys(columns(a, b, c, a, b)) {
			if !portable.MatchString(k) || seen[k] {
				t.Errorf("%q", k)
			}
			seen[k] = true
		}
	})
}

func TestSchemaIsThePortableSubset(t *testing.T) {
	const want = `{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{` +
		`"shop":{"type":"string","description":"Shop; \"\" if it is not found"},` +
		`"items":{"type":"string","description":"Items, a number, as it is written; \"\" if it is not found"},` +
		`"date_of_purchase":{"type":"string","description":"Date of purchase, a date, as it is written; \"\" if it is not found"},` +
		`"total":{"type":"string","description":"Total, an amount of money, as it is written; \"\" if it is not found"},` +
		`"paid":{"type":"string","description":"Paid, yes or no; \"\" if it is not found"},` +
		`"by":{"type":"string","description":"By, one of: card, cash, card; \"\" if it is not found"}},` +
		`"required":["shop","items","date_of_purchase","total","paid","by"],"additionalProperties":false}}},"required":["rows"],"additionalProperties":false}`
	if got := string(Schema(receipts, true)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := string(Schema(receipts, false)); got != strings.ReplaceAll(want, `,"additionalProperties":false`, "") {
		t.Errorf("without strict: %s", got)
	}
}

// Each of these words is refused by one service or another.
func TestSchemasHaveNoForbiddenWord(t *testing.T) {
	many := chat.AnswerForm{Kind: chat.AnswerTable, Columns: columns(make([]string, chat.MaxColumns)...)}
	for i := range many.Columns {
		many.Columns[i] = chat.Column{Name: fmt.Sprint("Field ", i), Kind: chat.ColumnOption, Options: []string{"a", "b", "<c>"}}
	}
	for _, f := range []chat.AnswerForm{receipts, many} {
		for _, strict := range []bool{true, false} {
			for _, text := range []json.RawMessage{Schema(f, strict), CellsSchema(f, strict)} {
				if _, err := schema.Compile(string(text)); err != nil {
					t.Fatalf("%v: %s", err, text)
				}
				var document any
				if err := json.Unmarshal(text, &document); err != nil {
					t.Fatal(err)
				}
				portable(t, document, strict, false)
			}
		}
	}
	if text := string(Schema(many, true)); !strings.Contains(text, "one of: a, b, <c>") {
		t.Errorf("90 options: %s", text)
	}
}

// portable checks a schema, or the properties of one.
func portable(t *testing.T, value any, strict, names bool) {
	t.Helper()
	object, ok := value.(map[string]any)
	if !ok {
		t.Fatalf("%v is no schema", value)
	}
	for word, inner := range object {
		switch {
		case names:
			portable(t, inner, strict, false)
		case word == "properties":
			portable(t, inner, strict, true)
			if strict != (object["additionalProperties"] == false) {
				t.Errorf("strict is %v: %v", strict, object)
			}
			if properties, _ := inner.(map[string]any); len(properties) != len(object["required"].([]any)) {
				t.Errorf("not all are required: %v", object)
			}
		case word == "items":
			portable(t, inner, strict, false)
		case word == "type" && (inner == "object" || inner == "array" || inner == "string"),
			word == "additionalProperties" && strict, word == "required", word == "description":
		default:
			t.Errorf("the schema says %q: %v", word, inner)
		}
	}
}

func TestSchemaOfJSONIsTheUsersOwn(t *testing.T) {
	own := json.RawMessage(`{ "type": "object", "$defs": {} }`)
	if got := Schema(chat.AnswerForm{Kind: chat.AnswerJSON, Schema: own}, true); string(got) != string(own) {
		t.Errorf("%s", got)
	}
	if got := Schema(chat.AnswerForm{Kind: chat.AnswerJSON}, true); got != nil {
		t.Errorf("%s", got)
	}
}

func TestInstructions(t *testing.T) {
	table := chat.AnswerForm{Kind: chat.AnswerTable, Columns: []chat.Column{{Name: "Shop"}, {Name: "Day", Kind: chat.ColumnDate}}}
	const want = `Answer only with JSON of the form {"rows":[{"shop":"…","day":"…"}]}. Write one object for each row of the table, with these keys:
- "shop": Shop
- "day": Day, a date, as it is written
All values are strings, written as in the source; "" for what is not found. Write nothing before or after the JSON.`
	if got := Instructions(table, InstructionOptions{SchemaInWords: true}); got != want {
		t.Errorf("%s", got)
	}
	if got := Instructions(table, InstructionOptions{Fenced: true}); !strings.Contains(got, `"…"}]}, in one fenced block of code marked json. Write one`) ||
		!strings.HasSuffix(got, "before or after the block.") {
		t.Errorf("%s", got)
	}
	object := chat.AnswerForm{Kind: chat.AnswerJSON, Schema: json.RawMessage("{\n \"type\": \"object\"}")}
	if got := Instructions(object, InstructionOptions{}); got != "Answer with one JSON object only, and nothing before or after it." {
		t.Errorf("%s", got)
	}
	got := Instructions(object, InstructionOptions{SchemaInWords: true, Fenced: true})
	if !strings.HasSuffix(got, "\n{\"type\":\"object\"}") || !strings.Contains(got, "marked json") {
		t.Errorf("%s", got)
	}
}

func TestContinueAsksForTheRowsAfterTheLast(t *testing.T) {
	form := chat.AnswerForm{Kind: chat.AnswerTable, Columns: columns("Shop", "Town")}
	const want = `Your table was cut off. Its last complete row is row 7: {"shop":"A \"B\"","town":""}.
Answer with the rows after it, as JSON in the same form, and with none of those that you have given. If there are no more, answer {"rows":[]}.`
	if got := ContinuationRequest(form, 7, []string{`A "B"`}); got != want {
		t.Errorf("%s", got)
	}
	if got := ContinuationRequest(form, 0, nil); !strings.Contains(got, "before its first row") {
		t.Errorf("%s", got)
	}
	if got := ContinuationRequest(chat.AnswerForm{Kind: chat.AnswerJSON}, 0, nil); !strings.Contains(got, "where it ends") {
		t.Errorf("%s", got)
	}
}

func TestAskCellsNamesTheCellsAndNothingElse(t *testing.T) {
	table := Table{Columns: receipts.Columns, Rows: [][]string{
		{"Lidl", "3", "2026-01-02", "4.20", "yes", "card"},
		{"Aldi", "many", "2026-01-02", strings.Repeat("ä", 500), "yes", "gold"},
	}}
	got := CellsRequest(receipts, table, []CellFault{{1, 1, NotANumber}, {1, 3, NotAnAmount}, {1, 5, NotAnOption}, {9, 0, NotADate}, {0, 1, NotANumber}})
	want := `These cells of the table do not fit (row 1 is the first one):
- row 2, "items": "many" is not a number
- row 2, "total": "` + strings.Repeat("ä", 100) + `…" is not an amount of money
- row 2, "by": "gold" is none of: card, cash, card
- row 1, "items": "3" is not a number
Read them again in the source. Answer only with JSON of the form {"rows":[{"row":"3","items":"…","total":"…","by":"…"}]}: one object for each ` +
		`of these rows, with the number of the row as a string and only the keys of these cells. If another key is demanded, its value is "". ` +
		`Write nothing before or after the JSON.`
	if got != want {
		t.Errorf("%s", got)
	}
	if !strings.Contains(string(CellsSchema(receipts, true)), `"properties":{"row":{"type":"string","description":"the number of the row, such as 3"},"shop":`) {
		t.Errorf("%s", CellsSchema(receipts, true))
	}
}

func TestValidate(t *testing.T) {
	table := func(c ...chat.Column) chat.AnswerForm { return chat.AnswerForm{Kind: chat.AnswerTable, Columns: c} }
	object := func(s string) chat.AnswerForm {
		return chat.AnswerForm{Kind: chat.AnswerJSON, Schema: json.RawMessage(s)}
	}
	many := make([]string, chat.MaxColumns+1)
	for i := range many {
		many[i] = fmt.Sprint("c", i)
	}
	for name, c := range map[string]struct {
		form   chat.AnswerForm
		want   error
		column int
	}{
		"good":        {receipts, nil, -1},
		"30 columns":  {table(columns(many[:chat.MaxColumns]...)...), nil, -1},
		"no columns":  {table(), ErrNoColumns, -1},
		"31 columns":  {table(columns(many...)...), ErrTooManyColumns, -1},
		"no name":     {table(columns("a", " \n")...), ErrColumnName, 1},
		"name twice":  {table(columns("Date of", "b", "date  OF ")...), ErrColumnTwice, 2},
		"no options":  {table(chat.Column{Name: "a", Kind: chat.ColumnOption, Options: []string{" "}}), ErrNoOptions, 0},
		"any object":  {object(""), nil, -1},
		"schema":      {object(`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":["string","null"]}}}`), nil, -1},
		"no schema":   {object(`{"type":"array"}`), ErrSchema, -1},
		"no JSON":     {object(`{"type":`), ErrSchema, -1},
		"remote":      {object(`{"type":"object","$ref":"https://example.org/s"}`), ErrSchema, -1},
		"a file":      {object(`{"type":"object","$ref":"file:///etc/passwd"}`), ErrSchema, -1},
		"endless":     {object(strings.Repeat(`{"not":`, 4000) + "{}" + strings.Repeat("}", 4000)), ErrSchema, -1},
		"huge":        {object(`{"type":"object","title":"` + strings.Repeat("x", 1<<20) + `"}`), ErrSchema, -1},
		"other kinds": {chat.AnswerForm{Kind: "poem"}, ErrKind, -1},
	} {
		err := Validate(c.form)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		var column *ColumnError
		if errors.As(err, &column) != (c.column >= 0) || column != nil && column.Column != c.column {
			t.Errorf("%s: %v", name, err)
		}
	}
}
