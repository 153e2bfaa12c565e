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

// frames returns the frames of one section: consecutive frames with compatible headers. It returns
// io.EOF at the end of a section, because decoders would play an appended file at the rate of the
// first.
type frames struct {
	in      *container.FrameReader
	section container.FrameHeader // header that all frames agree with
	header  container.FrameHeader // of the last frame found
	next    []byte                // unread part of that frame
	more    bool                  // another section follows
	end     error                 // why no more frames follow
}

// startFrames finds the first frame, which must agree with known if that is set.
func startFrames(in *container.FrameReader, known container.FrameHeader) (*frames, error) {
	f := &frames{in: in}
	in.ExpectFrame(known)
	err := f.find()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("no whole frame")
	}
	f.section = f.header
	return f, err
}

func (f *frames) find() error {
	frame, err := f.in.Next()
	f.header, f.next = frame.FrameHeader, bytes.Clone(frame.Data)
	return err
}

// fill finds the next frame of the section, unless part of the current one is unread.
func (f *frames) fill() error {
	if len(f.next) == 0 && !f.more {
		if f.end = f.find(); f.end != nil {
			return f.end
		}
		f.more = !f.header.SameStream(f.section)
	}
	if f.more {
		return io.EOF
	}
	return nil
}

// take returns the unread part of the current frame, or the next frame.
func (f *frames) take() ([]byte, error) {
	if err := f.fill(); err != nil {
		return nil, err
	}
	frame := f.next
	f.next = nil
	return frame, nil
}

// Read returns bytes of a single frame at a time.
func (f *frames) Read(p []byte) (int, error) {
	if err := f.fill(); err != nil {
		return 0, err
	}
	n := copy(p, f.next)
	f.next = f.next[n:]
	return n, nil
}

// behind returns the section that follows this one; io.EOF if there is none.
func (f *frames) behind() (*frames, error) {
	if !f.more {
		return nil, io.EOF
	}
	f.in.Gaps = 0 // the gaps counted so far belong to this section
	return &frames{in: f.in, section: f.header, header: f.header, next: f.next}, nil
}
