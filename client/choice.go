package client

import "strings"

// choice is how far one choice of a reply has come.
type choice struct {
	index  int
	finish string
	// half and thoughtHalf are halves of a character, see mend.
	half, thoughtHalf string

	think thinkTags
	calls calls
	// deltas: some text came as delta, so that a message at the end repeats it.
	deltas bool
	// said: there was text, reasoning, a refusal or a picture.
	said bool
}

// apply merges a piece and adds what it shows to d; false if it shows nothing.
func (c *choice) apply(p *piece, d *Delta) bool {
	if p.finish != "" {
		if word := finishWord(p.finish); word != "" {
			c.finish = word
		}
	}
	for _, call := range p.calls {
		c.calls.add(call)
	}
	if p.message && c.deltas {
		return false
	}
	if p.text == "" && p.reasoning == "" && p.refusal == "" && len(p.images) == 0 {
		return false
	}
	if !p.message {
		c.deltas = true
	}
	text := p.text
	if text != "" {
		text, c.half = mend(c.half, text)
	}
	var thought string
	text, thought = c.think.split(text)
	d.Index, d.Text, d.Images = c.index, text, p.images
	d.Reasoning = ""
	if p.reasoning != "" {
		d.Reasoning, c.thoughtHalf = mend(c.thoughtHalf, p.reasoning)
	}
	d.Reasoning += thought
	d.Refusal, _ = mend("", p.refusal)
	if d.Text == "" && d.Reasoning == "" && d.Refusal == "" && len(d.Images) == 0 {
		return false
	}
	c.said = true
	return true
}

// flush gives what was held back in the hope of more.
func (c *choice) flush(d *Delta) {
	text := ""
	if c.half != "" {
		text, c.half = "\uFFFD", ""
	}
	text, thought := c.think.split(text)
	rest, restThought := c.think.flush()
	d.Index, d.Text, d.Reasoning = c.index, text+rest, thought+restThought
	if d.Text != "" || d.Reasoning != "" {
		c.said = true
	}
}

// finishWord maps the words services use to those of GATEWAY.md 2.5. A word that means "not yet"
// becomes "", an unknown one stays, in lower case.
func finishWord(word string) string {
	word = strings.ToLower(strings.TrimSpace(word))
	switch word {
	case "", "null", "none":
		return ""
	case "stop", "end_turn", "stop_sequence", "eos", "eos_token", "end", "complete", "completed", "finished", "finish",
		"done", "finish_reason_stop", "pause_turn":
		return "stop"
	case "length", "max_tokens", "max_length", "model_length", "max_output_tokens", "max_new_tokens", "token_limit",
		"model_context_window_exceeded", "incomplete":
		return "length"
	case "tool_calls", "tool_call", "tool_use", "function_call", "function_calls":
		return "tool_calls"
	case "content_filter", "content_filtered", "content-filter", "safety", "recitation", "blocklist", "prohibited_content",
		"spii", "sensitive", "guardrail_intervened", "image_safety":
		return "content_filter"
	}
	return word
}
