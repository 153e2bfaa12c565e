package container

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"time"
)

// Reader is a buffered reader that tracks its offset in the file.
type Reader struct {
	*bufio.Reader
	below *counter
}

// NewReader returns a reader whose next byte has offset place in the file. size is its buffer size
// in bytes.
func NewReader(r io.Reader, place int64, size int) *Reader {
	below := &counter{r: r, n: place}
	return &Reader{bufio.NewReaderSize(below, size), below}
}

// Offset returns the offset of the next byte.
func (r *Reader) Offset() int64 { return r.below.n - int64(r.Buffered()) }

// Unread makes Read return b next, usually bytes read before. It retains b.
func (r *Reader) Unread(b []byte) {
	ahead, _ := r.Peek(r.Buffered())
	r.below.n -= int64(len(b) + len(ahead))
	r.below.again = slices.Concat(b, ahead, r.below.again)
	r.Reset(r.below)
}

// goTo moves to an offset. It seeks if the underlying reader can.
func (r *Reader) goTo(place int64) error {
	ahead := place - r.Offset()
	seeker, ok := r.below.r.(io.Seeker)
	if ahead < 0 && !ok {
		return io.ErrNoProgress
	}
	if !ok || ahead >= 0 && ahead <= int64(r.Buffered()) {
		_, err := io.CopyN(io.Discard, r, ahead)
		return AsUnexpectedEOF(err)
	}
	if _, err := seeker.Seek(place, io.SeekStart); err != nil {
		return err
	}
	r.below.n, r.below.again = place, nil
	r.Reset(r.below)
	return nil
}

// counter counts the bytes read from r.
type counter struct {
	r     io.Reader
	n     int64
	again []byte // bytes to return before those of r
}

func (c *counter) Read(p []byte) (n int, err error) {
	if len(c.again) > 0 {
		n = copy(p, c.again)
		c.again = c.again[n:]
	} else {
		n, err = c.r.Read(p)
	}
	c.n += int64(n)
	return n, err
}

// AsUnexpectedEOF turns io.EOF into io.ErrUnexpectedEOF for data that ends inside a structure.
func AsUnexpectedEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// AsEOF turns io.ErrUnexpectedEOF into io.EOF, for formats without an end marker.
func AsEOF(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return err
}

// Duration returns the duration of samples per channel at a rate in Hz.
func Duration(samples int64, rate int) time.Duration {
	r := int64(rate)
	return time.Duration(samples/r)*time.Second + time.Duration(samples%r)*time.Second/time.Duration(r)
}
