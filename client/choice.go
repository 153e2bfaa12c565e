package client

import (
	"crypto/sha256"
	"regexp"
	"slices"
	"strings"

	"parlando/client/failure"
	"parlando/client/wire"
)

// choice is the state of one choice of a reply.
type choice struct {
	// index identifies the choice; lastIndex is the index in its last delta (Stream.choice).
	index, lastIndex int
	finish           string
	// fault is set if this choice failed; other choices may be complete.
	fault *failure.ErrorBody
	// half and thoughtHalf are incomplete last characters, see wire.JoinUTF8.
	half, thoughtHalf string

	think    thinkTags
	pictures inlinePictures
	calls    calls
	thinking thinkingBuffer
	// prepared is the tool name that was last passed to the caller as PreparingTool.
	prepared string
	// deltas means that text arrived as deltas, so that a message at the end only repeats it;
	// callDeltas is the same for tool calls. message is the text that arrived as messages.
	deltas, callDeltas bool
	message            string
	// sources are those sent so far.
	sources map[Source]bool
	// pictureSums are the checksums of the pictures sent so far.
	pictureSums map[[sha256.Size]byte]struct{}
	// key hides the key of the connection in the texts.
	key redactor
	// left is the number of bytes that the texts may still have, see ChatRequest.MaxBytes.
	left int
	// said means that text, reasoning, a refusal or a picture has arrived; answered, that anything
	// other than reasoning has.
	said, answered bool
}

// apply merges a delta and adds its visible content to d; it reports whether there is any.
func (c *choice) apply(p *choiceDelta, d *Delta) bool {
	c.applyFinish(p)
	c.applyCalls(p)
	if p.message && !c.deltas {
		c.thinking = thinkingBuffer{} // each message repeats the reasoning of earlier ones
	}
	if !p.message || !c.deltas {
		c.thinking.add(p.thinking)
	}
	text, pictures := p.text, p.images
	if isPictureAddress(text) {
		text, pictures = "", append(slices.Clip(pictures), text)
	}
	d.Index, d.Sources, d.Images = c.index, c.newSources(p.sources), c.newPictures(pictures)
	if p.message {
		if c.deltas {
			c.answered = c.answered || len(d.Images) > 0
			return len(d.Sources) > 0 || len(d.Images) > 0
		}
		text = c.newText(text)
	}
	if text == "" && p.reasoning == "" && p.refusal == "" && len(d.Images) == 0 {
		return len(d.Sources) > 0
	}
	if !p.message {
		c.deltas = true
	}
	if text != "" {
		text, c.half = wire.JoinUTF8(c.half, text)
	}
	var out thinkSplit
	if text != "" {
		out = c.think.split(text)
		c.takeCalls()
	}
	beside := d.Images
	c.say(out, d)
	d.Images = append(beside, c.newPictures(d.Images)...)
	if p.reasoning != "" {
		var thought string
		thought, c.thoughtHalf = wire.JoinUTF8(c.thoughtHalf, p.reasoning)
		d.Reasoning = thought + d.Reasoning
	}
	d.Refusal, _ = wire.JoinUTF8("", p.refusal)
	if d.empty() {
		return false
	}
	c.note(d)
	return true
}

// applyFinish applies the finish reason and the error of a delta.
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

// applyCalls merges the tool calls of a delta.
func (c *choice) applyCalls(p *choiceDelta) {
	if repeated := p.message && c.callDeltas; !repeated {
		for _, call := range p.calls {
			c.calls.add(call)
		}
	}
	c.callDeltas = c.callDeltas || len(p.calls) > 0 && !p.message
}

// finishCalls adds the complete tool calls to d and adapts the finish reason. bad describes an
// incomplete call, "" if all are complete.
func (c *choice) finishCalls(d *Delta) (bad string) {
	d.ToolCalls, bad = c.calls.finish()
	if len(d.ToolCalls) > 0 && (c.finish == "stop" || c.finish == "") {
		c.finish = "tool_calls"
	}
	if c.finish == "tool_calls" && len(d.ToolCalls) == 0 && bad == "" {
		c.finish = "stop"
	}
	return bad
}

// silent reports whether a choice ended normally without calls or an answer, maybe after reasoning.
func (c *choice) silent() bool {
	return !c.answered && len(c.calls) == 0 && (c.finish == "stop" || c.finish == "")
}

// preparing adds to d the name of a tool call that has begun, and reports whether the name is new.
func (c *choice) preparing(d *Delta) bool {
	if len(c.calls) == 0 {
		return false
	}
	last := c.calls[len(c.calls)-1]
	name := last.name
	if name == c.prepared || last.served {
		return false
	}
	d.Index, d.PreparingTool, c.prepared = c.index, name, name
	return true
}

// say adds text and reasoning to d, and moves the pictures in the text to d.Images.
func (c *choice) say(out thinkSplit, d *Delta) {
	if out.wasThought { // text buffered as a possible picture was reasoning, too
		out.thought = c.pictures.flush() + out.thought
	}
	d.Index, d.Reasoning, d.TextWasReasoning = c.index, out.thought, out.wasThought
	d.Text, d.Images = c.pictures.split(out.text)
}

// maxPictures bounds the pictures of a choice; further ones are dropped.
const maxPictures = 100

// newPictures returns the pictures that the choice has not had before: some services repeat all of
// them in each chunk, or in the whole message at the end.
func (c *choice) newPictures(all []string) (fresh []string) {
	for _, address := range all {
		sum := sha256.Sum256([]byte(address))
		if _, repeated := c.pictureSums[sum]; repeated || len(c.pictureSums) == maxPictures {
			continue
		}
		if c.pictureSums == nil {
			c.pictureSums = map[[sha256.Size]byte]struct{}{}
		}
		c.pictureSums[sum] = struct{}{}
		fresh = append(fresh, address)
	}
	return fresh
}

// newText returns the part of a message that was not in earlier ones: some services repeat the
// whole text as it grows.
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

// takeCalls adds the tool calls found in the text.
func (c *choice) takeCalls() {
	if c.think.channels != nil {
		for _, call := range c.think.channels.calls {
			c.calls.add(call)
		}
		c.think.channels.calls = nil
	}
}

// flush adds to d the text that was buffered as a possible part of a tag, picture or character.
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
	c.note(d)
}

// note updates said and answered for a delta.
func (c *choice) note(d *Delta) {
	answered := strings.TrimSpace(d.Text) != "" || d.Refusal != "" || len(d.Images) > 0
	c.answered = c.answered && !d.TextWasReasoning || answered
	c.said = c.said || d.Text != "" || d.Reasoning != "" || answered
}

// finishWord maps the finish reasons of services to those of GATEWAY.md 2.5. A word for "not
// finished" becomes "", a word for a failure "error"; an unknown word is returned in lower case.
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

// failedFinish matches other finish reasons that mean failure.
var failedFinish = regexp.MustCompile(`error|fail|exception|abort|interrupt|time_?out|timed_out|malformed|` +
	`overload|unavailable|disconnect|crash|rate_limit`)

// faultOfFinish returns the fault for a finish reason that means failure.
func faultOfFinish(word string) *failure.ErrorBody {
	word = strings.TrimSpace(word)
	if strings.EqualFold(word, "error") {
		return &failure.ErrorBody{Message: "The service reports an error without a reason."}
	}
	return &failure.ErrorBody{Code: word, Message: "The service ended the reply with \"" + word + "\"."}
}
