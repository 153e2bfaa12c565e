package practice_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice"
)

// The schema of a table as Parlando sends it, and without what only some services take.
const (
	looseRows = `{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{` +
		`"Item":{"type":"string","description":"A text. \"\" if it is not there."},` +
		`"Bought":{"type":"string","description":"A date. \"\" if it is not there."},` +
		`"Price":{"type":"string","description":"An amount of money. \"\" if it is not there."},` +
		`"Fresh":{"type":"string","description":"yes or no. \"\" if it is not there."},` +
		`"Shop":{"type":"string","description":"Shop, one of: Market, Corner shop, Online"}},` +
		`"required":["Item","Bought","Price","Fresh","Shop"]}}},"required":["rows"]}`
	// sample is the example in the instructions for a model that takes no schema.
	sample = "Answer with JSON in a fenced block, and nothing else:\n" +
		`{"rows":[{"Item":"a text","Bought":"a date","Price":"an amount of money","Fresh":"yes or no","Shop":"one of Market, Corner shop, Online"}]}`
)

var (
	strictRows = strings.ReplaceAll(looseRows, `"required"`, `"additionalProperties":false,"required"`)
	columns    = []string{"Item", "Bought", "Price", "Fresh", "Shop"}
)

// rungs are the ways to ask for a table, the best first.
var rungs = []struct {
	name   string
	format client.ResponseFormat
}{
	{"strict", client.FormatSchema("rows", json.RawMessage(strictRows), true)},
	{"loose", client.FormatSchema("rows", json.RawMessage(looseRows), false)},
	{"bare", client.FormatSchema("", json.RawMessage(looseRows), false)},
	{"object", client.FormatJSON()},
	{"text", client.ResponseFormat{}},
}

func rung(name string) client.ResponseFormat {
	for _, r := range rungs {
		if r.name == name {
			return r.format
		}
	}
	panic("no rung " + name)
}

// askTable asks a model for a table on a rung, with a sample in the instructions.
func askTable(model, message, name string) client.ChatRequest {
	r := client.ChatRequest{Model: model, ResponseFormat: rung(name)}
	r.Messages = []client.Message{say("system", sample), say("user", message)}
	return r
}

// rowsOf reads a whole table, fenced if it came as text.
func rowsOf(t *testing.T, text string) (rows []map[string]string) {
	t.Helper()
	text = strings.TrimSuffix(strings.TrimPrefix(text, "```json\n"), "\n```")
	var read struct{ Rows []map[string]string }
	if err := json.Unmarshal([]byte(text), &read); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return read.Rows
}

// Each script refuses the rungs it does not take, and the client knows why.
func TestFormatScriptsRefuseWhatTheirNamesSay(t *testing.T) {
	c := november(t)
	// what becomes of strict, loose, bare, object and text
	for model, want := range map[string]string{
		"format-none":    "any, any, any, any, rows",
		"format-object":  "json_schema, json_schema, json_schema, rows, rows",
		"format-loose":   "json_schema.strict, rows, rows, rows, rows",
		"format-unions":  "rows, rows, rows, rows, rows",
		"format-bare":    "json_schema.name, json_schema.name, rows, rows, rows",
		"format-wrapper": "rows, rows, json_schema.wrapper, rows, rows",
		"format-invalid": "json_schema.schema once, json_schema.schema once, json_schema.schema once, rows, rows",
		"format-tools":   "rows, rows, rows, rows, rows",
		"n-ignored":      "rows, rows, rows, rows, rows",
	} {
		var got []string
		for _, r := range rungs {
			_, reply, err := asked(t, c, askTable("practice-trouble/"+model, "The shopping of the week", r.name))
			var e *failure.Error
			switch {
			case errors.As(err, &e) && e.Refusal != nil && e.Refusal.Field == "response_format":
				told := e.Refusal.Value
				if e.Refusal.AnyValue {
					told = "any"
				}
				if e.Refusal.ThisRequestOnly {
					told += " once"
				}
				got = append(got, told)
			case err != nil:
				got = append(got, err.Error())
			case strings.Contains(reply.texts[0], `"rows"`) && len(rowsOf(t, reply.texts[0])) == 3:
				got = append(got, "rows")
			default:
				got = append(got, "text")
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s, want %s", model, strings.Join(got, ", "), want)
		}
	}
}

// The older door of Gemini refuses every kind of choice too.
func TestFormatLooseRefusesChoicesAnywhere(t *testing.T) {
	c := november(t)
	for _, cell := range []string{
		`{"type":["string","null"]}`, `{"anyOf":[{"type":"string"}]}`, `{"type":"null"}`, `{"$schema":"x","type":"string"}`, `{"type":"object","additionalProperties":false}`,
	} {
		schema := `{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"type":` + cell + `}}}}}`
		for _, name := range []string{"rows", ""} {
			r := ask("practice-trouble/format-loose", "A table")
			r.ResponseFormat = client.FormatSchema(name, json.RawMessage(schema), false)
			_, _, err := asked(t, c, r)
			if refused := failure.Refusals(err); len(refused) != 1 || refused[0].Field != "response_format" {
				t.Errorf("%s: %v %v", cell, refused, err)
			}
		}
	}
}

func TestFormatToolsRefusesBothTogether(t *testing.T) {
	c := november(t)
	r := askTable("practice-trouble/format-tools", "What is 2 + 2?", "strict")
	r.Tools = tools(t)
	_, _, err := asked(t, c, r)
	if refused := failure.Refusals(err); len(refused) != 1 || refused[0].Field != "tools" || refused[0].ConflictsWith != "response_format" || !refused[0].ThisRequestOnly {
		t.Errorf("%+v %v", refused, err)
	}
	r.ResponseFormat, r.Messages = client.ResponseFormat{}, r.Messages[1:]
	if calls, _, err := asked(t, c, r); err != nil || len(calls) != 1 {
		t.Errorf("%v %v", calls, err)
	}
}

// A service that knows nothing of the field answers as it likes.
func TestFormatIgnoredAnswersInProse(t *testing.T) {
	for message, want := range map[string]string{"The shopping": "```json\n{\"rows\":[", "The shopping in Markdown": "| Item | Bought |"} {
		for _, r := range rungs {
			_, got, err := asked(t, november(t), askTable("practice-trouble/format-ignored", message, r.name))
			if text := got.texts[0]; err != nil || !strings.Contains(text, want) || !strings.HasPrefix(text, "Sure!") || !strings.HasSuffix(text, "missing.") {
				t.Errorf("%s, %s: %v %s", message, r.name, err, text)
			}
		}
	}
}

// What goes on for ever does so until it is closed; a whole reply ends some time.
func TestFormatScriptsThatNeverEnd(t *testing.T) {
	for model, ends := range map[string]func(string) bool{
		"format-blanks": func(text string) bool {
			return strings.HasSuffix(text, strings.Repeat(" ", 19)) && len(text)-len(strings.TrimSpace(text)) > 3000
		},
		"format-repeat": func(text string) bool {
			lines := strings.Split(strings.TrimSuffix(text, ","), "\n")
			return len(lines) > 100 && lines[len(lines)-2] == lines[3]
		},
	} {
		for _, r := range rungs {
			request := askTable("practice-trouble/"+model, "The shopping", r.name)
			s, err := november(t).Chat(t.Context(), request)
			if err != nil {
				t.Fatal(model, err)
			}
			text := ""
			for !ends(text) && len(text) < 1<<20 && s.Next() {
				for _, d := range s.Chunk().Choices {
					text += d.Text
				}
			}
			if !ends(text) || s.Err() != nil {
				t.Errorf("%s: %v %.300s", model, s.Err(), text)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			request.NoStream = true
			if got, err := listen(t, november(t), request); err != nil || got.finish[0] != "length" || !ends(got.texts[0]) {
				t.Errorf("%s, whole: %v %s %.300s", model, err, got.finish[0], got.texts[0])
			}
		}
	}
}

// Seven whole rows come, and the rest when it is asked for.
func TestFormatScriptsThatEndTooEarly(t *testing.T) {
	for _, r := range rungs {
		request := askTable("practice-trouble/format-length", "The shopping", r.name)
		_, got, err := asked(t, november(t), request)
		begun := got.texts[0]
		if err != nil || got.finish[0] != "length" || strings.Count(begun, `"Item":`) != 8 || strings.Count(begun, "}") != 7 {
			t.Errorf("%s: %v %s %s", r.name, err, got.finish[0], begun)
		}
		request.Messages = append(request.Messages, say("assistant", begun), say("user", "Continue with the rows after the last whole one."))
		if _, got, err = asked(t, november(t), request); err != nil || got.finish[0] != "stop" {
			t.Errorf("%s: %v %v", r.name, err, got)
		}
		if rest := rowsOf(t, got.texts[0]); len(rest) != 5 || strings.Contains(begun, rest[0]["Price"]) || rest[0]["Item"] == "" {
			t.Errorf("%s: the rest is %v", r.name, rest)
		}
		request = askTable("practice-trouble/format-cut", "The shopping", r.name)
		got, err = listen(t, november(t), request)
		if err == nil || got.complete || strings.Count(got.texts[0], "}") != 7 || strings.Count(got.texts[0], `"Item":`) != 8 {
			t.Errorf("%s: %v %s", r.name, err, got.texts[0])
		}
		request.NoStream = true
		if got, err = listen(t, november(t), request); err == nil || strings.Count(got.texts[0], "}") != 7 {
			t.Errorf("%s, whole: %v %s", r.name, err, got.texts[0])
		}
	}
}

// Three of twelve rows have a cell that does not fit; asked for again by their numbers, they fit.
func TestFormatUnfitMendsWhatIsAskedForAgain(t *testing.T) {
	for _, r := range rungs {
		request := askTable("practice-trouble/format-unfit", "The shopping", r.name)
		_, got, err := asked(t, november(t), request)
		if err != nil {
			t.Fatal(err)
		}
		rows := rowsOf(t, got.texts[0])
		if len(rows) != 12 || rows[2]["Bought"] != "31/11/2026" || rows[4]["Price"] != "about twelve" || rows[8]["Fresh"] != "perhaps" {
			t.Errorf("%s: %d %v", r.name, len(rows), rows)
		}
	}
	again := `{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"row":{"type":"string","description":"The number of the row"},` +
		`"Bought":{"type":"string","description":"A date"},"Price":{"type":"string","description":"An amount of money"}},"required":["row","Bought","Price"]}}},"required":["rows"]}`
	r := ask("practice-trouble/format-unfit", "These cells do not fit. Give them again.\n- Row 3: Bought is \"31/11/2026\"\n- Row 5: Price is \"about twelve\" in all 12 rows\n- Row 9: Fresh")
	r.ResponseFormat = client.FormatSchema("rows", json.RawMessage(again), true)
	_, got, err := asked(t, november(t), r)
	if err != nil {
		t.Fatal(err)
	}
	var numbers []string
	for _, row := range rowsOf(t, got.texts[0]) {
		numbers = append(numbers, row["row"])
		if !strings.HasPrefix(row["Bought"], "2026-1") || !strings.Contains(row["Price"], ".") {
			t.Errorf("%v does not fit either", row)
		}
	}
	if !slices.Equal(numbers, []string{"3", "5", "9"}) {
		t.Errorf("rows %v come again", numbers)
	}
}

// The models that fill schemas make tables of as many rows as the message says, or of what it
// lists.
func TestTablesAreFilled(t *testing.T) {
	for _, model := range []string{practice.WriterModel, practice.ToolModel} {
		for _, r := range rungs {
			for message, want := range map[string]int{"The shopping of the week": 3, "A table with 12 rows": 12, "2,000 rows of shopping, please": 2000, "9999 rows": 5000} {
				if want > 1000 && r.name != "strict" {
					continue
				}
				ask := func(r client.ChatRequest) (fullReply, error) {
					if r.NoStream = want > 1000; r.NoStream {
						return listen(t, november(t), r)
					}
					_, got, err := asked(t, november(t), r)
					return got, err
				}
				got, err := ask(askTable(model, message, r.name))
				if err != nil || got.finish[0] != "stop" {
					t.Fatal(model, r.name, err, got.finish)
				}
				rows := rowsOf(t, got.texts[0])
				if len(rows) != want {
					t.Errorf("%s, %s, %s: %d rows", model, r.name, message, len(rows))
				}
				for _, row := range rows[:3] {
					if len(row) != len(columns) || slices.Contains([]string{row["Item"], row["Bought"], row["Price"], row["Fresh"], row["Shop"]}, "") {
						t.Errorf("%s: %v", r.name, row)
					}
				}
				if first := rows[1]; first["Bought"] != "2026-11-26" || first["Price"] != "10.35" || first["Fresh"] != "no" || first["Shop"] != "Corner shop" {
					t.Errorf("%s: %v", r.name, first)
				}
			}
		}
	}
}

// Each of several answers is a table of its own.
func TestSeveralTablesDiffer(t *testing.T) {
	r := askTable(practice.WriterModel, "The shopping", "strict")
	r.N = 8
	_, got, err := asked(t, november(t), r)
	if err != nil || len(got.texts) != 8 {
		t.Fatal(err, len(got.texts))
	}
	seen := map[string]bool{}
	for _, text := range got.texts {
		seen[text] = len(rowsOf(t, text)) == 3
	}
	if len(seen) != 8 {
		t.Errorf("%d different tables", len(seen))
	}
	r.Model = "practice-trouble/n-ignored"
	if _, got, err = asked(t, november(t), r); err != nil || len(got.texts) != 1 || got.texts[0] == "" {
		t.Errorf("%v %d", err, len(got.texts))
	}
	r.N = 9
	if _, _, err = asked(t, november(t), r); err == nil {
		t.Error("nine replies are given")
	}
}

// Instructions without a sample change nothing.
func TestJSONWithoutASampleIsAsBefore(t *testing.T) {
	r := client.ChatRequest{Model: practice.WriterModel, ResponseFormat: client.FormatJSON(), Messages: []client.Message{say("system", "Answer in JSON."), say("user", "Hi")}}
	if _, got, err := asked(t, november(t), r); err != nil || !strings.Contains(got.texts[0], `"practice":true`) {
		t.Errorf("%v %s", err, got.texts[0])
	}
}
