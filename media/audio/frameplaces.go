package audio

import (
	"errors"
	"io"
	"math"

	"parlando/media/container"
)

const (
	// mp3Warm is how many frames of an MP3 are decoded at most before the first that is heard:
	// frames use what stands in those before. At 8 kbit/s that may begin 20 frames before.
	mp3Warm = 26
	// markEvery is after how many frames a place is remembered.
	markEvery = 64
	// probes is how many places are looked at where no header tells the length, and probed how many
	// frames at each of them.
	probes, probed = 24, 8
)

// frameMark is where a frame begins.
type frameMark struct {
	at int64 // in bytes
	// samples of each channel before its section, at the rate of the sound
	before  int64
	run     int64                 // samples of each channel in its section before it
	section container.FrameHeader // what the frames of its section agree in
}

// samples is how many samples of each channel are before it, at a rate.
func (m frameMark) samples(rate int) int64 {
	if m.run == 0 || m.section.Rate == rate {
		return m.before + m.run
	}
	of := int64(m.section.Rate)
	return m.before + (m.run*int64(rate)+of-1)/of // as many as resampling gives
}

// framePlaces finds places among frames, by their headers. What it has passed over it remembers
// coarsely.
type framePlaces struct {
	in    *section
	first *stream
	open  func(*container.Reader) *container.FrameReader
	warm  int

	marks []frameMark
	begun bool
	info  *container.MP3Info // what the encoder told; nil if nothing
	head  container.FrameHeader
}

// begin finds the first frame.
func (p *framePlaces) begin() error {
	if p.begun {
		return nil
	}
	w, err := p.walk(frameMark{at: p.in.begin})
	if err != nil {
		return err
	}
	h, mark, err := w.next()
	if err != nil {
		return err
	}
	p.begun, p.head, p.info = true, h, w.Info
	p.marks = []frameMark{mark}
	return nil
}

// delay is how many samples before the sound are none.
func (p *framePlaces) delay() int64 {
	if p.info == nil || p.info.Before <= 0 {
		return 0
	}
	return p.info.Before + mp3DecoderDelay
}

// frameWalk goes from header to header.
type frameWalk struct {
	*container.FrameReader
	rate int       // of the sound
	at   frameMark // of the next frame, but for its bytes
}

func (p *framePlaces) walk(from frameMark) (*frameWalk, error) {
	b, err := p.in.at(from.at)
	if err != nil {
		return nil, err
	}
	w := &frameWalk{FrameReader: p.open(b), rate: p.first.rate, at: from}
	w.Expect(from.section)
	return w, nil
}

// next returns the next frame and where it begins.
func (w *frameWalk) next() (container.FrameHeader, frameMark, error) {
	f, err := w.Next()
	if err != nil {
		return f.FrameHeader, frameMark{}, err
	}
	h, mark := f.FrameHeader, w.at
	mark.at = f.At
	if !h.Fits(mark.section) {
		mark.before, mark.run, mark.section = mark.samples(w.rate), 0, h
	}
	w.at = mark
	w.at.run += int64(h.Samples)
	return h, mark, nil
}

// samples is how many samples a frame has at the rate of the sound.
func (p *framePlaces) samples(h container.FrameHeader) int64 {
	n := int64(h.Samples)
	if h.Rate != p.first.rate {
		n = n * int64(p.first.rate) / int64(h.Rate)
	}
	return n
}

// wholeBelow is below how many bytes all frames of a file are looked at where a few would do for a
// longer one.
const wholeBelow = 1 << 20

func (p *framePlaces) length() (int64, bool, error) {
	if err := p.begin(); err != nil {
		return -1, false, err
	}
	seen, err := p.probe()
	if err != nil {
		return -1, false, err
	}
	switch told := p.info; {
	case told != nil && told.Frames > 0 && p.believed() && seen.near(told.Frames, p.bytes()):
		if told.Length >= 0 && p.delay() > 0 {
			return told.Length, true, nil
		}
		return told.Frames*int64(p.head.Samples) - p.delay(), true, nil
	case seen.all:
		return seen.samples - p.delay(), true, nil
	case seen.bytes == 0:
		return -1, false, nil
	}
	there := p.in.size - p.marks[0].at
	return int64(float64(seen.samples)/float64(seen.bytes)*float64(there)) - p.delay(), false, nil
}

// believed reports whether what the encoder told is of this file: it may have been cut off, or
// others joined on.
func (p *framePlaces) believed() bool {
	there := p.in.size - p.in.begin
	return p.bytes() <= there && p.bytes() >= there-there/8
}

// bytes is how many bytes all frames have, by what the encoder told, or by the size of the file.
func (p *framePlaces) bytes() int64 {
	if p.info.Bytes > 0 {
		return p.info.Bytes
	}
	return p.in.size - p.in.begin
}

// framesSeen is what was seen of frames.
type framesSeen struct {
	all               bool // they are those of the whole file
	samples           int64
	frames, bytes     int64
	shortest, longest int // bytes of a frame
}

func (s *framesSeen) add(h container.FrameHeader, samples int64) {
	if s.frames == 0 {
		s.shortest = h.Length
	}
	s.shortest, s.longest = min(s.shortest, h.Length), max(s.longest, h.Length)
	s.samples += samples
	s.bytes += int64(h.Length)
	s.frames++
}

// near reports whether what was seen is like so many frames that have so many bytes together.
func (s *framesSeen) near(frames, bytes int64) bool {
	if s.all {
		off := s.frames - frames
		return off >= -1 && off <= 1 // some count the frame that tells
	}
	tolerance := 0.02
	if s.longest > s.shortest+1 { // which is more than padding
		tolerance = 1. / 3
	}
	mean := float64(s.bytes) / float64(max(1, s.frames))
	return math.Abs(float64(bytes)/float64(frames)-mean) <= tolerance*mean
}

// probe looks at some frames of the file, or at all of one that is small.
func (p *framePlaces) probe() (framesSeen, error) {
	begin, size := p.marks[0].at, p.in.size
	if size-begin < wholeBelow {
		return p.all()
	}
	var seen framesSeen
	for i := range int64(probes) {
		w, err := p.walk(frameMark{at: begin + (size-begin)*i/probes})
		if err != nil {
			return seen, err
		}
		for k := range probed {
			h, _, err := w.next()
			if errors.Is(err, io.EOF) || errors.Is(err, container.ErrGarbage) {
				break
			}
			if err != nil {
				return seen, err
			}
			if k > 0 { // the first may have been found where none is
				seen.add(h, p.samples(h))
			}
		}
	}
	return seen, nil
}

// all looks at all frames.
func (p *framePlaces) all() (framesSeen, error) {
	seen := framesSeen{all: true}
	w, err := p.walk(p.marks[0])
	if err != nil {
		return seen, err
	}
	for {
		h, _, err := w.next()
		if errors.Is(err, io.EOF) || errors.Is(err, container.ErrGarbage) {
			seen.samples = w.at.samples(p.first.rate)
			return seen, nil
		}
		if err != nil {
			return seen, err
		}
		seen.add(h, 0)
	}
}

func (p *framePlaces) from(frame int64) (*stream, error) {
	if err := p.begin(); err != nil {
		return nil, err
	}
	want := frame + p.delay()
	begin, err := p.before(want)
	if err != nil {
		return nil, err
	}
	b, err := p.in.at(begin.at)
	if err != nil {
		return nil, err
	}
	var s *stream
	if p.first.format == MP3 {
		s, err = newMP3At(b, p.info, begin, p.first)
	} else if s, err = newAAC(b, begin.section); err == nil {
		s.adapt(p.first)
	}
	if err != nil {
		return nil, err
	}
	return s.seekTo(want-begin.samples(p.first.rate), -1)
}

// adapt gives what follows a place the shape of the sound.
func (s *stream) adapt(first *stream) {
	if src, ok := s.src.(*sections); ok && (s.rate != first.rate || s.channels != first.channels) {
		src.begin(shape{first.rate, first.channels})
		s.rate, s.channels = first.rate, first.channels
	}
}

// before gives the frame that decoding must begin with to be right at a sample.
func (p *framePlaces) before(want int64) (frameMark, error) {
	rate := p.first.rate
	warm := int64(p.warm) * p.samples(p.head)
	from := p.marks[0]
	for _, m := range p.marks {
		if m.samples(rate) > max(0, want-2*warm) {
			break
		}
		from = m
	}
	w, err := p.walk(from)
	if err != nil {
		return frameMark{}, err
	}
	last, rooms := make([]frameMark, 0, p.warm), make([]int, 0, p.warm)
	for count := 0; ; count++ {
		h, mark, err := w.next()
		if err != nil {
			return frameMark{}, err // beyond the end
		}
		if count%markEvery == 0 && mark.at > p.marks[len(p.marks)-1].at {
			p.marks = append(p.marks, mark)
		}
		if len(last) == p.warm {
			last, rooms = append(last[:0], last[1:]...), append(rooms[:0], rooms[1:]...)
		}
		const checksum = 2
		last, rooms = append(last, mark), append(rooms, h.Length-container.MP3Head-checksum-h.SideInfoLength())
		if w.at.samples(rate) > want {
			if p.first.format != MP3 {
				return last[0], nil
			}
			return last[enough(rooms, mp3Reach(h))], nil
		}
	}
}

// enough is with which of the frames before the last one decoding must begin, for the last one to
// be right: the one before it sounds into it and has to be whole too. Each has room for some bytes
// of sound, and may reach back to so many before it.
func enough(rooms []int, reach int) int {
	i := max(0, len(rooms)-2)
	for i > 0 && reach > 0 {
		i--
		reach -= rooms[i]
	}
	return max(0, i-1)
}
