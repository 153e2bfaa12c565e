package audio

import (
	"errors"
	"math/bits"

	"parlando/media/container"

	"github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
)

const (
	flacMaxHeader = 16
	// flacGarbage bytes between two frames are searched for the next one.
	flacGarbage = 1 << 20
	// flacFrame is more bytes than a frame has: 65,535 samples of 32 bits in 8 channels.
	flacFrame = 2 << 20
	// damageGap is the longest silence, in seconds, for frames that are lost at once.
	damageGap = 60
)

// quietFLAC gives the bytes of one frame after the other to the library, which logs a line for each
// frame that says it has 24,000 samples a second, as speech has. Those frames say "as in the header
// of the file" instead. That breaks the checksum at their end, which is looked at here then.
//
// It keeps the bytes of a frame until the next one: of what looked like a frame and was none, all
// but the first byte is read again.
type quietFLAC struct {
	b      *container.Reader
	at     int    // in the frame
	change []byte // of its header, to be combined by exclusive or; nil if none
	crc    uint16 // of the frame so far
	kept   []byte // of the frame so far, as it stands in the file
	passed bool   // bytes that are no frame came before this one
	lost   bool   // the frame before was damaged
}

// flacHead begins a FLAC: its mark, and the size of the block that tells of its sound.
const flacHead = "fLaC\x00\x00\x00\x22"

// flacBegins reports whether b begins with a FLAC.
func flacBegins(b []byte) bool {
	const last = 0x80 // no other block follows
	return len(b) >= len(flacHead) && string(b[:4]) == flacHead[:4] && b[4]&^last == 0 && string(b[5:len(flacHead)]) == flacHead[5:]
}

// errFLACBehind says that another FLAC stands where a frame is due.
var errFLACBehind = errors.New("another FLAC follows")

// start finds the next frame and returns its position in samples. A tag at the end is none. Behind
// a damaged frame the position must lie after due, and not too far; any is taken if due is below 0.
func (q *quietFLAC) start(info *meta.StreamInfo, due int64) (place int64, err error) {
	q.at, q.change, q.crc, q.kept, q.passed = 0, nil, 0, q.kept[:0], q.lost
	for garbage := 0; garbage < flacGarbage; garbage++ {
		head, err := q.b.Peek(flacMaxHeader)
		if len(head) < 2 {
			return 0, container.AtEnd(err)
		}
		if flacBegins(head) {
			return 0, errFLACBehind
		}
		if length := flacHeaderLength(head); length > 0 {
			place := flacPlace(info, head)
			if due < 0 || !q.passed || place > due && place-due <= damageGap*int64(info.SampleRate) || place == due && !q.lost {
				q.change, q.lost = quietChange(head, length), false
				return place, nil
			}
		}
		q.passed = true
		if _, err := q.b.Discard(1); err != nil {
			return 0, err
		}
	}
	return 0, errors.New("there are no more frames, but other data")
}

// back goes back to the second byte of the frame, which is damaged.
func (q *quietFLAC) back() {
	if len(q.kept) > 0 {
		q.b.Unread(q.kept[1:])
	}
	q.lost = true
}

// sound reports whether the frame whose checksum the library refused is whole all the same.
func (q *quietFLAC) sound(f *frame.Frame) bool {
	if q.change == nil || q.crc != 0 || f == nil { // with its checksum the checksum of a frame is 0
		return false
	}
	for _, s := range f.Subframes {
		if s == nil || len(s.Samples) != int(f.BlockSize) {
			return false
		}
	}
	return true
}

func (q *quietFLAC) Read(p []byte) (int, error) {
	if len(q.kept) > flacFrame {
		return 0, errors.New("a frame is longer than one can be")
	}
	n, err := q.b.Read(p)
	q.kept = append(q.kept, p[:n]...)
	if q.change == nil {
		return n, err
	}
	for i, b := range p[:n] {
		q.crc = container.CRC16(q.crc, b)
		if q.at < len(q.change) {
			p[i] ^= q.change[q.at]
		}
		q.at++
	}
	return n, err
}

// flacPlace is the position of the frame with the header b, in samples per channel.
func flacPlace(info *meta.StreamInfo, b []byte) int64 {
	number := flacNumber(b[4:])
	// all blocks but the last are of one size; some programs count the last as the smallest
	if b[1]&1 == 0 {
		number *= int64(info.BlockSizeMax)
	}
	return number
}

// flacHeaderLength is the length of the frame header at the start of b, its checksum included; 0 if
// there is none.
func flacHeaderLength(b []byte) int {
	if len(b) < 6 || b[0] != 0xff || b[1]&0xfe != 0xf8 {
		return 0
	}
	length := 4
	// the number of the frame, coded like a character of UTF-8
	switch ones := bits.LeadingZeros8(^b[4]); ones {
	case 0:
		length++
	case 2, 3, 4, 5, 6, 7:
		length += ones
	default:
		return 0
	}
	switch b[2] >> 4 {
	case 0:
		return 0
	case 6:
		length++
	case 7:
		length += 2
	}
	switch b[2] & 15 {
	case 12:
		length++
	case 13, 14:
		length += 2
	case 15:
		return 0
	}
	if length >= len(b) || crc8(b[:length]) != b[length] {
		return 0
	}
	return length + 1
}

// quietChange turns a header that makes the library log into one that does not; nil if b is none.
func quietChange(b []byte, length int) []byte {
	rate := b[2] & 15
	if rate != 2 && rate != 7 { // 176,400 and 24,000
		return nil
	}
	change := make([]byte, length)
	change[2] = rate // becomes 0
	change[length-1] = crc8(change[:length-1])
	return change
}

// crc8 is the checksum of a frame header: x^8 + x^2 + x + 1.
func crc8(b []byte) byte {
	var crc byte
	for _, v := range b {
		crc ^= v
		for range 8 {
			carry := crc >> 7
			crc = crc<<1 ^ carry*0x07
		}
	}
	return crc
}
