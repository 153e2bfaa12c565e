package archive

import (
	"context"
	"errors"
	"io"
)

const readBytes = 128 << 10

// scanner finds the ends of JSON values in a stream. It checks where brackets, strings, colons and
// commas are allowed, so that damage is noticed where it is; numbers and escapes are checked by
// whoever decodes the value.
type scanner struct {
	ctx context.Context
	r   io.Reader
	// buf[pos:] has not been scanned. buf[keep:pos] is retained; -1 for nothing.
	buf       []byte
	pos, keep int
	// base is the offset of buf in the stream.
	base int64
	err  error
	// tooLarge reports that the retained bytes became more than MaxObjectBytes, and were dropped.
	tooLarge bool
	// head is the beginning of the dropped bytes.
	head []byte
	// stack has the open brackets of the value that is being scanned.
	stack []byte
	// keys delimit the keys of the outermost object in the retained bytes, relative to keep.
	keys [][2]int
}

// offset returns the number of bytes of the stream that are scanned.
func (s *scanner) offset() int64 { return s.base + int64(s.pos) }

// retain retains all bytes from here on.
func (s *scanner) retain() {
	s.keep, s.tooLarge, s.keys = s.pos, false, s.keys[:0]
}

// retained returns the retained bytes, which are valid until the next read.
func (s *scanner) retained() []byte {
	if s.keep < 0 {
		return nil
	}
	return s.buf[s.keep:s.pos]
}

// fill reads more bytes behind buf, and reports whether there are any. Bytes that are neither
// retained nor ahead are dropped.
func (s *scanner) fill() bool {
	if s.err != nil {
		return false
	}
	if s.err = s.ctx.Err(); s.err != nil {
		return false
	}
	if s.keep >= 0 && s.pos-s.keep > MaxObjectBytes {
		s.head = append(s.head[:0], s.retained()[:maxTitleBytes]...)
		s.keep, s.tooLarge = -1, true
	}
	first := s.pos
	if s.keep >= 0 {
		first = s.keep
	}
	s.drop(first)
	for range 100 {
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		s.err = err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// drop moves the bytes from first on to the beginning of buf, and makes room behind them.
func (s *scanner) drop(first int) {
	left := s.buf[first:]
	switch {
	case cap(s.buf)-len(left) < readBytes:
		s.buf = append(make([]byte, 0, len(left)+len(left)/2+2*readBytes), left...)
	case first > 0:
		s.buf = s.buf[:copy(s.buf, left)]
	}
	s.base += int64(first)
	s.pos -= first
	if s.keep >= 0 {
		s.keep -= first
	}
}

// peek returns the next byte that is not space, without passing it; 0 at the end.
func (s *scanner) peek() byte {
	for {
		for s.pos < len(s.buf) {
			switch c := s.buf[s.pos]; c {
			case ' ', '\t', '\r', '\n':
				s.pos++
			default:
				return c
			}
		}
		if !s.fill() {
			return 0
		}
	}
}

// failure returns the error at a byte that is not allowed, or at the end of the stream.
func (s *scanner) failure() error {
	switch {
	case s.pos < len(s.buf) || s.err == nil:
		return ErrDamaged
	case errors.Is(s.err, io.EOF):
		return ErrTruncated
	}
	return s.err
}

// accept passes the byte c after space.
func (s *scanner) accept(c byte) error {
	if s.peek() != c {
		return s.failure()
	}
	s.pos++
	return nil
}

// text passes a string, from its quotation mark on.
func (s *scanner) text() error {
	if err := s.accept('"'); err != nil {
		return err
	}
	escaped := false
	for {
		for ; s.pos < len(s.buf); s.pos++ {
			switch c := s.buf[s.pos]; {
			case escaped:
				escaped = false
			case c == '\\':
				escaped = true
			case c == '"':
				s.pos++
				return nil
			case c < ' ':
				return ErrDamaged
			}
		}
		if !s.fill() {
			return s.failure()
		}
	}
}

// literal passes a number, true, false or null.
func (s *scanner) literal() error {
	for n := 0; ; {
		for ; s.pos < len(s.buf); s.pos++ {
			c := s.buf[s.pos]
			if !isLiteral(c) {
				if n == 0 {
					return ErrDamaged
				}
				return nil
			}
			n++
		}
		if !s.fill() {
			return s.failure()
		}
	}
}

func isLiteral(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'E'
}

// value passes one value.
func (s *scanner) value() error {
	s.stack = s.stack[:0]
	return s.values()
}

// values passes values until the brackets of stack are closed.
func (s *scanner) values() error {
	for {
		opened, err := s.begin()
		if err != nil {
			return err
		}
		for !opened {
			if len(s.stack) == 0 {
				return nil
			}
			if opened, err = s.end(); err != nil {
				return err
			}
		}
	}
}

// begin passes a value without values in it, or the opening bracket of another one, with the key
// after it. opened reports that another value follows.
func (s *scanner) begin() (opened bool, err error) {
	switch c := s.peek(); c {
	case '"':
		return false, s.text()
	case '{', '[':
		s.pos++
		if s.peek() == closing(c) {
			s.pos++
			return false, nil
		}
		if len(s.stack) >= maxNesting {
			return false, ErrTooDeep
		}
		s.stack = append(s.stack, c)
		if c == '{' {
			err = s.key()
		}
		return true, err
	}
	return false, s.literal()
}

// end passes a comma after a value, with the key after it, or a closing bracket. opened reports
// that another value follows.
func (s *scanner) end() (opened bool, err error) {
	top := s.stack[len(s.stack)-1]
	switch s.peek() {
	case ',':
		s.pos++
		if top == '{' {
			err = s.key()
		}
		return true, err
	case closing(top):
		s.pos++
		s.stack = s.stack[:len(s.stack)-1]
		return false, nil
	}
	return false, s.failure()
}

// closing returns the closing bracket of an opening one.
func closing(bracket byte) byte { return bracket + 2 }

// key passes a key with its colon.
func (s *scanner) key() error {
	s.peek()
	from := s.pos - s.keep
	if err := s.text(); err != nil {
		return err
	}
	to := s.pos - s.keep - 1
	if err := s.accept(':'); err != nil {
		return err
	}
	if len(s.stack) == 1 && s.keep >= 0 && len(s.keys) < maxKeys {
		s.keys = append(s.keys, [2]int{from + 1, to})
	}
	return nil
}

// name passes a key with its colon, and returns it.
func (s *scanner) name() (name string, err error) {
	s.peek()
	keep, tooLarge := s.keep, s.tooLarge
	if keep < 0 {
		s.keep = s.pos
	}
	from := s.pos - s.keep
	err = s.text()
	if err == nil && s.keep >= 0 {
		name = string(s.buf[s.keep+from+1 : s.pos-1])
	}
	if keep < 0 {
		s.keep, s.tooLarge = -1, tooLarge
	}
	if err != nil {
		return "", err
	}
	return name, s.accept(':')
}
