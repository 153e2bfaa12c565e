package answers

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"parlando/app/chat"
)

// JSONBlocks returns the JSON documents of an answer. After a cut, the next part is appended to the
// cut document if it continues it; otherwise it starts a new block. Incomplete blocks before a
// complete last one are dropped.
func JSONBlocks(m chat.Message) (blocks []string) {
	continued := false
	for _, p := range m.Parts {
		switch last := len(blocks) - 1; {
		case p.Kind.IsTool():
			return []string{m.Text()}
		case p.Kind == chat.PartContinued:
			continued = true
		case p.Kind != chat.PartText || p.Text == "":
		case last < 0:
			blocks, continued = []string{p.Text}, false
		case !continued || continuesJSON(blocks[last], p.Text):
			blocks[last] += p.Text
			continued = false
		default:
			blocks, continued = append(blocks, p.Text), false
		}
	}
	return dropTorn(blocks)
}

// dropTorn drops incomplete documents if the last document is complete.
func dropTorn(blocks []string) []string {
	last := len(blocks) - 1
	if last < 1 || !hasWholeJSON(blocks[last]) {
		return blocks
	}
	kept := make([]string, 0, len(blocks))
	for i, b := range blocks {
		if i == last || hasWholeJSON(b) {
			kept = append(kept, b)
		}
	}
	return kept
}

func hasWholeJSON(text string) bool {
	_, document, _, ok := FindJSONDocument(text)
	return ok && json.Valid([]byte(document))
}

// continuesJSON reports whether text continues the cut document torn, rather than restarting it.
func continuesJSON(torn, text string) bool {
	before, document, _, whole := FindJSONDocument(torn)
	if document == "" || whole {
		return document == ""
	}
	var value json.RawMessage
	err := json.NewDecoder(strings.NewReader(torn[len(before):] + text)).Decode(&value)
	// The joined text is still incomplete. A complete document after a cut inside a string is a
	// restart.
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return !endsInText(document) || !hasWholeJSON(text)
	}
	return err == nil
}

// endsInText reports whether a cut document ends inside a string.
func endsInText(document string) bool {
	quoted, escaped := false, false
	for i := range len(document) {
		switch c := document[i]; {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		}
	}
	return quoted
}

// WholeJSON returns an answer in JSON with its text replaced by the JSONBlocks; other messages are
// returned unchanged.
func WholeJSON(m chat.Message) chat.Message {
	if f := m.Answer(); f == nil || f.Kind != chat.AnswerJSON || m.Role != chat.Assistant {
		return m
	}
	var parts []chat.Part
	written := false
	blocks := JSONBlocks(m)
	for _, p := range m.Parts {
		switch {
		case p.Kind.IsTool():
			return m
		case p.Kind == chat.PartContinued:
		case p.Kind != chat.PartText:
			parts = append(parts, p)
		case !written:
			written = true
			p.Text = strings.Join(blocks, "\n\n")
			parts = append(parts, p)
		}
	}
	m.Parts = parts
	return m
}

// FencedJSON returns the JSONBlocks of an answer, each in a Markdown code block.
func FencedJSON(m chat.Message) string {
	blocks := JSONBlocks(m)
	for i, b := range blocks {
		blocks[i] = fenceJSON(b, i < len(blocks)-1)
	}
	return strings.Join(blocks, "\n\n")
}
