package container

import (
	"bytes"
	"slices"
)

// FrameHeader is the header of a frame of MP3 or ADTS.
type FrameHeader struct {
	Length   int // bytes of the frame with its header; 0 if the header does not tell
	Rate     int // samples a second in each channel
	Channels int // 1 or 2; for an AAC up to 7, and 0 if it says so elsewhere
	Samples  int // in each channel
	MPEG     int // the version of an MP3: 1, 2, or 25 for 2.5; 0 for an AAC
	Profile  int // of an AAC
}

// Fits reports whether frames can be of one stream. The channels of an MP3 may change from frame to
// frame.
func (h FrameHeader) Fits(other FrameHeader) bool {
	return h.Rate == other.Rate && h.MPEG == other.MPEG && (h.MPEG > 0 || h.Channels == other.Channels)
}

// Frame is one frame of an MP3, or of an AAC in ADTS, with its header.
type Frame struct {
	FrameHeader
	Data []byte // as it stands in the file; valid until the next one is read
	// Skipped is the number of bytes before it that are neither a frame nor a tag.
	Skipped int
	At      int64 // its place in the file
}

// FrameReader reads a sound that is nothing but frames, each whole, and leaves out what stands
// between them: tags, garbage, and the frames of an MP3 that hold no sound (Xing, Info, VBRI).
// Decoders take garbage and tags for sound.
type FrameReader struct {
	// Info is set once the encoder of an MP3 has described it, before the first frame; nil if it
	// does not.
	Info *MP3Info
	// InfoIsSound says that the frame in which an encoder tells counts as a frame: so it is within
	// other containers.
	InfoIsSound bool
	// Gaps is at how many places frames were lost, as far as is known.
	Gaps int

	in      *Reader
	parse   func(b []byte) (FrameHeader, bool) // reads the header at the start of b
	head    int                                // bytes of a header
	last    FrameHeader
	locked  bool // the last frame ended where the reader stands
	hole    bool // what is passed over now was behind a frame, and is neither tag nor zeros
	skipped int  // bytes passed over since the last frame
}

// NewMP3 reads the frames of an MP3.
func NewMP3(r *Reader) *FrameReader { return &FrameReader{in: r, parse: ParseMP3, head: MP3Head} }

// NewADTS reads the frames of an AAC.
func NewADTS(r *Reader) *FrameReader { return &FrameReader{in: r, parse: ParseADTS, head: adtsHead} }

// Expect says that a frame which fits h begins where the reader stands.
func (f *FrameReader) Expect(h FrameHeader) { f.last, f.locked = h, h.Rate > 0 }

// Left is the number of bytes skipped since the last frame: at the end, those after it.
func (f *FrameReader) Left() int { return f.skipped }

// Next returns the next frame; io.EOF at the end, [ErrGarbage] when nothing but other data follows.
func (f *FrameReader) Next() (Frame, error) {
	for garbage := 0; garbage < maxGarbage; {
		head, err := f.in.Peek(f.head)
		if len(head) < f.head {
			return Frame{}, AtEnd(err)
		}
		if h, ok := f.parse(head); ok && h.Length > f.head && f.believed(h) {
			data, err := f.in.Peek(h.Length)
			if err != nil {
				return Frame{}, AtEnd(err)
			}
			frame := Frame{FrameHeader: h, Data: data, Skipped: f.skipped, At: f.in.Place()}
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
		// A tag that ends within its header is other data, and passed over like it.
		if tag, _ := f.in.Peek(id3Head); len(tag) == id3Head && string(tag[:3]) == "ID3" {
			if err := SkipID3(f.in); err != nil {
				return Frame{}, AtEnd(err)
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
			return Frame{}, AtEnd(err)
		}
	}
	return Frame{}, ErrGarbage
}

// told reports whether a frame holds no sound but what the encoder tells.
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

// believed reports whether what looks like a header is one: it stands where a frame is due and is
// like those before, or another one like it follows.
func (f *FrameReader) believed(h FrameHeader) bool {
	if f.locked && h.Fits(f.last) {
		return true
	}
	ahead, _ := f.in.Peek(h.Length + f.head)
	if len(ahead) < h.Length+f.head {
		return len(ahead) >= h.Length // the last frame
	}
	return chained(ahead, 2, f.parse)
}

// chained reports whether b begins with as many frames that fit, each where the one before ends.
func chained(b []byte, count int, parse func(b []byte) (FrameHeader, bool)) bool {
	first, ok := parse(b)
	for h := first; ; {
		if !ok || h.Length == 0 || !h.Fits(first) {
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
