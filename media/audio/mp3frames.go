package audio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// mp3Garbage is how many bytes between two frames are looked through for the next one.
const mp3Garbage = 1 << 20

// mp3Frames finds the frames of an MP3, and nothing but frames: go-mp3 takes garbage and tags for sound, and plays a
// second file that was joined on at the rate of the first. As a reader it gives whole frames of one section: those
// that follow each other with the same rate and version. At the end of a section it gives io.EOF.
type mp3Frames struct {
	b       *bufio.Reader
	section mp3Header // the header its frames agree with
	next    []byte    // the frame that is being given
	locked  bool      // the last frame ended where the reader stands
	more    bool      // another section follows
	info    *mp3Info  // what an encoder tells about the first section
}

// mp3Info is what the Xing or Info frame at the start tells: how much is no sound, in samples of each channel.
type mp3Info struct {
	delay  int64 // before it, without what decoding adds
	length int64 // of it, or -1
}

// start finds the first frame of the next section.
func (f *mp3Frames) start() error {
	f.section, f.more = mp3Header{}, false
	h, frame, err := f.find()
	if err == nil {
		f.section, f.next = h, frame
	}
	return err
}

func (f *mp3Frames) Read(p []byte) (int, error) {
	if len(f.next) == 0 {
		if f.more {
			return 0, io.EOF
		}
		h, frame, err := f.find()
		if err != nil {
			return 0, err
		}
		f.next = frame
		if h.rate != f.section.rate || h.version != f.section.version {
			f.more = true
			return 0, io.EOF
		}
	}
	n := copy(p, f.next)
	f.next = f.next[n:]
	return n, nil
}

// resume begins the section that Read stopped before.
func (f *mp3Frames) resume() {
	f.section, _ = parseMP3Header(f.next)
	f.more = false
}

// find takes the next frame from the reader. The frame is valid until the next call.
func (f *mp3Frames) find() (mp3Header, []byte, error) {
	for garbage := 0; garbage < mp3Garbage; {
		head, err := f.b.Peek(mp3HeaderLength)
		if len(head) < mp3HeaderLength {
			return mp3Header{}, nil, atEnd(err)
		}
		if h, ok := parseMP3Header(head); ok && h.length > mp3HeaderLength && f.believed(h) {
			frame := make([]byte, h.length)
			if _, err := io.ReadFull(f.b, frame); err != nil {
				return mp3Header{}, nil, atEnd(err)
			}
			f.locked = true
			if info := readMP3Info(h, frame); info != nil {
				if f.section.rate == 0 && f.info == nil {
					f.info = info
				}
				continue
			}
			return h, frame, nil
		}
		f.locked = false
		if string(head[:3]) == "ID3" {
			if err := skipID3(f.b); err != nil {
				return mp3Header{}, nil, atEnd(err)
			}
			continue
		}
		n := 1
		if ahead, _ := f.b.Peek(f.b.Buffered()); len(ahead) > 1 {
			if n = 1 + bytes.IndexByte(ahead[1:], 0xff); n == 0 {
				n = len(ahead) - mp3HeaderLength + 1
			}
		}
		garbage += n
		if _, err := f.b.Discard(n); err != nil {
			return mp3Header{}, nil, atEnd(err)
		}
	}
	return mp3Header{}, nil, errors.New("there are no more frames, but other data")
}

// believed reports whether what looks like a header is one: it stands where a frame is due and is like those before,
// or another one like it follows.
func (f *mp3Frames) believed(h mp3Header) bool {
	if f.locked && h.rate == f.section.rate && h.version == f.section.version {
		return true
	}
	ahead, _ := f.b.Peek(h.length + mp3HeaderLength)
	if len(ahead) < h.length+mp3HeaderLength {
		return len(ahead) >= h.length // the last frame
	}
	return chained(ahead, 2)
}

// atEnd says of a sound without an end mark that it ended where its bytes do.
func atEnd(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return err
}

// readMP3Info reads a frame that holds no sound but what an encoder tells of it; nil if it is an ordinary one.
func readMP3Info(h mp3Header, frame []byte) *mp3Info {
	side := 32
	switch {
	case h.version == 1 && h.mono:
		side = 17
	case h.version != 1:
		side = 17
		if h.mono {
			side = 9
		}
	}
	at := mp3HeaderLength + side
	if len(frame) < at+8 {
		return nil
	}
	tag := frame[at:]
	if string(tag[:4]) != "Xing" && string(tag[:4]) != "Info" {
		return nil
	}
	info := &mp3Info{length: -1}
	flags := binary.BigEndian.Uint32(tag[4:])
	tag = tag[8:]
	take := func(n int) []byte {
		if n > len(tag) {
			return nil
		}
		taken := tag[:n]
		tag = tag[n:]
		return taken
	}
	var frames int64 = -1
	for i, n := range []int{4, 4, 100, 4} { // frames, bytes, table of contents, quality
		if flags&(1<<i) == 0 {
			continue
		}
		if field := take(n); i == 0 && field != nil {
			frames = int64(binary.BigEndian.Uint32(field))
		}
	}
	// What LAME added and others write, too: a name, and the delay and padding in 12 bits each.
	lame := take(24)
	if lame == nil || (string(lame[:4]) != "LAME" && string(lame[:4]) != "Lavf" && string(lame[:4]) != "Lavc") {
		return info
	}
	info.delay = int64(lame[21])<<4 | int64(lame[22])>>4
	padding := int64(lame[22]&15)<<8 | int64(lame[23])
	if frames >= 0 {
		info.length = frames*int64(h.frames) - info.delay - padding
	}
	return info
}
