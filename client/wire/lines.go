package wire

import (
	"bytes"
	"errors"
	"io"
)

const (
	// MaxLine is the longest line or whole reply in bytes, enough for a large picture.
	MaxLine = 32 << 20
	// MaxBody is the longest stream in bytes.
	MaxBody = 2 << 30
	// MaxErrorBody is the number of bytes of an error body that are read.
	MaxErrorBody = 64 << 10
	// firstBuffer is the initial size of the buffer.
	firstBuffer = 16 << 10
)

// ErrTooMuch means that a response is longer than MaxLine or MaxBody.
var ErrTooMuch = errors.New("the answer is larger than Parlando reads")

// lineReader splits a stream into lines that end with LF, CR or CRLF, even mixed. A line is
// returned as soon as its end has arrived: after a CR it does not wait for an LF.
type lineReader struct {
	r          io.Reader
	buf        []byte
	start, end int // unread part of buf
	scanned    int // number of bytes from start on known to have no line end
	skipLF     bool
	total      int64
	err        error
	// onData is Payloads.OnData.
	onData func()
}

// next returns the next line without its line end, valid until the next call. The last line needs
// no line end. After it next returns the error of the reader, such as io.EOF.
func (l *lineReader) next() ([]byte, error) {
	for {
		if l.skipLF && l.start < l.end {
			l.skipLF = false
			if l.buf[l.start] == '\n' {
				l.start++
			}
		}
		if line, ok := l.cut(); ok {
			return line, nil
		}
		if l.err != nil {
			if l.start < l.end {
				line := l.buf[l.start:l.end]
				l.start, l.scanned = l.end, 0
				return line, nil
			}
			return nil, l.err
		}
		if l.onData != nil && endsInData(l.buf[l.start:l.end]) {
			l.onData()
		}
		l.fill()
	}
}

// cut removes a complete line from the buffer, if there is one.
func (l *lineReader) cut() ([]byte, bool) {
	unread := l.buf[l.start:l.end]
	fresh := unread[l.scanned:]
	at := bytes.IndexByte(fresh, '\n')
	if at >= 0 {
		fresh = fresh[:at]
	}
	if cr := bytes.IndexByte(fresh, '\r'); cr >= 0 {
		at = cr
		l.skipLF = true
	}
	if at < 0 && endsStream(unread) {
		l.start, l.scanned = l.end, 0
		return unread, true
	}
	if at < 0 {
		l.scanned = len(unread)
		return nil, false
	}
	at += l.scanned
	l.start += at + 1
	l.scanned = 0
	return unread[:at], true
}

// endsStream reports whether a line without a line break is the end mark of a stream, alone or
// right after an object: nothing more may arrive on a connection that stays open.
func endsStream(line []byte) bool {
	before, ok := bytes.CutSuffix(line, []byte("[DONE]"))
	if !ok {
		return false
	}
	before = bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(before), []byte("data:")))
	return len(before) == 0 || before[len(before)-1] == '}'
}

// dataLength is the length of base64 at the end of an unfinished line that is data rather than
// text. Escaped letters (\u4e2d) are no base64.
const dataLength = 1 << 10

// endsInData reports whether a line ends in the middle of base64 data.
func endsInData(line []byte) bool {
	if len(line) < dataLength {
		return false
	}
	for _, c := range line[len(line)-dataLength:] {
		letter := c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		if !letter && c != '+' && c != '/' && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

// fill reads more data into the buffer, with a single Read.
func (l *lineReader) fill() {
	if l.start > 0 {
		copy(l.buf, l.buf[l.start:l.end])
		l.end -= l.start
		l.start = 0
	}
	if l.end == len(l.buf) {
		size := max(firstBuffer, 2*len(l.buf))
		if size > 2*MaxLine {
			l.err = ErrTooMuch
			return
		}
		grown := make([]byte, size)
		copy(grown, l.buf[:l.end])
		l.buf = grown
	}
	n, err := l.r.Read(l.buf[l.end:])
	l.end += n
	l.total += int64(n)
	if err == nil && l.total > MaxBody {
		err = ErrTooMuch
	}
	l.err = err
}

// isDone reports whether a payload is the end mark (GATEWAY.md 6.5).
func isDone(payload []byte) bool {
	for len(payload) > 0 && (payload[0] == ' ' || payload[0] == '\t' || payload[0] == '"') {
		payload = payload[1:]
	}
	return len(payload) >= 6 && payload[0] == '[' && bytes.EqualFold(payload[:6], []byte("[DONE]"))
}

// IsConnectionLost reports whether a read failed because the connection was lost, as opposed to the
// end of the response.
func IsConnectionLost(err error) bool { return err != nil && !errors.Is(err, io.EOF) }
