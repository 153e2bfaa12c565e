package client

import (
	"regexp"
	"slices"
	"strings"

	"parlando/client/failure"
	"parlando/client/wire"
)

// choice is the state of one choice of a reply.
type choice struct {
	// index is its own; lastIndex is the one its last piece had, see Stream.choice.
	index, lastIndex int
	finish           string
	// fault is set when this choice failed; the others may be whole.
	fault *failure.Fault
	// half and thoughtHalf are halves of a character, see mend.
	half, thoughtHalf string

	think    thinkTags
	pictures inlinePictures
	calls    calls
	// prepared is the name of the last call, as it was handed over.
	prepared string
	// deltas: some text came as deltas, so that a message at the end repeats it. message is the
	// text that came as messages. callDeltas is the same for tool calls.
	deltas, callDeltas bool
	message            string
	// said: there was text, reasoning, a refusal or a picture.
	said bool
}

// apply merges a piece and adds what it shows to d; false if it shows nothing.
func (c *choice) apply(p *choiceDelta, d *Delta) bool {
	c.applyFinish(p)
	c.applyCalls(p)
	text := p.text
	if p.message {
		if c.deltas {
			return false
		}
		text = c.newText(text)
	}
	if text == "" && p.reasoning == "" && p.refusal == "" && len(p.images) == 0 {
		return false
	}
	if !p.message {
		c.deltas = true
	}
	if text != "" {
		text, c.half = wire.Mend(c.half, text)
	}
	var out thinkSplit
	if text != "" {
		out = c.think.split(text)
		c.takeCalls()
	}
	c.say(out, d)
	d.Images = append(slices.Clip(p.images), d.Images...)
	if p.reasoning != "" {
		var thought string
		thought, c.thoughtHalf = wire.Mend(c.thoughtHalf, p.reasoning)
		d.Reasoning = thought + d.Reasoning
	}
	d.Refusal, _ = wire.Mend("", p.refusal)
	if d.empty() {
		return false
	}
	c.said = true
	return true
}

// applyFinish takes the finish word of a piece, and its fault.
func (c *choice) applyFinish(p *choiceDelta) {
	if word := finishWord(p.finish); word != "" {
		c.finish = word
		if word == "error" && c.fault == nil {
			c.fault = faultOfFinish(p.finish)
		}
	}
	if p.fault != nil {
		c.finish, c.fault = "error", p.fault
	}
}

// applyCalls merges the tool calls of a piece.
func (c *choice) applyCalls(p *choiceDelta) {
	if repeated := p.message && c.callDeltas; !repeated {
		for _, call := range p.calls {
			c.calls.add(call)
		}
	}
	c.callDeltas = c.callDeltas || len(p.calls) > 0 && !p.message
}

// finishCalls adds the whole tool calls to d, and makes the finish word agree with them. bad is the
// fault of one that is not whole.
func (c *choice) finishCalls(d *Delta) (bad string) {
	d.ToolCalls, bad = c.calls.finish()
	if len(d.ToolCalls) > 0 && (c.finish == "stop" || c.finish == "") {
		c.finish = "tool_calls"
	}
	if c.finish == "tool_calls" && len(c.calls) == 0 {
		c.finish = "stop"
	}
	return bad
}

// silent reports whether a choice ended as if it were whole, and nothing came.
func (c *choice) silent() bool {
	return !c.said && len(c.calls) == 0 && (c.finish == "stop" || c.finish == "")
}

// preparing adds to d the name of a call that has begun, and reports whether one has.
func (c *choice) preparing(d *Delta) bool {
	if len(c.calls) == 0 {
		return false
	}
	name := c.calls[len(c.calls)-1].name
	if name == c.prepared {
		return false
	}
	d.Index, d.Preparing, c.prepared = c.index, name, name
	return true
}

// say adds to d what text turned out to be, without the pictures in it.
func (c *choice) say(out thinkSplit, d *Delta) {
	if out.wasThought { // what was held back, too
		out.thought = c.pictures.flush() + out.thought
	}
	d.Index, d.Reasoning, d.TextWasReasoning = c.index, out.thought, out.wasThought
	d.Text, d.Images = c.pictures.split(out.text)
}

// newText returns the part of a message that was not in the messages before it: some services send
// the whole text again and again, as it grows.
func (c *choice) newText(text string) string {
	fresh := text
	if c.message != "" && strings.HasPrefix(text, c.message) {
		fresh = text[len(c.message):]
		c.message = text
	} else {
		c.message += text
	}
	return fresh
}

// takeCalls adds the tool calls that stood in the text.
func (c *choice) takeCalls() {
	if c.think.channels != nil {
		for _, call := range c.think.channels.calls {
			c.calls.add(call)
		}
		c.think.channels.calls = nil
	}
}

// flush gives what was held back in the hope of more.
func (c *choice) flush(d *Delta) {
	var out thinkSplit
	if c.half != "" {
		c.half = ""
		out = c.think.split("\uFFFD")
	}
	rest, restThought := c.think.flush()
	c.takeCalls()
	out.text, out.thought = out.text+rest, out.thought+restThought
	c.say(out, d)
	d.Text += c.pictures.flush()
	if d.Text != "" || d.Reasoning != "" || len(d.Images) > 0 {
		c.said = true
	}
}

// finishWord maps the words services use to those of GATEWAY.md 2.5. A word that means "not yet"
// becomes "", one that means failure "error", an unknown one stays, in lower case.
func finishWord(word string) string {
	word = strings.ToLower(strings.TrimSpace(word))
	switch word {
	case "", "null", "none", "finish_reason_unspecified":
		return ""
	case "stop", "end_turn", "stop_sequence", "eos", "eos_token", "end", "complete", "completed", "finished", "finish",
		"done", "finish_reason_stop", "pause_turn", "stop_token", "end_of_text", "eot", "eot_id", "success":
		return "stop"
	case "length", "max_tokens", "max_length", "model_length", "max_output_tokens", "max_new_tokens", "token_limit",
		"model_context_window_exceeded", "incomplete", "max_completion_tokens", "context_length",
		"context_length_exceeded",
		"finish_reason_max_tokens", "error_limit":
		return "length"
	case "tool_calls", "tool_call", "tool_use", "function_call", "function_calls", "tool-calls", "tool":
		return "tool_calls"
	case "content_filter", "content_filtered", "content-filter", "safety", "recitation", "blocklist", "prohibited_content",
		"spii", "sensitive", "guardrail_intervened", "image_safety", "image_prohibited_content",
		"image_recitation", "refusal",
		"error_toxic", "content_policy_violation", "finish_reason_safety", "blocked", "moderation":
		return "content_filter"
	case "insufficient_system_resource", "unexpected_tool_call", "too_many_tool_calls",
		"missing_thought_signature", "no_image", "image_other":
		return "error"
	}
	if failedFinish.MatchString(word) {
		return "error"
	}
	return word
}

// failedFinish matches the other words that mean failure.
var failedFinish = regexp.MustCompile(`error|fail|exception|abort|interrupt|time_?out|timed_out|malformed|` +
	`overload|unavailable|disconnect|crash|rate_limit`)

// faultOfFinish is the fault that a finish word means failure.
func faultOfFinish(word string) *failure.Fault {
	word = strings.TrimSpace(word)
	if strings.EqualFold(word, "error") {
		return &failure.Fault{Message: "The service reports an error without a reason."}
	}
	return &failure.Fault{Code: word, Message: "The service ended the reply with \"" + word + "\"."}
}
