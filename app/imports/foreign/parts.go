package foreign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"parlando/app/chat"
)

// PartsBuilder collects the parts of a message in the order in which they are shown. The zero value
// is ready to use.
type PartsBuilder struct {
	parts []MessagePart
	// text is the text that the next part of another kind ends.
	text strings.Builder
	// lastText is the index of the last text part with no call after it, plus 1; 0 if there is
	// none.
	lastText int
	// results maps the ID of a call to the index of the part with its result.
	results map[string]int
	cited   []citation
}

// citation is a source with the place that its offsets count from: an offset in a text part, or the
// beginning of the message if part is -1.
type citation struct {
	part, offset int
	source       chat.CitedSource
}

// Text adds a text, after a blank line if another one precedes it. The offsets of its sources count
// from its beginning.
func (b *PartsBuilder) Text(text string, sources ...chat.CitedSource) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if b.text.Len() > 0 {
		b.text.WriteString(gapAfter(b.text.String(), text))
	} else if b.lastText > 0 {
		last := &b.parts[b.lastText-1].Text
		*last += gapAfter(*last, text)
	}
	for _, s := range sources {
		b.cited = append(b.cited, citation{len(b.parts), b.text.Len(), s})
	}
	b.text.WriteString(text)
}

// gapAfter returns the line breaks that make a blank line between two texts.
func gapAfter(text, next string) string {
	switch {
	case strings.HasSuffix(text, "\n\n") || strings.HasPrefix(next, "\n\n"):
		return ""
	case strings.HasSuffix(text, "\n") || strings.HasPrefix(next, "\n"):
		return "\n"
	}
	return "\n\n"
}

// Cite adds a source whose number or offsets count from the beginning of the message.
func (b *PartsBuilder) Cite(source chat.CitedSource) {
	b.cited = append(b.cited, citation{-1, 0, source})
}

// Reasoning adds the model's reasoning. took is 0 if unknown.
func (b *PartsBuilder) Reasoning(text string, took time.Duration) {
	if strings.TrimSpace(text) != "" {
		b.add(MessagePart{Part: chat.Part{Kind: chat.PartReasoning, Text: text, Took: max(took, 0)}})
	}
}

// Pasted adds an attached text.
func (b *PartsBuilder) Pasted(name, text string) {
	b.add(MessagePart{Part: chat.Part{Kind: chat.PartPasted, Name: name, Text: text}})
}

// File adds a file.
func (b *PartsBuilder) File(f File) { b.add(MessagePart{File: &f}) }

// Call adds a tool call that has ended, with an empty result, and returns its ID, another one if
// the given is empty or repeated. The arguments become a member of an object if they are none.
func (b *PartsBuilder) Call(id, name string, arguments json.RawMessage) string {
	if b.results == nil {
		b.results = map[string]int{}
	}
	if _, taken := b.results[id]; taken || id == "" {
		id = "call_" + strconv.Itoa(len(b.parts)+1)
	}
	call := chat.ToolCall{ID: id, Name: toolName(name), Arguments: toolArguments(arguments)}
	if call.Name != name {
		call.Title = name
	}
	b.add(MessagePart{Part: call.Part()})
	b.lastText = 0
	b.add(MessagePart{})
	b.results[id] = len(b.parts) - 1
	b.setResult(id, "", false)
	return id
}

// Result sets the result of a call. It adds a call with the name if there is none with the ID.
func (b *PartsBuilder) Result(id, name, text string, failed bool) {
	if _, exists := b.results[id]; !exists {
		id = b.Call(id, name, nil)
	}
	b.setResult(id, text, failed)
}

func (b *PartsBuilder) setResult(id, text string, failed bool) {
	r := chat.ToolResult{Call: id, State: chat.ToolDone, Text: text}
	if failed {
		r.State = chat.ToolFailed
	}
	b.parts[b.results[id]] = MessagePart{Part: chat.Part{Kind: chat.PartToolResult, Text: r.Line()}}
}

// unsafeInName matches what the name of a tool cannot contain (GATEWAY.md 2.3).
var unsafeInName = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

func toolName(name string) string {
	const maxName = 64
	if len(name) > 4*maxName {
		name = name[:4*maxName]
	}
	name = unsafeInName.ReplaceAllString(name, "_")
	return cmp.Or(name[:min(len(name), maxName)], "tool")
}

func toolArguments(arguments json.RawMessage) string {
	arguments = bytes.TrimSpace(arguments)
	var compact bytes.Buffer
	switch {
	case len(arguments) == 0 || json.Compact(&compact, arguments) != nil || compact.String() == "null":
		return "{}"
	case arguments[0] != '{':
		return `{"input":` + compact.String() + "}"
	}
	return compact.String()
}

// add appends a part of another kind than text.
func (b *PartsBuilder) add(p MessagePart) {
	b.endText()
	b.parts = append(b.parts, p)
}

func (b *PartsBuilder) endText() {
	if b.text.Len() > 0 {
		b.parts = append(b.parts, MessagePart{Part: chat.Part{Kind: chat.PartText, Text: b.text.String()}})
		b.text = strings.Builder{}
		b.lastText = len(b.parts)
	}
}

// Parts returns all parts, the sources as the last one.
func (b *PartsBuilder) Parts() []MessagePart {
	b.endText()
	if len(b.cited) == 0 {
		return b.parts
	}
	var m chat.Message
	for _, p := range b.parts {
		m.Parts = append(m.Parts, p.Part)
	}
	offsets := m.TextOffsets()
	var lines strings.Builder
	for _, c := range b.cited {
		if c.part >= 0 {
			c.source.From = offsets[c.part] + c.offset
		}
		lines.WriteString(c.source.Line())
	}
	b.cited = nil
	return append(b.parts, MessagePart{Part: chat.Part{Kind: chat.PartSources, Text: lines.String()}})
}
