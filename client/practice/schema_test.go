package practice_test

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"parlando/client/practice"
)

// askForReply asks for a whole reply and returns its status, its error, and the text of its first
// choice.
func askForReply(t *testing.T, server *httptest.Server, body string) (status int, fault map[string]any, text, finish string) {
	t.Helper()
	var reply struct {
		Choices []struct {
			Message struct{ Content string }
			Finish  string `json:"finish_reason"`
		}
	}
	status, fault, raw := postFor(t, server, "/v1/chat/completions", "application/json", body)
	if status == 200 {
		if err := json.Unmarshal(raw, &reply); err != nil || len(reply.Choices) == 0 {
			t.Fatalf("%v: %s", err, raw)
		}
		return status, nil, reply.Choices[0].Message.Content, reply.Choices[0].Finish
	}
	return status, fault, "", ""
}

// follows validates an answer by the schema, with a validator of the test's own.
func follows(t *testing.T, schema, answer string) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("test:///schema", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("test:///schema")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(answer))
	if err != nil {
		t.Errorf("%s is answered with what is no JSON: %q", schema, answer)
		return
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%s is answered with %s: %v", schema, answer, err)
	}
}

// schemas that can be filled.
var schemas = []string{
	`{}`, `{"type":"object"}`, `{"type":"string"}`, `{"type":"null"}`, `{"type":"boolean"}`, `{"type":"array"}`, `{"type":"number"}`, `{"type":"integer"}`,
	`{"type":["string","null"]}`, `{"type":["null","integer"]}`, `{"const":{"a":[1,2]}}`, `{"enum":["red","green",3,null]}`,
	`{"type":"object","additionalProperties":false,"required":["name","age","likes"],"properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":0,"maximum":150},"likes":{"type":"array","items":{"type":"string"},"minItems":1}}}`,
	`{"type":"string","minLength":40}`, `{"type":"string","maxLength":3}`, `{"type":"string","minLength":7,"maxLength":7}`, `{"type":"string","maxLength":0}`,
	`{"type":"string","pattern":"^.{5,9}$"}`,
	`{"type":"string","pattern":"[aeiou]+[^aeiou]*$"}`,
	`{"type":"string","pattern":"^\\+?[0-9 ]{7,15}$"}`, `{"type":"string","pattern":"^\\p{Lu}"}`,
	`{"type":"string","format":"date"}`, `{"type":"string","format":"date-time"}`, `{"type":"string","format":"time"}`, `{"type":"string","format":"duration"}`,
	`{"type":"string","format":"email"}`, `{"type":"string","format":"uri"}`, `{"type":"string","format":"uuid"}`, `{"type":"string","format":"ipv4"}`,
	`{"type":"string","format":"ipv6"}`, `{"type":"string","format":"hostname"}`, `{"type":"string","format":"json-pointer"}`, `{"type":"string","format":"regex"}`,
	`{"type":"string","format":"of-my-own"}`, `{"type":"string","format":"uri-reference"}`,
	`{"type":"integer","minimum":5,"maximum":5}`, `{"type":"integer","exclusiveMinimum":5,"exclusiveMaximum":7}`, `{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`,
	`{"type":"number","minimum":0.1,"maximum":0.2}`, `{"type":"number","multipleOf":0.25,"minimum":0.1}`, `{"type":"integer","maximum":-3}`,
	`{"type":"number","multipleOf":2.5,"exclusiveMinimum":2.5,"maximum":5}`, `{"type":"integer","multipleOf":1.5,"minimum":1}`, `{"type":"number","minimum":-1e6,"maximum":-999999.5}`,
	`{"type":"array","items":{"type":"integer"},"minItems":3,"maxItems":3}`,
	`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`, `{"type":"array","maxItems":0}`,
	`{"type":"array","items":{"type":"string"},"uniqueItems":true,"minItems":5}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","type":"array","items":[{"type":"string"},{"type":"boolean"}],"additionalItems":false}`,
	`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"type":"integer"}},"type":"object","properties":{"x":{"$ref":"#/definitions/a"}},"required":["x"]}`,
	`{"type":"object","required":["a","b"]}`,
	`{"type":"object","properties":{"a":{},"b":{},"c":{}},"maxProperties":1}`,

	`{"anyOf":[{"type":"integer","minimum":10},{"type":"string"}]}`,
	`{"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"integer"}},"required":["b"]}]}`,
	`{"allOf":[{"type":"string","minLength":5},{"maxLength":8},{"pattern":"^[a-z]+$"}]}`, `{"type":"integer","not":{"enum":[1,2,3]}}`, `{"type":"string","not":{"const":"a"}}`,
	`{"oneOf":[{"type":"object","properties":{"kind":{"const":"dog"},"barks":{"type":"boolean"}},"required":["kind","barks"]},{"type":"object","properties":{"kind":{"const":"cat"}},"required":["kind"]}]}`,
	`{"type":"object","required":["root","shape"],"properties":{"root":{"$ref":"#/$defs/node"},"shape":{"oneOf":[{"const":"round"},{"type":"object","required":["sides"],"properties":{"sides":{"type":"integer","minimum":3}}}]}},"$defs":{"node":{"type":"object","required":["label"],"properties":{"label":{"type":"string","pattern":"^[a-z]{2,5}$"},"next":{"anyOf":[{"$ref":"#/$defs/node"},{"type":"null"}]}}}}}`,
	`{"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{"value":{"type":"number"},"left":{"anyOf":[{"$ref":"#/$defs/tree"},{"type":"null"}]},"right":{"anyOf":[{"$ref":"#/$defs/tree"},{"type":"null"}]},"all":{"type":"array","items":{"$ref":"#"}}},"required":["value","left","right","all"],"additionalProperties":false}}}`,
	`{"$id":"https://example.org/s","$ref":"#here","$defs":{"x":{"$anchor":"here","type":"integer"}}}`, `{"type":"object","properties":{"a/b":{"type":"string"},"c~d":{"type":"integer"},"e f":{"type":"null"}},"required":["a/b","c~d","e f"]}`,
	`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"unevaluatedProperties":false}`, `{"type":"string","default":"as it is"}`, `{"type":"integer","default":"broken","minimum":4}`,
	`true`,
	// What may refer to itself without an end.
	`{"type":"object","properties":{"open":{"type":"boolean"},"next":{"$ref":"#"}}}`, `{"properties":{"":{"$ref":"#"}}}`,
	`{"type":"object","properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"type":"object","properties":{"a":{"$ref":"#"},"b":{"allOf":[{"$ref":"#/$defs/b"},{"$ref":"#"}]}}}}}`,
}

func TestAnswersFollowTheirSchema(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	for _, schema := range schemas {
		for _, model := range []string{"practice-hands", "practice-writer"} {
			body := `{"model":"` + model + `","messages":[{"role":"user","content":"Hello"}],"response_format":{"type":"json_schema","json_schema":{"name":"x","strict":true,"schema":` + schema + `}}}`
			status, fault, text, finish := askForReply(t, server, body)
			if status != 200 || finish != "stop" {
				t.Errorf("%s: %d %v, ends with %q", schema, status, fault, finish)
				continue
			}
			follows(t, schema, text)
		}
		if schema == "true" || schema == "{}" {
			continue
		}
		// By itself, and streamed.
		var text strings.Builder
		for _, p := range chunks(t, server, `{"model":"practice-writer","stream":true,"messages":[{"role":"user","content":"Hi"}],"response_format":{"type":"json_schema","json_schema":`+schema+`}}`) {
			for _, c := range p.Choices {
				if c.Delta.Content != nil {
					text.WriteString(*c.Delta.Content)
				}
			}
		}
		follows(t, schema, text.String())
	}
}

func TestSchemasThatCannotBeFilledAreRefusedWithThePlace(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	const at = "response_format.json_schema.schema"
	for schema, says := range map[string]string{
		`{"type":"object","required":["a"],"properties":{"a":{"type":"integer","minimum":3,"maximum":2}}}`: "/properties/a",
		`{"type":"banana"}`:                          "/type",
		`{"$ref":"http://127.0.0.1:1/schema.json"}`:  "http://127.0.0.1:1/schema.json",
		`{"$ref":"https://example.org/schema.json"}`: "nothing outside",
		`{"$ref":"file:///etc/passwd"}`:              "nothing outside",
		`{"$ref":"other.json"}`:                      "nothing outside",
		`{"$ref":"#/$defs/none"}`:                    "#/$defs/none",
		`{"$schema":"https://example.org/draft"}`:    "nothing outside",
		`false`:                                "its root",
		`{"not":{}}`:                           "its root",
		`{"type":"string","pattern":"(?=x)y"}`: "(?=x)y",
		`{"type":"string","pattern":"("}`:      "(",
		`{"type":"object","properties":{"x":{"$ref":"#"}},"required":["x"]}`:                                    "/properties/x",
		`{"type":"array","minItems":100000}`:                                                                    "its root",
		`{"type":"string","minLength":1000000}`:                                                                 "its root",
		`{"type":"number","minimum":1e999999999}`:                                                               "digits",
		`{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"^[A-Z]{3}-\\d{4}$"}}}`: "/properties/a",
		`{"type":"integer","minimum":0.2,"maximum":0.8}`:                                                        "its root",
		`{"allOf":[{"type":"string"},{"type":"integer"}]}`:                                                      "its root",
		`{"$ref":"#"}`: "",
		`{"anyOf":[{"$ref":"#"},{"$ref":"#"}],"type":"object","required":["a","b"],"properties":{"a":{"$ref":"#"},"b":{"$ref":"#"}}}`: "",
		`{"description":"` + strings.Repeat("x", 100_000) + `"}`:                                                                      "100000 bytes",
	} {
		body := `{"model":"practice-hands","messages":[{"role":"user","content":"Hi"}],"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":` + schema + `}}}`
		status, fault, _, _ := askForReply(t, server, body)
		message, _ := fault["message"].(string)
		if status != 400 || fault["param"] != at || !strings.Contains(message, says) || strings.Contains(message, "schema://") {
			t.Errorf("%.200s: %d %v", schema, status, fault)
		}
	}
	// The same of arguments: the tool is named.
	status, fault, _, _ := askForReply(t, server, `{"model":"practice-hands","messages":[{"role":"user","content":"ping"}],"tools":[{"type":"function","function":{"name":"pong"}},
		{"type":"function","function":{"name":"ping","parameters":{"type":"object","required":["a"],"properties":{"a":{"enum":[]}}}}}]}`)
	if message, _ := fault["message"].(string); status != 400 || fault["param"] != "tools[1].function.parameters" || !strings.Contains(message, "ping") {
		t.Errorf("arguments: %d %v", status, fault)
	}
}

func TestJSONObjectNeedsTheWordInASystemMessage(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	const format = `"response_format":{"type":"json_object"}`
	for _, word := range []string{"Answer in JSON.", "json please"} {
		status, fault, text, finish := askForReply(t, server, `{"model":"practice-writer","messages":[{"role":"system","content":"`+word+`"},{"role":"user","content":"Say <hello> & go"}],`+format+`}`)
		var told struct {
			Message  string
			Words    int
			Practice bool
		}
		if err := json.Unmarshal([]byte(text), &told); status != 200 || err != nil || finish != "stop" || told.Message != "Say <hello> & go" || told.Words != 4 || !told.Practice {
			t.Errorf("%s: %d %v %v %s", word, status, fault, err, text)
		}
	}
	for _, messages := range []string{
		`{"role":"user","content":"Answer in JSON."}`,
		`{"role":"system","content":"Be brief."},{"role":"user","content":"JSON!"}`,
	} {
		status, fault, _, _ := askForReply(t, server, `{"model":"practice-writer","messages":[`+messages+`],`+format+`}`)
		if message, _ := fault["message"].(string); status != 400 || !strings.Contains(message, "JSON") || fault["param"] != "response_format" {
			t.Errorf("%s: %d %v", messages, status, fault)
		}
	}
}

// A cut answer is cut JSON, and says so.
func TestLongestReplyCutsJSON(t *testing.T) {
	server := httptest.NewServer(practice.New(practice.Options{TokenInterval: -1}))
	defer server.Close()
	_, _, text, finish := askForReply(t, server, `{"model":"practice-hands","max_tokens":3,"messages":[{"role":"user","content":"Hi"}],"response_format":{"type":"json_schema","json_schema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}}`)
	if finish != "length" || json.Valid([]byte(text)) || !bytes.HasPrefix([]byte(text), []byte("{")) {
		t.Errorf("%s, ends with %s", text, finish)
	}
}
