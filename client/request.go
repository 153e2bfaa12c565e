package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// chatBody is the JSON body of a request (GATEWAY.md 2.1) and the names of the optional fields in it.
func chatBody(r ChatRequest) (body []byte, fields []string, err error) {
	messages := make([]any, len(r.Messages))
	for i, m := range r.Messages {
		messages[i] = wireMessage(m)
	}
	b := map[string]any{"model": r.Model, "messages": messages}
	set := func(name string, there bool, value any) {
		if there && !slices.Contains(r.Without, name) {
			b[name] = value
			fields = append(fields, name)
		}
	}
	set("temperature", r.Temperature != nil, r.Temperature)
	set("top_p", r.TopP != nil, r.TopP)
	set("frequency_penalty", r.FrequencyPenalty != nil, r.FrequencyPenalty)
	set("presence_penalty", r.PresencePenalty != nil, r.PresencePenalty)
	if slices.Contains(r.Without, "max_tokens") {
		set("max_completion_tokens", r.MaxTokens != nil, r.MaxTokens)
	} else {
		set("max_tokens", r.MaxTokens != nil, r.MaxTokens)
	}
	set("stop", len(r.Stop) > 0, r.Stop)
	set("seed", r.Seed != nil, r.Seed)
	set("n", r.N > 1, r.N)
	set("user", r.User != "", r.User)
	set("response_format", !r.ResponseFormat.IsZero(), r.ResponseFormat)
	set("tools", len(r.Tools) > 0, r.Tools)
	set("tool_choice", r.ToolChoice != ToolChoice{}, r.ToolChoice)
	set("stream", true, true)
	if streams(r) {
		set("stream_options", !r.NoUsage, map[string]bool{"include_usage": true})
	}
	body, err = encode(b)
	return body, fields, err
}

// encode is a value as the JSON of a request.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	// The body is no web page: escaping < and & would only make it longer.
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, fmt.Errorf("building the request: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// streams reports whether the request asks for a stream.
func streams(r ChatRequest) bool { return !slices.Contains(r.Without, "stream") }

// wireMessage is one message of GATEWAY.md 2.2.
func wireMessage(m Message) map[string]any {
	w := map[string]any{"role": m.Role}
	switch {
	case len(m.Content) == 0 && len(m.ToolCalls) > 0:
		w["content"] = nil
	case len(m.Content) == 0:
		w["content"] = ""
	case len(m.Content) == 1 && m.Content[0].ImageURL == "":
		// A plain string is what every gateway understands; several refuse arrays for roles but user.
		w["content"] = m.Content[0].Text
	default:
		parts := make([]any, len(m.Content))
		for i, p := range m.Content {
			if p.ImageURL != "" {
				parts[i] = map[string]any{"type": "image_url", "image_url": map[string]string{"url": p.ImageURL}}
			} else {
				parts[i] = map[string]string{"type": "text", "text": p.Text}
			}
		}
		w["content"] = parts
	}
	if len(m.ToolCalls) > 0 {
		w["tool_calls"] = m.ToolCalls
	}
	if m.ToolCallID != "" {
		w["tool_call_id"] = m.ToolCallID
	}
	return w
}

// hasImages reports whether any message carries a picture.
func hasImages(r ChatRequest) bool {
	for _, m := range r.Messages {
		for _, p := range m.Content {
			if p.ImageURL != "" {
				return true
			}
		}
	}
	return false
}
