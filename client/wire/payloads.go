package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
)

// maxJoins bounds how often the lines of one event are tried as JSON.
const maxJoins = 256

// maxJunk bounds the bytes that are stored of data that could not be parsed.
const maxJunk = 8000

// noReason is the message for an error event that does not have one.
const noReason = "The service reports an error without a reason."

// Payloads splits a response into the JSON values of a reply: the data of Server-Sent Events
// (GATEWAY.md 6), or a JSON value sent instead. It tolerates several values in one event, a value
// over several lines, truncated values followed by the next one, and lines without "data:".
type Payloads struct {
	// InvalidStart is the start of the first data that is not JSON, for the error detail.
	InvalidStart string
	// InvalidIsTruncated means that InvalidStart is the start of a truncated JSON value.
	InvalidIsTruncated bool
	// LostContent is the start of the first unreadable data that was a part of a reply.
	LostContent string
	// Truncated means that the value passed to the Decoder, or returned last, was truncated and its
	// open brackets were closed.
	Truncated bool
	// SawField means that at least one line was an SSE field, so that this is an event stream.
	SawField bool
	// OnData, if not nil, is called whenever more of a line has arrived that is base64 data so far,
	// as of a picture. Set it before Open.
	OnData func()

	lines lineReader
	// data has the lines of an event so far, if its first line was not a complete value.
	data    []byte
	joins   int
	raw     bool // data began with a line that is not a field
	blank   bool // data contains an empty line, from inside a string
	failing bool // the event is named "error"
	started bool
	queue   [][]byte // values not yet returned
	// fault is a plain text error not yet returned.
	fault string
}

// Open resets p to read from r.
func (p *Payloads) Open(r io.Reader) { p.lines.r, p.lines.onData = r, p.OnData }

// Decoder tries to decode a payload and reports whether it is a JSON value.
type Decoder func(payload []byte) bool

// Next finds the next payload that try accepts, or the end mark (done), or an event that reports an
// error in plain text (plainFault). When all of these have been returned, err is the error of the
// reader.
func (p *Payloads) Next(try Decoder) (done bool, plainFault string, err error) {
	for {
		if len(p.queue) > 0 {
			payload := p.queue[0]
			p.queue = p.queue[1:]
			if done := isDone(payload); done || try(payload) {
				return done, "", nil
			}
			continue
		}
		if plainFault, p.fault = p.fault, ""; plainFault != "" {
			return false, plainFault, nil
		}
		line, err := p.lines.next()
		switch {
		case err == nil:
		case p.tryCut(try):
			return false, "", nil
		case len(p.data) > 0:
			p.resolve()
			continue
		case p.failing:
			p.failing, p.fault = false, noReason
			continue
		default:
			return false, "", err
		}
		if !p.started {
			line = bytes.TrimPrefix(line, BOM)
			if p.started = len(bytes.TrimSpace(line)) > 0; !p.started {
				continue
			}
		}
		if len(line) == 0 {
			if err := p.blankLine(); err != nil {
				return false, "", err
			}
			continue
		}
		value, isData := p.field(line)
		if !isData {
			continue
		}
		if done, found, err := p.take(value, try); done || found || err != nil {
			return done, "", err
		}
	}
}

// take processes a line of data: the end mark (done), a complete value that try accepts (found), or
// else a part of the event.
func (p *Payloads) take(value []byte, try Decoder) (done, found bool, err error) {
	fresh := len(p.data) == 0
	switch {
	case p.blank && (isDone(value) || FirstByte(value) == '{' && json.Valid(value)):
		// The previous event was cut off inside a string.
		p.resolve()
		p.queue = append(p.queue, bytes.Clone(value))
		return false, false, nil
	case fresh && isDone(value) && p.failing:
		p.failing, p.fault = false, noReason
		return false, false, nil
	case fresh && isDone(value):
		return true, false, nil
	case fresh && !p.failing && tryRepaired(value, try):
		return false, true, nil
	case fresh && len(bytes.TrimSpace(value)) == 0:
		return false, false, nil
	}
	return false, false, p.gather(value)
}

// tryRepaired passes a value to try, unchanged and then, if it ends with a brace, repaired.
func tryRepaired(value []byte, try Decoder) bool {
	if try(value) {
		return true
	}
	end := bytes.TrimSpace(value)
	if !bytes.HasSuffix(end, []byte("}")) {
		return false
	}
	repaired, ok := RepairJSON(end)
	return ok && try(repaired)
}

// blankLine ends an event, unless it is inside a string with an unescaped line break.
func (p *Payloads) blankLine() error {
	if len(p.data) == 0 || p.rawOpen() {
		return nil
	}
	if !p.raw && p.joins < maxJoins && openString(p.data) {
		p.joins++
		p.blank = true
		return p.gather(nil)
	}
	p.resolve()
	return nil
}

// field parses one line; isData means that value is part of the event's data.
func (p *Payloads) field(line []byte) (value []byte, isData bool) {
	if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
		p.SawField = true
		if p.raw && len(p.data) > 0 {
			p.resolve() // an event begins, so the bare value has ended
		}
		return bytes.TrimPrefix(rest, []byte(" ")), true
	}
	name, rest, _ := bytes.Cut(line, []byte(":"))
	switch string(name) {
	case "", "id", "retry":
		if len(p.data) > 0 && !p.raw && !p.blank && p.joins < maxJoins && openString(p.data) {
			p.joins++
			return line, true // not a field, but the continuation of a string
		}
		p.SawField = true
		return nil, false
	case "event":
		p.event(string(rest))
		return nil, false
	case "error": // llama.cpp before 2025-09
		if len(p.data) > 0 {
			p.resolve()
		}
		p.SawField, p.failing = true, true
		return bytes.TrimSpace(rest), true
	case "data":
		p.SawField = true
		return nil, false
	}
	return p.bare(line, name)
}

// event starts an event with a name.
func (p *Payloads) event(name string) {
	p.SawField = true
	failing := meansFailure(name)
	if len(p.data) > 0 && (!failing || StartsLikeJSON(p.data)) {
		p.resolve()
	}
	p.failing = failing
}

// bare parses a line that is not a field; name is the part before its colon.
func (p *Payloads) bare(line, name []byte) (value []byte, isData bool) {
	if len(p.data) > 0 && !p.raw && (p.data[0] == '{' || p.data[0] == '[') {
		return line, true // the value has line breaks, and only its first line has "data:"
	}
	trimmed := bytes.TrimSpace(line)
	if len(trimmed) > 0 && (p.raw || len(p.data) == 0 && p.mayBegin(trimmed)) {
		p.raw = true
		return line, true
	}
	// Field names contain no spaces: this is an error message of a proxy.
	if len(p.data) == 0 && bytes.IndexByte(name, ' ') > 0 && soundsWrong(string(trimmed)) {
		p.fault = string(trimmed[:min(len(trimmed), maxJunk)])
	}
	return nil, false
}

// mayBegin reports whether a value without "data:" may begin with this line. Within an event stream
// the line must look like JSON or the end mark.
func (p *Payloads) mayBegin(line []byte) bool {
	return !p.SawField || line[0] == '{' || string(line) == "[" || StartsLikeJSON(line) || isDone(line)
}

// meansFailure reports whether the name of an event means an error.
func meansFailure(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "error") || strings.Contains(name, "fail") || strings.Contains(name, "exception")
}

// gather appends a line to the event's data. If the data so far is a complete value, gather queues
// it first, because each line of the event may be a value.
func (p *Payloads) gather(value []byte) error {
	if p.endsValue(p.data) && !p.failing {
		if repaired, ok := RepairJSON(p.data); ok {
			p.queue = append(p.queue, bytes.Clone(repaired))
			p.clear()
		}
	}
	if len(p.data) > 0 {
		p.data = append(p.data, '\n')
	}
	if len(p.data)+len(value) > MaxLine {
		return ErrTooMuch
	}
	p.data = append(p.data, value...)
	// Parse a value without "data:", and data that ends with the end mark, at once: nothing more
	// may arrive on a connection that stays open.
	if endsDone(p.data) && !p.failing || p.raw && p.endsValue(value) && json.Valid(p.data) {
		p.resolve()
	}
	return nil
}

// endsValue reports whether data may be the end of a JSON value, at most maxJoins times.
func (p *Payloads) endsValue(data []byte) bool {
	end := bytes.TrimSpace(data)
	if p.joins >= maxJoins || len(end) == 0 || end[len(end)-1] != '}' && end[len(end)-1] != ']' {
		return false
	}
	p.joins++
	return true
}

// endsDone reports whether data ends with the end mark.
func endsDone(data []byte) bool {
	end := bytes.TrimRight(data, " \t\r\n\"")
	return len(end) >= 6 && bytes.EqualFold(end[len(end)-6:], []byte("[DONE]"))
}

// rawOpen reports whether data is a value without "data:" that a blank line does not end.
func (p *Payloads) rawOpen() bool {
	return p.raw && (p.data[0] == '{' || p.data[0] == '[' || p.data[0] == ' ')
}

func (p *Payloads) clear() {
	p.data, p.joins, p.raw, p.blank = p.data[:0], 0, false, false
}

// resolve parses the data of an event whose lines were not values by themselves: as one value, or
// by looking for values in it. If there are none, the data is an error in plain text, or invalid.
func (p *Payloads) resolve() {
	defer p.clear()
	failing := p.failing
	p.failing = false
	repaired, ok := RepairJSON(p.data)
	words, isString := ParseString(p.data)
	switch {
	case failing:
		p.resolveFailing(repaired, ok)
		return
	case isString:
	case ok:
		p.queue = append(p.queue, bytes.Clone(repaired))
		return
	case p.split(p.data):
		return
	default:
		words = string(p.data[:min(len(p.data), maxJunk)])
	}
	text := strings.TrimSpace(words[:min(len(words), maxJunk)])
	if lower := strings.ToLower(text); strings.HasPrefix(lower, "error") || strings.HasPrefix(lower, "[error") ||
		p.SawField && !StartsLikeJSON(p.data) && soundsWrong(text) {
		p.fault = text
		return
	}
	if p.InvalidStart == "" {
		p.InvalidStart = text
		p.InvalidIsTruncated = IsTruncated(p.data)
	}
}

// tryCut closes the truncated object at the end of the response and passes it to try. Objects
// nested in the truncated one are not tried as values.
func (p *Payloads) tryCut(try Decoder) bool {
	data := bytes.TrimRight(p.data, "\r\n")
	if p.failing || FirstByte(data) != '{' || !IsTruncated(data) {
		return false
	}
	closed, ok := CloseJSON(data)
	p.Truncated = ok
	if ok && try(closed) {
		p.clear()
		return true
	}
	p.Truncated = false
	return false
}

// resolveFailing queues the data of an error event; repaired is the data as JSON, if ok.
func (p *Payloads) resolveFailing(repaired []byte, ok bool) {
	if text := strings.TrimSpace(string(p.data[:min(len(p.data), MaxErrorBody)])); !ok {
		p.fault = text
		if text == "" {
			p.fault = noReason
		}
		return
	}
	if !IsErrorValue(repaired) {
		p.fault = noReason
		return
	}
	if o, isObject := ParseObject(repaired); !isObject || !ReportsError(o) {
		repaired = append(append([]byte(`{"error":`), repaired...), '}')
	}
	p.queue = append(p.queue, bytes.Clone(repaired))
}

// split queues the complete objects in data, and the end mark, and ignores other bytes; it reports
// whether there are any. It records unreadable parts of a reply between them as lost.
func (p *Payloads) split(data []byte) (found bool) {
	tries := maxJoins
	if len(data) > 1<<20 {
		tries = 8
	}
	for ; tries > 0; tries-- {
		at, end := bytes.IndexByte(data, '{'), indexDone(data)
		if end >= 0 && (at < 0 || end < at) {
			p.queue = append(p.queue, []byte("[DONE]"))
			return true
		}
		if at < 0 {
			break
		}
		n := objectLength(data[at:])
		if value, ok := RepairJSON(data[at : at+n]); ok {
			p.queue = append(p.queue, bytes.Clone(value))
			found = true
			data = data[at+n:]
			continue
		}
		cut := data[at:]
		if next := bytes.Index(cut, []byte("data:")); next > 0 {
			cut = cut[:next]
		}
		p.lose(cut)
		data = data[at+1:]
	}
	return found
}

// partOfReply matches members that only a chunk with content has.
var partOfReply = regexp.MustCompile(`"(delta|message|content|text|arguments)"|"choices"\s*:\s*\[\s*\{`)

// lose records unreadable data if it contained a part of a reply.
func (p *Payloads) lose(cut []byte) {
	if p.LostContent == "" && partOfReply.Match(cut) {
		p.LostContent = string(cut[:min(len(cut), 300)])
	}
}

// indexDone returns the index of the end mark in data, or -1.
func indexDone(data []byte) int {
	for from := 0; ; {
		i := bytes.IndexByte(data[from:], '[')
		if i < 0 {
			return -1
		}
		from += i
		if isDone(data[from:]) {
			return from
		}
		from++
	}
}

// objectLength returns the length of the object at the start of data, 0 if it is incomplete.
func objectLength(data []byte) int {
	depth, inside := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// IsTruncated reports whether data is an object or list that is truncated but valid so far.
func IsTruncated(data []byte) bool {
	if b := FirstByte(data); b != '{' && b != '[' {
		return false
	}
	var value json.RawMessage
	return errors.Is(json.NewDecoder(bytes.NewReader(data)).Decode(&value), io.ErrUnexpectedEOF)
}
