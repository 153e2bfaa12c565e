package client

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"parlando/client/failure"
	"parlando/client/wire"
)

// isEventStream reports whether a body consists of events, or of one JSON object per line.
func isEventStream(body []byte) bool {
	line, rest, more := bytes.Cut(body, []byte("\n"))
	for _, name := range []string{"data:", "event:", ":", "id:", "retry:"} {
		if bytes.HasPrefix(line, []byte(name)) {
			return bytes.Contains(body, []byte("data:"))
		}
	}
	return more && wire.FirstByte(line) == '{' && json.Valid(line) && wire.FirstByte(rest) == '{'
}

// events parses a response that is a stream of events or lines.
func (p *transcriptParser) events(body []byte) {
	var events wire.Payloads
	events.Open(bytes.NewReader(body))
	for {
		done, plain, err := events.Next(func(payload []byte) bool { return !events.Truncated && p.event(payload) })
		if plain != "" {
			p.fault = new(failure.ParseErrorBody([]byte(plain)))
		}
		p.ended = p.ended || done
		if err != nil || done {
			break
		}
	}
	if p.t.Text == "" {
		p.t.Text = p.text
	}
	if p.t.Text == "" {
		p.t.Text = joinSpans(p.t.Segments)
	}
	p.cut = p.pieces && !p.ended || events.LostContent != "" && p.fault == nil
	p.t.Text, _ = wire.JoinUTF8("", strings.TrimSpace(p.t.Text))
	p.t.Format, p.t.Raw = TranscriptText, p.t.Text
}

// event parses one event or line of a stream; it reports false if that is not JSON.
func (p *transcriptParser) event(payload []byte) bool {
	o, ok := wire.ParseObject(payload)
	if !ok {
		return json.Valid(payload)
	}
	kind, _ := wire.ParseString(o["type"])
	switch {
	case strings.HasSuffix(kind, ".delta") || kind == "delta":
		p.pieces, p.known = true, true
		delta, _ := wire.ParseString(o["delta"])
		if delta == "" {
			delta, _ = wire.ParseString(o["text"])
		}
		p.text += delta
	case strings.HasSuffix(kind, ".segment") || kind == "segment":
		p.known = true
		p.addSpan(&p.t.Segments, o, "text")
	case strings.HasSuffix(kind, ".done") || kind == "done":
		p.ended, p.known = true, true
		p.object(payload, o, 0)
	case wire.FirstByte(o["choices"]) == '[': // vLLM
		var e event
		decodeLoose(payload, &e)
		p.t.Usage = p.t.Usage.and(e.usage)
		for _, piece := range e.pieces {
			p.pieces, p.known = true, true
			p.text += piece.text
			p.ended = p.ended || finishWord(piece.finish) != ""
		}
	default:
		text, ok := wire.ParseString(o["text"])
		if _, whole := o["segments"]; !ok || whole || wire.IsErrorValue(o["error"]) {
			p.object(payload, o, 0)
			break
		}
		p.segmentLine(text, o)
	}
	return true
}

// segmentLine adds the text of a line that is one segment.
func (p *transcriptParser) segmentLine(text string, o map[string]json.RawMessage) {
	p.known = true
	if end, _ := utf8.DecodeLastRuneInString(p.text); strings.ContainsRune(".?!…", end) &&
		!strings.HasPrefix(text, " ") {
		p.text = JoinText(p.text, text) // a new sentence, joined with a space
	} else {
		p.text += text
	}
	if _, timed := seconds(o["start"]); timed {
		p.addSpan(&p.t.Segments, o, "text")
	}
}
