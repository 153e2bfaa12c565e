package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/jsonfile"
	"parlando/app/internal/schema"
)

const anObject = `{"type":"object"}`

func TestOwnToolsAreThereAgain(t *testing.T) {
	dir := t.TempDir()
	tools := open(t, dir)
	want := OwnTool{Name: "weather", Description: "The weather", Parameters: "{\"type\": \"object\",\n  \"properties\": {\"z\": {\"type\":\"number\"}, \"a\": {\"maximum\": 1.10}}}"}
	if err := tools.Save(want, ""); err != nil {
		t.Fatal(err)
	}
	if marks := tools.o.Marks.Take(); len(marks) != 1 || marks[0].Topic != changes.Tools {
		t.Errorf("marks: %v", marks)
	}
	if err := tools.SetSearchEverywhere(true); err != nil {
		t.Fatal(err)
	}
	again := open(t, dir)
	if got := again.OwnTools(); len(got) != 1 || got[0] != want || !again.SearchesEverywhere() {
		t.Errorf("%+v", got)
	}
	renamed := want
	renamed.Name = "climate"
	for _, err := range []error{again.Save(renamed, "weather"), again.Save(renamed, "climate"), again.Remove("climate")} {
		if err != nil {
			t.Error(err)
		}
	}
	for _, err := range []error{again.Save(renamed, "weather"), again.Remove("weather")} {
		if !errors.Is(err, ErrNoSuchOwn) {
			t.Errorf("error %v", err)
		}
	}
	if got := open(t, dir).OwnTools(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// What is stored and sent of a tool of an earlier version stays as it was, byte for byte.
func TestAToolOfAnEarlierVersionStaysAsItWas(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	const parameters = `{ "type":"object","properties":{"zipCode": {"type":"string"}, "a":{"type":"array","items":{"type":"number"}}},  "required":["zipCode"]}`
	text, err := json.Marshal(map[string]any{"own_tools": []any{map[string]any{"id": "Book-it_2", "description": "Books.", "parameters": parameters}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	tools := open(t, dir)
	if err := tools.Save(OwnTool{Name: "another", Title: "Another!", Parameters: anObject}, ""); err != nil {
		t.Fatal(err)
	}
	if got := tools.Definitions([]string{"Book-it_2"}); len(got) != 1 || got[0].Description != "Books." || string(got[0].Parameters) != parameters || got[0].Title != "" {
		t.Errorf("sent: %+v", got)
	}
	var stored struct {
		Own []map[string]string `json:"own_tools"`
	}
	if text, err = os.ReadFile(path); err != nil || json.Unmarshal(text, &stored) != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if got := fmt.Sprint(stored.Own[0]); got != fmt.Sprint(map[string]string{"id": "Book-it_2", "description": "Books.", "parameters": parameters}) {
		t.Errorf("stored: %s", got)
	}
	if got := stored.Own[1]["title"]; got != "Another!" {
		t.Errorf("the title is stored as %q", got)
	}
}

func TestANameIsMadeFromTheTitle(t *testing.T) {
	tools := open(t, t.TempDir())
	for _, step := range []struct {
		title, name string
		err         error
	}{
		{"Ask my wife!", "ask_my_wife", nil},
		{"Ask my wife", "ask_my_wife_2", ErrNameTaken},
		{"Спроси жену", "tool_1", nil},
		{"Спроси мужа", "tool_2", nil},
		{"спроси, жену", "tool_3", ErrNameTaken},
		{"Auto", "auto_2", nil},
		{"Calculator", "calculator_2", ErrNameTaken},
		{"3 days", "tool_3_days", nil},
		{strings.Repeat("é", 64), strings.Repeat("e", 64), nil},
		{strings.Repeat("ö", 65), strings.Repeat("o", 64), ErrTitle},
	} {
		name := tools.NewName(step.title)
		if err := tools.Save(OwnTool{Name: name, Title: step.title, Parameters: anObject}, ""); name != step.name || !errors.Is(err, step.err) {
			t.Errorf("%q is %q: %v", step.title, name, err)
		}
	}
}

// A file that the disk does not give is not taken for none, and not written over.
func TestAFileThatCannotBeReadIsNotTakenForNone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	if err := os.Mkdir(path, 0o700); err != nil { // reading a folder fails for everybody
		t.Fatal(err)
	}
	tools, err := New(options(t, dir))
	if err == nil || !tools.ReadFailed() {
		t.Fatalf("error %v", err)
	}
	if err := tools.Save(OwnTool{Name: "new", Parameters: anObject}, ""); err == nil {
		t.Error("a tool was kept in a file that was not read")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"own_tools":[{"id":"old","parameters":"{\"type\":\"object\"}","later":1}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := tools.Reload(); err != nil {
		t.Fatal(err)
	}
	if got := tools.Definitions([]string{"old", "new"}); len(got) != 2 {
		t.Errorf("offered: %+v", got)
	}
	if err := tools.Flush(); err != nil {
		t.Fatal(err)
	}
	if got := open(t, dir).OwnTools(); len(got) != 2 || got[0].Name != "new" || got[1].Name != "old" {
		t.Errorf("%+v", got)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), `"later"`) {
		t.Errorf("a field of a newer version is gone: %s", text)
	}
}

func TestADamagedFileIsMovedAndReported(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(`{"own_tools":`), 0o600); err != nil {
		t.Fatal(err)
	}
	tools, err := New(options(t, dir))
	var damaged *jsonfile.DamagedFile
	if !errors.As(err, &damaged) || tools.Damaged() == "" {
		t.Errorf("error %v", err)
	}
}

// Threat 6: no tool takes the place or the look of another.
func TestThreat6NamesThatShadowOthersAreRefused(t *testing.T) {
	dir := t.TempDir()
	tools := open(t, dir)
	if err := tools.Save(OwnTool{Name: "get_mail", Parameters: anObject}, ""); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{
		"": ErrName, "a b": ErrName, "ca\u200blculator": ErrName, "саlculator": ErrName, "calculator\n": ErrName, strings.Repeat("x", 65): ErrName, "a.b": ErrName,
		"none": ErrReservedName, "required": ErrReservedName, "auto": ErrReservedName, "Auto": ErrReservedName,
		"calculator": ErrNameTaken, "Calculator": ErrNameTaken, "ca1culator": ErrNameTaken, "date-and-time": ErrNameTaken, "search_my_chat5": ErrNameTaken,
		"get_mail": ErrNameTaken, "getmail": ErrNameTaken, "Get-Mail": ErrNameTaken, "get_ma1l": ErrNameTaken, "get_rnail": ErrNameTaken,
	} {
		if err := tools.Save(OwnTool{Name: name, Parameters: anObject}, ""); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", name, err, want)
		}
	}
	// A file that was edited by hand replaces no built-in tool either, and the user still sees what
	// stands in it.
	text := `{"own_tools":[{"id":"calculator","parameters":"{\"type\":\"object\"}"},{"id":"none","parameters":"{\"type\":\"object\"}"},{"id":"ok","parameters":"{\"type\":\"object\"}"},{"id":"ok","parameters":"{}"}]}`
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	edited := open(t, dir)
	own := 0
	for _, tool := range edited.All() {
		if tool.Own {
			own++
		}
		if tool.Own && tool.Name != "ok" {
			t.Errorf("%s is offered", tool.Name)
		}
	}
	if own != 1 || len(edited.OwnTools()) != 3 {
		t.Errorf("%d are offered of %+v", own, edited.OwnTools())
	}
}

func TestHostileSchemasAreRefused(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.json")
	if err := os.WriteFile(secret, []byte(anObject), 0o600); err != nil {
		t.Fatal(err)
	}
	for schema, want := range map[string]string{
		"": "must be a JSON object", "{": "incomplete JSON", "[]": "must be a JSON object", "true": "must be a JSON object", "{}": `"type" must be "object"`,
		`{"type":"string"}`: `"type" must be "object"`, `{"type":["object","null"]}`: `"type" must be "object"`, `{"type":"object","properties":5}`: "properties",
		`{"type":"object","$ref":"file://` + filepath.ToSlash(secret) + `"}`:             "must stay inside",
		`{"type":"object","properties":{"a":{"$ref":"http://127.0.0.1:1/a"}}}`:           "must stay inside",
		`{"type":"object","properties":{"a":{"$ref":"https://example.org/a"}}}`:          "must stay inside",
		`{"type":"object","properties":{"a":{"$ref":"other.json"}}}`:                     "must stay inside",
		`{"type":"object","$schema":"https://example.org/schema"}`:                       "must stay inside",
		`{"type":"object","$id":"file:///etc/","properties":{"a":{"$ref":"passwd"}}}`:    "must stay inside",
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/missing"}}}`:                "missing",
		`{"type":"object","properties":{"a":{"pattern":"("}}}`:                           "pattern",
		`{"type":"object","properties":{"a":{"maximum":1e999999999}}}`:                   "too large",
		`{"type":"object","type":"object"}`:                                              "is used twice",
		strings.Repeat(`{"not":`, 4000) + "{}" + strings.Repeat("}", 4000):               "levels deep",
		`{"type":"object","description":"` + strings.Repeat("x", 10<<20) + `"}`:          "at most",
		`{"type":"object"} {"type":"object"}`:                                            "text after the JSON object",
		`{"type":"object","$vocabulary":{"https://example.org/v":true},"$schema":"x:y"}`: "must stay inside",
	} {
		err := Verify(OwnTool{Name: "mine", Parameters: schema})
		if !errors.Is(err, ErrSchema) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v; want %q", schema, err, want)
		}
		if err != nil && (len(err.Error()) > 1500 || strings.Contains(err.Error(), "schema:///")) {
			t.Errorf("the error of %.80s: %.300s", schema, err)
		}
	}
	if err := Verify(OwnTool{Name: "mine", Parameters: anObject, Description: strings.Repeat("x", 1<<20)}); !errors.Is(err, ErrDescription) {
		t.Errorf("error %v", err)
	}
	for _, schema := range []string{
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string"}}}`,
		`{"type":"object","$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`,
		`{"type":"object","properties":{"next":{"$ref":"#"}}}`,
	} {
		if err := Verify(OwnTool{Name: "mine", Parameters: schema}); err != nil {
			t.Errorf("%s: %v", schema, err)
		}
	}
}

// Threat 15: schemas whose cost doubles with each level end after a bounded number of steps.
func TestThreat15SchemasThatGrowWithoutEndAreStopped(t *testing.T) {
	tools := open(t, t.TempDir())
	wide := `{"type":"object","allOf":[{"$ref":"#/$defs/a0"}],"$defs":{`
	for i := range 40 {
		wide += fmt.Sprintf(`"a%d":{"allOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, i+1, i+1)
	}
	wide += `"a40":{"type":"object"}}}`
	deep := `{"type":"object","properties":{"a":{"anyOf":[{"$ref":"#"},{"$ref":"#"}]},"stop":{"type":"boolean"}},"required":["b"]}`
	nested := strings.Repeat(`{"a":`, 30) + "{}" + strings.Repeat("}", 30)
	for what, c := range map[string][2]string{"wide": {wide, "{}"}, "deep": {deep, nested}} {
		definition := chat.ToolDefinition{Name: what, Parameters: json.RawMessage(c[0])}
		began := time.Now()
		if err := tools.Check(definition, c[1]); err == nil {
			t.Errorf("%s fits", what)
		} else if !errors.Is(err, schema.ErrTooComplicated) && !strings.Contains(err.Error(), schema.ErrTooComplicated.Error()) {
			t.Errorf("%s: %v", what, err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s took %v", what, took)
		}
	}
}

// Threat 15: a result is cut, between two characters, and says so.
func TestThreat15LargeResultsAreCut(t *testing.T) {
	got := cutResult(strings.Repeat("ä", maxResultBytes))
	if len(got) > maxResultBytes || len(got) < maxResultBytes-100 || !utf8.ValidString(got) || !strings.HasSuffix(got, "[cut: the whole result has 2097152 bytes]") {
		t.Errorf("%d bytes, end %q", len(got), got[len(got)-60:])
	}
	if got := cutResult("short"); got != "short" {
		t.Errorf("%q", got)
	}
}

// Threat 22: the built-in schemas hold nothing that a known service refuses.
func TestThreat22BuiltInSchemasArePortable(t *testing.T) {
	for _, b := range builtIns {
		if _, err := schema.Compile(string(b.definition.Parameters)); err != nil {
			t.Errorf("%s: %v", b.definition.Name, err)
		}
		var schema struct {
			Type       string
			Properties map[string]map[string]any
			Required   []string
		}
		dec := json.NewDecoder(strings.NewReader(string(b.definition.Parameters)))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&schema); err != nil || len(schema.Required) == 0 || !toolName.MatchString(b.definition.Name) {
			t.Errorf("%s: %v", b.definition.Name, err)
		}
		for name, property := range schema.Properties {
			for keyword, v := range property {
				if _, isText := v.(string); keyword == "type" && !isText || !strings.Contains("type description enum items", keyword) {
					t.Errorf("%s: %s has %s %v", b.definition.Name, name, keyword, v)
				}
			}
		}
		if n := EstimateTokens(b.definition); n > 200 {
			t.Errorf("%s costs %d tokens", b.definition.Name, n)
		}
	}
}

// Threat 4: only chats of the connection that the results are sent to, unless the user chose
// otherwise; few and short.
func TestThreat4SearchStaysWithinTheConnection(t *testing.T) {
	type askedCall struct {
		connection chat.ID
		everywhere bool
		query      string
	}
	var calls []askedCall
	o := options(t, t.TempDir())
	o.Search = func(_ context.Context, r chat.ToolRequest, everywhere bool, query string) (found []Excerpt, err error) {
		calls = append(calls, askedCall{r.Connection, everywhere, query})
		if query == "broken" {
			return nil, errors.New("open /home/anna/library.db: input/output error")
		}
		for range 30 {
			found = append(found, Excerpt{Title: "Trip\u202e to Rome", At: wednesday, Text: "\u200b" + strings.Repeat("é", 900), Transcript: true})
		}
		return found, nil
	}
	tools, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	search := func(arguments string) (string, error) {
		r := request("r", "1", "search_my_chats", arguments)
		tools.allowed[keyOf(r)] = permission{request: r}
		return tools.Run(t.Context(), r)
	}
	got, err := search(`{"query":" rome "}`)
	if err != nil || strings.Count(got, "transcript \"") != 10 || strings.Count(got, "é") != 10*498 || !strings.Contains(got, "1. transcript \"Trip\u202e to Rome\", 2026-11-25:\n\u200bé") {
		t.Errorf("%v, %d excerpts: %.300q", err, strings.Count(got, "transcript \""), got)
	}
	if err := tools.SetSearchEverywhere(true); err != nil {
		t.Fatal(err)
	}
	if _, err := search(`{"query":"broken"}`); err == nil || strings.Contains(err.Error(), "anna") {
		t.Errorf("error %v", err)
	}
	want := []askedCall{{"work", false, "rome"}, {"work", true, "broken"}}
	if len(calls) != 2 || calls[0] != want[0] || calls[1] != want[1] {
		t.Errorf("calls: %+v", calls)
	}
	for _, arguments := range []string{`{"query":" "}`, `{"query":"` + strings.Repeat("x", 501) + `"}`, "", `{"query":"a","everywhere":true}`} {
		if _, err := search(arguments); err == nil {
			t.Errorf("%.40s was searched for", arguments)
		}
	}
	if len(calls) != 2 {
		t.Errorf("calls: %+v", calls)
	}
}
