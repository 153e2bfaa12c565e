package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
)

// maxJoins bounds how often the pieces of one event are tried as JSON.
const maxJoins = 256

// maxJunk bytes of a value that is not understood are kept.
const maxJunk = 8000

// noReason is the fault of an error event that says nothing.
const noReason = "The service reports an error without a reason."

// Payloads cuts an answer into the JSON values of a reply: the data of Server-Sent Events
// (GATEWAY.md 6), or what came instead of them, a JSON value by itself. It forgives: several values
// in one event, one value over several lines, values cut short with the next one behind, lines
// without "data:".
type Payloads struct {
	// Junk is the start of the first thing that is no JSON, for the detail of an error.
	Junk string
	// CutJSON: Junk is the beginning of a JSON value that did not come to its end.
	CutJSON bool
	// Lost is the start of the first thing that is no JSON and held a part of a reply.
	Lost string
	// Cut: what is tried or was handed over last is a value that lacked its end and got one.
	Cut bool
	// SawField: at least one line was an SSE field, so that this is an event stream.
	SawField bool

	lines lineReader
	// data is an event that could not be understood from its first line alone.
	data    []byte
	joins   int
	raw     bool // data began with a line that is no field
	blank   bool // data holds an empty line, since it came inside a string
	failing bool // the event is called "error"
	started bool
	queue   [][]byte // values that were found and not handed over
	// fault is an error in plain words that was not handed over.
	fault string
}

// Open lets p read from r.
func (p *Payloads) Open(r io.Reader) { p.lines.r = r }

// Decoder tries one payload; false if it is no JSON value.
type Decoder func(payload []byte) bool

// Next finds the next payload that try accepts, or the end mark (done), or an event that reports an
// error in plain text (fault). err is the reader's, once everything was handed over.
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

// take reads a line of data: the end mark (done), a value by itself that try accepts (found), or
// else a part of the event.
func (p *Payloads) take(value []byte, try Decoder) (done, found bool, err error) {
	fresh := len(p.data) == 0
	switch {
	case p.blank && (isDone(value) || FirstByte(value) == '{' && json.Valid(value)):
		// The event before was cut off inside a string.
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

// tryRepaired tries a value as it is, and repaired if it has an end.
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

// blankLine ends an event, unless it stands inside a string that somebody forgot to escape.
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

// field reads one line; isData says that value is part of the event's data.
func (p *Payloads) field(line []byte) (value []byte, isData bool) {
	if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
		p.SawField = true
		if p.raw && len(p.data) > 0 {
			p.resolve() // a real event begins behind a bare value
		}
		return bytes.TrimPrefix(rest, []byte(" ")), true
	}
	name, rest, _ := bytes.Cut(line, []byte(":"))
	switch string(name) {
	case "", "id", "retry":
		if len(p.data) > 0 && !p.raw && !p.blank && p.joins < maxJoins && openString(p.data) {
			p.joins++
			return line, true // what looks like a field stands inside a string
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

// event begins an event with a name.
func (p *Payloads) event(name string) {
	p.SawField = true
	failing := meansFailure(name)
	if len(p.data) > 0 && (!failing || StartsValue(p.data)) {
		p.resolve()
	}
	p.failing = failing
}

// bare reads a line that is no field; name is the part before its colon.
func (p *Payloads) bare(line, name []byte) (value []byte, isData bool) {
	if len(p.data) > 0 && !p.raw && (p.data[0] == '{' || p.data[0] == '[') {
		return line, true // a line end inside a value: only its first line has "data:"
	}
	trimmed := bytes.TrimSpace(line)
	if len(trimmed) > 0 && (p.raw || len(p.data) == 0 && p.mayBegin(trimmed)) {
		p.raw = true
		return line, true
	}
	// The name of a field has no space in it: a proxy speaks here.
	if len(p.data) == 0 && bytes.IndexByte(name, ' ') > 0 && soundsWrong(string(trimmed)) {
		p.fault = string(trimmed[:min(len(trimmed), maxJunk)])
	}
	return nil, false
}

// mayBegin reports whether a bare value may begin with a line. Within an event stream it must look
// like one.
func (p *Payloads) mayBegin(line []byte) bool {
	return !p.SawField || line[0] == '{' || string(line) == "[" || StartsValue(line) || isDone(line)
}

// meansFailure reports whether an event's name tells of an error.
func meansFailure(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "error") || strings.Contains(name, "fail") || strings.Contains(name, "exception")
}

// gather adds a line to the event's data. In an event whose lines are values of their own the ones
// before go into the queue.
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
	// A bare value, or an end mark glued to one, may be followed by nothing at all, on a connection
	// that stays open.
	if endsDone(p.data) && !p.failing || p.raw && p.endsValue(value) && json.Valid(p.data) {
		p.resolve()
	}
	return nil
}

// endsValue reports whether data may end a JSON value, as long as it is worth trying.
func (p *Payloads) endsValue(data []byte) bool {
	end := bytes.TrimSpace(data)
	if p.joins >= maxJoins || len(end) == 0 || end[len(end)-1] != '}' && end[len(end)-1] != ']' {
		return false
	}
	p.joins++
	return true
}

// endsDone reports whether the end mark is the end of data.
func endsDone(data []byte) bool {
	end := bytes.TrimRight(data, " \t\r\n\"")
	return len(end) >= 6 && bytes.EqualFold(end[len(end)-6:], []byte("[DONE]"))
}

// rawOpen reports whether a bare value is under way that a blank line does not end.
func (p *Payloads) rawOpen() bool {
	return p.raw && (p.data[0] == '{' || p.data[0] == '[' || p.data[0] == ' ')
}

func (p *Payloads) clear() {
	p.data, p.joins, p.raw, p.blank = p.data[:0], 0, false, false
}

// resolve reads an event whose lines were not understood one by one: as a whole, or the values in
// it. Otherwise it is an error in plain words, or junk.
func (p *Payloads) resolve() {
	defer p.clear()
	failing := p.failing
	p.failing = false
	repaired, ok := RepairJSON(p.data)
	words, isString := String(p.data)
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
		p.SawField && !StartsValue(p.data) && soundsWrong(text) {
		p.fault = text
		return
	}
	if p.Junk == "" {
		p.Junk = text
		p.CutJSON = IsCut(p.data)
	}
}

// tryCut tries the object that the answer ended in, with its end added. What stands inside it is no
// value of its own.
func (p *Payloads) tryCut(try Decoder) bool {
	data := bytes.TrimRight(p.data, "\r\n")
	if p.failing || FirstByte(data) != '{' || !IsCut(data) {
		return false
	}
	closed, ok := CloseJSON(data)
	p.Cut = ok
	if ok && try(closed) {
		p.clear()
		return true
	}
	p.Cut = false
	return false
}

// resolveFailing hands over the data of an event that is called an error; repaired is it as JSON,
// if ok.
func (p *Payloads) resolveFailing(repaired []byte, ok bool) {
	if text := strings.TrimSpace(string(p.data[:min(len(p.data), MaxErrorBody)])); !ok {
		p.fault = text
		if text == "" {
			p.fault = noReason
		}
		return
	}
	if !MeansError(repaired) {
		p.fault = noReason
		return
	}
	if o, isObject := Object(repaired); !isObject || !ReportsError(o) {
		repaired = append(append([]byte(`{"error":`), repaired...), '}')
	}
	p.queue = append(p.queue, bytes.Clone(repaired))
}

// split queues the whole objects in data, and the end mark, whatever stands around them; false if
// there are none. Pieces of a reply between them are lost.
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

// partOfReply finds what only a chunk with something in it has.
var partOfReply = regexp.MustCompile(`"(delta|message|content|text|arguments)"|"choices"\s*:\s*\[\s*\{`)

// lose notes what could not be read if it held a part of a reply.
func (p *Payloads) lose(cut []byte) {
	if p.Lost == "" && partOfReply.Match(cut) {
		p.Lost = string(cut[:min(len(cut), 300)])
	}
}

// indexDone is the index of the end mark in data, or -1.
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

// objectLength is the length of the object at the start of data, 0 if it has no end.
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

// IsCut reports whether data is an object or a list that is fine as far as it goes.
func IsCut(data []byte) bool {
	if b := FirstByte(data); b != '{' && b != '[' {
		return false
	}
	var value json.RawMessage
	return errors.Is(json.NewDecoder(bytes.NewReader(data)).Decode(&value), io.ErrUnexpectedEOF)
}
