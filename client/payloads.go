package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// maxJoins bounds how often the pieces of one event are tried as JSON.
const maxJoins = 256

// payloads cuts an answer into the JSON values of a reply: the data of Server-Sent Events (GATEWAY.md 6),
// or what came instead of them, a JSON value by itself. It forgives: several values in one event, one
// value over several lines, values cut short with the next one behind, lines without "data:".
type payloads struct {
	lines lineReader
	// data is an event that could not be understood from its first line alone; fragments are its lines.
	data      []byte
	fragments [][]byte
	joins     int
	raw       bool // data began with a line that is no field
	failing   bool // the event is called "error"
	started   bool
	queue     [][]byte // values that were found and not handed over
	// junk is the start of the first thing that is no JSON, for the detail of an error.
	junk string
	// cutJSON: it is the beginning of a JSON value that did not come to its end.
	cutJSON bool
	// sawField: at least one line was an SSE field, so that this is an event stream.
	sawField bool
}

// decoder tries one payload; false if it is no JSON value.
type decoder func(payload []byte) bool

// next finds the next payload that try accepts, or the end mark (done), or an event that reports an error
// in plain text (fault). err is the reader's, once everything was handed over.
func (p *payloads) next(try decoder) (done bool, plainFault string, err error) {
	for {
		if len(p.queue) > 0 {
			payload := p.queue[0]
			p.queue = p.queue[1:]
			if isDone(payload) {
				return true, "", nil
			}
			if try(payload) {
				return false, "", nil
			}
			continue
		}
		line, err := p.lines.next()
		if err != nil {
			if len(p.data) > 0 {
				if fault := p.settle(); fault != "" {
					return false, fault, nil
				}
				continue
			}
			return false, "", err
		}
		if !p.started {
			line = bytes.TrimPrefix(line, bom)
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			p.started = true
		}
		if len(line) == 0 {
			if len(p.data) > 0 && !p.rawOpen() {
				if fault := p.settle(); fault != "" {
					return false, fault, nil
				}
			}
			p.failing = p.failing && len(p.data) > 0
			continue
		}
		value, isData := p.field(line)
		if !isData {
			continue
		}
		if len(p.data) == 0 && !p.failing {
			if isDone(value) {
				return true, "", nil
			}
			if try(value) {
				return false, "", nil
			}
		}
		if len(bytes.TrimSpace(value)) == 0 && len(p.data) == 0 {
			continue
		}
		if err := p.gather(value); err != nil {
			return false, "", err
		}
	}
}

// field reads one line; isData says that value is part of the event's data.
func (p *payloads) field(line []byte) (value []byte, isData bool) {
	if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
		p.sawField = true
		if p.raw && len(p.data) > 0 {
			// A real event begins behind a bare value.
			p.endRaw()
		}
		return bytes.TrimPrefix(rest, []byte(" ")), true
	}
	if line[0] == ':' {
		p.sawField = true
		return nil, false
	}
	name, rest, _ := bytes.Cut(line, []byte(":"))
	switch string(name) {
	case "event":
		p.sawField = true
		p.failing = strings.EqualFold(string(bytes.TrimSpace(rest)), "error")
		return nil, false
	case "id", "retry", "data":
		p.sawField = true
		return nil, false
	}
	if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && (p.raw || len(p.data) == 0) &&
		(p.raw || !p.sawField || trimmed[0] == '{' || isDone(trimmed)) {
		p.raw = true
		return line, true
	}
	return nil, false
}

// gather adds a line to the event's data. In an event whose lines are values of their own the ones
// before go into the queue.
func (p *payloads) gather(value []byte) error {
	if len(p.data) > 0 {
		if end := bytes.TrimSpace(p.data); p.joins < maxJoins && len(end) > 0 && (end[len(end)-1] == '}' || end[len(end)-1] == ']') {
			p.joins++
			if json.Valid(p.data) || isDone(end) {
				p.queue = append(p.queue, bytes.Clone(p.data))
				p.clear()
			}
		}
	}
	if len(p.data) > 0 {
		p.data = append(p.data, '\n')
	}
	if len(p.data)+len(value) > maxLine {
		return errTooMuch
	}
	p.data = append(p.data, value...)
	if len(p.fragments) < maxJoins {
		p.fragments = append(p.fragments, bytes.Clone(value))
	}
	if p.raw && p.joins < maxJoins {
		// A bare value may be followed by nothing at all, on a connection that stays open.
		if b := bytes.TrimSpace(value); len(b) > 0 && (b[len(b)-1] == '}' || b[len(b)-1] == ']') {
			p.joins++
			if json.Valid(p.data) {
				p.endRaw()
			}
		}
	}
	return nil
}

// rawOpen reports whether a bare value is under way that a blank line does not end.
func (p *payloads) rawOpen() bool {
	return p.raw && (p.data[0] == '{' || p.data[0] == '[' || p.data[0] == ' ')
}

// endRaw puts a bare value into the queue.
func (p *payloads) endRaw() {
	p.queue = append(p.queue, bytes.Clone(p.data))
	p.clear()
}

func (p *payloads) clear() {
	p.data, p.fragments, p.joins, p.raw = p.data[:0], p.fragments[:0], 0, false
}

// settle makes the best of an event whose data was not understood line by line: the whole, its lines, or
// what stands behind a "data:" inside a line. What stays is an error in plain words or nothing.
func (p *payloads) settle() (plainFault string) {
	defer p.clear()
	failing := p.failing
	p.failing = false
	if failing && first(p.data) != '{' {
		return string(p.data)
	}
	if json.Valid(p.data) {
		payload := bytes.Clone(p.data)
		if failing && !bytes.Contains(payload, []byte(`"error"`)) {
			payload = append(append([]byte(`{"error":`), payload...), '}')
		}
		p.queue = append(p.queue, payload)
		return ""
	}
	found := false
	for _, fragment := range p.fragments {
		for rest := fragment; ; {
			if trimmed := bytes.TrimSpace(rest); len(trimmed) > 0 && (isDone(trimmed) || trimmed[0] == '{' && json.Valid(trimmed)) {
				p.queue = append(p.queue, trimmed)
				found = true
				break
			}
			_, behind, ok := bytes.Cut(rest, []byte("data:"))
			if !ok {
				break
			}
			rest = behind
		}
	}
	if found {
		return ""
	}
	text := strings.TrimSpace(string(p.data[:min(len(p.data), 4*maxDetail)]))
	if lower := strings.ToLower(text); strings.HasPrefix(lower, "error") || strings.HasPrefix(lower, "[error") {
		return text
	}
	if p.junk == "" {
		p.junk = text
		p.cutJSON = cutJSON(p.data)
	}
	return ""
}

// cutJSON reports whether data is an object or a list that is fine as far as it goes.
func cutJSON(data []byte) bool {
	if b := first(data); b != '{' && b != '[' {
		return false
	}
	var value json.RawMessage
	return errors.Is(json.NewDecoder(bytes.NewReader(data)).Decode(&value), io.ErrUnexpectedEOF)
}
