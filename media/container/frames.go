package container

import (
	"bytes"
	"slices"
)

// FrameHeader is the header of an MP3 or ADTS frame.
type FrameHeader struct {
	Length   int // bytes of the frame including its header; 0 if the header does not declare it
	Rate     int // sample rate in Hz
	Channels int // 1 or 2; for AAC up to 7, or 0 if declared elsewhere
	Samples  int // per channel
	MPEG     int // MPEG version of an MP3: 1, 2, or 25 for 2.5; 0 for AAC
	Profile  int // AAC only
}

// SameStream reports whether two frames can belong to the same stream. The channels of an MP3 may
// change from frame to frame.
func (h FrameHeader) SameStream(other FrameHeader) bool {
	return h.Rate == other.Rate && h.MPEG == other.MPEG && (h.MPEG > 0 || h.Channels == other.Channels)
}

// Frame is an MP3 or ADTS frame including its header.
type Frame struct {
	FrameHeader
	Data []byte // original bytes, valid until the next frame is read
	// Skipped is the number of bytes before the frame that belong to no frame or tag.
	Skipped int
	Offset  int64 // offset in the file
}

// FrameReader reads complete frames and skips everything between them: tags, garbage, and the info
// frames of an MP3 (Xing, Info, VBRI), which contain no sound. Decoders would decode garbage and
// tags as sound.
type FrameReader struct {
	// Info is the content of an MP3's info frame, set before the first frame is returned; nil if
	// there is none.
	Info *MP3Info
	// InfoIsSound makes the info frame count as sound, as it does in other containers.
	InfoIsSound bool
	// Gaps is the number of places where frames are known to be missing.
	Gaps int

	in      *Reader
	parse   func(b []byte) (FrameHeader, bool) // parses the header at the start of b
	head    int                                // size of a header in bytes
	last    FrameHeader
	locked  bool // the previous frame ended at the current position
	hole    bool // the bytes being skipped follow a frame and are neither tag nor zeros
	skipped int  // bytes skipped since the previous frame
}

// NewMP3 reads the frames of an MP3.
func NewMP3(r *Reader) *FrameReader { return &FrameReader{in: r, parse: ParseMP3, head: MP3HeaderSize} }

// NewADTS reads the frames of an AAC.
func NewADTS(r *Reader) *FrameReader { return &FrameReader{in: r, parse: ParseADTS, head: adtsHead} }

// ExpectFrame declares that a frame that fits h begins at the current position.
func (f *FrameReader) ExpectFrame(h FrameHeader) { f.last, f.locked = h, h.Rate > 0 }

// SkippedBytes returns the number of bytes skipped since the last frame; at the end, the number of
// trailing bytes.
func (f *FrameReader) SkippedBytes() int { return f.skipped }

// Next returns the next frame; io.EOF at the end, [ErrGarbage] if only other data follows.
func (f *FrameReader) Next() (Frame, error) {
	for garbage := 0; garbage < maxGarbage; {
		head, err := f.in.Peek(f.head)
		if len(head) < f.head {
			return Frame{}, AsEOF(err)
		}
		if h, ok := f.parse(head); ok && h.Length > f.head && f.believed(h) {
			data, err := f.in.Peek(h.Length)
			if err != nil {
				return Frame{}, AsEOF(err)
			}
			frame := Frame{FrameHeader: h, Data: data, Skipped: f.skipped, Offset: f.in.Offset()}
			told := f.told(&frame)
			if _, err := f.in.Discard(h.Length); err != nil {
				return Frame{}, err
			}
			f.locked = true
			if told {
				continue
			}
			if f.hole {
				f.Gaps++
			}
			f.last, f.hole, f.skipped = h, false, 0
			return frame, nil
		}
		if f.locked {
			f.hole = !slices.Contains([]string{"ID3", "TAG", "APE", "\x00\x00\x00"}, string(head[:3]))
		}
		f.locked = false
		// A tag truncated within its header is skipped like other data.
		if tag, _ := f.in.Peek(id3Head); len(tag) == id3Head && string(tag[:3]) == "ID3" {
			if err := SkipID3(f.in); err != nil {
				return Frame{}, AsEOF(err)
			}
			continue
		}
		n := 1
		if ahead, _ := f.in.Peek(f.in.Buffered()); len(ahead) > 1 {
			if n = 1 + bytes.IndexByte(ahead[1:], 0xff); n == 0 {
				n = len(ahead) - f.head + 1
			}
		}
		garbage += n
		n, err = f.in.Discard(n)
		f.skipped += n
		if err != nil {
			return Frame{}, AsEOF(err)
		}
	}
	return Frame{}, ErrGarbage
}

// told reports whether a frame is an info frame instead of sound.
func (f *FrameReader) told(frame *Frame) bool {
	if f.InfoIsSound || frame.MPEG == 0 {
		return false
	}
	info := readMP3Info(frame)
	if f.Info == nil {
		f.Info = info
	}
	return info != nil
}

// believed reports whether an apparent header is a real one: it is at the expected position and
// fits the previous frames, or is followed by another header that fits it.
func (f *FrameReader) believed(h FrameHeader) bool {
	if f.locked && h.SameStream(f.last) {
		return true
	}
	ahead, _ := f.in.Peek(h.Length + f.head)
	if len(ahead) < h.Length+f.head {
		return len(ahead) >= h.Length // the last frame
	}
	return chained(ahead, 2, f.parse)
}

// chained reports whether b begins with count contiguous frames that fit each other.
func chained(b []byte, count int, parse func(b []byte) (FrameHeader, bool)) bool {
	first, ok := parse(b)
	for h := first; ; {
		if !ok || h.Length == 0 || !h.SameStream(first) {
			return false
		}
		if count--; count == 0 {
			return true
		}
		if h.Length > len(b) {
			return false
		}
		b = b[h.Length:]
		h, ok = parse(b)
	}
}
