package audio

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"parley/media/container"
)

// frameGarbage is how many bytes between two frames are looked through for the next one.
const frameGarbage = 1 << 20

// frameHeader is what the header of a frame of MP3 or ADTS tells.
type frameHeader struct {
	length int // bytes of the frame with its header; 0 when it doesn't tell
	// What all frames of one section agree in.
	rate     int
	version  int // of MPEG for MP3: 1, 2, or 25 for 2.5
	channels int // for ADTS
	// What may change from frame to frame.
	mono    bool // for MP3
	samples int  // in each channel
}

func (h frameHeader) fits(other frameHeader) bool {
	return h.rate == other.rate && h.version == other.version && h.channels == other.channels
}

// frames finds the frames of a sound that is nothing but frames, and leaves out all that stands between them: decoders
// take garbage and tags for sound, and play a second file that was joined on at the rate of the first. As a reader
// it gives whole frames of one section: those that follow each other and fit. At the end of a section
// it gives io.EOF.
type frames struct {
	b       *container.Reader
	parse   func(b []byte) (frameHeader, bool)     // reads the header at the start of b
	least   int                                    // bytes of a header
	silent  func(h frameHeader, frame []byte) bool // tells a frame that holds no sound; may be nil
	section frameHeader                            // what its frames agree with
	next    []byte                                 // the frame that is being given
	locked  bool                                   // the last frame ended where the reader stands
	more    bool                                   // another section follows
	end     error                                  // why there are no more frames
	skipped int                                    // bytes passed over so far that are neither frame nor tag
	gaps    int                                    // how many places frames were lost at, as far as is known
	hole    bool                                   // what is passed over now was behind a frame, and is neither tag nor zeros
}

// start finds the first frame. known is what the frame agrees in that begins where the reader stands, if it is known.
func (f *frames) start(known frameHeader) error {
	f.section, f.locked = known, known.rate > 0
	h, frame, err := f.find()
	if err == nil {
		f.section, f.next = h, frame
	}
	return err
}

func (f *frames) Read(p []byte) (int, error) {
	if len(f.next) == 0 {
		if f.more {
			return 0, io.EOF
		}
		h, frame, err := f.find()
		if err != nil {
			f.end = err
			return 0, err
		}
		f.next = frame
		if !h.fits(f.section) {
			f.more = true
			return 0, io.EOF
		}
	}
	if f.more {
		return 0, io.EOF
	}
	n := copy(p, f.next)
	f.next = f.next[n:]
	return n, nil
}

// resume begins the section that Read stopped before.
func (f *frames) resume() {
	f.section, _ = f.parse(f.next)
	f.more = false
}

// find takes the next frame from the reader.
func (f *frames) find() (frameHeader, []byte, error) {
	h, view, err := f.look()
	if err != nil {
		return h, nil, err
	}
	frame := bytes.Clone(view)
	return h, frame, f.pass(h)
}

// pass leaves the frame behind that look has found.
func (f *frames) pass(h frameHeader) error {
	_, err := f.b.Discard(h.length)
	f.locked = true
	return err
}

// look finds the next frame and leaves it in the reader. What it gives is valid until the next read.
func (f *frames) look() (frameHeader, []byte, error) {
	for garbage := 0; garbage < frameGarbage; {
		head, err := f.b.Peek(f.least)
		if len(head) < f.least {
			return frameHeader{}, nil, atEnd(err)
		}
		if h, ok := f.parse(head); ok && h.length > f.least && f.believed(h) {
			frame, err := f.b.Peek(h.length)
			if err != nil {
				return frameHeader{}, nil, atEnd(err)
			}
			if f.silent == nil || !f.silent(h, frame) {
				if f.hole {
					f.gaps++
				}
				f.hole = false
				return h, frame, nil
			}
			if err := f.pass(h); err != nil {
				return frameHeader{}, nil, err
			}
			continue
		}
		if f.locked {
			f.hole = !slices.Contains([]string{"ID3", "TAG", "APE", "\x00\x00\x00"}, string(head[:3]))
		}
		f.locked = false
		// A tag that ends within its header is other data, and passed over like it.
		if tag, _ := f.b.Peek(id3HeaderLength); len(tag) == id3HeaderLength && string(tag[:3]) == "ID3" {
			if err := skipID3(f.b); err != nil {
				return frameHeader{}, nil, atEnd(err)
			}
			continue
		}
		n := 1
		if ahead, _ := f.b.Peek(f.b.Buffered()); len(ahead) > 1 {
			if n = 1 + bytes.IndexByte(ahead[1:], 0xff); n == 0 {
				n = len(ahead) - f.least + 1
			}
		}
		garbage += n
		n, err = f.b.Discard(n)
		f.skipped += n
		if err != nil {
			return frameHeader{}, nil, atEnd(err)
		}
	}
	return frameHeader{}, nil, errors.New("there are no more frames, but other data")
}

// believed reports whether what looks like a header is one: it stands where a frame is due and is like those before,
// or another one like it follows.
func (f *frames) believed(h frameHeader) bool {
	if f.locked && h.fits(f.section) {
		return true
	}
	ahead, _ := f.b.Peek(h.length + f.least)
	if len(ahead) < h.length+f.least {
		return len(ahead) >= h.length // the last frame
	}
	return chained(ahead, 2, f.parse)
}

// chained reports whether b begins with as many frames that fit, each where the one before ends.
func chained(b []byte, count int, parse func(b []byte) (frameHeader, bool)) bool {
	first, ok := parse(b)
	for h := first; ; {
		if !ok || h.length == 0 || !h.fits(first) {
			return false
		}
		if count--; count == 0 {
			return true
		}
		if h.length > len(b) {
			return false
		}
		b = b[h.length:]
		h, ok = parse(b)
	}
}

// atEnd says of a sound without an end mark that it ended where its bytes do.
func atEnd(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return err
}
