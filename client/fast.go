package client

import "parlando/client/wire"

// fastDecoder decodes chunks of the common shape (GATEWAY.md 2.6) and allocates nothing but their
// strings. For the chunks it accepts the result equals that of decodeLoose. The zero value is ready
// to use; each stream has its own.
type fastDecoder struct {
	// id and model are those of the previous chunk, reused if the next chunk has the same.
	id, model string
	data      []byte
	pos       int
}

// decode decodes a chunk into e; it reports false if it has another shape and must be decoded by
// decodeLoose.
func (d *fastDecoder) decode(payload []byte, e *event) bool {
	e.reset()
	d.data, d.pos = payload, 0
	ok := d.object(func(key []byte) (ok bool) {
		switch string(key) {
		case "id":
			e.id, ok = d.word(d.id)
		case "model":
			e.model, ok = d.word(d.model)
		case "choices":
			ok = !e.known && d.choices(e)
			e.known = true
		case "object":
			var kind []byte
			kind, ok = d.simpleString()
			ok = ok && string(kind) == "chat.completion.chunk"
		case "usage", "error":
			ok = d.literal("null")
		case "created", "system_fingerprint", "service_tier", "provider", "native_finish_reason", "obfuscation":
			ok = d.skipScalar()
		}
		return ok
	})
	d.space()
	if !ok || !e.known || d.pos < len(d.data) {
		return false
	}
	d.id, d.model = e.id, e.model
	return true
}

// choices reads the array of choices.
func (d *fastDecoder) choices(e *event) bool {
	if !d.next('[') {
		return false
	}
	if d.next(']') {
		return true
	}
	for len(e.pieces) < maxChoices {
		e.pieces = append(e.pieces, choiceDelta{})
		if p := &e.pieces[len(e.pieces)-1]; !d.choice(p) || p.index >= maxChoices {
			return false
		}
		if !d.next(',') {
			return d.next(']')
		}
	}
	return false
}

// choice reads one choice; one with a message instead of a delta does not have the common shape.
func (d *fastDecoder) choice(p *choiceDelta) bool {
	seen := false
	return d.object(func(key []byte) (ok bool) {
		switch string(key) {
		case "index":
			p.index, ok = d.digits()
		case "delta":
			ok = !seen && d.delta(p)
			seen = true
		case "finish_reason":
			p.finish, ok = d.word("stop")
		case "logprobs":
			ok = d.literal("null")
		}
		return ok
	})
}

// delta reads a delta of text, reasoning or refusal. It rejects repeated fields and several fields
// for the same text, which need decodeLoose.
func (d *fastDecoder) delta(p *choiceDelta) bool {
	var content, reasoning, refusal bool
	ok := d.object(func(key []byte) (ok bool) {
		switch string(key) {
		case "role":
			ok = d.skipScalar()
		case "content":
			ok = d.textOrScalar(&p.text, &content)
		case "reasoning_content":
			ok = d.textOrScalar(&p.reasoning, &reasoning)
		case "refusal":
			ok = d.text(&p.refusal, &refusal)
		}
		return ok
	})
	if p.reasoning != "" {
		p.thinking = thinkingDelta{name: "reasoning_content", text: p.reasoning}
	}
	return ok
}

// object reads an object: it calls member with each key, and member reads the value.
func (d *fastDecoder) object(member func(key []byte) bool) bool {
	if !d.next('{') {
		return false
	}
	if d.next('}') {
		return true
	}
	for {
		key, ok := d.simpleString()
		if !ok || !d.next(':') || !member(key) {
			return false
		}
		if !d.next(',') {
			return d.next('}')
		}
	}
}

// text reads a string with escapes, or null, into a field; it fails if the field was read before.
func (d *fastDecoder) text(field *string, seen *bool) (ok bool) {
	if *seen {
		return false
	}
	*seen = true
	if d.literal("null") {
		return true
	}
	var rest []byte
	*field, rest, ok = wire.Unquote(d.data[d.pos:])
	d.pos = len(d.data) - len(rest)
	return ok
}

// textOrScalar is like text, but also accepts an integer or a boolean as it is written;
// wire.ParseText handles other numbers.
func (d *fastDecoder) textOrScalar(field *string, seen *bool) bool {
	d.space()
	from := d.pos
	if *seen || from == len(d.data) || d.data[from] == '"' || d.data[from] == 'n' || !d.skipScalar() {
		return d.text(field, seen)
	}
	*field, *seen = string(d.data[from:d.pos]), true
	return true
}

// word reads a simple string, or null as "". If the string equals expected it returns expected,
// which avoids an allocation.
func (d *fastDecoder) word(expected string) (string, bool) {
	if d.literal("null") {
		return "", true
	}
	b, ok := d.simpleString()
	if string(b) == expected {
		return expected, ok
	}
	return string(b), ok
}

// simpleString reads a string of plain ASCII without escapes.
func (d *fastDecoder) simpleString() ([]byte, bool) {
	if !d.next('"') {
		return nil, false
	}
	for i, c := range d.data[d.pos:] {
		if c == '"' {
			text := d.data[d.pos : d.pos+i]
			d.pos += i + 1
			return text, true
		}
		if c == '\\' || c < ' ' || c >= 0x80 {
			return nil, false
		}
	}
	return nil, false
}

// digits reads an integer of at most nine digits.
func (d *fastDecoder) digits() (n int, ok bool) {
	d.space()
	from := d.pos
	for d.pos < len(d.data) && d.data[d.pos] >= '0' && d.data[d.pos] <= '9' && d.pos-from < 10 {
		n = n*10 + int(d.data[d.pos]-'0')
		d.pos++
	}
	length := d.pos - from
	return n, length == 1 || length > 1 && length < 10 && d.data[from] != '0'
}

// skipScalar reads a simple string, an integer or a literal.
func (d *fastDecoder) skipScalar() bool {
	d.space()
	if d.pos < len(d.data) && d.data[d.pos] == '"' {
		_, ok := d.simpleString()
		return ok
	}
	from := d.pos
	for d.pos < len(d.data) && d.data[d.pos] >= '0' && d.data[d.pos] <= '9' {
		d.pos++
	}
	if d.pos > from {
		return d.pos == from+1 || d.data[from] != '0'
	}
	return d.literal("null") || d.literal("true") || d.literal("false")
}

// literal reads a word such as null.
func (d *fastDecoder) literal(word string) bool {
	d.space()
	if len(d.data)-d.pos >= len(word) && string(d.data[d.pos:d.pos+len(word)]) == word {
		d.pos += len(word)
		return true
	}
	return false
}

// next consumes the byte b and returns true if it is the next one after white space.
func (d *fastDecoder) next(b byte) bool {
	d.space()
	if d.pos < len(d.data) && d.data[d.pos] == b {
		d.pos++
		return true
	}
	return false
}

func (d *fastDecoder) space() {
	for d.pos < len(d.data) && (d.data[d.pos] == ' ' || d.data[d.pos] == '\t' || d.data[d.pos] == '\n' || d.data[d.pos] == '\r') {
		d.pos++
	}
}
