package client

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"parlando/client/failure"
	"parlando/client/wire"
)

// event is the content of one JSON value of a reply, before it is merged with earlier ones.
type event struct {
	id, model string
	pieces    []choiceDelta
	usage     *Usage
	fault     *failure.ErrorBody
	// whole means that the value is a complete reply, not a chunk of a stream (GATEWAY.md 2.5).
	whole bool
	// known means that the value is a chunk or a reply, not unrelated JSON.
	known bool
}

// choiceDelta is the addition of one event to one choice.
type choiceDelta struct {
	index                    int
	text, reasoning, refusal string
	// thinking is the reasoning in the form in which it may have to be sent back.
	thinking thinkingDelta
	// finish is the finish reason in the service's words, "" if there is none yet.
	finish string
	images []string
	calls  []callDelta
	// sources may repeat earlier ones.
	sources []Source
	// message means that the text arrived as a message, not as a delta.
	message bool
	// fault is an error of this choice only.
	fault *failure.ErrorBody
	// cost is the cost of the whole request.
	cost *Money
}

// reset clears e for the next value but keeps the memory of its slice.
func (e *event) reset() {
	pieces := e.pieces[:0]
	*e = event{pieces: pieces}
}

// maxChoices bounds the choices of a reply that are read; an index must be smaller.
const maxChoices = 128

// decodeLoose decodes any JSON value into e; it reports false if it is not valid JSON.
func decodeLoose(payload []byte, e *event) bool {
	e.reset()
	switch wire.FirstByte(payload) {
	case '{':
		return e.add(payload, 0)
	case '[':
		// Some services wrap their chunks, or their only error, in a list.
		list, ok := wire.ParseArray(payload)
		for _, item := range list[:min(len(list), maxChoices)] {
			if wire.FirstByte(item) == '{' {
				e.add(item, 0)
			}
		}
		return ok
	case '"':
		// Some services encode their JSON twice.
		inner, _ := wire.ParseString(payload)
		if wire.StartsLikeJSON([]byte(inner)) && json.Valid([]byte(inner)) {
			return decodeLoose([]byte(inner), e)
		}
		return false
	}
	return json.Valid(payload)
}

// decodeCut decodes a truncated reply or error. It drops the finish reason of the last choice,
// because text may be missing after it.
func decodeCut(closed []byte, e *event) bool {
	if !decodeLoose(closed, e) || !e.whole && e.fault == nil {
		return false
	}
	if n := len(e.pieces); n > 0 {
		e.pieces[n-1].finish = ""
	}
	return true
}

// wrappers lists the members in which some services wrap a reply.
var wrappers = []string{"data", "response", "result", "output", "body", "completion"}

// add reads an object into e, unwrapping it if necessary.
func (e *event) add(payload []byte, depth int) bool {
	o, ok := wire.ParseObject(payload)
	if !ok {
		return false
	}
	if id := wire.ScalarText(o["id"]); id != "" || depth == 0 {
		e.id = id
	}
	if model := wire.ScalarText(o["model"]); model != "" || depth == 0 {
		e.model = model
	}
	if wire.ReportsError(o) {
		e.fail(payload)
	}
	e.usage = e.usage.and(usageOf(o))
	if groq, ok := wire.ParseObject(o["x_groq"]); ok && e.usage == nil {
		e.usage = readUsage(groq["usage"])
		if wire.IsErrorValue(groq["error"]) {
			e.fail(groq["error"])
		}
	}
	choices, ok := wire.ParseArray(o["choices"])
	if !ok {
		if one, isObject := wire.ParseObject(o["choices"]); isObject && len(one) > 0 {
			choices, ok = []json.RawMessage{o["choices"]}, true
		}
	}
	_, there := o["choices"]
	e.known = e.known || ok || there || e.usage != nil && e.usage.counted()
	for _, raw := range choices[:min(len(choices), maxChoices)] {
		e.addChoice(raw)
	}
	e.addSources(readSources(o))
	for _, name := range wrappers {
		if inner := o[name]; !there && e.fault == nil && depth < 2 && wire.FirstByte(inner) == '{' &&
			bytes.Contains(inner, []byte(`"choices"`)) {
			e.add(inner, depth+1)
			break
		}
	}
	return true
}

// fail records an error, unless one was recorded before.
func (e *event) fail(raw json.RawMessage) {
	if e.fault == nil {
		e.fault = new(failure.ParseJSONError(raw))
	}
}

// addChoice reads one element of choices.
func (e *event) addChoice(raw json.RawMessage) {
	o, ok := wire.ParseObject(raw)
	if !ok {
		return
	}
	p := choiceDelta{}
	if index, ok := wire.ParseInt(o["index"]); ok {
		p.index = index
	}
	if p.index < 0 {
		p.index = 0
	}
	if p.index >= maxChoices {
		return
	}
	p.finish = finishOf(o)
	e.usage = usageOf(o).and(e.usage)
	if wire.IsErrorValue(o["error"]) {
		p.fault = new(failure.ParseJSONError(o["error"]))
	}
	if delta, ok := wire.ParseObject(o["delta"]); ok && len(delta) > 0 {
		p.read(delta)
		if p.finish == "" {
			p.finish = finishOf(delta)
		}
	} else if text, ok := wire.ParseText(o["delta"]); ok {
		p.text = text
	} else if message, ok := wire.ParseObject(o["message"]); ok {
		p.message = true
		e.whole = true
		p.read(message)
	} else if text, ok := wire.ParseText(o["message"]); ok {
		p.text, p.message, e.whole = text, true, true
	}
	if p.empty() {
		p.read(o) // some services put the content next to an empty delta, or send no delta
	} else {
		p.sources = append(p.sources, readSources(o)...)
	}
	e.usage = e.usage.and(costAlone(p.cost))
	e.pieces = append(e.pieces, p)
}

// finishOf returns the finish reason of a choice in the service's word; the reason is a string, or
// an object that contains one.
func finishOf(o map[string]json.RawMessage) string {
	for _, name := range []string{"finish_reason", "finishReason", "finish_details", "stop_reason"} {
		if word := wire.ScalarText(o[name]); word != "" {
			return word
		}
		if inner, ok := wire.ParseObject(o[name]); ok {
			return wire.ScalarText(inner["type"])
		}
	}
	return ""
}

// empty reports whether the delta has no content.
func (p *choiceDelta) empty() bool {
	return p.text == "" && p.reasoning == "" && p.refusal == "" && len(p.images) == 0 && len(p.calls) == 0
}

// read reads the fields of a delta or a message.
func (p *choiceDelta) read(o map[string]json.RawMessage) {
	if p.cost == nil {
		p.cost = costBeside(o)
	}
	p.readContentAndSources(o)
	if isThought(o) {
		p.reasoning, p.text = p.text, ""
		for _, m := range []string{"<thought>", "</thought>"} {
			p.reasoning = strings.ReplaceAll(p.reasoning, m, "")
		}
	}
	if wire.IsErrorValue(o["error"]) && p.fault == nil {
		p.fault = new(failure.ParseJSONError(o["error"]))
	}
	if p.text == "" && wire.IsNull(o["content"]) {
		p.text, _ = wire.ParseText(o["text"])
	}
	if thought := reasoningOf(o); thought != "" {
		p.reasoning += thought
	}
	if thinking := readThinking(o); thinking.name != "" || thinking.lists != nil {
		p.thinking = thinking
	}
	if s, ok := wire.ParseString(o["refusal"]); ok {
		p.refusal += s
	}
	p.readPictures(o)
	if audio, ok := wire.ParseObject(o["audio"]); ok && p.text == "" {
		p.text, _ = wire.ParseString(audio["transcript"])
	}
	list := o["tool_calls"]
	if inner, ok := wire.ParseString(list); ok {
		list = json.RawMessage(inner)
	}
	if calls, ok := wire.ParseArray(list); ok {
		for _, raw := range calls[:min(len(calls), maxCalls)] {
			if call, ok := readCall(raw); ok {
				p.calls = append(p.calls, call)
			}
		}
	} else if call, ok := wire.ParseObject(list); ok && len(call) > 0 {
		if call, ok := readCall(list); ok {
			p.calls = append(p.calls, call)
		}
	}
	if legacy, ok := wire.ParseObject(o["function_call"]); ok && len(p.calls) == 0 {
		call := callDelta{index: 0, indexed: true}
		call.readFunction(legacy)
		p.calls = append(p.calls, call)
	}
}

// maxNesting bounds the depth of nested content and pictures. Each level is parsed again, so that
// without a bound a short chunk could take seconds.
const maxNesting = 8

// readContent reads content in any of its forms: text, a part, a list of parts, or requested JSON
// sent as a value instead of as text.
func (p *choiceDelta) readContent(raw json.RawMessage, depth int) {
	if depth == 0 && isPlainJSON(raw) {
		p.text += string(raw)
		return
	}
	if depth > maxNesting {
		return
	}
	if s, ok := wire.ParseText(raw); ok {
		p.text += s
		return
	}
	if parts, ok := wire.ParseArray(raw); ok {
		for _, part := range parts {
			p.readContent(part, depth+1)
		}
		return
	}
	part, ok := wire.ParseObject(raw)
	if !ok {
		return
	}
	kind, _ := wire.ParseString(part["type"])
	thought, _ := wire.ParseBool(part["thought"])
	if thought || thinkingPart.MatchString(kind) {
		kind = "thinking"
	}
	p.sources = append(p.sources, readSources(part)...)
	switch kind {
	case "thinking":
		for _, name := range []string{
			"thinking", "reasoning", "thought", "think", "reasoning_content", "text", "content",
			"summary",
		} {
			if s := flatText(part[name], 0); s != "" {
				p.reasoning += s
				return
			}
		}
	case "refusal":
		p.refusal += flatText(part["refusal"], 0)
	case "image_url", "image", "output_image", "image_generation_call", "inline_data":
		p.addPicture(raw, "", 0)
	case "reference", "tool_reference", "citation":
		p.sources = append(p.sources, readSourcePart(part)...)
	default:
		if s, ok := wire.ParseText(part["text"]); ok {
			p.text += s
			return
		}
		p.text += flatText(part["text"], 0)
	}
}

// partType matches the type of a content part.
var partType = regexp.MustCompile(`text|image|audio|video|file|document|think|thought|reason|redacted|refusal|tool|function|input|output|summary|citation|reference|search|code_execution`)

// isPlainJSON reports whether content is an object, or a list of objects, none of which is a
// content part.
func isPlainJSON(raw json.RawMessage) bool {
	values, ok := wire.ParseArray(raw)
	if !ok {
		values = []json.RawMessage{raw}
	}
	for _, value := range values {
		o, ok := wire.ParseObject(value)
		kind, _ := wire.ParseString(o["type"])
		if _, hasText := o["text"]; !ok || len(o) == 0 || hasText || partType.MatchString(kind) {
			return false
		}
		if _, nested := o["content"]; nested && kind == "" {
			return false
		}
	}
	return len(values) > 0
}

// thinkingPart matches the type of a content part with reasoning.
var thinkingPart = regexp.MustCompile(`^(think|thought|reason|summary_text$)`)

// flatText returns the text of a value that may be text, an object with text in it, or a list of
// these. It ignores booleans, which may be flags.
func flatText(raw json.RawMessage, depth int) string {
	if s, ok := wire.ParseText(raw); ok && !wire.IsBool(raw) {
		return s
	}
	if depth > 4 {
		return ""
	}
	if list, ok := wire.ParseArray(raw); ok {
		all := ""
		for _, item := range list {
			all += flatText(item, depth+1)
		}
		return all
	}
	if o, ok := wire.ParseObject(raw); ok {
		for _, name := range []string{"text", "value", "content", "summary", "thinking", "reasoning", "reasoningText"} {
			if s := flatText(o[name], depth+1); s != "" {
				return s
			}
		}
	}
	return ""
}

// isThought reports whether a delta marks its content as reasoning (Gemini's compatible endpoint).
func isThought(o map[string]json.RawMessage) bool {
	if thought, _ := wire.ParseBool(o["thought"]); thought {
		return true
	}
	extra, _ := wire.ParseObject(o["extra_content"])
	google, _ := wire.ParseObject(extra["google"])
	thought, _ := wire.ParseBool(google["thought"])
	return thought
}

// reasoningNames lists the fields for reasoning. Several services fill more than one at once.
var reasoningNames = []string{
	"reasoning_content", "reasoning", "reasoning_text", "thinking", "thinking_content", "thought",
	"thoughts", "reasoning_summary", "cot_summary", "thinking_blocks", "reasoning_details",
	"reasoning_content_blocks", "reasoningContent", "reasoningText", "thinkingContent",
	"thinking_text", "reason_content", "chain_of_thought", "cot", "think", "analysis",
	"internal_thoughts",
}

// reasoningOf returns the reasoning of a delta: the first of its fields that is not empty.
func reasoningOf(o map[string]json.RawMessage) string {
	specific, _ := wire.ParseObject(o["provider_specific_fields"])
	for _, from := range []map[string]json.RawMessage{o, specific} {
		for _, name := range reasoningNames {
			s := flatText(from[name], 0)
			// Under other names, a boolean may be a flag.
			if wire.IsBool(from[name]) && (name == "reasoning_content" || name == "reasoning") {
				s, _ = wire.ParseText(from[name])
			}
			if s != "" {
				return s
			}
		}
	}
	return ""
}
