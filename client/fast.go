package client

// decodeFast reads a chunk of the usual shape (GATEWAY.md 2.6) into e without building anything but its
// strings; false for every other shape, and then decodeLoose must read it. For what it accepts both give
// the same event. lastID and lastModel are used again instead of equal strings.
func decodeFast(payload []byte, e *event, lastID, lastModel string) bool {
	e.reset()
	s := scanner{data: payload}
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
		case "created", "system_fingerprint", "service_tier", "provider", "native_finish_reason", "obfuscation":
			ok = s.skipScalar()
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

// scanner walks over JSON. Each method leaves it behind what it read and reports whether it was there.
type scanner struct {
	data []byte
	pos  int
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
	from := s.pos
	for ; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; {
		case c == '"':
			s.pos++
			return s.data[from : s.pos-1], true
		case c == '\\' || c < 0x20 || c >= 0x80:
			return nil, false
		}
	}
	return nil, false
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
				p.text, ok = s.text()
			}
			content = true
		case "reasoning_content":
			// Beside another field for the same text the first one with text counts; leave that to decodeLoose.
			ok = !thought
			if ok {
				p.reasoning, ok = s.text()
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
