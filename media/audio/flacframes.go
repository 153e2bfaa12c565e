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
	// flacGarbage is the number of bytes that are searched for the next frame.
	flacGarbage = 1 << 20
	// flacFrame exceeds the size of any frame in bytes: 65,535 samples of 32 bits in 8 channels.
	flacFrame = 2 << 20
	// damageGap is the longest silence, in seconds, that replaces frames lost in one place.
	damageGap = 60
)

// quietFLAC feeds one frame at a time to the library, which logs a line for each frame that
// declares 24,000 Hz, a common rate of speech. quietFLAC changes such headers to "rate as in
// STREAMINFO". Because the change breaks the frame's checksum, quietFLAC also verifies the original
// checksum.
//
// The bytes of a frame stay buffered until the next frame: if they turn out not to be a frame, all
// but the first byte are read again.
type quietFLAC struct {
	b      *container.Reader
	at     int    // offset in the frame
	change []byte // XORed into the header; nil if the header stays
	crc    uint16 // of the frame read so far
	kept   []byte // original bytes of the frame read so far
	passed bool   // garbage preceded this frame
	lost   bool   // the previous frame was damaged
}

// flacHead is the start of a FLAC: its magic and the header of the STREAMINFO block.
const flacHead = "fLaC\x00\x00\x00\x22"

// flacBegins reports whether b starts a FLAC file.
func flacBegins(b []byte) bool {
	const last = 0x80 // flag of the last metadata block
	return len(b) >= len(flacHead) && string(b[:4]) == flacHead[:4] && b[4]&^last == 0 && string(b[5:len(flacHead)]) == flacHead[5:]
}

// errFLACBehind means that another FLAC starts where a frame is expected.
var errFLACBehind = errors.New("another FLAC follows")

// start finds the next frame and returns its position in samples per channel. After a damaged frame
// the position must be later than due, by at most damageGap; a negative due accepts any. A tag at
// the end of the file is not taken for a frame.
func (q *quietFLAC) start(info *meta.StreamInfo, due int64) (place int64, err error) {
	q.at, q.change, q.crc, q.kept, q.passed = 0, nil, 0, q.kept[:0], q.lost
	for garbage := 0; garbage < flacGarbage; garbage++ {
		head, err := q.b.Peek(flacMaxHeader)
		if len(head) < 2 {
			return 0, container.AsEOF(err)
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
	return 0, errors.New("other data follows the last frame")
}

// back rewinds to the second byte of a damaged frame.
func (q *quietFLAC) back() {
	if len(q.kept) > 0 {
		q.b.Unread(q.kept[1:])
	}
	q.lost = true
}

// sound reports whether a frame whose checksum the library rejected is intact.
func (q *quietFLAC) sound(f *frame.Frame) bool {
	if q.change == nil || q.crc != 0 || f == nil { // the CRC including a valid checksum is 0
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
		return 0, errors.New("a frame is too long")
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

// flacPlace returns the position of the frame with header b, in samples per channel.
func flacPlace(info *meta.StreamInfo, b []byte) int64 {
	number := flacNumber(b[4:])
	// All blocks but the last have the same size, the maximum. The minimum is useless, because some
	// encoders count the last block.
	if b[1]&1 == 0 {
		number *= int64(info.BlockSizeMax)
	}
	return number
}

// flacHeaderLength returns the size of the frame header at the start of b, including its checksum;
// 0 if there is none.
func flacHeaderLength(b []byte) int {
	if len(b) < 6 || b[0] != 0xff || b[1]&0xfe != 0xf8 {
		return 0
	}
	length := 4
	// The frame number is coded like a UTF-8 character.
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

// quietChange returns the bytes that, XORed into a header, keep the library from logging; nil if no
// change is needed.
func quietChange(b []byte, length int) []byte {
	rate := b[2] & 15
	if rate != 2 && rate != 7 { // 176,400 and 24,000
		return nil
	}
	change := make([]byte, length)
	change[2] = rate // XOR makes the rate 0: "as in the header"
	change[length-1] = crc8(change[:length-1])
	return change
}

// crc8 returns the checksum of a frame header (polynomial x^8 + x^2 + x + 1).
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
