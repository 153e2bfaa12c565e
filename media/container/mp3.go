package container

import "encoding/binary"

const (
	// MP3HeaderSize is the size of an MP3 frame header in bytes.
	MP3HeaderSize = 4
	// MP3Bitrates is the number of bit rate indexes in a header; the first is free format.
	MP3Bitrates = 15
	// MP3DecoderDelay is the delay of any MP3 decoder in samples per channel, caused by its
	// overlapping filters.
	MP3DecoderDelay = 529
)

// ParseMP3 parses the MPEG audio layer III frame header at the start of b.
func ParseMP3(b []byte) (FrameHeader, bool) {
	if len(b) < MP3HeaderSize || b[0] != 0xff || b[1]&0xe0 != 0xe0 {
		return FrameHeader{}, false
	}
	version, layer := b[1]>>3&3, b[1]>>1&3
	bitrate, rate := int(b[2]>>4), int(b[2]>>2&3)
	emphasis := b[3] & 3
	if version == 1 || layer != 1 || bitrate == 15 || rate == 3 || emphasis == 2 {
		return FrameHeader{}, false
	}
	h := FrameHeader{MPEG: 1, Rate: [3]int{44100, 48000, 32000}[rate], Channels: 2, Samples: 1152}
	if b[3]>>6 == 3 {
		h.Channels = 1
	}
	kilobits := [MP3Bitrates]int{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	if version != 3 { // MPEG 2 and 2.5
		kilobits = [MP3Bitrates]int{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}
		h.MPEG, h.Rate, h.Samples = 2, h.Rate/2, 576
		if version == 0 {
			h.MPEG, h.Rate = 25, h.Rate/2
		}
	}
	if kilobits[bitrate] > 0 {
		h.Length = h.Samples/8*1000*kilobits[bitrate]/h.Rate + int(b[2]>>1&1)
	}
	return h, true
}

// FreeFormat reports whether b begins with free-format frames, whose headers declare no length:
// three headers at equal distances, except for padding.
func FreeFormat(b *Reader) bool {
	const most = 4 << 10
	head, _ := b.Peek(MP3HeaderSize)
	first, ok := ParseMP3(head)
	if !ok || first.Length > 0 {
		return false
	}
	ahead, _ := b.Peek(most)
	like := func(at int) bool {
		h, ok := ParseMP3(ahead[min(at, len(ahead)):])
		return ok && h.Length == 0 && h.SameStream(first)
	}
	for at := MP3HeaderSize; at < len(ahead); at++ {
		if like(at) && (like(2*at-1) || like(2*at) || like(2*at+1)) {
			return true
		}
	}
	return false
}

// StartsMP3 reports whether b begins with three frames of one MP3.
func StartsMP3(b []byte) bool { return chained(b, 3, ParseMP3) }

// MP3Info is the content of a Xing, Info or VBRI frame: the padding before and after the sound, in
// samples per channel.
type MP3Info struct {
	Encoder       string // 9-byte encoder name; "" if the padding is not declared
	PaddingBefore int64  // padding before the sound, without MP3DecoderDelay
	PaddingAfter  int64  // padding after the sound
}

// readMP3Info parses an info frame; it returns nil for an ordinary frame.
func readMP3Info(f *Frame) *MP3Info {
	// Fraunhofer's VBRI tag is at a fixed offset in any frame.
	const vbri = MP3HeaderSize + 32
	if len(f.Data) >= vbri+26 && string(f.Data[vbri:vbri+4]) == "VBRI" {
		return &MP3Info{}
	}
	at := MP3HeaderSize + f.SideInfoLength()
	if len(f.Data) < at+8 {
		return nil
	}
	tag := f.Data[at:]
	if string(tag[:4]) != "Xing" && string(tag[:4]) != "Info" {
		return nil
	}
	flags := binary.BigEndian.Uint32(tag[4:])
	tag = tag[8:]
	for i, n := range []int{4, 4, 100, 4} { // frames, bytes, table of contents, quality
		if flags&(1<<i) != 0 && n <= len(tag) {
			tag = tag[n:]
		}
	}
	// LAME's extension, also written by Lavf and Lavc: encoder name, delay and padding (12 bits
	// each).
	if len(tag) < 24 || (string(tag[:4]) != "LAME" && string(tag[:4]) != "Lavf" && string(tag[:4]) != "Lavc") {
		return &MP3Info{}
	}
	return &MP3Info{
		Encoder:       string(tag[:9]),
		PaddingBefore: int64(tag[21])<<4 | int64(tag[22])>>4,
		PaddingAfter:  int64(tag[22]&15)<<8 | int64(tag[23]),
	}
}

// SideInfoLength returns the size of an MP3 frame's side info in bytes; 0 for AAC.
func (h FrameHeader) SideInfoLength() int {
	switch mono := h.Channels == 1; {
	case h.MPEG == 0:
		return 0
	case h.MPEG == 1 && !mono:
		return 32
	case h.MPEG != 1 && mono:
		return 9
	}
	return 17
}

// SideInfo returns the side info of an MP3 frame, which describes its main data; nil for AAC. It
// aliases Data, so it can be modified in place.
func (f *Frame) SideInfo() []byte {
	from, length := MP3HeaderSize, f.SideInfoLength()
	if f.protected() {
		from += 2
	}
	if length == 0 || len(f.Data) < from+length {
		return nil
	}
	return f.Data[from : from+length]
}

// protected reports whether a checksum follows the header of an MP3 frame.
func (f *Frame) protected() bool { return f.Data[1]&1 == 0 }

// BorrowedBytes returns the number of main data bytes of an MP3 frame that are stored in earlier
// frames.
func (f *Frame) BorrowedBytes() int {
	side := f.SideInfo()
	switch {
	case side == nil:
		return 0
	case f.MPEG == 1:
		return int(side[0])<<1 | int(side[1])>>7
	}
	return int(side[0])
}

// MainDataCapacity returns the capacity of an MP3 frame for main data in bytes, which later frames
// may use, too.
func (f *Frame) MainDataCapacity() int {
	side := f.SideInfo()
	if side == nil {
		return 0
	}
	length := len(f.Data) - MP3HeaderSize - len(side)
	if f.protected() {
		length -= 2
	}
	return length
}

// Silence makes an MP3 frame silent because part of its main data is missing. available is the
// number of main data bytes that precede the frame; these and the bytes in the frame stay usable by
// later frames.
func (f *Frame) Silence(available int) {
	side := f.SideInfo()
	reach := min(f.BorrowedBytes(), max(0, available))
	clear(side)
	switch {
	case side == nil:
	case f.MPEG == 1:
		side[0], side[1] = byte(reach>>1), byte(reach&1)<<7
	default:
		side[0] = byte(reach)
	}
	if side == nil || !f.protected() {
		return
	}
	crc := CRC16(CRC16(0xffff, f.Data[2]), f.Data[3])
	for _, b := range side {
		crc = CRC16(crc, b)
	}
	f.Data[4], f.Data[5] = byte(crc>>8), byte(crc)
}

// CRC16 updates the checksum of an MP3 or FLAC frame with a byte (polynomial x^16 + x^15 + x^2 +
// 1).
func CRC16(crc uint16, b byte) uint16 {
	crc ^= uint16(b) << 8
	for range 8 {
		carry := crc >> 15
		crc = crc<<1 ^ carry*0x8005
	}
	return crc
}
