package conformance

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
)

// form is a question whose answer is JSON.
func form(schema any) openai.ChatCompletionNewParams {
	q := ask("Invent a person and tell me about them.")
	q.Model, q.MaxTokens = names.Schema, openai.ChatCompletionNewParams{}.MaxTokens
	q.Messages = append([]openai.ChatCompletionMessageParamUnion{openai.SystemMessage("Answer in JSON.")}, q.Messages...)
	if schema == nil {
		q.ResponseFormat.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
		return q
	}
	q.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
		JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "answer", Schema: schema, Strict: openai.Bool(true)},
	}
	return q
}

func wantObject(t *testing.T, text string) {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil || object == nil {
		t.Errorf("not a JSON object: %v: %q", err, text)
	}
}

func jsonCases() []testCase {
	keeps := func(schema map[string]any) func(t *testing.T) {
		return func(t *testing.T) {
			c := complete(t, form(schema)).Choices[0]
			if c.FinishReason != "stop" {
				t.Errorf("finish_reason %q", c.FinishReason)
			}
			validates(t, schema, c.Message.Content)
		}
	}
	refuses := func(q func() openai.ChatCompletionNewParams, more ...option.RequestOption) func(t *testing.T) {
		return func(t *testing.T) {
			client := sdk()
			_, err := client.Chat.Completions.New(t.Context(), q(), more...)
			wantError(t, err, 400, "response_format")
		}
	}
	wordless := func(messages ...openai.ChatCompletionMessageParamUnion) func(t *testing.T) {
		return func(t *testing.T) {
			q := form(nil)
			q.Messages = messages
			client := sdk()
			_, err := client.Chat.Completions.New(t.Context(), q)
			wantError(t, err, 400, "response_format")
		}
	}
	return []testCase{
		{"json/object", func(t *testing.T) { wantObject(t, complete(t, form(nil)).Choices[0].Message.Content) }},
		{"json/object-streamed", func(t *testing.T) {
			acc, chunks := streamed(t, form(nil))
			wantObject(t, acc.Choices[0].Message.Content)
			if len(chunks) < 4 {
				t.Errorf("%d chunks are no stream", len(chunks))
			}
		}},
		{"json/object-without-the-word", wordless(openai.SystemMessage("Be brief."), openai.UserMessage("Hello."))},
		{"json/object-word-not-in-system", wordless(openai.UserMessage("Answer in JSON."))},
		{"json/object-n-2", func(t *testing.T) {
			q := form(nil)
			q.N = openai.Int(2)
			for _, c := range complete(t, q).Choices {
				wantObject(t, c.Message.Content)
			}
		}},
		{"json/schema", keeps(schemas["person"])},
		{"json/schema-streamed", func(t *testing.T) {
			acc, chunks := streamed(t, form(schemas["person"]))
			validates(t, schemas["person"], acc.Choices[0].Message.Content)
			if len(chunks) < 4 {
				t.Errorf("%d chunks are no stream", len(chunks))
			}
		}},
		{"json/schema-every-type", keeps(schemas["everyType"])},
		{"json/schema-with-references", keeps(schemas["linked"])},
		{"json/schema-n-3", func(t *testing.T) {
			q := form(schemas["person"])
			q.N = openai.Int(3)
			for _, c := range complete(t, q).Choices {
				validates(t, schemas["person"], c.Message.Content)
			}
		}},
		{"json/schema-bare", func(t *testing.T) {
			// docs/gateway.md 2.1 puts the schema itself where the SDKs wrap it with a name.
			c := complete(t, form(nil), option.WithJSONSet("response_format", map[string]any{"type": "json_schema", "json_schema": schemas["person"]})).Choices[0]
			validates(t, schemas["person"], c.Message.Content)
		}},
		{"json/schema-needs-no-word", func(t *testing.T) {
			q := form(schemas["person"])
			q.Messages = q.Messages[1:]
			validates(t, schemas["person"], complete(t, q).Choices[0].Message.Content)
		}},
		{"json/schema-impossible", refuses(func() openai.ChatCompletionNewParams {
			return form(schemas["impossible"])
		})},
		{"json/schema-no-schema", refuses(func() openai.ChatCompletionNewParams { return form(schemas["none"]) })},
		{"json/schema-missing", refuses(func() openai.ChatCompletionNewParams { return form(nil) }, option.WithJSONSet("response_format", map[string]any{"type": "json_schema"}))},
		{"json/schema-far-reference", refuses(func() openai.ChatCompletionNewParams {
			return form(schemas["farReference"])
		})},
		{"json/schema-model-without", refuses(func() openai.ChatCompletionNewParams {
			q := form(schemas["person"])
			q.Model = names.Plain
			return q
		})},
		{"json/type-text", func(t *testing.T) {
			q := ask("Say something short.")
			q.ResponseFormat.OfText = &shared.ResponseFormatTextParam{}
			if text := complete(t, q).Choices[0].Message.Content; strings.HasPrefix(text, "{") {
				t.Errorf("not text: %q", text)
			}
		}},
		{"json/type-unknown", refuses(func() openai.ChatCompletionNewParams { return form(nil) }, option.WithJSONSet("response_format", map[string]any{"type": "yaml"}))},
		{"json/type-missing", refuses(func() openai.ChatCompletionNewParams { return form(nil) }, option.WithJSONSet("response_format", map[string]any{}))},
		{"json/not-an-object", refuses(func() openai.ChatCompletionNewParams { return form(nil) }, option.WithJSONSet("response_format", "json_object"))},
		{"json/cut-by-max-tokens", func(t *testing.T) {
			q := form(schemas["person"])
			q.MaxTokens = openai.Int(3)
			if c := complete(t, q).Choices[0]; c.FinishReason != "length" {
				t.Errorf("finish_reason %q of %q", c.FinishReason, c.Message.Content)
			}
		}},
		{"json/with-tools", func(t *testing.T) {
			q := form(schemas["person"])
			q.Tools = []openai.ChatCompletionToolUnionParam{weather()}
			q.ToolChoice.OfAuto = openai.String("none")
			validates(t, schemas["person"], complete(t, q).Choices[0].Message.Content)
		}},
	}
}
