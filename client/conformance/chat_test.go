package conformance

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// ask is a question to the plain model that is over soon.
func ask(text string) openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{
		Model:     names.Chat,
		Messages:  []openai.ChatCompletionMessageParamUnion{openai.UserMessage(text)},
		MaxTokens: openai.Int(24),
		Seed:      openai.Int(7),
	}
}

// complete sends a question that must be answered and checks what holds for every whole reply
// (docs/gateway.md 2.5).
func complete(t *testing.T, q openai.ChatCompletionNewParams, more ...option.RequestOption) *openai.ChatCompletion {
	t.Helper()
	client := sdk()
	r, err := client.Chat.Completions.New(t.Context(), q, more...)
	if err != nil {
		t.Fatal(told(err))
	}
	if r.ID == "" || r.Object != "chat.completion" || r.Model == "" {
		t.Errorf("id, object or model is not right: %s", r.RawJSON())
	}
	if age := time.Since(time.Unix(r.Created, 0)); age < -time.Hour || age > time.Hour {
		t.Errorf("created %d is not now in seconds", r.Created)
	}
	if len(r.Choices) == 0 {
		t.Fatal("no choice")
	}
	for i, c := range r.Choices {
		if c.Index != int64(i) || c.Message.Role != "assistant" {
			t.Errorf("choice %d has the index %d and the role %q", i, c.Index, c.Message.Role)
		}
		if !oneOf(c.FinishReason, "stop", "length", "tool_calls", "content_filter") {
			t.Errorf("finish_reason %q", c.FinishReason)
		}
	}
	wantUsage(t, r.Usage)
	return r
}

func wantUsage(t *testing.T, u openai.CompletionUsage) {
	t.Helper()
	if u.PromptTokens <= 0 || u.CompletionTokens < 0 || u.TotalTokens != u.PromptTokens+u.CompletionTokens {
		t.Errorf("usage %d + %d is said to be %d", u.PromptTokens, u.CompletionTokens, u.TotalTokens)
	}
}

func oneOf(s string, all ...string) bool {
	for _, a := range all {
		if s == a {
			return true
		}
	}
	return false
}

func chatCases() []testCase {
	return []testCase{
		{"chat/whole", func(t *testing.T) {
			r := complete(t, ask("Say something short."))
			if r.Choices[0].Message.Content == "" {
				t.Error("no text")
			}
		}},
		{"chat/finish-stop", func(t *testing.T) {
			q := ask("Say something short.")
			q.MaxTokens = openai.ChatCompletionNewParams{}.MaxTokens
			if r := complete(t, q); r.Choices[0].FinishReason != "stop" {
				t.Errorf("finish_reason %q", r.Choices[0].FinishReason)
			}
		}},
		{"chat/ids-differ", func(t *testing.T) {
			if a, b := complete(t, ask("One.")), complete(t, ask("One.")); a.ID == b.ID {
				t.Errorf("two replies are called %s", a.ID)
			}
		}},
		{"chat/every-role", func(t *testing.T) {
			q := ask("")
			call := openai.ChatCompletionAssistantMessageParam{ToolCalls: []openai.ChatCompletionMessageToolCallUnionParam{{
				OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{
					ID: "call_1", Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{Name: "get_weather", Arguments: `{"city":"Paris"}`},
				},
			}}}
			q.Model = names.Tools
			q.Tools = []openai.ChatCompletionToolUnionParam{weather()}
			q.Messages = []openai.ChatCompletionMessageParamUnion{
				openai.SystemMessage("Be brief."), openai.UserMessage("Hello."), openai.AssistantMessage("Hello, what can I do?"),
				openai.UserMessage("What is the weather in Paris?"),
				{OfAssistant: &call},
				openai.ToolMessage(`{"sky":"clear"}`, "call_1"),
			}
			if r := complete(t, q); r.Choices[0].Message.Content == "" {
				t.Error("no text")
			}
		}},
		{"chat/text-parts", func(t *testing.T) {
			q := ask("")
			q.Messages = []openai.ChatCompletionMessageParamUnion{
				openai.SystemMessage([]openai.ChatCompletionContentPartTextParam{{Text: "Be brief."}, {Text: "Be kind."}}),
				openai.UserMessage([]openai.ChatCompletionContentPartUnionParam{openai.TextContentPart("One."), openai.TextContentPart("Two.")}),
			}
			complete(t, q)
		}},
		{"chat/any-script", func(t *testing.T) {
			q := ask("Grüße, 世界, مرحبا, 👩‍👩‍👧‍👦 and a \u0000 byte, \"quotes\", <tags> & \\slashes\\")
			q.MaxTokens = openai.Int(200)
			if r := complete(t, q); strings.ContainsRune(r.Choices[0].Message.Content, '\uFFFD') {
				t.Errorf("a damaged character in %q", r.Choices[0].Message.Content)
			}
		}},
		{"chat/n-3", func(t *testing.T) {
			q := ask("Say something short.")
			q.N = openai.Int(3)
			if r := complete(t, q); len(r.Choices) != 3 {
				t.Errorf("%d choices", len(r.Choices))
			}
		}},
		{"chat/n-default", func(t *testing.T) {
			if r := complete(t, ask("Say something short.")); len(r.Choices) != 1 {
				t.Errorf("%d choices", len(r.Choices))
			}
		}},
		{"chat/seed-repeats", func(t *testing.T) {
			q := ask("Tell me about rivers.")
			q.Seed, q.Temperature, q.MaxTokens = openai.Int(4711), openai.Float(1.3), openai.Int(60)
			if a, b := complete(t, q), complete(t, q); a.Choices[0].Message.Content != b.Choices[0].Message.Content {
				t.Errorf("the same seed gave\n%q\n%q", a.Choices[0].Message.Content, b.Choices[0].Message.Content)
			}
		}},
		{"chat/stop-word", func(t *testing.T) { stops(t, false) }},
		{"chat/stop-list", func(t *testing.T) { stops(t, true) }},
		{"chat/max-tokens", func(t *testing.T) {
			q := ask("Tell me about rivers.")
			q.MaxTokens = openai.Int(5)
			r := complete(t, q)
			if r.Choices[0].FinishReason != "length" || r.Usage.CompletionTokens > 5 || r.Choices[0].Message.Content == "" {
				t.Errorf("%q with %d tokens ends with %q", r.Choices[0].Message.Content, r.Usage.CompletionTokens, r.Choices[0].FinishReason)
			}
		}},
		{"chat/max-completion-tokens", func(t *testing.T) {
			q := ask("Tell me about rivers.")
			q.MaxTokens, q.MaxCompletionTokens = openai.ChatCompletionNewParams{}.MaxTokens, openai.Int(5)
			if r := complete(t, q); r.Choices[0].FinishReason != "length" || r.Usage.CompletionTokens > 5 {
				t.Errorf("%d tokens, %q", r.Usage.CompletionTokens, r.Choices[0].FinishReason)
			}
		}},
		{"chat/usage-grows", func(t *testing.T) {
			short, long := complete(t, ask("One.")), complete(t, ask(strings.Repeat("One more word. ", 50)))
			if long.Usage.PromptTokens <= short.Usage.PromptTokens {
				t.Errorf("a long question counts %d, a short one %d", long.Usage.PromptTokens, short.Usage.PromptTokens)
			}
		}},
		{"chat/usage-repeats", func(t *testing.T) {
			if a, b := complete(t, ask("Count me.")), complete(t, ask("Count me.")); a.Usage.TotalTokens != b.Usage.TotalTokens {
				t.Errorf("the same request counts %d and %d", a.Usage.TotalTokens, b.Usage.TotalTokens)
			}
		}},
		{"chat/lowest-values", func(t *testing.T) {
			q := ask("Say something short.")
			q.Temperature, q.TopP, q.FrequencyPenalty, q.PresencePenalty = openai.Float(0), openai.Float(0), openai.Float(-2), openai.Float(-2)
			q.MaxTokens, q.N, q.Seed, q.User = openai.Int(1), openai.Int(1), openai.Int(-1), openai.String("somebody")
			complete(t, q)
		}},
		{"chat/highest-values", func(t *testing.T) {
			q := ask("Say something short.")
			q.Temperature, q.TopP, q.FrequencyPenalty, q.PresencePenalty = openai.Float(2), openai.Float(1), openai.Float(2), openai.Float(2)
			q.Seed = openai.Int(9007199254740991)
			complete(t, q)
		}},
		{"chat/null-values", func(t *testing.T) {
			var more []option.RequestOption
			for _, field := range []string{"temperature", "top_p", "max_tokens", "stop", "frequency_penalty", "presence_penalty", "seed", "response_format", "tools", "tool_choice", "n", "user", "stream"} {
				more = append(more, option.WithJSONSet(field, nil))
			}
			complete(t, ask("Say something short."), more...)
		}},
		{"chat/fields-of-others", func(t *testing.T) {
			q := ask("Say something short.")
			q.Store, q.Metadata, q.ServiceTier = openai.Bool(false), map[string]string{"why": "conformance"}, "auto"
			q.LogitBias, q.PromptCacheKey, q.SafetyIdentifier = map[string]int64{"50256": -100}, openai.String("a"), openai.String("b")
			q.Modalities, q.ReasoningEffort, q.Verbosity = []string{"text"}, "low", "low"
			complete(t, q, option.WithJSONSet("some_new_field", map[string]any{"deep": []int{1}}))
		}},
		{"chat/headers-of-others", func(t *testing.T) {
			complete(t, ask("Say something short."), option.WithOrganization("org-x"), option.WithProject("proj-x"),
				option.WithHeader("X-Title", "Conformance"), option.WithHeader("Idempotency-Key", "1"), option.WithHeader("Content-Type", "application/json; charset=utf-8"))
		}},
		{"chat/request-id", func(t *testing.T) {
			var res *http.Response
			complete(t, ask("Say something short."), option.WithResponseInto(&res))
			if res.Header.Get("X-Request-Id") == "" || !strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
				t.Errorf("headers %v", res.Header)
			}
		}},
		{"chat/content-filter", func(t *testing.T) {
			q := ask("filter")
			q.Model = names.Trouble
			if r := complete(t, q); r.Choices[0].FinishReason != "content_filter" {
				t.Errorf("finish_reason %q", r.Choices[0].FinishReason)
			}
		}},
		{"chat/failover", func(t *testing.T) {
			q := ask(names.Failover.Asks)
			q.Model = names.Failover.Model
			r := complete(t, q)
			if r.Model == q.Model || r.Choices[0].Message.Content == "" {
				t.Errorf("%s was asked and %s answered %q", q.Model, r.Model, r.Choices[0].Message.Content)
			}
			client := sdk()
			if _, err := client.Models.Get(t.Context(), r.Model); err != nil {
				t.Errorf("the model that answered is not listed: %v", err)
			}
		}},
	}
}

// stops checks that generation ends where the stop sequence would have begun (docs/gateway.md 2.1).
func stops(t *testing.T, list bool) {
	q := ask("Tell me about rivers.")
	q.MaxTokens = openai.Int(40)
	full := complete(t, q).Choices[0].Message.Content
	words := strings.Fields(full)
	if len(words) < 6 {
		t.Fatalf("too short to be stopped: %q", full)
	}
	stop := words[4]
	q.Stop.OfString = openai.String(stop)
	if list {
		q.Stop = openai.ChatCompletionNewParamsStopUnion{OfStringArray: []string{"never in it \u2603", stop}}
	}
	r := complete(t, q)
	want, _, _ := strings.Cut(full, stop)
	if got := r.Choices[0].Message.Content; strings.TrimSpace(got) != strings.TrimSpace(want) || r.Choices[0].FinishReason != "stop" {
		t.Errorf("stopped at %q\n%q ends with %q, want\n%q", stop, got, r.Choices[0].FinishReason, want)
	}
}

func modelCases() []testCase {
	return []testCase{
		{"models/list", func(t *testing.T) {
			client := sdk()
			page, err := client.Models.List(t.Context())
			if err != nil {
				t.Fatal(told(err))
			}
			ids := map[string]bool{}
			for _, m := range page.Data {
				if ids[m.ID] || m.ID == "" || m.Object != "model" || m.Created <= 0 || m.OwnedBy == "" {
					t.Errorf("not a model, or twice: %s", m.RawJSON())
				}
				ids[m.ID] = true
			}
			for _, id := range append([]string{names.Chat, names.Eyes, names.PDF, names.Tools, names.Schema, names.Trouble, names.Transcription}, names.Speech...) {
				if !ids[id] {
					t.Errorf("%s is not listed", id)
				}
			}
		}},
		{"models/pages", func(t *testing.T) {
			client := sdk()
			n := 0
			pages := client.Models.ListAutoPaging(t.Context())
			for pages.Next() {
				n++
			}
			if pages.Err() != nil || n == 0 {
				t.Errorf("%d models, %v", n, pages.Err())
			}
		}},
		{"models/retrieve", func(t *testing.T) {
			client := sdk()
			m, err := client.Models.Get(t.Context(), names.Chat)
			if err != nil || m.ID != names.Chat || m.Object != "model" {
				t.Errorf("%+v, %v", m, err)
			}
		}},
		{"models/unknown-404", func(t *testing.T) {
			client := sdk()
			_, err := client.Models.Get(t.Context(), "no/such model?")
			wantError(t, err, http.StatusNotFound, "model")
		}},
		{"models/delete-405", func(t *testing.T) {
			client := sdk()
			_, err := client.Models.Delete(t.Context(), names.Chat)
			wantError(t, err, http.StatusMethodNotAllowed, "")
		}},
	}
}
