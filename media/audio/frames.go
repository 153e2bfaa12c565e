package audio

import (
	"bytes"
	"errors"
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

// frames gives whole frames of one section: those that follow each other and fit. At the end of a
// section it gives io.EOF: decoders play a second file that was joined on at the rate of the first.
type frames struct {
	in      *container.FrameReader
	section container.FrameHeader // what its frames agree with
	header  container.FrameHeader // of the last frame that was found
	next    []byte                // what is left of that frame
	more    bool                  // another section follows
	end     error                 // why there are no more frames
}

// startFrames finds the first frame, which must agree with known if that is set.
func startFrames(in *container.FrameReader, known container.FrameHeader) (*frames, error) {
	f := &frames{in: in}
	in.Expect(known)
	err := f.find()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("it has no whole frame")
	}
	f.section = f.header
	return f, err
}

func (f *frames) find() error {
	frame, err := f.in.Next()
	f.header, f.next = frame.FrameHeader, bytes.Clone(frame.Data)
	return err
}

// fill finds the next frame of the section, unless a part of one is left.
func (f *frames) fill() error {
	if len(f.next) == 0 && !f.more {
		if f.end = f.find(); f.end != nil {
			return f.end
		}
		f.more = !f.header.Fits(f.section)
	}
	if f.more {
		return io.EOF
	}
	return nil
}

// take gives a whole frame.
func (f *frames) take() ([]byte, error) {
	if err := f.fill(); err != nil {
		return nil, err
	}
	frame := f.next
	f.next = nil
	return frame, nil
}

// Read gives a frame, or a part of one.
func (f *frames) Read(p []byte) (int, error) {
	if err := f.fill(); err != nil {
		return 0, err
	}
	n := copy(p, f.next)
	f.next = f.next[n:]
	return n, nil
}

// behind gives the section behind this one; io.EOF if there is none.
func (f *frames) behind() (*frames, error) {
	if !f.more {
		return nil, io.EOF
	}
	f.in.Gaps = 0 // those are of this section
	return &frames{in: f.in, section: f.header, header: f.header, next: f.next}, nil
}
