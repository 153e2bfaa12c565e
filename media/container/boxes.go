package container

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
)

const (
	// maxMovie is the largest accepted size of an index box in bytes, enough for days of sound.
	maxMovie = 64 << 20
	// maxBoxes is the number of boxes read from a box or a file, not counting nested boxes; from a
	// file, one more per kilobyte.
	maxBoxes = 100_000
)

var errMP4 = errors.New("the boxes are damaged")

// Box is a box of an MP4, HEIC or AVIF file (ISO 14496-12, 4.2).
type Box struct {
	Kind string
	Body []byte // without its header
}

// Boxes iterates over the complete boxes in data.
func Boxes(data []byte) iter.Seq[Box] {
	return func(yield func(Box) bool) {
		for range maxBoxes {
			if len(data) < 8 {
				return
			}
			size, head := uint64(binary.BigEndian.Uint32(data)), uint64(8)
			switch size {
			case 0: // to the end
				size = uint64(len(data))
			case 1:
				if len(data) < 16 {
					return
				}
				size, head = binary.BigEndian.Uint64(data[8:]), 16
			}
			if size < head || size > uint64(len(data)) || !yield(Box{string(data[4:8]), data[head:size:size]}) {
				return
			}
			data = data[size:]
		}
	}
}

// FindBox follows a path of nested boxes and returns the body of the last; nil if it does not
// exist.
func FindBox(data []byte, path ...string) []byte {
	for _, kind := range path {
		var found []byte
		for b := range Boxes(data) {
			if b.Kind == kind {
				found = b.Body
				break
			}
		}
		if found == nil {
			return nil
		}
		data = found
	}
	return data
}

// MakeBox returns a box with the given kind and body.
func MakeBox(kind string, body ...[]byte) []byte {
	size := 8
	for _, p := range body {
		size += len(p)
	}
	b := append(binary.BigEndian.AppendUint32(make([]byte, 0, size), uint32(size)), kind...)
	for _, p := range body {
		b = append(b, p...)
	}
	return b
}

// readMovie calls each for the boxes that index the sound, and skips all others. It replaces the
// available libraries, which trust the sizes that a file declares. It returns io.ErrUnexpectedEOF
// if the file is truncated within such a box.
func readMovie(r io.ReadSeeker, fileSize int64, each func(b Box, at int64) error) error {
	at := int64(0)
	for range maxBoxes + fileSize>>10 {
		if _, err := r.Seek(at, io.SeekStart); err != nil {
			return err
		}
		var head [16]byte
		if _, err := io.ReadFull(r, head[:8]); err != nil {
			if AsEOF(err) == io.EOF { //nolint:errorlint // AsEOF returns it unwrapped
				return nil
			}
			return err
		}
		size, length := int64(binary.BigEndian.Uint32(head[:])), int64(8)
		switch size {
		case 0: // up to the end of the file
			size = 1 << 62
		case 1:
			if _, err := io.ReadFull(r, head[8:]); err != nil {
				return AsUnexpectedEOF(err)
			}
			size, length = int64(binary.BigEndian.Uint64(head[8:])), 16
		}
		if size < length || size > 1<<62 || at > 1<<62 {
			return errMP4
		}
		if kind := string(head[4:8]); kind == "moov" || kind == "moof" {
			if size > maxMovie {
				return fmt.Errorf("the index of the sound has more than %d bytes", maxMovie)
			}
			var body bytes.Buffer
			if _, err := io.CopyN(&body, r, size-length); err != nil {
				return AsUnexpectedEOF(err)
			}
			if err := each(Box{kind, body.Bytes()}, at); err != nil {
				return err
			}
		}
		at += size
	}
	return errMP4
}

// FieldReader reads big-endian numbers. A read past the end returns 0 and sets PastEnd.
type FieldReader struct {
	Rest    []byte
	PastEnd bool
}

// Bytes returns the next n bytes; nil if there are fewer.
func (f *FieldReader) Bytes(n int) []byte {
	if n < 0 || n > len(f.Rest) {
		f.Rest, f.PastEnd = nil, true
		return nil
	}
	taken := f.Rest[:n]
	f.Rest = f.Rest[n:]
	return taken
}

// Number reads a number of size bytes, 0 to 8.
func (f *FieldReader) Number(size int) (v uint64) {
	if size > 8 {
		f.Rest, f.PastEnd = nil, true
	}
	for _, b := range f.Bytes(size) {
		v = v<<8 | uint64(b)
	}
	return v
}

func (f *FieldReader) u32() uint32 { return uint32(f.Number(4)) }

// version reads the version and flags at the start of a box and returns the size of its
// variable-width numbers in bytes.
func (f *FieldReader) version() (size int) {
	version := f.Number(1)
	f.Bytes(3)
	if version == 1 {
		return 8
	}
	return 4
}
