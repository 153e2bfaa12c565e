package client

import "bytes"

// fastDecoder reads chunks of the usual shape (GATEWAY.md 2.6) without building anything but their strings. For
// what it accepts decodeLoose gives the same event. The zero value is ready; each stream has its own.
//
// Most chunks of a stream are the one before with another text, byte for byte, or with another text and another
// padding ("obfuscation"). So it remembers what stood around these, and only a chunk in which that differs is walked
// through.
type fastDecoder struct {
	// head ends before the opening quote of the last chunk's text; behind its closing quote comes tail, or, if padded
	// is set, middle, which ends with the opening quote of the padding, and then tail, which begins with its closing
	// one. All are empty when there was no such chunk.
	head, middle, tail []byte
	padded             bool
	// id and model are those of the last chunk; its piece had the text in reasoning if thought is set.
	id, model string
	piece     piece
	thought   bool
}

// maxShape is how many bytes around a text are remembered.
const maxShape = 4 << 10

// decode reads a chunk into e; false if it has another shape, and then decodeLoose must read it.
func (f *fastDecoder) decode(payload []byte, e *event) bool {
	e.reset()
	if f.again(payload, e) {
		return true
	}
	s := scanner{data: payload}
	if !s.chunk(e, f.id, f.model) {
		return false
	}
	f.learn(&s, e)
	return true
}

// again reads a chunk that is the last one but for its text.
func (f *fastDecoder) again(payload []byte, e *event) bool {
	if len(f.head) == 0 || len(payload) < len(f.head)+len(f.tail) || !bytes.HasPrefix(payload, f.head) || !bytes.HasSuffix(payload, f.tail) {
		return false
	}
	text, rest, ok := unquote(payload[len(f.head) : len(payload)-len(f.tail)])
	if ok && f.padded {
		rest, ok = bytes.CutPrefix(rest, f.middle)
		ok = ok && isSimple(rest)
	} else if len(rest) > 0 {
		return false
	}
	if !ok {
		return false
	}
	e.id, e.model, e.known = f.id, f.model, true
	e.pieces = append(e.pieces, f.piece)
	if f.thought {
		e.pieces[0].reasoning = text
	} else {
		e.pieces[0].text = text
	}
	return true
}

// learn remembers what stands around the text of a chunk.
func (f *fastDecoder) learn(s *scanner, e *event) {
	f.id, f.model = e.id, e.model
	f.head, f.middle, f.tail = f.head[:0], f.middle[:0], f.tail[:0]
	if len(e.pieces) != 1 || s.textTo == 0 || len(s.data)-(s.textTo-s.textFrom) > maxShape {
		return
	}
	f.head = append(f.head, s.data[:s.textFrom]...)
	rest := s.data[s.textTo:]
	if f.padded = s.paddingFrom > s.textTo; f.padded {
		f.middle = append(f.middle, s.data[s.textTo:s.paddingFrom]...)
		rest = s.data[s.paddingTo:]
	}
	f.tail = append(f.tail, rest...)
	f.piece, f.thought = e.pieces[0], s.thought
}

// scanner walks over JSON. Each method leaves it behind what it read and reports whether it was there.
type scanner struct {
	data []byte
	pos  int
	// textFrom and textTo are where the text of the last delta stands, with its quotes; 0 when it had none.
	textFrom, textTo int
	thought          bool // that text is reasoning
	// paddingFrom and paddingTo are where the padding stands, without its quotes; 0 when there is none.
	paddingFrom, paddingTo int
}

// chunk takes a whole chunk. lastID and lastModel are used again instead of equal strings.
func (s *scanner) chunk(e *event, lastID, lastModel string) bool {
	if !s.open('{') {
		return false
	}
	choices := false
	for more := !s.open('}'); more; {
		key, ok := s.key()
		if !ok {
			return false
		}
		switch string(key) {
		case "id":
			e.id, ok = s.word(lastID)
		case "model":
			e.model, ok = s.word(lastModel)
		case "choices":
			if choices {
				return false
			}
			choices = true
			ok = s.choices(e)
		case "object":
			var kind []byte
			kind, ok = s.simpleString()
			ok = ok && string(kind) == "chat.completion.chunk"
		case "usage", "error":
			ok = s.literal("null")
		case "created", "system_fingerprint", "service_tier", "provider", "native_finish_reason":
			ok = s.skipScalar()
		case "obfuscation":
			var padding []byte
			padding, ok = s.simpleString()
			s.paddingFrom, s.paddingTo = s.pos-1-len(padding), s.pos-1
		default:
			ok = false
		}
		if !ok {
			return false
		}
		if more, ok = s.comma('}'); !ok {
			return false
		}
	}
	e.known = choices
	return choices && s.atEnd()
}

func (s *scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// open takes the byte b.
func (s *scanner) open(b byte) bool {
	s.space()
	if s.pos < len(s.data) && s.data[s.pos] == b {
		s.pos++
		return true
	}
	return false
}

func (s *scanner) atEnd() bool {
	s.space()
	return s.pos == len(s.data)
}

// comma takes a comma (more follows) or the closing byte.
func (s *scanner) comma(closing byte) (more, ok bool) {
	if s.open(',') {
		return true, true
	}
	return false, s.open(closing)
}

// key takes a name without escapes and its colon.
func (s *scanner) key() ([]byte, bool) {
	name, ok := s.simpleString()
	return name, ok && s.open(':')
}

// simpleString takes a string of plain ASCII without escapes.
func (s *scanner) simpleString() ([]byte, bool) {
	if !s.open('"') {
		return nil, false
	}
	for i, c := range s.data[s.pos:] {
		if c == '"' {
			text := s.data[s.pos : s.pos+i]
			s.pos += i + 1
			return text, true
		}
		if c == '\\' || c < ' ' || c >= 0x80 {
			return nil, false
		}
	}
	return nil, false
}

// isSimple reports whether text could stand in a simple string.
func isSimple(text []byte) bool {
	for _, c := range text {
		if c == '"' || c == '\\' || c < ' ' || c >= 0x80 {
			return false
		}
	}
	return true
}

// word takes a simple string or null (""), and gives last if it is the same.
func (s *scanner) word(last string) (string, bool) {
	if s.literal("null") {
		return "", true
	}
	b, ok := s.simpleString()
	if string(b) == last {
		return last, ok
	}
	return string(b), ok
}

// text takes a string with its escapes, or null.
func (s *scanner) text() (string, bool) {
	if s.literal("null") {
		return "", true
	}
	s.space()
	if s.pos+1 < len(s.data) && s.data[s.pos] == '"' && s.data[s.pos+1] == '"' {
		s.pos += 2
		return "", true
	}
	text, rest, ok := unquote(s.data[s.pos:])
	if !ok {
		return "", false
	}
	s.pos = len(s.data) - len(rest)
	return text, true
}

// literal takes a word such as null.
func (s *scanner) literal(word string) bool {
	s.space()
	if len(s.data)-s.pos >= len(word) && string(s.data[s.pos:s.pos+len(word)]) == word {
		s.pos += len(word)
		return true
	}
	return false
}

// digits takes a whole number of at most nine digits.
func (s *scanner) digits() (n int, ok bool) {
	s.space()
	from := s.pos
	for s.pos < len(s.data) && s.data[s.pos] >= '0' && s.data[s.pos] <= '9' && s.pos-from < 10 {
		n = n*10 + int(s.data[s.pos]-'0')
		s.pos++
	}
	length := s.pos - from
	return n, length == 1 || length > 1 && length < 10 && s.data[from] != '0'
}

// skipScalar takes a simple string, a whole number or a literal.
func (s *scanner) skipScalar() bool {
	s.space()
	if s.pos >= len(s.data) {
		return false
	}
	switch c := s.data[s.pos]; {
	case c == '"':
		_, ok := s.simpleString()
		return ok
	case c == '0':
		s.pos++
		return true
	case c >= '1' && c <= '9':
		for s.pos < len(s.data) && s.data[s.pos] >= '0' && s.data[s.pos] <= '9' {
			s.pos++
		}
		return true
	}
	return s.literal("null") || s.literal("true") || s.literal("false")
}

// choices takes the array of choices.
func (s *scanner) choices(e *event) bool {
	if !s.open('[') {
		return false
	}
	for more := !s.open(']'); more; {
		if len(e.pieces) >= maxChoices {
			return false
		}
		p := piece{}
		if !s.choice(&p) || p.index >= maxChoices {
			return false
		}
		e.pieces = append(e.pieces, p)
		var ok bool
		if more, ok = s.comma(']'); !ok {
			return false
		}
	}
	return true
}

// choice takes one choice that has a delta, or neither delta nor message.
func (s *scanner) choice(p *piece) bool {
	if !s.open('{') {
		return false
	}
	sawDelta := false
	for more := !s.open('}'); more; {
		key, ok := s.key()
		if !ok {
			return false
		}
		switch string(key) {
		case "index":
			p.index, ok = s.digits()
		case "delta":
			ok = !sawDelta && s.delta(p)
			sawDelta = true
		case "finish_reason":
			p.finish, ok = s.word("stop")
		case "logprobs":
			ok = s.literal("null")
		default:
			ok = false
		}
		if !ok {
			return false
		}
		if more, ok = s.comma('}'); !ok {
			return false
		}
	}
	return true
}

// delta takes a delta of text, reasoning or refusal.
func (s *scanner) delta(p *piece) bool {
	if !s.open('{') {
		return false
	}
	content, thought, refusal := false, false, false
	for more := !s.open('}'); more; {
		key, ok := s.key()
		if !ok {
			return false
		}
		switch string(key) {
		case "role":
			ok = s.skipScalar()
		case "content":
			ok = !content
			if ok {
				s.space()
				from := s.pos
				p.text, ok = s.text()
				s.mark(from, p.text, false)
			}
			content = true
		case "reasoning_content":
			// Beside another field for the same text the first one with text counts; leave that to decodeLoose.
			ok = !thought
			if ok {
				s.space()
				from := s.pos
				p.reasoning, ok = s.text()
				s.mark(from, p.reasoning, true)
			}
			thought = true
		case "refusal":
			ok = !refusal
			if ok {
				p.refusal, ok = s.text()
			}
			refusal = true
		default:
			ok = false
		}
		if !ok {
			return false
		}
		if more, ok = s.comma('}'); !ok {
			return false
		}
	}
	return true
}

// mark notes where a text stands, which begins at from and ends here. An empty one counts only where there is no
// other.
func (s *scanner) mark(from int, text string, thought bool) {
	if from < s.pos && s.data[from] == '"' && (text != "" || s.textTo == 0) {
		s.textFrom, s.textTo, s.thought = from, s.pos, thought
	}
}
