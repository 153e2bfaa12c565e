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
	// maxMovie is the largest size of a box of the index, in bytes: that of days of sound.
	maxMovie = 64 << 20
	// maxBoxes is the number of boxes in a box, not counting those inside others. A file may have
	// one more for each kilobyte.
	maxBoxes = 100_000
)

var errMP4 = errors.New("its boxes are damaged")

// Box is one piece of an MP4, or of a HEIC or AVIF (ISO 14496-12, 4.2).
type Box struct {
	Kind string
	Body []byte // after its head
}

// Boxes goes over the boxes that lie whole in data.
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

// FindBox goes down along a path of boxes, and returns the body of the last; nil if there is none.
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

// MakeBox returns a box with its body.
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

// readMovie hands over the boxes of a file that hold the index of its sound, one after the other,
// and skips all others. A library for it would believe the sizes that a file declares. It returns
// io.ErrUnexpectedEOF for a file that was cut off within such a box.
func readMovie(r io.ReadSeeker, fileSize int64, each func(b Box, at int64) error) error {
	at := int64(0)
	for range maxBoxes + fileSize>>10 {
		if _, err := r.Seek(at, io.SeekStart); err != nil {
			return err
		}
		var head [16]byte
		if _, err := io.ReadFull(r, head[:8]); err != nil {
			if AtEnd(err) == io.EOF { //nolint:errorlint // that is what AtEnd gives
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
				return Inside(err)
			}
			size, length = int64(binary.BigEndian.Uint64(head[8:])), 16
		}
		if size < length || size > 1<<62 || at > 1<<62 {
			return errMP4
		}
		if kind := string(head[4:8]); kind == "moov" || kind == "moof" {
			if size > maxMovie {
				return fmt.Errorf("what tells where the sound is has more than %d bytes", maxMovie)
			}
			var body bytes.Buffer
			if _, err := io.CopyN(&body, r, size-length); err != nil {
				return Inside(err)
			}
			if err := each(Box{kind, body.Bytes()}, at); err != nil {
				return err
			}
		}
		at += size
	}
	return errMP4
}

// Fields reads numbers one after the other, the highest byte first. Beyond the end they are 0, and
// Short is set.
type Fields struct {
	Rest  []byte
	Short bool
}

// Bytes takes so many bytes; nil if there are fewer.
func (f *Fields) Bytes(n int) []byte {
	if n < 0 || n > len(f.Rest) {
		f.Rest, f.Short = nil, true
		return nil
	}
	taken := f.Rest[:n]
	f.Rest = f.Rest[n:]
	return taken
}

// Number reads a number of so many bytes, 0 to 8.
func (f *Fields) Number(size int) (v uint64) {
	if size > 8 {
		f.Rest, f.Short = nil, true
	}
	for _, b := range f.Bytes(size) {
		v = v<<8 | uint64(b)
	}
	return v
}

func (f *Fields) u32() uint32 { return uint32(f.Number(4)) }

// version reads the version that a box begins with, and returns how many bytes its larger numbers
// have. Its flags are passed over.
func (f *Fields) version() (size int) {
	version := f.Number(1)
	f.Bytes(3)
	if version == 1 {
		return 8
	}
	return 4
}
