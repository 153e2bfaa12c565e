package audio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"
)

// ebmlKept is how many bytes of one element are kept.
const ebmlKept = 1 << 20

// ebmlUnknown is the size of an element that ends where another one begins.
const ebmlUnknown = -1

var errEBML = errors.New("its elements are damaged")

// readEBML reads the head of an element. It is written here because a library for it would take the memory that a
// file declares.
func readEBML(b io.ByteReader) (id uint32, size int64, err error) {
	first, err := b.ReadByte()
	if err != nil {
		return 0, 0, err
	}
	length := bits.LeadingZeros8(first) + 1
	if length > 4 {
		return 0, 0, errEBML
	}
	id = uint32(first)
	for range length - 1 {
		next, err := b.ReadByte()
		if err != nil {
			return 0, 0, inside(err)
		}
		id = id<<8 | uint32(next)
	}
	size, err = readEBMLSize(b)
	return id, size, inside(err)
}

// readEBMLSize reads a number of one to eight bytes.
func readEBMLSize(b io.ByteReader) (int64, error) {
	first, err := b.ReadByte()
	if err != nil {
		return 0, err
	}
	length := bits.LeadingZeros8(first) + 1
	if length > 8 {
		return 0, errEBML
	}
	size := int64(first) & (1<<(8-length) - 1)
	for range length - 1 {
		next, err := b.ReadByte()
		if err != nil {
			return 0, inside(err)
		}
		size = size<<8 | int64(next)
	}
	if size == 1<<(7*length)-1 {
		return ebmlUnknown, nil
	}
	return size, nil
}

// inside says of an end that it is not where one may be.
func inside(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readEBMLPayload keeps what an element holds.
func readEBMLPayload(b *bufio.Reader, size int64) ([]byte, error) {
	if size < 0 || size > ebmlKept {
		return nil, errEBML
	}
	payload := make([]byte, size)
	_, err := io.ReadFull(b, payload)
	return payload, inside(err)
}

// ebmlElement is an element inside another one.
type ebmlElement struct {
	id      uint32
	payload []byte
}

// ebmlChildren splits a payload into elements. What is damaged ends it.
func ebmlChildren(payload []byte) []ebmlElement {
	var all []ebmlElement
	for r := bytes.NewReader(payload); ; {
		id, size, err := readEBML(r)
		if err != nil || size < 0 || size > int64(r.Len()) {
			return all
		}
		at := int64(len(payload) - r.Len())
		all = append(all, ebmlElement{id, payload[at : at+size]})
		if _, err := r.Seek(size, io.SeekCurrent); err != nil {
			return all
		}
	}
}

// number is the value of an element that holds an unsigned one.
func (e ebmlElement) number() uint64 {
	var b [8]byte
	n := min(len(e.payload), len(b))
	copy(b[len(b)-n:], e.payload[:n])
	return binary.BigEndian.Uint64(b[:])
}

// float is the value of an element that holds a number of floating point; 0 if it holds none.
func (e ebmlElement) float() float64 {
	switch len(e.payload) {
	case 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(e.payload)))
	case 8:
		return math.Float64frombits(binary.BigEndian.Uint64(e.payload))
	}
	return 0
}
