package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	// mp4Header is how many bytes the boxes may have that tell where the sound is: hours of it fit.
	mp4Header = 16 << 20
	// mp4Boxes is how many boxes a file may have, not counting those inside others.
	mp4Boxes = 100_000
)

var errMP4 = errors.New("its boxes are damaged")

// readMP4Boxes hands over the boxes that tell where the sound is, one after the other, and passes over all others. It
// is written here because a library for it would believe the sizes that a file declares.
func readMP4Boxes(r io.ReadSeeker, each func(kind string, at int64, payload []byte) error) error {
	at, told := int64(0), int64(0)
	for range mp4Boxes {
		if _, err := r.Seek(at, io.SeekStart); err != nil {
			return err
		}
		var head [16]byte
		if _, err := io.ReadFull(r, head[:8]); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
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
				return errMP4
			}
			size, length = int64(binary.BigEndian.Uint64(head[8:])), 16
		}
		if size < length || size > 1<<62 || at > 1<<62 {
			return errMP4
		}
		if kind := string(head[4:8]); kind == "moov" || kind == "moof" {
			if told += size; told > mp4Header {
				return fmt.Errorf("what tells where the sound is has more than %d bytes", mp4Header)
			}
			var payload bytes.Buffer
			if _, err := io.CopyN(&payload, r, size-length); err != nil {
				if errors.Is(err, io.EOF) {
					return io.ErrUnexpectedEOF
				}
				return err
			}
			if err := each(kind, at, payload.Bytes()); err != nil {
				return err
			}
		}
		at += size
	}
	return errMP4
}

// mp4Box is a box inside another one.
type mp4Box struct {
	kind    string
	payload []byte
}

// mp4Children splits a payload into boxes. What is damaged ends it.
func mp4Children(b []byte) []mp4Box {
	var all []mp4Box
	for len(b) >= 8 {
		size := uint64(binary.BigEndian.Uint32(b))
		if size < 8 || size > uint64(len(b)) {
			break
		}
		all = append(all, mp4Box{string(b[4:8]), b[8:size]})
		b = b[size:]
	}
	return all
}

// mp4Find goes down along a path of boxes; nil if there is none.
func mp4Find(b []byte, path ...string) []byte {
	for _, kind := range path {
		found := false
		for _, child := range mp4Children(b) {
			if child.kind == kind {
				b, found = child.payload, true
				break
			}
		}
		if !found {
			return nil
		}
	}
	return b
}

// mp4Fields reads numbers from a box. Beyond its end they are 0, and short is set.
type mp4Fields struct {
	b     []byte
	short bool
}

func (f *mp4Fields) bytes(n int) []byte {
	if n < 0 || n > len(f.b) {
		f.b, f.short = nil, true
		return make([]byte, min(max(n, 0), 8))
	}
	taken := f.b[:n]
	f.b = f.b[n:]
	return taken
}

func (f *mp4Fields) u8() byte    { return f.bytes(1)[0] }
func (f *mp4Fields) u32() uint32 { return binary.BigEndian.Uint32(f.bytes(4)) }
func (f *mp4Fields) u64() uint64 { return binary.BigEndian.Uint64(f.bytes(8)) }

// version reads what begins a full box, and skips its flags.
func (f *mp4Fields) version() byte { return f.bytes(4)[0] }

// either reads 64 bits in version 1 of a box and 32 bits in version 0.
func (f *mp4Fields) either(version byte) uint64 {
	if version == 1 {
		return f.u64()
	}
	return uint64(f.u32())
}
