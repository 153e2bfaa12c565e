package failure

import (
	"encoding/json"
	"net/http"
	"testing"
)

// TestARefusalOfToolsIsToldFromThatOfOneTool holds what real services say, in their own words.
func TestARefusalOfToolsIsToldFromThatOfOneTool(t *testing.T) {
	const none = "none" // the model takes no tools
	for _, c := range []struct {
		status  int
		message string
		param   string
		want    string // none, the name of the tool, or "" where it is about something else
	}{
		{400, "registry.ollama.ai/library/smollm2:135m does not support tools", "", none},
		{400, "tools is not supported in this model. For a list of supported models, refer to the documentation.", "", none},
		{404, "No endpoints found that support tool use. To learn more about provider routing, visit: x", "", none},
		{404, `No endpoints found that support tool use. Try disabling "read". To learn more, visit: x`, "", none},
		{400, "deepseek-reasoner does not support this function calling", "", none},
		{400, `"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set`, "", none},
		{400, "This model does not support function calling", "", none},
		{422, "Function calling is not enabled for models/gemma-3", "", none},
		{400, "`tool calling` is not supported with this model", "tools", none},
		{400, "Unrecognized request argument supplied: tools", "", none},
		{500, "the model doesn't support tools", "", none},

		{400, "Invalid schema for function 'write': In context=(), object schema missing properties.", "tools[1].function.parameters", "write"},
		{400, "Invalid schema for function 'write': schema must be a JSON Schema of 'type: \"object\"', got 'type: null'.", "", "write"},
		{
			400, "The GenerateContentRequest proto is invalid:\n  * tools[0].function_declarations[1].name: [FIELD_INVALID] Invalid function name.",
			"", "write",
		},
		{
			400, `Invalid JSON payload received. Unknown name "const" at 'tools[0].function_declarations[1].parameters.properties[8].value.any_of[0]': Cannot find field.`,
			"", "write",
		},
		{400, "GenerateContentRequest.tools[0].function_declarations[1].parameters.required[0]: property is not defined", "", "write"},
		{400, "tools.1.custom.input_schema: JSON schema is invalid.", "", "write"},
		{400, "Invalid schema for function 'unknown_here': x", "", ""},
		{400, "Invalid request: tools.function.parameters is not a valid moonshot flavored json schema", "", ""},

		{400, "deepseek-reasoner does not support this tool_choice", "", ""},
		{400, "This model does not support parallel tool calls", "", ""},
		{400, "This model doesn't support tool use in streaming mode.", "", ""},
		{400, "Failed to call a function. Please adjust your prompt.", "", ""},
		{401, "your key does not support tools", "", ""},
		{429, "does not support tools", "", ""},
		{400, "this model does not support images", "", ""},
	} {
		body, err := json.Marshal(map[string]any{"error": map[string]string{"message": c.message, "param": c.param}})
		if err != nil {
			t.Fatal(err)
		}
		stream, tools := Field{"stream", []byte("true")}, Field{
			"tools", []byte(`[{"type":"function","function":{"name":"read"}},{"type":"function","function":{"name":"write"}}]`),
		}
		e := Request{Fields: []Field{tools, stream}}.NewStatusError(answered(c.status, string(body)))
		got := ""
		if r := e.Refusal; r != nil && r.Field == "tools" {
			if got = r.Value; r.AnyValue {
				got = none
			}
		}
		if got != c.want {
			t.Errorf("%d %s (%s): %q, want %q; %s %+v", c.status, c.message, c.param, got, c.want, e.Kind, e.Refusal)
		}
		// without tools it is never one
		e = Request{Fields: []Field{stream}}.NewStatusError(answered(c.status, string(body)))
		if e.Refusal != nil && e.Refusal.Field == "tools" {
			t.Errorf("%s: refused tools that were not sent", c.message)
		}
		inside := Request{Fields: []Field{tools, stream}}.NewBodyError(ParseErrorBody(body), "")
		if c.want != "" && c.status == http.StatusBadRequest && (inside.Refusal == nil || inside.Refusal.Field != "tools") {
			t.Errorf("%s: inside a 200 answer it is %s %+v", c.message, inside.Kind, inside.Refusal)
		}
	}
}
