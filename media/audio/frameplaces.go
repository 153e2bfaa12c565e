package audio

import (
	"errors"
	"io"

	"parlando/media/container"
)

const (
	// mp3Warm is the largest number of MP3 frames decoded and discarded after a seek: frames use
	// main data stored in earlier ones, up to 20 frames back at 8 kbit/s.
	mp3Warm = 26
	// markEvery is the number of frames between two remembered positions.
	markEvery = 64
)

// framePlaces seeks among the frames of the first section by reading their headers. It remembers
// every markEvery-th frame it has passed.
type framePlaces struct {
	in    *section
	first *stream
	open  func(*container.Reader) *container.FrameReader
	warm  int

	head  container.FrameHeader // header of the first frame
	delay int64                 // samples of padding before the sound
	marks []mark
}

// begin finds the first frame.
func (p *framePlaces) begin() error {
	if len(p.marks) > 0 {
		return nil
	}
	b, err := p.in.at(p.in.begin)
	if err != nil {
		return err
	}
	r := p.open(b)
	f, err := r.Next()
	if err != nil {
		return err
	}
	p.head, p.marks = f.FrameHeader, []mark{{at: f.Offset}}
	if r.Info != nil && r.Info.PaddingBefore > 0 {
		p.delay = r.Info.PaddingBefore + container.MP3DecoderDelay
	}
	return nil
}

// walk calls visit for every frame, beginning at a mark, until visit returns false or the section
// ends. joined reports whether another section follows.
func (p *framePlaces) walk(from mark, visit func(h container.FrameHeader, m mark) (more bool)) (joined bool, err error) {
	b, err := p.in.at(from.at)
	if err != nil {
		return false, err
	}
	r := p.open(b)
	r.ExpectFrame(p.head)
	for count := 1; ; count++ {
		f, err := r.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, container.ErrGarbage) {
			return false, nil
		}
		if err != nil || !f.SameStream(p.head) {
			return err == nil, err
		}
		from.at = f.Offset
		if count%markEvery == 0 && from.at > p.marks[len(p.marks)-1].at {
			p.marks = append(p.marks, from)
		}
		if !visit(f.FrameHeader, from) {
			return false, nil
		}
		from.frame += int64(f.Samples)
	}
}

// length counts the samples of all frames. It is -1 if another section follows.
func (p *framePlaces) length() (frames int64, exact bool, err error) {
	if err := p.begin(); err != nil {
		return -1, false, err
	}
	joined, err := p.walk(p.marks[len(p.marks)-1], func(h container.FrameHeader, m mark) bool {
		frames = m.frame + int64(h.Samples)
		return true
	})
	if err != nil || joined {
		return -1, false, err
	}
	return max(0, frames-p.delay), true, nil
}

func (p *framePlaces) from(frame int64) (*stream, int64, error) {
	if err := p.begin(); err != nil {
		return nil, 0, err
	}
	m, err := p.before(frame + p.delay)
	if err != nil {
		return nil, 0, err
	}
	b, err := p.in.at(m.at)
	if err != nil {
		return nil, 0, err
	}
	var s *stream
	if p.first.format == MP3 {
		s, err = newMP3At(b, p.head)
	} else {
		s, err = newAAC(b, p.head)
	}
	return s, m.frame - p.delay, err
}

// before returns the frame at which decoding must begin so that the sample at want is correct. Past
// the end it returns a frame near the end of the section.
func (p *framePlaces) before(want int64) (mark, error) {
	warm := int64(p.warm * p.head.Samples)
	from := p.marks[0]
	for _, m := range p.marks {
		if m.frame > max(0, want-2*warm) {
			break
		}
		from = m
	}
	var last []mark
	var rooms []int
	_, err := p.walk(from, func(h container.FrameHeader, m mark) bool {
		if len(last) == p.warm {
			last, rooms = append(last[:0], last[1:]...), append(rooms[:0], rooms[1:]...)
		}
		const checksum = 2
		last, rooms = append(last, m), append(rooms, h.Length-container.MP3HeaderSize-checksum-h.SideInfoLength())
		return m.frame+int64(h.Samples) <= want
	})
	switch {
	case len(last) == 0: // end of the section
		return from, err
	case p.first.format != MP3:
		return last[0], err
	}
	return last[enough(rooms, mp3Reach(p.head))], err
}

// enough returns the index of the frame at which decoding must begin so that the last frame is
// correct. The second to last must be correct, too, because it overlaps the last. rooms has the
// main data bytes of each frame; reach is the largest number of main data bytes in earlier frames.
func enough(rooms []int, reach int) int {
	i := max(0, len(rooms)-2)
	for i > 0 && reach > 0 {
		i--
		reach -= rooms[i]
	}
	return max(0, i-1)
}
