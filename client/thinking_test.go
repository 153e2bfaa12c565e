package client

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parlando/client/failure"
)

// askThinking sends a chat in which the reply with calls has reasoning and the answer after it has
// none, and returns the reasoning of both in each request, such as "r -" for the first alone.
func askThinking(t *testing.T, member string, omit []string, refuses func(sent string) string) (asked []string, dropped []failure.Refusal, err error) {
	t.Helper()
	raw := json.RawMessage(`"So 6 times 9."`)
	if strings.Contains(member, "_details") || strings.Contains(member, "_blocks") {
		raw = json.RawMessage(`[{"type":"thinking","thinking":"So","signature":"s"}]`)
	}
	dropped, err = askPicky(t, ChatRequest{
		Model: "m", Omit: omit, NoStream: true,
		Messages: []Message{
			{Role: "user", Content: []ContentPart{{Text: "6 times 9"}}},
			{Role: "assistant", ToolCalls: []ToolCall{{ID: "1", Name: "times", Arguments: "{}"}}, Thinking: ThinkingMembers{member: raw}},
			{Role: "tool", ToolCallID: "1", Content: []ContentPart{{Text: "54"}}},
			{Role: "assistant", Content: []ContentPart{{Text: "54"}}},
			{Role: "user", Content: []ContentPart{{Text: "Sure?"}}},
		},
	}, func(messages []map[string]json.RawMessage) string {
		sent := ""
		for _, i := range []int{1, 3} {
			switch raw := string(messages[i][member]); raw {
			case "":
				sent += "-"
			case `" "`:
				sent += "_"
			default:
				sent += "r"
			}
		}
		asked = append(asked, sent)
		return refuses(sent)
	})
	return asked, dropped, err
}

// The refusals are those of Cerebras (CherryHQ/cherry-studio#16790), of Mistral
// (charmbracelet/crush#1590, BerriAI/litellm#30835), and of services that check types.
func TestReasoningThatAServiceRefusesIsLeftOut(t *testing.T) {
	for refusal, member := range map[string]string{
		`{"message":"messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported","type":"invalid_request_error","param":"validation_error","code":"wrong_api_format"}`: "reasoning_content",
		`{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","messages",1,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted","input":"what is missing"}]}}`:          "reasoning_content",
		`{"detail":[{"type":"extra_forbidden","loc":["body","messages",1,"reasoning"],"msg":"Extra inputs are not permitted"}]}`:                                                                                     "reasoning",
		`{"error":{"message":"Unrecognized key(s) in object: 'reasoning_details' at messages[1]"}}`:                                                                                                                  "reasoning_details",
		`{"error":{"message":"messages.1: thinking_blocks: Invalid signature in thinking block"}}`:                                                                                                                   "thinking_blocks",
		`{"error":{"message":"Invalid parameter","param":"messages[1].reasoning_content"}}`:                                                                                                                          "reasoning_content",
	} {
		asked, dropped, err := askThinking(t, member, nil, func(sent string) string {
			if strings.Contains(sent, "r") {
				return refusal
			}
			return ""
		})
		if fmt.Sprint(asked) != "[r- --]" || err != nil {
			t.Errorf("%s: asked with %q, %v", refusal, asked, err)
		}
		again, _, err := askThinking(t, member, failure.RefusedFields(dropped), func(string) string { return "" })
		if fmt.Sprint(again) != "[--]" || err != nil {
			t.Errorf("%s: asked again with %q, %v", refusal, again, err)
		}
	}
}

// The refusals are those of DeepSeek (qwersyk/Newelle#404, anomalyco/opencode#25058) and Kimi
// (MoonshotAI/kimi-agent-sdk#169, QwenPaw#433, opencode-go-copilot#1). Some refuse "", too
// (NousResearch/hermes-agent#17341).
func TestReasoningThatAServiceMissesIsSent(t *testing.T) {
	for _, refusal := range []string{
		`{"error":{"message":"The ` + "`reasoning_content`" + ` in the thinking mode must be passed back to the API.","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`,
		`{"error":{"message":"The reasoning content in the thinking mode must be passed back to the API."}}`,
		`{"code":20015,"message":"thinking is enabled but reasoning_content is missing in assistant tool call message at index 1","data":null}`,
		`{"error":{"message":"Error from provider: Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"thinking is enabled but reasoning_content is missing in assistant tool call message at index 3\",\"type\":\"invalid_request_error\"}}","provider_name":"Moonshot"}}}`,
	} {
		wants := func(sent string) string {
			if strings.Contains(sent, "-") {
				return refusal
			}
			return ""
		}
		for omit, want := range map[string]string{"": "[r- r_]", "reasoning_content": "[-- r_]"} {
			asked, dropped, err := askThinking(t, "reasoning_content", strings.Fields(omit), wants)
			if fmt.Sprint(asked) != want || err != nil {
				t.Errorf("%s, omitting %q: asked with %q, %v", refusal, omit, asked, err)
			}
			again, _, err := askThinking(t, "reasoning_content", failure.RefusedFields(dropped), wants)
			if fmt.Sprint(again) != "[r_]" || err != nil {
				t.Errorf("%s: asked again with %q, %v", refusal, again, err)
			}
		}
	}
}

func TestAServiceThatRefusesReasoningAndItsAbsenceIsAskedThrice(t *testing.T) {
	asked, _, err := askThinking(t, "reasoning_content", nil, func(sent string) string {
		if strings.Contains(sent, "r") {
			return `{"error":{"message":"Unknown field 'reasoning_content'"}}`
		}
		return `{"error":{"message":"reasoning_content is missing"}}`
	})
	if fmt.Sprint(asked) != "[r- -- r_]" || err == nil {
		t.Errorf("asked with %q, %v", asked, err)
	}
	for _, other := range []string{`{"error":{"message":"Invalid request"}}`, `{"error":{"message":"This model's reasoning takes too long; the prompt is missing"}}`} {
		if asked, _, err := askThinking(t, "reasoning", nil, func(string) string { return other }); len(asked) != 1 || err == nil {
			t.Errorf("%s: asked with %q, %v", other, asked, err)
		}
	}
}

func TestReasoningIsBoundedAndHidesTheKey(t *testing.T) {
	var b thinkingBuffer
	for range maxThinking/1000 + 2 {
		b.add(thinkingDelta{name: "reasoning", text: strings.Repeat("x", 1000)})
	}
	if got := b.thinking(); got != nil {
		t.Errorf("%d bytes are kept", len(got["reasoning"]))
	}
	b = thinkingBuffer{}
	b.add(readThinking(map[string]json.RawMessage{"reasoning_content": json.RawMessage(`"The key is sk-secret-1234567890."`)}))
	got := b.thinking()
	(&redactor{mask: failure.NewKeyMask("sk-secret-1234567890")}).redactThinking(got)
	if raw := string(got["reasoning_content"]); strings.Contains(raw, "1234567890") || !json.Valid([]byte(raw)) {
		t.Errorf("kept is %s", raw)
	}
}

// Halves of characters come in two deltas.
func TestReasoningJoinsHalvesOfCharacters(t *testing.T) {
	var b thinkingBuffer
	for _, raw := range []string{`"a \ud83d"`, `"\ude00 b"`} {
		b.add(readThinking(map[string]json.RawMessage{"reasoning": json.RawMessage(raw)}))
	}
	if got := string(b.thinking()["reasoning"]); got != `"a 😀 b"` {
		t.Error(got)
	}
}
