package audio

import (
	"bytes"
	"fmt"
	"io"

	"parlando/media/container"
)

// NewFrameReader reads the frames of an [MP3] or an [AAC] from r. It does not close r.
func NewFrameReader(r io.Reader, f Format) (*container.FrameReader, error) {
	in := container.NewReader(r, 0, 32<<10)
	switch f {
	case MP3:
		return container.NewMP3(in), nil
	case AAC:
		return container.NewADTS(in), nil
	}
	return nil, fmt.Errorf("%q is not made of frames", string(f))
}

// frames gives whole frames of one section as a reader: those that follow each other and fit. At
// the end of a section it gives io.EOF: decoders play a second file that was joined on at the rate
// of the first.
type frames struct {
	in      *container.FrameReader
	section container.FrameHeader // what its frames agree with
	header  container.FrameHeader // of the frame that is being given
	next    []byte                // of that frame
	more    bool                  // another section follows
	end     error                 // why there are no more frames
}

// start finds the first frame.
func (f *frames) start() error {
	err := f.find()
	f.section = f.header
	return err
}

func (f *frames) find() error {
	frame, err := f.in.Next()
	f.header, f.next = frame.FrameHeader, bytes.Clone(frame.Data)
	return err
}

func (f *frames) Read(p []byte) (int, error) {
	if len(f.next) == 0 && !f.more {
		if f.end = f.find(); f.end != nil {
			return 0, f.end
		}
		f.more = !f.header.Fits(f.section)
	}
	if f.more {
		return 0, io.EOF
	}
	n := copy(p, f.next)
	f.next = f.next[n:]
	return n, nil
}

// resume begins the section that Read stopped before.
func (f *frames) resume() { f.section, f.more = f.header, false }
