package audio

import (
	"fmt"
	"io"

	"parley/media/container"
)

// Frame is one frame of an [MP3], or of an [AAC] in ADTS, with its header.
type Frame struct {
	Data     []byte // as it stands in the file; it belongs to whoever got it
	Rate     int    // samples a second in each channel
	Channels int    // 1 or 2; 0 for an AAC that says so itself
	Samples  int    // in each channel
	MPEG     int    // the version of an MP3: 1, 2, or 25 for 2.5
	// Skipped is how many bytes before it are neither a frame nor a tag.
	Skipped int
	// At is where it begins, in bytes from where the reader stood at first.
	At int64
}

// Padding is what the encoder of an MP3 tells of its two ends, in samples of each channel that are no sound.
type Padding struct {
	Encoder       string // its name in 9 bytes; "" if it did not tell
	Before, After int
}

// ParseMP3Frame reads the header at the start of a frame of an [MP3]. The frame it gives has no data yet; length is how many bytes of data
// it will have, and 0 if the header does not tell.
func ParseMP3Frame(header []byte) (f Frame, length int, ok bool) {
	h, ok := parseMP3Header(header)
	return h.mp3Frame(nil), h.length, ok
}

// mp3Frame is a frame of an MP3 that begins with such a header.
func (h frameHeader) mp3Frame(data []byte) Frame {
	f := Frame{Data: data, Rate: h.rate, Channels: 2, Samples: h.samples, MPEG: h.version}
	if h.mono {
		f.Channels = 1
	}
	return f
}

// FrameReader gives the frames of a sound that is nothing but frames, each whole, and leaves out what stands between
// them: tags, garbage, and the frames of an MP3 that hold no sound (Xing, Info, VBRI). It belongs to one goroutine.
type FrameReader struct {
	frames  *frames
	skipped int
	info    *mp3Info
}

// NewFrameReader reads frames of format f, [MP3] or [AAC], from r. It does not close r.
func NewFrameReader(r io.Reader, f Format) (*FrameReader, error) {
	read := &FrameReader{frames: &frames{b: container.NewReader(&input{r}, 0, 32<<10)}}
	switch f {
	case MP3:
		read.frames.parse, read.frames.least = parseMP3Header, mp3HeaderLength
		read.frames.silent = func(h frameHeader, frame []byte) bool {
			told := readMP3Info(h, frame)
			if read.info == nil {
				read.info = told
			}
			return told != nil
		}
	case AAC:
		read.frames.parse, read.frames.least = parseADTSHeader, adtsHeaderLength
	default:
		return nil, fmt.Errorf("%q is not made of frames", string(f))
	}
	return read, nil
}

// Next gives the next frame; io.EOF at the end, a [*DecodeError] when nothing but other data follows, or what the reader
// below failed with.
func (r *FrameReader) Next() (Frame, error) {
	h, data, err := r.frames.find()
	if err != nil {
		return Frame{}, wrap(r.format(), err)
	}
	r.frames.section = h
	f := Frame{Data: data, Rate: h.rate, Channels: h.channels, Samples: h.samples}
	if r.format() == MP3 {
		f = h.mp3Frame(data)
	}
	f.Skipped = r.frames.skipped - r.skipped
	f.At = r.frames.b.Place() - int64(len(data))
	r.skipped = r.frames.skipped
	return f, nil
}

func (r *FrameReader) format() Format {
	if r.frames.silent == nil {
		return AAC
	}
	return MP3
}

// Left is how many bytes have been passed over since the last frame: at the end, those after it.
func (r *FrameReader) Left() int { return r.frames.skipped - r.skipped }

// Padding is what the encoder told so far; it does so before the first frame.
func (r *FrameReader) Padding() Padding {
	if r.info == nil || r.info.encoder == "" {
		return Padding{}
	}
	return Padding{Encoder: r.info.encoder, Before: int(r.info.delay), After: int(r.info.padding)}
}

// SideInfo is the part of an MP3's frame that says where its sound is; it can be changed there. nil for an AAC.
func (f *Frame) SideInfo() []byte {
	from, length := mp3HeaderLength, f.sideInfo()
	if f.protected() {
		from += 2
	}
	if length == 0 || len(f.Data) < from+length {
		return nil
	}
	return f.Data[from : from+length]
}

func (f *Frame) sideInfo() int {
	if f.MPEG == 0 {
		return 0
	}
	return mp3SideInfo(frameHeader{version: f.MPEG, mono: f.Channels == 1})
}

// protected tells whether a checksum follows the header of an MP3.
func (f *Frame) protected() bool { return f.Data[1]&1 == 0 }

// Reach is how many bytes of sound of an MP3's frame stand in the frames before it. Room is how many bytes of sound it
// has room for, which those after it may use, too.
func (f *Frame) Reach() int {
	side := f.SideInfo()
	switch {
	case side == nil:
		return 0
	case f.MPEG == 1:
		return int(side[0])<<1 | int(side[1])>>7
	}
	return int(side[0])
}

// Room is described at Reach.
func (f *Frame) Room() int {
	side := f.SideInfo()
	if side == nil {
		return 0
	}
	length := len(f.Data) - mp3HeaderLength - len(side)
	if f.protected() {
		length -= 2
	}
	return length
}

// Hush makes an MP3's frame one of silence whose sound is not there: of the bytes before it that it reaches for, only so many
// as held are. Those, and the bytes of sound in it, stay for the frames after it that use them.
func (f *Frame) Hush(held int) {
	side := f.SideInfo()
	reach := min(f.Reach(), max(0, held))
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
	crc := crc16(crc16(0xffff, f.Data[2]), f.Data[3])
	for _, b := range side {
		crc = crc16(crc, b)
	}
	f.Data[4], f.Data[5] = byte(crc>>8), byte(crc)
}
