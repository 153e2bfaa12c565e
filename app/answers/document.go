package answers

import "strings"

// document is the current JSON document of a text.
type document struct {
	// notes is the number of notes before the document. proseFrom and afterJSON are the scanner's
	// before the document; finish restores them if the document turns out to be prose.
	notes     int
	proseFrom int
	afterJSON bool
	// used reports that the document has produced rows or cells, scalars that it contains a value
	// that is neither object nor array.
	used, scalars bool
}

// begin starts the document that opens at i.
func (s *scanner) begin(i int) {
	s.doc = document{notes: len(s.reader.notes), proseFrom: s.proseFrom, afterJSON: s.afterJSON}
	s.reader.notes = append(s.reader.notes, s.prose(i, true))
	s.pos, s.ahead, s.proseFrom, s.afterJSON = i+1, 0, i, true
	s.stack = append(s.stack, frame{start: i, object: s.text[i] == '{'})
}

// finish ends the document. Without rows or cells it becomes prose, without scalars it is dropped.
func (s *scanner) finish() {
	s.proseFrom = s.pos
	if s.doc.used {
		s.used = true
	} else if s.doc.scalars {
		s.reader.notes = s.reader.notes[:s.doc.notes]
		s.proseFrom, s.afterJSON = s.doc.proseFrom, s.doc.afterJSON
	}
}

// json processes one token of the document.
func (s *scanner) json() (ok bool) {
	t, ok := s.token()
	if !ok {
		return false
	}
	f := &s.stack[len(s.stack)-1]
	switch {
	case t.kind == comment:
		text := strings.Trim(s.text[t.from:t.to], "/* \t\r\n")
		if text == "" {
			break
		}
		s.reader.notes = append(s.reader.notes, note{text: text, rows: len(s.reader.rows)})
	case f.object:
		s.inObject(f, t)
	default:
		s.inArray(f, t)
	}
	return true
}

func (s *scanner) inObject(f *frame, t token) {
	switch c := s.text[t.from]; {
	case t.kind != mark && f.next == aKey:
		f.key, f.next = t, aColon
	case t.kind != mark: // a value; its colon may be missing
		s.addMember(f, t)
	case c == '{' || c == '[':
		f.name = ""
		if f.next != aKey {
			f.name = s.string(f.key)
		}
		s.open(f, t)
	case c == ':':
		if f.next == aColon {
			f.next = aValue
		}
	default:
		if f.next == aColon {
			s.loneKey(f)
		}
		f.next = aKey
		if c != ',' {
			s.close(t)
		}
	}
}

// loneKey handles words without a colon. They continue the previous value if that is a number with
// a comma and without quotes: 3,50 EUR.
func (s *scanner) loneKey(f *frame) {
	if n := len(f.members); n > 0 && f.key.kind == bare && f.members[n-1].value.kind == bare {
		f.members[n-1].value.to = f.key.to
		return
	}
	f.members = append(f.members, member{column: -1, value: f.key})
}

// addMember adds a value to an object.
func (s *scanner) addMember(f *frame, value token) {
	m := member{column: -1, value: value}
	if f.next != aKey {
		m.name = s.string(f.key)
		m.column = s.reader.names.find(m.name)
	}
	if m.column >= 0 {
		f.matched++
	}
	if value.kind != nested {
		s.doc.scalars = true
	}
	f.members = append(f.members, m)
	f.next = aKey
}

func (s *scanner) inArray(f *frame, t token) {
	c := s.text[t.from]
	switch {
	case t.kind != mark:
		s.doc.scalars = true
		if len(s.reader.columns) == 1 && (f.ofRows || len(s.stack) == 1) {
			f.used, s.doc.used = true, true
			s.reader.add([]string{s.string(t)}, nil)
			return
		}
		f.members = append(f.members, member{column: -1, value: t})
	case c == '{' || c == '[':
		s.open(f, t)
	case c == '}' || c == ']':
		s.close(t)
	}
}

// open starts an object or array in f.
func (s *scanner) open(f *frame, t token) {
	child, opaque := s.reader.child(f, s.text[t.from] == '{', len(s.stack) == 1)
	if opaque {
		s.depth, s.nestedAt = 1, t.from
		return
	}
	child.start = t.from
	s.stack = append(s.stack, child)
}

// skip skips a token of a nested value.
func (s *scanner) skip() (ok bool) {
	t, ok := s.token()
	if !ok || t.kind != mark {
		return ok
	}
	switch s.text[t.from] {
	case '{', '[':
		s.depth++
	case '}', ']':
		s.depth--
	}
	if s.depth == 0 {
		s.addNested(span{s.nestedAt, t.to})
	}
	return true
}

// addNested adds an object or array as a value of the enclosing frame.
func (s *scanner) addNested(at span) {
	f, value := &s.stack[len(s.stack)-1], token{nested, at}
	if f.object {
		s.addMember(f, value)
	} else if strings.Trim(s.text[at.from:at.to], "{}[] \t\r\n") != "" {
		f.members = append(f.members, member{column: -1, value: value})
	}
}

// close ends the innermost frame. The end of an array also ends an unclosed object in it, and the
// other way round.
func (s *scanner) close(t token) {
	f := s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
	inList := len(s.stack) > 0 && !s.stack[len(s.stack)-1].object
	switch {
	case f.used:
		s.leave(&f)
	case f.object && s.reader.isRow(&f, inList):
		s.addRow(&f)
		f.used = true
	case !f.object && (inList || len(s.stack) == 0) && len(f.members) == len(s.reader.columns):
		s.addCells(&f)
		f.used = true
	}
	switch {
	case len(s.stack) == 0:
		s.doc.used = s.doc.used || f.used
		s.finish()
	case f.used:
		s.doc.used = true
		parent := &s.stack[len(s.stack)-1]
		parent.used, parent.next = true, aKey
	default:
		s.addNested(span{f.start, t.to})
	}
	if mismatch := s.text[t.from] == ']'; mismatch == f.object && len(s.stack) > 0 && s.stack[len(s.stack)-1].object == !mismatch {
		s.close(t)
	}
}

// leave turns the leftover members of a frame that contains rows into notes.
func (s *scanner) leave(f *frame) {
	for i, m := range f.members {
		// Unquoted text with commas was split into several members: join them.
		for j := i + 1; j < len(f.members) && m.value.kind == bare && m.name == ""; j++ {
			if next := &f.members[j]; next.value.kind == bare && next.name == "" && strings.Trim(s.text[m.value.to:next.value.from], ", \t") == "" {
				m.value.to, next.value.from = next.value.to, next.value.to
			} else {
				break
			}
		}
		if n, ok := s.note(m); ok {
			s.reader.notes = append(s.reader.notes, n)
		}
	}
}

// note converts a member to a note, unless it is empty.
func (s *scanner) note(m member) (n note, ok bool) {
	text := s.string(m.value)
	if m.name != "" && text != "" {
		text = m.name + ": " + text
	}
	return note{text: text, rows: len(s.reader.rows)}, text != ""
}

// end handles the end of the text. A truncated object is dropped.
func (s *scanner) end() {
	if s.ended {
		return
	}
	if len(s.stack) > 0 {
		cut := s.doc.used || !s.doc.scalars
		for i := range s.stack {
			f := &s.stack[i]
			cut = cut || f.matched > 0 || f.ofRows
			if f.used {
				s.leave(f)
			}
		}
		s.doc.scalars = !cut
		s.stack, s.depth, s.pos = nil, 0, len(s.text)
		s.finish()
	}
	s.pos = len(s.text)
	s.reader.notes = append(s.reader.notes, s.prose(s.pos, false))
	s.ended = true
	if !s.used {
		s.readMarkdown()
	}
}
