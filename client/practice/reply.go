package practice

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"
)

// usage holds the token counts (docs/gateway.md 2.5).
type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
	Details    struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
	cost
}

// reply is a complete reply before it is sent.
type reply struct {
	id, model string
	created   int64
	plans     []plan
	usage     usage
}

// whole sends the reply as one JSON body after a delay proportional to its length, at most two
// seconds.
func (r reply) whole(ctx context.Context, w http.ResponseWriter, interval time.Duration) {
	if !wait(ctx, min(interval*time.Duration(r.usage.Completion), 2*time.Second)) {
		return
	}
	choices := make([]any, len(r.plans))
	for i, p := range r.plans {
		if p.silent {
			<-ctx.Done()
			return
		}
		if p.endless != "" {
			p.text, p.finish = p.text+strings.Repeat(p.endless, endlessTimes), "length"
		}
		message := map[string]any{"role": "assistant", "content": p.text}
		if len(p.calls) > 0 {
			if p.text == "" {
				message["content"] = nil
			}
			message["tool_calls"] = wireCalls(p.calls)
		}
		if len(p.images) > 0 {
			message["images"] = wireImages(p.images)
		}
		if p.thought != "" {
			message["reasoning_content"] = p.thought
		}
		if p.annotations != nil {
			message["annotations"] = p.annotations
		}
		choices[i] = map[string]any{"index": i, "message": message, "finish_reason": p.finish}
		if p.cut {
			// Without a stream, a truncated reply is a truncated JSON body.
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"id":"` + r.id + `","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":` +
				strings.TrimSuffix(asJSON(p.text), `"`)))
			return
		}
	}
	whole := map[string]any{
		"id": r.id, "object": "chat.completion", "created": r.created, "model": r.model, "choices": choices, "usage": r.usage,
	}
	maps.Copy(whole, r.plans[0].beside)
	answer(w, whole)
}

// sliceBytes is the length of the longest part of an event that is sent at once.
const sliceBytes = 512

// sendSlowly sends an event in parts, because a picture arrives bit by bit, too. It returns false
// if the event could not be sent.
func sendSlowly(ctx context.Context, w http.ResponseWriter, event []byte, interval time.Duration) bool {
	flush := http.NewResponseController(w).Flush
	for len(event) > sliceBytes {
		if _, err := w.Write(event[:sliceBytes]); err != nil || flush() != nil || !wait(ctx, interval) {
			return false
		}
		event = event[sliceBytes:]
	}
	_, err := w.Write(event)
	return err == nil && flush() == nil
}

// stream sends the reply token by token (docs/gateway.md 6), interleaving the choices.
func (r reply) stream(ctx context.Context, w http.ResponseWriter, interval time.Duration, withUsage bool) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	flush := http.NewResponseController(w).Flush
	send := func(choices []any, use *usage) bool {
		chunk := map[string]any{
			"id": r.id, "object": "chat.completion.chunk", "created": r.created, "model": r.model, "choices": choices,
		}
		maps.Copy(chunk, r.plans[0].beside)
		if use != nil {
			chunk["usage"] = use
		}
		data, err := json.Marshal(chunk)
		if err != nil {
			return false
		}
		return sendSlowly(ctx, w, fmt.Appendf(nil, "data: %s\n\n", data), interval)
	}
	choice := func(i int, delta map[string]any, finish any) []any {
		return []any{map[string]any{"index": i, "delta": delta, "finish_reason": finish}}
	}
	steps := make([][]map[string]any, len(r.plans))
	longest := 0
	for i, p := range r.plans {
		steps[i] = p.deltas()
		longest = max(longest, len(steps[i]))
		first := map[string]any{"role": "assistant", "content": ""}
		if len(p.calls) > 0 {
			first["content"] = nil
		}
		if !send(choice(i, first, nil), nil) {
			return
		}
	}
	// A model reads the prompt before it writes the first token.
	if !wait(ctx, 8*interval) {
		return
	}
	for t := range longest {
		for i := range r.plans {
			if t >= len(steps[i]) {
				continue
			}
			if !send(choice(i, steps[i][t], nil), nil) {
				return
			}
		}
		if !wait(ctx, interval) {
			return
		}
	}
	for i, p := range r.plans {
		for p.endless != "" {
			if !send(choice(i, map[string]any{"content": p.endless}, nil), nil) || !wait(ctx, interval) {
				return
			}
		}
		if p.silent {
			<-ctx.Done()
			return
		}
		if p.cut {
			return
		}
		if p.annotations != nil && !send(p.annotationChoice(i), nil) {
			return
		}
		if !send(choice(i, map[string]any{}, p.finish), nil) {
			return
		}
	}
	if withUsage && !send([]any{}, &r.usage) {
		return
	}
	_, _ = fmt.Fprint(w, "data: [DONE]\n\n")
	_ = flush()
}

// annotationChoice returns the choices of the chunk that has the annotations and no text.
func (p plan) annotationChoice(i int) []any {
	choice, delta := map[string]any{"index": i, "finish_reason": nil}, map[string]any{}
	choice["delta"] = delta
	if p.onChoice {
		choice["annotations"] = p.annotations
	} else {
		delta["annotations"] = p.annotations
	}
	return []any{choice}
}

// deltas returns the deltas of a streamed plan: the reasoning, the text, then each call, first its
// ID and name, then its arguments in pieces (docs/gateway.md 4.1.2).
func (p plan) deltas() []map[string]any {
	var all []map[string]any
	for _, s := range pieces(p.thought) {
		all = append(all, map[string]any{"reasoning_content": s})
	}
	for _, s := range pieces(p.text) {
		all = append(all, map[string]any{"content": s})
	}
	for _, one := range wireImages(p.images) {
		all = append(all, map[string]any{"images": []any{one}})
	}
	for i, c := range p.calls {
		begin := wireCalls([]call{{id: c.id, name: c.name}})[0]
		begin["index"] = i
		all = append(all, map[string]any{"tool_calls": []any{begin}})
		for _, s := range pieces(c.arguments) {
			all = append(all, map[string]any{"tool_calls": []any{
				map[string]any{"index": i, "function": map[string]any{"arguments": s}},
			}})
		}
	}
	return all
}

// wireCalls returns calls in the JSON form of docs/gateway.md 2.4.
func wireCalls(calls []call) []map[string]any {
	all := make([]map[string]any, len(calls))
	for i, c := range calls {
		all[i] = map[string]any{"id": c.id, "type": "function", "function": map[string]any{"name": c.name, "arguments": c.arguments}}
	}
	return all
}

// wait sleeps for d if it is positive. It returns false if ctx is canceled.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
