package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
)

func weather() openai.ChatCompletionToolUnionParam {
	return openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
		Name: "get_weather", Description: openai.String("Tells the current weather in a city"),
		Parameters: shared.FunctionParameters{
			"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string", "description": "The city, such as Paris"}},
			"required": []string{"city"},
		},
	})
}

func clock() openai.ChatCompletionToolUnionParam {
	return openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
		Name: "get_time", Description: openai.String("Tells the current time in a city"),
		Parameters: shared.FunctionParameters{
			"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string", "description": "The city, such as Tokyo"}},
			"required": []string{"city"},
		},
	})
}

// withTools is a question that wants tools.
func withTools(text string, tools ...openai.ChatCompletionToolUnionParam) openai.ChatCompletionNewParams {
	q := ask(text)
	q.Model, q.Tools, q.MaxTokens = names.Tools, tools, openai.ChatCompletionNewParams{}.MaxTokens
	return q
}

// call is a tool call in a form that whole and streamed replies share.
type call struct{ id, name, arguments string }

// called checks a reply that calls tools (docs/gateway.md 2.4, 4.1.1) and gives its calls.
func called(t *testing.T, c openai.ChatCompletionChoice) []call {
	t.Helper()
	if c.FinishReason != "tool_calls" || len(c.Message.ToolCalls) == 0 {
		t.Fatalf("finish_reason %q with %d calls: %.200s", c.FinishReason, len(c.Message.ToolCalls), c.Message.Content)
	}
	if c.Message.Content != "" {
		t.Errorf("text beside the calls: %q", c.Message.Content)
	}
	var all []call
	for _, tc := range c.Message.ToolCalls {
		if tc.Type != "function" || tc.ID == "" || !json.Valid([]byte(tc.Function.Arguments)) {
			t.Errorf("not a call: %s %s %s %s", tc.ID, tc.Type, tc.Function.Name, tc.Function.Arguments)
		}
		if slices.ContainsFunc(all, func(c call) bool { return c.id == tc.ID }) {
			t.Errorf("two calls are called %s", tc.ID)
		}
		all = append(all, call{tc.ID, tc.Function.Name, tc.Function.Arguments})
	}
	return all
}

// wantCity checks that a call is for the city.
func wantCity(t *testing.T, c call, name, city string) {
	t.Helper()
	var args struct{ City string }
	if err := json.Unmarshal([]byte(c.arguments), &args); err != nil || c.name != name || args.City != city {
		t.Errorf("%s(%s), want %s for %s", c.name, c.arguments, name, city)
	}
}

// answered sends results of the calls back and gives the text that comes of them (docs/gateway.md
// 4.1.1, steps 4 and 5).
func answered(t *testing.T, q openai.ChatCompletionNewParams, message openai.ChatCompletionMessage, results ...string) string {
	t.Helper()
	q.Messages = append(slices.Clone(q.Messages), message.ToParam())
	for i, tc := range message.ToolCalls {
		q.Messages = append(q.Messages, openai.ToolMessage(results[i], tc.ID))
	}
	c := complete(t, q).Choices[0]
	if c.FinishReason != "stop" || len(c.Message.ToolCalls) != 0 || c.Message.Content == "" {
		t.Errorf("after the results: %q, %d calls, %q", c.FinishReason, len(c.Message.ToolCalls), c.Message.Content)
	}
	acc, _ := streamed(t, q)
	if acc.Choices[0].Message.Content != c.Message.Content {
		t.Errorf("streamed %q\nwhole %q", acc.Choices[0].Message.Content, c.Message.Content)
	}
	return c.Message.Content
}

func toolCases() []testCase {
	refused := func(q openai.ChatCompletionNewParams, param string, more ...option.RequestOption) func(t *testing.T) {
		return func(t *testing.T) {
			client := sdk()
			_, err := client.Chat.Completions.New(t.Context(), q, more...)
			wantError(t, err, 400, param)
		}
	}
	return []testCase{
		{"tools/call", func(t *testing.T) {
			calls := called(t, complete(t, withTools("What is the weather in Paris?", weather())).Choices[0])
			if len(calls) != 1 {
				t.Errorf("%d calls", len(calls))
			}
			wantCity(t, calls[0], "get_weather", "Paris")
		}},
		{"tools/call-streamed", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather())
			acc, chunks := streamed(t, q)
			calls := called(t, acc.Choices[0])
			wantCity(t, calls[0], "get_weather", "Paris")
			pieces := 0
			for _, c := range chunks {
				for _, tc := range c.Choices[0].Delta.ToolCalls {
					if pieces == 0 && (tc.ID == "" || tc.Function.Name == "" || tc.Type != "function") {
						t.Errorf("a call begins with %s", tc.RawJSON())
					}
					if pieces > 0 && tc.ID != "" {
						t.Errorf("the id comes twice: %s", tc.RawJSON())
					}
					pieces++
				}
			}
			if pieces < 3 {
				t.Errorf("a call in %d pieces is not streamed", pieces)
			}
		}},
		{"tools/chosen-among-many", func(t *testing.T) {
			var tools []openai.ChatCompletionToolUnionParam
			for i := range 60 {
				tools = append(tools, openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
					Name: fmt.Sprintf("unrelated_%d", i), Description: openai.String("Files a form about pencils"),
				}))
			}
			q := withTools("What is the weather in Paris?", append(tools, weather())...)
			wantCity(t, called(t, complete(t, q).Choices[0])[0], "get_weather", "Paris")
		}},
		{"tools/parallel", func(t *testing.T) {
			calls := called(t, complete(t, withTools("What is the weather in Paris, and what is the time in Tokyo?", weather(), clock())).Choices[0])
			if len(calls) != 2 {
				t.Fatalf("%d calls: %v", len(calls), calls)
			}
			wantCity(t, calls[0], "get_weather", "Paris")
			wantCity(t, calls[1], "get_time", "Tokyo")
		}},
		{"tools/parallel-streamed", func(t *testing.T) {
			acc, _ := streamed(t, withTools("What is the weather in Paris, and what is the time in Tokyo?", weather(), clock()))
			calls := called(t, acc.Choices[0])
			if len(calls) != 2 {
				t.Fatalf("%d calls: %v", len(calls), calls)
			}
			wantCity(t, calls[0], "get_weather", "Paris")
			wantCity(t, calls[1], "get_time", "Tokyo")
		}},
		{"tools/parallel-forbidden", func(t *testing.T) {
			q := withTools("What is the weather in Paris, and what is the time in Tokyo?", weather(), clock())
			q.ParallelToolCalls = openai.Bool(false)
			if calls := called(t, complete(t, q).Choices[0]); len(calls) != 1 {
				t.Errorf("%d calls: %v", len(calls), calls)
			}
		}},
		{"tools/choice-auto", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather())
			q.ToolChoice.OfAuto = openai.String("auto")
			called(t, complete(t, q).Choices[0])
		}},
		{"tools/choice-auto-not-needed", func(t *testing.T) {
			q := withTools("Hello!", weather())
			q.MaxTokens = openai.Int(20)
			if c := complete(t, q).Choices[0]; len(c.Message.ToolCalls) != 0 || c.Message.Content == "" {
				t.Errorf("%d calls, %q", len(c.Message.ToolCalls), c.Message.Content)
			}
		}},
		{"tools/choice-none", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather())
			q.ToolChoice.OfAuto, q.MaxTokens = openai.String("none"), openai.Int(20)
			if c := complete(t, q).Choices[0]; len(c.Message.ToolCalls) != 0 || c.Message.Content == "" || c.FinishReason == "tool_calls" {
				t.Errorf("%d calls, %q, %q", len(c.Message.ToolCalls), c.Message.Content, c.FinishReason)
			}
		}},
		{"tools/choice-required", func(t *testing.T) {
			q := withTools("Hello!", weather(), clock())
			q.ToolChoice.OfAuto = openai.String("required")
			called(t, complete(t, q).Choices[0])
		}},
		{"tools/choice-required-streamed", func(t *testing.T) {
			q := withTools("Hello!", weather(), clock())
			q.ToolChoice.OfAuto = openai.String("required")
			acc, _ := streamed(t, q)
			called(t, acc.Choices[0])
		}},
		{"tools/choice-named", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather(), clock())
			q.ToolChoice = openai.ToolChoiceOptionFunctionToolChoice(openai.ChatCompletionNamedToolChoiceFunctionParam{Name: "get_time"})
			for _, c := range called(t, complete(t, q).Choices[0]) {
				if c.name != "get_time" {
					t.Errorf("calls %s", c.name)
				}
			}
		}},
		{"tools/choice-named-unknown", func(t *testing.T) {
			q := withTools("Hello!", weather())
			q.ToolChoice = openai.ToolChoiceOptionFunctionToolChoice(openai.ChatCompletionNamedToolChoiceFunctionParam{Name: "get_nothing"})
			refused(q, "tool_choice")(t)
		}},
		{"tools/choice-unknown-word", func(t *testing.T) {
			refused(withTools("Hello!", weather()), "tool_choice", option.WithJSONSet("tool_choice", "maybe"))(t)
		}},
		{"tools/choice-wrong-type", func(t *testing.T) {
			refused(withTools("Hello!", weather()), "tool_choice", option.WithJSONSet("tool_choice", 3))(t)
		}},
		{"tools/choice-without-tools", func(t *testing.T) {
			q := withTools("Hello!")
			q.ToolChoice.OfAuto = openai.String("required")
			refused(q, "tool_choice")(t)
		}},
		{"tools/round-trip", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather())
			m := complete(t, q).Choices[0].Message
			if text := answered(t, q, m, `{"sky":"clear","degrees":17}`); !strings.Contains(text, "17") {
				t.Errorf("the result is not in %q", text)
			}
		}},
		{"tools/round-trip-plain-text", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather())
			m := complete(t, q).Choices[0].Message
			if text := answered(t, q, m, "a violet drizzle"); !strings.Contains(text, "violet drizzle") {
				t.Errorf("the result is not in %q", text)
			}
		}},
		{"tools/round-trip-parallel", func(t *testing.T) {
			q := withTools("What is the weather in Paris, and what is the time in Tokyo?", weather(), clock())
			m := complete(t, q).Choices[0].Message
			if len(m.ToolCalls) != 2 {
				t.Fatalf("%d calls", len(m.ToolCalls))
			}
			if text := answered(t, q, m, `{"degrees":17}`, `{"time":"21:43"}`); !strings.Contains(text, "17") || !strings.Contains(text, "21:43") {
				t.Errorf("the results are not in %q", text)
			}
		}},
		{"tools/round-trip-streamed", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather())
			acc, _ := streamed(t, q)
			if text := answered(t, q, acc.Choices[0].Message, `{"sky":"clear","degrees":17}`); !strings.Contains(text, "17") {
				t.Errorf("the result is not in %q", text)
			}
		}},
		{"tools/next-question", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather())
			m := complete(t, q).Choices[0].Message
			q.Messages = append(q.Messages, m.ToParam(), openai.ToolMessage(`{"degrees":17}`, m.ToolCalls[0].ID), openai.AssistantMessage("17 degrees."), openai.UserMessage("And the weather in Rome?"))
			wantCity(t, called(t, complete(t, q).Choices[0])[0], "get_weather", "Rome")
		}},
		{"tools/every-type", func(t *testing.T) {
			q := withTools("File a ticket.", openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
				Name: "file_ticket", Description: openai.String("Files a ticket"), Parameters: schemas["everyType"], Strict: openai.Bool(true),
			}))
			q.ToolChoice.OfAuto = openai.String("required")
			validates(t, schemas["everyType"], called(t, complete(t, q).Choices[0])[0].arguments)
		}},
		{"tools/no-parameters", func(t *testing.T) {
			q := withTools("Ring the bell.", openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{Name: "ring_bell", Description: openai.String("Rings the bell")}))
			if c := called(t, complete(t, q).Choices[0])[0]; c.name != "ring_bell" || strings.TrimSpace(c.arguments) != "{}" {
				t.Errorf("%s(%s)", c.name, c.arguments)
			}
		}},
		{"tools/n-2", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather())
			q.N = openai.Int(2)
			r := complete(t, q)
			acc, _ := streamed(t, q)
			if len(r.Choices) != 2 || len(acc.Choices) != 2 {
				t.Fatalf("%d and %d choices", len(r.Choices), len(acc.Choices))
			}
			for i := range r.Choices {
				wantCity(t, called(t, r.Choices[i])[0], "get_weather", "Paris")
				wantCity(t, called(t, acc.Choices[i])[0], "get_weather", "Paris")
			}
		}},
		{"tools/usage-counts-them", func(t *testing.T) {
			with, without := complete(t, withTools("Hello!", weather())), complete(t, withTools("Hello!"))
			if with.Usage.PromptTokens <= without.Usage.PromptTokens {
				t.Errorf("with tools %d, without %d", with.Usage.PromptTokens, without.Usage.PromptTokens)
			}
		}},
		{"tools/model-without", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather())
			q.Model = names.Plain
			refused(q, "tools")(t)
		}},
		{"tools/name-missing", func(t *testing.T) {
			refused(withTools("Hello!"), "tools", option.WithJSONSet("tools", []any{map[string]any{"type": "function", "function": map[string]any{"description": "x"}}}))(t)
		}},
		{"tools/name-malformed", func(t *testing.T) {
			refused(withTools("Hello!"), "tools", option.WithJSONSet("tools", []any{map[string]any{"type": "function", "function": map[string]any{"name": "get weather!"}}}))(t)
		}},
		{"tools/name-twice", refused(withTools("Hello!", weather(), weather()), "tools")},
		{"tools/too-many", func(t *testing.T) {
			var tools []openai.ChatCompletionToolUnionParam
			for i := range 129 {
				tools = append(tools, openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{Name: fmt.Sprintf("tool_%d", i)}))
			}
			refused(withTools("Hello!", tools...), "tools")(t)
		}},
		{"tools/type-unknown", func(t *testing.T) {
			refused(withTools("Hello!"), "tools", option.WithJSONSet("tools", []any{map[string]any{"type": "magic", "function": map[string]any{"name": "x"}}}))(t)
		}},
		{"tools/parameters-no-schema", func(t *testing.T) {
			refused(withTools("Hello!"), "tools", option.WithJSONSet("tools", []any{map[string]any{"type": "function", "function": map[string]any{"name": "x", "parameters": map[string]any{"type": "banana"}}}}))(t)
		}},
		{"tools/result-without-id", func(t *testing.T) {
			refused(withTools("Hello!", weather()), "messages", option.WithJSONSet("messages", []any{
				map[string]any{"role": "user", "content": "Hello!"}, map[string]any{"role": "tool", "content": "x"},
			}))(t)
		}},
		{"tools/result-of-no-call", func(t *testing.T) {
			q := withTools("Hello!", weather())
			q.Messages = append(q.Messages, openai.ToolMessage("x", "call_of_nobody"))
			refused(q, "messages")(t)
		}},
		{"tools/result-twice", func(t *testing.T) {
			q := withTools("What is the weather in Paris?", weather())
			m := complete(t, q).Choices[0].Message
			called(t, openai.ChatCompletionChoice{FinishReason: "tool_calls", Message: m})
			q.Messages = append(q.Messages, m.ToParam(), openai.ToolMessage("17", m.ToolCalls[0].ID), openai.ToolMessage("18", m.ToolCalls[0].ID))
			refused(q, "messages")(t)
		}},
		{"tools/result-missing", func(t *testing.T) {
			q := withTools("What is the weather in Paris, and what is the time in Tokyo?", weather(), clock())
			m := complete(t, q).Choices[0].Message
			called(t, openai.ChatCompletionChoice{FinishReason: "tool_calls", Message: m})
			q.Messages = append(q.Messages, m.ToParam(), openai.UserMessage("Well?"))
			refused(q, "messages")(t)
		}},
	}
}
