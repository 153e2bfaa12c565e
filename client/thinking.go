package client

import (
	"encoding/json"
	"slices"
	"strings"

	"parlando/client/failure"
	"parlando/client/wire"
)

// ThinkingMembers has the reasoning of a reply as JSON, by the message member that the service sent
// it in. It must be sent back byte for byte: services refuse or ignore changed reasoning.
type ThinkingMembers map[string]json.RawMessage

// maxThinking bounds the reasoning that is stored of one reply, in bytes. Longer reasoning is
// dropped completely, because a part of it has no valid signature.
const maxThinking = 1 << 20

// maxThinkingBlocks bounds the blocks of one member.
const maxThinkingBlocks = 1000

// The members in which reasoning is sent back, see failure.ThinkingFields. If a reply has several
// of thinkingTexts, only the first is stored: some services send the same reasoning in both.
var (
	thinkingTexts = []string{"reasoning_content", "reasoning"}
	thinkingLists = []string{"reasoning_details", "thinking_blocks"}
)

// thinkingDelta is the reasoning of one delta, by the member in which it may have to be sent back.
type thinkingDelta struct {
	// name is the one of thinkingTexts that has the text, "" for none.
	name, text string
	lists      map[string]json.RawMessage
}

// readThinking returns the reasoning in the members of a delta or message.
func readThinking(o map[string]json.RawMessage) (d thinkingDelta) {
	for _, name := range thinkingTexts {
		if text, ok := wire.ParseText(o[name]); ok && text != "" {
			d.name, d.text = name, text
			break
		}
	}
	for _, name := range thinkingLists {
		if wire.FirstByte(o[name]) != '[' {
			continue
		}
		if d.lists == nil {
			d.lists = map[string]json.RawMessage{}
		}
		d.lists[name] = o[name]
	}
	return d
}

// thinkingBuffer merges the reasoning of deltas. The zero value is empty.
type thinkingBuffer struct {
	texts  map[string]*strings.Builder
	blocks map[string][]thinkingBlock
	size   int
}

// thinkingBlock is an element of a list.
type thinkingBlock struct {
	// raw is the element as received, nil once a later element was merged into it.
	raw     json.RawMessage
	members map[string]json.RawMessage
}

// add merges a delta.
func (b *thinkingBuffer) add(d thinkingDelta) {
	b.size += len(d.text)
	for _, raw := range d.lists {
		b.size += len(raw)
	}
	if b.size > maxThinking {
		b.texts, b.blocks = nil, nil
		return
	}
	if d.text != "" {
		if b.texts == nil {
			b.texts = map[string]*strings.Builder{}
		}
		if b.texts[d.name] == nil {
			b.texts[d.name] = &strings.Builder{}
		}
		b.texts[d.name].WriteString(d.text)
	}
	for name, raw := range d.lists {
		list, _ := wire.ParseArray(raw)
		for _, item := range list {
			b.addBlock(name, slices.Clone(item))
		}
	}
}

// addBlock adds an element of a list, or merges it into the block that it continues.
func (b *thinkingBuffer) addBlock(list string, raw json.RawMessage) {
	o, ok := wire.ParseObject(raw)
	if !ok {
		return
	}
	if b.blocks == nil {
		b.blocks = map[string][]thinkingBlock{}
	}
	all := b.blocks[list]
	for i := range slices.Backward(all) {
		if block := &all[i]; block.continuedBy(o, i == len(all)-1) {
			block.merge(o)
			return
		}
	}
	if len(all) < maxThinkingBlocks {
		b.blocks[list] = append(all, thinkingBlock{raw: raw, members: o})
	}
}

// growing lists the members of a block whose text arrives in several elements.
var growing = []string{"text", "summary", "thinking"}

// continuedBy reports whether an element continues the block: it has the same index and type, or no
// index and follows a block of its type without a signature. An element with data never does.
func (b thinkingBlock) continuedBy(o map[string]json.RawMessage, last bool) bool {
	same := func(name string) bool { return string(b.members[name]) == string(o[name]) }
	differs := func(name string) bool { return !wire.IsNull(b.members[name]) && !wire.IsNull(o[name]) && !same(name) }
	switch {
	case !same("type"), differs("id"), !wire.IsNull(o["data"]), !wire.IsNull(b.members["data"]):
		return false
	case !wire.IsNull(o["index"]):
		return same("index")
	}
	return last && wire.IsNull(b.members["index"]) && emptyValue(b.members["signature"])
}

// emptyValue reports whether a member is missing, null or "".
func emptyValue(raw json.RawMessage) bool {
	s, ok := wire.ParseString(raw)
	return wire.IsNull(raw) || ok && s == ""
}

// merge adds the members of an element that continues the block.
func (b *thinkingBlock) merge(o map[string]json.RawMessage) {
	b.raw = nil
	for name, value := range o {
		before, isText := wire.ParseString(b.members[name])
		after, ok := wire.ParseString(value)
		switch {
		case wire.IsNull(value):
		case isText && ok && slices.Contains(growing, name):
			b.members[name] = textJSON(before + after)
		case emptyValue(b.members[name]), name == "signature":
			b.members[name] = value
		}
	}
}

// thinking returns the merged reasoning, nil if there was none.
func (b *thinkingBuffer) thinking() ThinkingMembers {
	all := ThinkingMembers{}
	for _, name := range thinkingTexts {
		if text := b.texts[name]; text != nil {
			all[name] = textJSON(text.String())
			break
		}
	}
	for name, blocks := range b.blocks {
		list := make([]json.RawMessage, len(blocks))
		for i, block := range blocks {
			if list[i] = block.raw; list[i] == nil {
				list[i], _ = encode(block.members) // cannot fail: the members were parsed from JSON
			}
		}
		all[name], _ = encode(list)
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// textJSON returns a text as JSON. It joins characters that were split between deltas.
func textJSON(text string) json.RawMessage {
	whole, half := wire.JoinUTF8("", text)
	if half != "" {
		whole += "\uFFFD"
	}
	raw, _ := encode(whole) // encoding a string cannot fail
	return raw
}

// redactThinking hides the key in reasoning.
func (r *redactor) redactThinking(t ThinkingMembers) {
	for name, value := range t {
		t[name] = json.RawMessage(r.mask.JSON(string(value)))
	}
}

// omitsThinking reports whether Omit leaves out a member with reasoning, and whether it requires a
// placeholder in messages without that member (fill). The last entry about the member counts.
func omitsThinking(omit []string, name string) (leaveOut, fill bool) {
	for _, o := range slices.Backward(omit) {
		switch o {
		case name:
			return true, false
		case name + failure.Absent:
			return false, true
		}
	}
	return false, false
}

// placeholder is sent instead of missing reasoning if a service requires reasoning in every
// message, for example in messages of another model. Some services refuse "".
var placeholder = json.RawMessage(`" "`)

// setThinking adds the reasoning to a message on the wire.
func (m Message) setThinking(w map[string]any, omit []string) {
	for _, name := range failure.ThinkingFields {
		leaveOut, fill := omitsThinking(omit, name)
		switch raw, there := m.Thinking[name]; {
		case leaveOut || m.Role != "assistant":
		case there:
			w[name] = raw
		case fill && slices.Contains(thinkingTexts, name):
			w[name] = placeholder
		}
	}
}

// thinkingFields returns the reasoning in the request as fields that a service may refuse. A member
// that is missing in some message is a field, too, with failure.Absent in its name.
func (r ChatRequest) thinkingFields() (fields []failure.Field) {
	for _, name := range failure.ThinkingFields {
		lacks, has := false, false
		for _, m := range r.Messages {
			_, there := m.Thinking[name]
			has = has || there
			lacks = lacks || !there && m.Role == "assistant" && slices.Contains(thinkingTexts, name)
		}
		leaveOut, fill := omitsThinking(r.Omit, name)
		if (has || fill) && !leaveOut && !slices.Contains(r.Omit, name) {
			fields = append(fields, failure.Field{Name: name, Value: []byte("true")})
		}
		if (lacks || has && leaveOut) && !slices.Contains(r.Omit, name+failure.Absent) {
			fields = append(fields, failure.Field{Name: name + failure.Absent, Value: []byte("true")})
		}
	}
	return fields
}
