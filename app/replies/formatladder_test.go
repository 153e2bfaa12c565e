package replies_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/answers"
	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/failure"
	"parlando/client/practice"
)

var receipts = &chat.AnswerForm{Kind: chat.AnswerTable, Name: "Receipts", Columns: []chat.Column{
	{Name: "Shop", Kind: chat.ColumnText}, {Name: "Date", Kind: chat.ColumnDate}, {Name: "Total", Kind: chat.ColumnAmount},
}}

// formDesk tells a story with a practice model.
func formDesk(t *testing.T, model string, tell func(t *testing.T, d *desk, c *catalog.Catalog, wire *wiretap)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		marks := changes.New()
		c := loadCatalog(t, marks)
		wire := &wiretap{gateway: practice.New(practice.Options{TokenInterval: -1}).Transport()}
		d := &desk{t: t, dir: t.TempDir(), marks: marks, conversation: chat.NewID(), catalog: c, tools: &toolbox{}}
		d.openPractice(chat.Conversation{Connection: "practice", Model: model}, wire)
		defer d.close()
		tell(t, d, c, wire)
	})
}

// asked returns the kinds of response_format of the requests.
func (w *wiretap) asked() (kinds []string) {
	for _, body := range w.bodies {
		kind := "text"
		if f, ok := body["response_format"].(map[string]any); ok {
			kind = f["type"].(string)
			if s, ok := f["json_schema"].(map[string]any); ok {
				switch {
				case s["strict"] == true:
					kind = "strict"
				case s["name"] != nil:
					kind = "loose"
				default:
					kind = "bare"
				}
			}
		}
		kinds = append(kinds, kind)
	}
	return kinds
}

// Whatever a service refuses of a table, it is asked in the next way that is left, and the table
// comes. What it has not at all is remembered, that this schema is not valid is not.
func TestATableIsAskedForInTheNextWayAfterARefusal(t *testing.T) {
	for _, c := range []struct{ model, first, again string }{
		{practice.WriterModel, "strict", "strict"},
		{practice.ToolModel, "strict", "strict"},
		{"practice-trouble/format-unions", "strict", "strict"},
		{"practice-trouble/format-loose", "strict loose", "loose"},
		{"practice-trouble/format-bare", "strict bare", "bare"},
		{"practice-trouble/format-wrapper", "strict", "strict"},
		{"practice-trouble/format-object", "strict bare json_object", "json_object"},
		{"practice-trouble/format-invalid", "strict loose bare json_object", "strict loose bare json_object"},
		{"practice-trouble/format-none", "strict text", "text"},
		{"practice-trouble/format-ignored", "strict", "strict"},
	} {
		for _, whole := range []bool{false, true} {
			formDesk(t, c.model, func(t *testing.T, d *desk, _ *catalog.Catalog, wire *wiretap) {
				for _, want := range []string{c.first, c.again} {
					wire.bodies = nil
					m := d.asksWith(chat.Parameters{Answer: receipts, AllAtOnce: whole})
					if got := strings.Join(wire.asked(), " "); got != want {
						t.Errorf("%s asked as %s, want %s", c.model, got, want)
					}
					table := answers.TableOf(m)
					if m.State != chat.Done || len(table.Rows) != 3 || len(table.Faults) != 0 {
						t.Errorf("%s: %s %+v: %+v from %q", c.model, m.State, m.Request.Problem, table, m.Text())
					}
					below := strings.HasSuffix(want, "json_object") || strings.HasSuffix(want, "text")
					out := slices.ContainsFunc(m.Request.LeftOut, func(f chat.RequestField) bool { return f.Name == "response_format" })
					if out != below {
						t.Errorf("%s left out %v", c.model, m.Request.LeftOut)
					}
					system := wire.bodies[len(wire.bodies)-1]["messages"].([]any)[0].(map[string]any)
					if system["role"] != "system" || !strings.Contains(system["content"].(string), "JSON") {
						t.Errorf("%s: the first message is %v", c.model, system)
					}
				}
			})
		}
	}
}

func TestATableThatIsCutKeepsItsRowsAndGoesOnAfterThem(t *testing.T) {
	for model, state := range map[string]chat.State{
		"practice-trouble/format-length": chat.Done, "practice-trouble/format-cut": chat.CutOff,
	} {
		for _, whole := range []bool{false, true} {
			formDesk(t, model, func(t *testing.T, d *desk, _ *catalog.Catalog, wire *wiretap) {
				m := d.asksWith(chat.Parameters{Answer: receipts, AllAtOnce: whole})
				table := answers.TableOf(m)
				if m.State != state || len(table.Rows) != 7 {
					t.Fatalf("%s: %s with %d rows: %q", model, m.State, len(table.Rows), m.Text())
				}
				if err := d.replies.Continue(t.Context(), m.ID, nil); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Minute)
				synctest.Wait()
				m = d.kept(m.ID)
				if table = answers.TableOf(m); len(table.Rows) <= 7 {
					t.Errorf("%s: %s, after Continue %d rows: %q", model, m.State, len(table.Rows), m.Text())
				}
			})
		}
	}
}

func TestAModelThatGetsStuckIsStopped(t *testing.T) {
	for _, model := range []string{"practice-trouble/format-blanks", "practice-trouble/format-repeat"} {
		formDesk(t, model, func(t *testing.T, d *desk, _ *catalog.Catalog, _ *wiretap) {
			m := d.asksWith(chat.Parameters{Answer: receipts})
			if m.State != chat.CutOff || m.Request.Problem == nil || m.Request.Problem.Kind != problem.RepeatsItself || len(answers.TableOf(m).Rows) < 3 {
				t.Errorf("%s: %s, %+v, %d rows", model, m.State, m.Request.Problem, len(answers.TableOf(m).Rows))
			}
		})
	}
}

// Cells that do not fit are asked for again beside the old reply, which stays as it is.
func TestCellsThatDoNotFitAreAskedForAgain(t *testing.T) {
	formDesk(t, "practice-trouble/format-unfit", func(t *testing.T, d *desk, _ *catalog.Catalog, wire *wiretap) {
		m := d.asksWith(chat.Parameters{Answer: receipts})
		before := answers.TableOf(m)
		if len(before.Rows) != 12 || len(before.Faults) == 0 {
			t.Fatalf("%+v", before)
		}
		id, err := d.replies.RequestCells(t.Context(), m.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		after := answers.TableOf(d.kept(id))
		if len(after.Rows) != 12 || len(after.Faults) != 0 || len(answers.TableOf(d.kept(m.ID)).Faults) != len(before.Faults) {
			t.Errorf("%+v, %q", after, d.kept(id).Text())
		}
		if _, err := d.replies.RequestCells(t.Context(), id, nil); err == nil {
			t.Error("asked again for nothing")
		}
	})
}

// A form for one message goes with it and its other replies, and the chat answers in text again.
func TestAFormForOneMessageStaysWithIt(t *testing.T) {
	formDesk(t, practice.WriterModel, func(t *testing.T, d *desk, _ *catalog.Catalog, wire *wiretap) {
		once := receipts.Clone()
		once.Once = true
		m := d.asksWith(chat.Parameters{Answer: once})
		c, err := d.disk.Conversation(t.Context(), d.conversation)
		if err != nil || c.Params.Answer != nil || len(answers.TableOf(m).Rows) == 0 {
			t.Fatalf("%+v, %v; %q", c.Params, err, m.Text())
		}
		again, err := d.replies.Regenerate(t.Context(), m.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if other := d.kept(again); len(answers.TableOf(other).Rows) == 0 {
			t.Errorf("Try again gives %q", other.Text())
		}
		if c, _ = d.disk.Conversation(t.Context(), d.conversation); c.Params.Answer != nil {
			t.Errorf("%+v", c.Params)
		}
	})
}

// A service that takes tools or a form, not both, gets the form.
func TestToolsGiveWayToAForm(t *testing.T) {
	formDesk(t, "practice-trouble/format-tools", func(t *testing.T, d *desk, _ *catalog.Catalog, wire *wiretap) {
		m := d.asksWith(chat.Parameters{Answer: receipts, Tools: []string{"look"}})
		out := slices.ContainsFunc(m.Request.LeftOut, func(f chat.RequestField) bool { return f.Name == "tools" && string(f.Value) == `["look"]` })
		if m.State != chat.Done || len(answers.TableOf(m).Rows) != 3 || len(wire.bodies) != 2 || !out {
			t.Errorf("%s %+v after %d requests without %v: %q", m.State, m.Request.Problem, len(wire.bodies), m.Request.LeftOut, m.Text())
		}
	})
}

// Any JSON object, and JSON with a schema of the user's, come down the same ladder, streamed and
// whole.
func TestJSONIsAskedForInTheNextWayAfterARefusal(t *testing.T) {
	closed := `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}`
	open := strings.Replace(closed, `,"additionalProperties":false`, "", 1)
	for _, c := range []struct{ model, schema, asked string }{
		{practice.WriterModel, "", "json_object"},
		{"practice-trouble/format-none", "", "json_object text"},
		{practice.WriterModel, closed, "strict"},
		{practice.WriterModel, open, "loose"},
		{"practice-trouble/format-bare", open, "loose bare"},
		{"practice-trouble/format-object", closed, "strict bare json_object"},
		{"practice-trouble/format-none", open, "loose text"},
	} {
		for _, whole := range []bool{false, true} {
			formDesk(t, c.model, func(t *testing.T, d *desk, _ *catalog.Catalog, wire *wiretap) {
				f := &chat.AnswerForm{Kind: chat.AnswerJSON}
				if c.schema != "" {
					f.Schema = []byte(c.schema)
				}
				m := d.asksWith(chat.Parameters{Answer: f, AllAtOnce: whole})
				if got := strings.Join(wire.asked(), " "); got != c.asked || m.State != chat.Done {
					t.Errorf("%s %q asked as %s, want %s; %s %+v", c.model, c.schema, got, c.asked, m.State, m.Request.Problem)
				}
				last := wire.bodies[len(wire.bodies)-1]["messages"].([]any)[0].(map[string]any)
				if words := last["content"].(string); !strings.Contains(words, "JSON") ||
					(c.schema != "" && (strings.HasSuffix(c.asked, "object") || strings.HasSuffix(c.asked, "text"))) != strings.Contains(words, `"city"`) {
					t.Errorf("%s: the instructions are %q", c.model, words)
				}
			})
		}
	}
}

// A table that the user stops keeps its whole rows, and the user's own instructions are neither
// changed nor lost.
func TestAStoppedTableKeepsItsRows(t *testing.T) {
	story(t, func(t *testing.T, d *desk) {
		if err := d.disk.SetParameters(t.Context(), d.conversation, chat.Parameters{Answer: receipts, Instructions: "Be brief."}); err != nil {
			t.Fatal(err)
		}
		reply, call := d.send("Three receipts")
		if turns := call.turns(); !strings.HasPrefix(turns[0], "system: Be brief.\n\nAnswer only with JSON") {
			t.Errorf("%q", turns)
		}
		call.say(`{"rows":[{"shop":"a","date":"","total":"1"},{"shop":"b","da`)
		synctest.Wait()
		d.replies.Stop(d.conversation)
		synctest.Wait()
		m := d.kept(reply)
		if table := answers.TableOf(m); m.State != chat.Stopped || len(table.Rows) != 1 || m.Request.Params.Instructions != "Be brief." {
			t.Errorf("%s %+v %q", m.State, table, m.Request.Params.Instructions)
		}
	})
}

// literal answers as a service that has the bare schema of GATEWAY.md 4.1.5 alone, and refuses the
// wrapper in its own words.
type literal struct {
	refusal string
	status  int
	gateway http.RoundTripper
}

func (l literal) RoundTrip(r *http.Request) (*http.Response, error) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var asked struct {
		Format struct {
			Schema struct{ Name string } `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := json.Unmarshal(data, &asked); err != nil {
		return nil, err
	}
	if asked.Format.Schema.Name != "" {
		return &http.Response{
			StatusCode: l.status, Body: io.NopCloser(strings.NewReader(l.refusal)), Request: r,
			Header: http.Header{"Content-Type": {"application/json"}}, ProtoMajor: 1, ProtoMinor: 1,
		}, nil
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	return l.gateway.RoundTrip(r)
}

// Whatever the words of a service that knows the bare schema alone, it is asked for that, and
// another model of the connection gets it at once.
func TestTheBareSchemaIsReachedWhateverTheRefusalSays(t *testing.T) {
	for _, phrase := range []string{
		"Unknown field: response_format.json_schema.name",
		"response_format.json_schema is not a JSON Schema: unknown keyword: name",
		"response_format.json_schema must be a JSON Schema object",
		"json_schema must be a valid JSON Schema with type object",
		"json_schema.type: field required",
		"'type' is a required property in response_format.json_schema",
		"missing 'type'",
		`json: unknown field "name"`,
		"Invalid request",
		// ours
		"Bad Request",
		"Validation failed",
		"1 validation error for ChatRequest: response_format.json_schema.properties Field required",
		"response_format.json_schema: expected a JSON Schema, got an object with the keys name, schema, strict",
		"The schema's top level must have a type",
		"Unprocessable Entity",
		"schema root has no \"type\"",
		"Unsupported keyword 'schema' in json_schema",
		"Additional property 'strict' is not allowed",
	} {
		for status, shape := range map[int]string{400: `{"error":{"message":%s,"type":"invalid_request_error"}}`, 422: `{"detail":%s}`} {
			said, _ := json.Marshal(phrase)
			gateway := literal{fmt.Sprintf(shape, said), status, practice.New(practice.Options{TokenInterval: -1}).Transport()}
			synctest.Test(t, func(t *testing.T) {
				marks := changes.New()
				c := loadCatalog(t, marks)
				wire := &wiretap{gateway: gateway}
				d := &desk{t: t, dir: t.TempDir(), marks: marks, conversation: chat.NewID(), catalog: c, tools: &toolbox{}}
				d.openPractice(chat.Conversation{Connection: "practice", Model: practice.WriterModel}, wire)
				defer d.close()
				m := d.asksWith(chat.Parameters{Answer: receipts})
				got := strings.Join(wire.asked(), " ")
				if m.State != chat.Done || got != "strict bare" && got != "strict loose bare" {
					t.Errorf("%d %q: asked as %s; %s %+v", status, phrase, got, m.State, m.Request.Problem)
				}
				wire.bodies = nil
				if d.asksWith(chat.Parameters{Answer: receipts}); strings.Join(wire.asked(), " ") != "bare" {
					t.Errorf("%d %q: asked again as %s", status, phrase, wire.asked())
				}
				if other := c.RefusedFormats("practice", practice.ToolModel); !slices.ContainsFunc(other, func(r catalog.Refusal) bool { return r.Value == failure.RefusedFormatName }) {
					t.Errorf("%d %q: of another model is known %+v", status, phrase, other)
				}
			})
		}
	}
}

// A list that says that a model takes no schema is believed.
func TestAFormBeginsBelowASchemaThatTheListDenies(t *testing.T) {
	for listed, want := range map[catalog.Tristate]string{catalog.Unknown: "strict", catalog.Yes: "strict", catalog.No: "json_object"} {
		for _, form := range []*chat.AnswerForm{receipts, {Kind: chat.AnswerJSON, Schema: json.RawMessage(`{"type":"object","properties":{"town":{"type":"string"}},"required":["town"],"additionalProperties":false}`)}} {
			formDesk(t, practice.WriterModel, func(t *testing.T, d *desk, c *catalog.Catalog, wire *wiretap) {
				c.SetListed("practice", []catalog.Model{{ID: practice.WriterModel, Schemas: listed}})
				m := d.asksWith(chat.Parameters{Answer: form})
				if got := strings.Join(wire.asked(), " "); got != want || m.State != chat.Done {
					t.Errorf("%v %s: asked %q, %s", listed, form.Kind, got, m.State)
				}
			})
		}
	}
}
