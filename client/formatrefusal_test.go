package client

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"parlando/client/failure"
)

// The formats that the cases send.
var (
	plainRows   = json.RawMessage(`{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}},"required":["rows"]}`)
	strictRows  = json.RawMessage(`{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}}},"required":["rows"],"additionalProperties":false}`)
	sentFormats = map[string]ResponseFormat{
		"strict": FormatSchema("rows", strictRows, true),
		"loose":  FormatSchema("rows", plainRows, false),
		"bare":   FormatSchema("", plainRows, false),
		"object": FormatJSON(),
		"text":   FormatText(),
	}
)

// TestRefusalsOfAResponseFormatAreDistinguished holds what real services say, in their own words.
func TestRefusalsOfAResponseFormatAreDistinguished(t *testing.T) {
	const (
		schema = failure.RefusedFormatSchema
		object = failure.RefusedFormatObject
		strict = failure.RefusedFormatStrict
		named  = failure.RefusedFormatName
		bare   = failure.RefusedFormatBare
		once   = failure.RefusedSchema + " once"
		none   = "any" // the model takes no response_format
		tools  = "tools beside response_format once"
		stream = "stream beside response_format once"
	)
	message := func(text string) string {
		data, err := json.Marshal(map[string]any{"error": map[string]any{"message": text, "type": "invalid_request_error", "param": nil, "code": "invalid_request_error"}})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, c := range []struct {
		status int
		// of sentFormats; with "+tools", tools are sent too, and the reply is streamed
		format string
		body   string
		want   string
	}{
		// The kind is not to be had.
		{400, "strict", message("This response_format type is unavailable now"), schema},
		{400, "object", message("This response_format type is unavailable now"), object},
		{400, "strict", message("response_format.type `json_schema` is unavailable now"), schema},
		{422, "strict", message("Failed to deserialize the JSON body into the target type: response_format: response_format.type `json_schema` is unavailable now at line 1 column 12440"), schema},
		{422, "strict", message("Failed to deserialize the JSON body into the target type: response_format.type: unknown variant `json_schema`, expected `text` or `json_object` at line 1 column 310"), schema},
		{400, "strict", `{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model. Learn more about supported models at the Structured Outputs guide: https://platform.openai.com/docs/guides/structured-outputs","type":"invalid_request_error","param":null,"code":null}}`, schema},
		{400, "object", `{"error":{"message":"Invalid parameter: 'response_format' of type 'json_object' is not supported with this model.","type":"invalid_request_error","param":"response_format","code":null}}`, object},
		{400, "strict", "{\"error\":{\"code\":\"InvalidParameter\",\"message\":\"The parameter `response_format.type` specified in the request are not valid: invalid value: `json_schema`, supported values are: `json_object` and `text`. Request id: 0217\",\"param\":\"response_format.type\",\"type\":\"BadRequest\"}}", schema},
		{400, "strict", `{"error":{"message":"response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later","type":"","param":"","code":"BadRequest"}}`, schema},
		{400, "strict", "{\"error\":{\"message\":\"This model does not support response format `json_schema`. See supported models at https://console.groq.com/docs/structured-outputs#supported-models\",\"type\":\"invalid_request_error\",\"param\":\"response_format\"}}", schema},
		{400, "object", `{"error":"'response_format.type' must be 'json_schema' or 'text'"}`, object},
		{400, "text", `{"error":"'response_format.type' must be 'json_schema'"}`, "text"},
		{400, "object", message("response_format.type: Input should be 'json_schema'"), object},
		{422, "strict", `{"detail":[{"type":"literal_error","loc":["body","response_format","type"],"msg":"Input should be 'text' or 'json_object'","input":"json_schema"}]}`, schema},
		{422, "strict", `{"detail":[{"type":"extra_forbidden","loc":["body","response_format","json_schema"],"msg":"Extra inputs are not permitted","input":{}}]}`, schema},
		{400, "object", message("Json mode is not enabled for models/gemini-pro"), object},
		{400, "object", `{"code":20024,"message":"Json mode is not supported for this model.","data":null}`, object},
		{405, "object", `{"error":{"message":"json_object response format is not supported for model: stepfun-ai/Step-3.5-Flash","type":"APIError","code":"405"}}`, object},
		{400, "strict", message(`response_format type must be one of "text" or "json_object", but got: json_schema`), schema},
		{404, "strict", `{"error":{"message":"No endpoints found that support structured outputs. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing","code":404}}`, schema},
		{400, "strict", message("output_config.format: Extra inputs are not permitted"), schema},
		{400, "strict", `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"This response_format type is unavailable now\",\"type\":\"invalid_request_error\"}}","provider_name":"DeepSeek"}}}`, schema},
		{500, "strict", `{"error":{"message":"litellm.BadRequestError: DeepseekException - response_format.type json_schema is unavailable now","code":"500"}}`, schema},

		{400, "object", `{"error":{"message":"[\"At body -> response_format -> ResponseFormatText -> type: Input should be 'text'\", \"At body -> response_format -> ResponseFormatJSONSchema -> type: Input should be 'json_schema'\", \"At body -> response_format -> ResponseFormatJSONSchema -> json_schema: Field required\"]","type":"bad_request","code":400}}`, object},

		// No response_format at all.
		{400, "strict", message("Unsupported parameter: 'response_format'. In the Responses API, this parameter has moved to 'text.format'. Try again with the new parameter."), none},
		{400, "strict", `{"error":{"message":"Unknown parameter: 'response_format'.","param":"response_format","code":"unknown_parameter"}}`, none},
		{400, "strict", `{"detail":"Unsupported parameter: response_format"}`, none},
		{400, "object", message("Unrecognized request argument supplied: response_format"), none},
		{400, "object", `{"code":"Client specified an invalid argument","error":"The response_format parameter is unsupported at the moment. Leave it unset."}`, none},
		{400, "object", message("litellm.UnsupportedParamsError: together_ai does not support parameters: {'response_format': {'type': 'json_object'}}, for model=deepseek-ai/DeepSeek-V3. To drop these, set `litellm.drop_params=True`"), none},
		{400, "strict", message("litellm.UnsupportedParamsError: together_ai does not support parameters: ['response_format'], for model=meta-llama/Llama-4-Maverick."), none},
		{422, "strict", `{"detail":[{"loc":["body","response_format"],"msg":"Extra inputs are not permitted","type":"extra_forbidden"}]}`, none},
		{500, "strict", message("Responses.create() got an unexpected keyword argument 'response_format'"), none},

		// strict and additionalProperties.
		{400, "strict", `{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"additionalProperties\" at 'generation_config.response_schema.properties[0].value.items': Cannot find field.","status":"INVALID_ARGUMENT"}}`, strict},
		{400, "strict", `[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"additional_properties\" at 'generation_config.response_schema.properties[1].value.items': Cannot find field.","status":"INVALID_ARGUMENT"}}]`, strict},
		{400, "strict", message("additionalProperties is not supported in the Gemini API."), strict},
		{400, "strict", message("`strict` is not supported with this model"), strict},
		{400, "strict", `{"error":{"message":"Unknown parameter: 'response_format.json_schema.strict'.","param":"response_format.json_schema.strict","code":"unknown_parameter"}}`, strict},
		{422, "strict", `{"detail":[{"type":"extra_forbidden","loc":["body","response_format","json_schema","strict"],"msg":"Extra inputs are not permitted"}]}`, strict},
		{400, "loose", message("additionalProperties is not supported in the Gemini API."), once},

		// The wrapper is taken for the schema, or is wanted.
		{400, "loose", `{"error":{"message":"Unknown parameter: 'response_format.json_schema.name'.","param":"response_format.json_schema.name","code":"unknown_parameter"}}`, named},
		{400, "loose", `{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"name\" at 'generation_config.response_schema': Cannot find field.\nInvalid JSON payload received. Unknown name \"schema\" at 'generation_config.response_schema': Cannot find field."}}`, named},
		{400, "strict", message("response_format.json_schema: Additional properties are not allowed ('name', 'schema', 'strict' were unexpected)"), named},
		{400, "strict", message("Invalid schema for response_format 'rows': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"None\"'."), named},
		{400, "bare", `{"error":{"message":"Missing required parameter: 'response_format.json_schema.name'.","type":"invalid_request_error","param":"response_format.json_schema.name","code":"missing_required_parameter"}}`, bare},
		{422, "bare", `{"detail":[{"type":"missing","loc":["body","response_format","json_schema","name"],"msg":"Field required"}]}`, bare},
		{400, "bare", message("Failed to deserialize the JSON body into the target type: response_format: missing field `schema` at line 1 column 210"), bare},
		{400, "bare", message("schema_ is required for json_schema response format request."), bare},

		{422, "loose", `{"error":"Input validation error: grammar is not valid: Grammar must have a 'properties' field","error_type":"validation"}`, named},

		// This schema.
		{400, "strict", `{"error":{"message":"Invalid schema for response_format 'rows': In context=(), 'additionalProperties' is required to be supplied and to be false.","type":"invalid_request_error","param":"response_format","code":null}}`, once},
		{400, "strict", `{"error":{"message":"Invalid schema for response_format 'rows': In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'name'.","param":"response_format","code":"invalid_json_schema"}}`, once},
		{400, "strict", message("output_config.format.schema: Invalid schema: The compiled grammar is too large, which would cause performance issues. Simplify your tool schemas or reduce the number of strict tools."), once},
		{400, "strict", `{"error":{"code":400,"message":"The specified schema produces a constraint that has too many states for serving. Typical causes of this error are schemas with lots of text.","status":"INVALID_ARGUMENT"}}`, once},
		{400, "loose", `{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"$schema\" at 'generation_config.response_schema': Cannot find field."}}`, once},
		{400, "loose", `{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"type\" at 'generation_config.response_schema.properties[2].value': Proto field is not repeating, cannot start list."}}`, once},
		{400, "strict", message("invalid schema for response format: response_format/json_schema/next_step: minItems is not supported"), once},
		{400, "strict", `{"message":"Unsupported JSON schema fields: {'minItems', 'items'}","type":"invalid_request_error","param":"response_format","code":"wrong_api_format"}`, once},
		{400, "strict", `{"object":"error","message":"The provided JSON schema contains features not supported by xgrammar.","type":"BadRequestError","param":null,"code":400}`, once},
		{400, "strict", message("Failed to initialize samplers: failed to parse grammar"), once},
		{500, "strict", `{"error":"invalid JSON schema in format"}`, once},
		{400, "strict", message("Invalid request: response_format.json_schema is not a valid moonshot flavored json schema, details: <At path 'properties.source': type is not defined>"), once},
		{400, "strict", `{"error":{"message":"litellm.ContentPolicyViolationError: AzureException - Invalid schema for response_format 'IntentAnalysis': In context=(), 'additionalProperties' is required to be supplied and to be false.","code":"400"}}`, once},
		{400, "loose", message("response_format.json_schema.strict: Input should be True"), once},
		{400, "strict", message(`Either "json_schema" or "grammar" can be specified, but not both`), once},

		{400, "strict", message("JSON Schema not supported: could not understand the instance `{'required': ['criteria']}`."), once},
		{400, "loose", message("JSON Schema not supported: could not translate the enum None."), once},
		{500, "loose", message(`Grammar error: Unimplemented keys: ["propertyNames"]`), once},
		{422, "bare", `{"error":"Input validation error: grammar is not valid: Grammar must have a 'properties' field","error_type":"validation"}`, once},

		// Two things that exclude each other.
		{400, "strict+tools", `{"object":"error","message":"Cannot use json_schema response type with tools.","type":"invalid_request_error","param":null,"code":null}`, tools},
		{400, "object+tools", "{\"error\":{\"message\":\"response_format` does not support streaming\",\"type\":\"invalid_request_error\"}}", stream},
		{400, "strict+tools", message("response_format and tools cannot be used together"), tools},
		{400, "strict+tools", message("Function calling with a response mime type: 'application/json' is unsupported"), tools},
		{400, "object+tools", message("Forced function calling (ANY mode) with a response mime type: 'application/json' is unsupported"), tools},
		{400, "object+tools", message("json mode cannot be combined with tool/function calling"), tools},
		{400, "strict+tools", message("Tools are not supported with response_format"), tools},
		{400, "strict+tools", message("Structured outputs cannot be used with tools on this model."), tools},
		{400, "strict+tools", message("Cannot use custom grammar constraints with tools."), tools},
		{400, "strict+tools", message("For controlled generation of only function calls (forced function calling), please set 'tool_config.function_calling_config.mode' field to ANY instead of populating 'response_mime_type', 'response_schema' and 'response_json_schema' fields."), tools},
		{422, "strict+tools", message("grammar and tools are mutually exclusive"), tools},
		{400, "object+tools", message("response_format is not supported with streaming"), stream},
		{400, "object+tools", message("`stream` cannot be used with `response_format`"), stream},

		// It is about the tools, not the format.
		{400, "strict+tools", message("Invalid JSON payload received. Unknown name \"additionalProperties\" at 'tools[0].function_declarations[0].parameters': Cannot find field."), "tools read"},
		{400, "strict+tools", message("Invalid schema for function 'read': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"None\"'."), "tools read"},
		{400, "strict+tools", message("This model does not support tools"), "tools any"},
		{400, "strict+tools", message("Failed to initialize samplers: failed to parse grammar"), ""},

		// It is about neither, or says nothing of the next request.
		{400, "object", message("Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'"), ""},
		{400, "object", message("<400> InternalError.Algo.InvalidParameter: 'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."), ""},
		{400, "strict", message("messages: at least one message is required"), ""},
		{400, "strict", message("Request contains an invalid argument."), ""},
		{400, "object", `{"error":{"message":"Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.","type":"invalid_request_error","code":"json_validate_failed","failed_generation":""}}`, ""},
		{400, "strict", `{"error":{"message":"Generated JSON does not match the expected schema. Please adjust your prompt. See 'failed_generation' for more details. Error: jsonschema: '' does not validate with /required: missing properties: 'rows'","type":"invalid_request_error","code":"json_validate_failed"}}`, ""},
		{400, "object", message("temperature must be at most 1 with response_format"), ""},
		{401, "strict", message("response_format of type 'json_schema' is not supported with this key"), ""},
		{402, "strict", message("response_format of type 'json_schema' is not supported"), ""},
		{403, "strict", message("response_format of type 'json_schema' is not supported in your plan"), ""},
		{429, "strict", message("response_format of type 'json_schema' is not supported right now, too many requests"), ""},
		{503, "strict", message("response_format type is unavailable now"), ""},
	} {
		name, withTools := strings.CutSuffix(c.format, "+tools")
		sent := formatFields(t, sentFormats[name], withTools)
		e := refused(failure.Request{Fields: sent}, c.status, c.body)
		if got := formatRefusalText(e.Refusal); got != c.want {
			t.Errorf("%d %s: %s\n got %q (%s %s)\nwant %q", c.status, c.format, c.body, got, e.Kind, e.Param, c.want)
			continue
		}
		wantKind, wantParam := failure.BadRequest, ""
		switch c.want {
		case schema, object, strict, named, bare, none, "text":
			wantKind, wantParam = failure.UnsupportedParam, "response_format"
		case stream:
			wantKind, wantParam = failure.UnsupportedParam, "stream"
		case "tools any", "":
			continue
		}
		if e.Kind != wantKind || e.Param != wantParam {
			t.Errorf("%s: %s %q, want %s %q", c.body, e.Kind, e.Param, wantKind, wantParam)
		}
		if may := mayDrop(request{exactFormat: true}, *e.Refusal); may != (c.want == stream) {
			t.Errorf("%s: left out by itself: %t", c.body, may)
		}
		if c.want == "tools read" || c.want == tools || c.want == stream {
			continue
		}
		// In a stream that began, without a status.
		if in := (failure.Request{Fields: sent}).NewBodyError(withoutStatus(c.body), ""); formatRefusalText(in.Refusal) != c.want || in.Kind != wantKind {
			t.Errorf("in a stream: %s: %q %s, want %q %s", c.body, formatRefusalText(in.Refusal), in.Kind, c.want, wantKind)
		}
		// Without the field it is never refused.
		if e = refused(failure.Request{Fields: sent[1:]}, c.status, c.body); e.Refusal != nil && e.Refusal.Field == "response_format" {
			t.Errorf("%s: a format that was not sent is refused", c.body)
		}
	}
}

// A schema is sent in the order in which it is written: models answer in that order.
func TestASchemaKeepsItsOrder(t *testing.T) {
	const schema = `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"string"}},"required":["z","a"]}`
	for want, f := range map[string]ResponseFormat{
		`{"json_schema":{"name":"rows","schema":` + schema + `,"strict":true},"type":"json_schema"}`: FormatSchema("rows", json.RawMessage(schema), true),
		`{"json_schema":{"name":"rows","schema":` + schema + `},"type":"json_schema"}`:               FormatSchema("rows", json.RawMessage(schema), false),
		`{"json_schema":` + schema + `,"type":"json_schema"}`:                                        FormatSchema("", json.RawMessage(schema), false),
	} {
		if sent := formatFields(t, f, false); string(sent[0].Value) != want {
			t.Errorf("sent %s\nwant %s", sent[0].Value, want)
		}
	}
}

// withoutStatus reads the body of an error without the status in it.
func withoutStatus(body string) failure.ErrorBody {
	return failure.ParseErrorBody(statusMember.ReplaceAll([]byte(body), []byte(`"code":null`)))
}

var statusMember = regexp.MustCompile(`"(?:code|status)":"?[45]\d\d"?`)

// formatFields are the fields of a chat request with a format.
func formatFields(t *testing.T, f ResponseFormat, withTools bool) []failure.Field {
	t.Helper()
	r := ChatRequest{Model: "m", ResponseFormat: f}
	if withTools {
		r.Tools = []Tool{{Name: "read", Parameters: json.RawMessage(`{"type":"object"}`)}}
	}
	_, sent, _, err := chatBody(r)
	if err != nil {
		t.Fatal(err)
	}
	return sent
}

// formatRefusalText is a refusal in one line: of a format only its value.
func formatRefusalText(r *failure.Refusal) string {
	if r == nil {
		return ""
	}
	text := r.Field + " " + r.Value
	if r.AnyValue {
		text = r.Field + " any"
	}
	if r.ConflictsWith != "" {
		text = r.Field + " beside " + r.ConflictsWith
	}
	if text = strings.TrimPrefix(text, "response_format "); r.ThisRequestOnly {
		text += " once"
	}
	return text
}
