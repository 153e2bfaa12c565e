package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"
)

const (
	// maxElement is the largest payload of an element that is read into memory, in bytes.
	maxElement = 1 << 20
	// maxElementHead is the largest size of an element header in bytes.
	maxElementHead = 4 + 8
	// unknownSize marks an element that ends where the next one begins.
	unknownSize = -1
)

var errEBML = errors.New("the elements are damaged")

// readHead reads the id and size of an element. EBML libraries would allocate whatever size a file
// declares.
func readHead(b io.ByteReader) (id uint32, size int64, err error) {
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
			return 0, 0, AsUnexpectedEOF(err)
		}
		id = id<<8 | uint32(next)
	}
	size, err = readNumber(b)
	return id, size, AsUnexpectedEOF(err)
}

// readNumber reads a variable-length number of one to eight bytes.
func readNumber(b io.ByteReader) (int64, error) {
	first, err := b.ReadByte()
	if err != nil {
		return 0, err
	}
	length := bits.LeadingZeros8(first) + 1
	if length > 8 {
		return 0, errEBML
	}
	number := int64(first) & (1<<(8-length) - 1)
	for range length - 1 {
		next, err := b.ReadByte()
		if err != nil {
			return 0, AsUnexpectedEOF(err)
		}
		number = number<<8 | int64(next)
	}
	if number == 1<<(7*length)-1 {
		return unknownSize, nil
	}
	return number, nil
}

// readPayload reads the payload of an element into memory.
func readPayload(r io.Reader, size int64) ([]byte, error) {
	if size < 0 || size > maxElement {
		return nil, errEBML
	}
	payload := make([]byte, size)
	_, err := io.ReadFull(r, payload)
	return payload, AsUnexpectedEOF(err)
}

// element is a child element. The offset of its payload is relative to that of the parent.
type element struct {
	id      uint32
	at      int
	payload []byte
}

// children splits a payload into elements. It stops at damaged data.
func children(payload []byte) []element {
	var all []element
	for r := bytes.NewReader(payload); ; {
		id, size, err := readHead(r)
		if err != nil || size < 0 || size > int64(r.Len()) {
			return all
		}
		at := len(payload) - r.Len()
		all = append(all, element{id, at, payload[at : at+int(size)]})
		if _, err := r.Seek(size, io.SeekCurrent); err != nil {
			return all
		}
	}
}

// number returns the value of an unsigned integer element.
func (e element) number() uint64 {
	var b [8]byte
	n := min(len(e.payload), len(b))
	copy(b[len(b)-n:], e.payload[:n])
	return binary.BigEndian.Uint64(b[:])
}

// float returns the value of a floating-point element; 0 if its size is invalid.
func (e element) float() float64 {
	switch len(e.payload) {
	case 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(e.payload)))
	case 8:
		return math.Float64frombits(binary.BigEndian.Uint64(e.payload))
	}
	return 0
}

// MakeElement returns an EBML element with its payload.
func MakeElement(id uint32, payload ...[]byte) []byte {
	size := 0
	for _, p := range payload {
		size += len(p)
	}
	b := MakeElementHeader(id, int64(size))
	for _, p := range payload {
		b = append(b, p...)
	}
	return b
}

// MakeElementHeader returns the header of an element: its id, and its size in 8 bytes.
func MakeElementHeader(id uint32, size int64) []byte {
	b := bytes.TrimLeft(binary.BigEndian.AppendUint32(nil, id), "\x00")
	return binary.BigEndian.AppendUint64(b, 1<<56|uint64(size))
}
