package audio

import (
	"errors"
	"io"

	"parley/media/container"
)

const (
	// mp3Warm is how many frames of an MP3 are decoded at most before the first that is heard: frames use what stands in those before.
	// At 8 kbit/s that may begin 20 frames before.
	mp3Warm = 26
	// markEvery is after how many frames a place is remembered.
	markEvery = 64
	// probes is how many places are looked at where no header tells the length, and probed how many frames at each of them.
	probes, probed = 24, 8
)

// frameMark is where a frame begins.
type frameMark struct {
	at      int64                 // in bytes
	before  int64                 // samples of each channel before its section, at the rate of the sound
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

// framePlaces finds places among frames, by their headers. What it has passed over it remembers coarsely.
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

func (p *framePlaces) length() (int64, bool, error) {
	if err := p.begin(); err != nil {
		return -1, false, err
	}
	if p.info != nil && p.info.Frames > 0 && p.believed() {
		if p.info.Length >= 0 && p.delay() > 0 {
			return p.info.Length, true, nil
		}
		return p.info.Frames*int64(p.head.Samples) - p.delay(), true, nil
	}
	return p.probe()
}

// believed reports whether what the encoder told is of this file: it may have been cut off, or others joined on.
func (p *framePlaces) believed() bool {
	there := p.in.size - p.in.begin
	return p.info.Bytes <= 0 || p.info.Bytes <= there && p.info.Bytes >= there-there/8
}

// probe estimates the length by the sizes of some frames. It is exact for a file that is small enough to look at all of them.
func (p *framePlaces) probe() (int64, bool, error) {
	begin, size := p.marks[0].at, p.in.size
	if size-begin < 1<<20 {
		samples, err := p.all()
		return samples - p.delay(), err == nil, err
	}
	var samples, bytes int64
	for i := range int64(probes) {
		w, err := p.walk(frameMark{at: begin + (size-begin)*i/probes})
		if err != nil {
			return -1, false, err
		}
		for k := range probed {
			h, _, err := w.next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return -1, false, err
			}
			if k > 0 { // the first may have been found where none is
				samples += p.samples(h)
				bytes += int64(h.Length)
			}
		}
	}
	if bytes == 0 {
		return -1, false, nil
	}
	return int64(float64(samples)/float64(bytes)*float64(size-begin)) - p.delay(), false, nil
}

// all counts the samples of all frames.
func (p *framePlaces) all() (int64, error) {
	w, err := p.walk(p.marks[0])
	if err != nil {
		return 0, err
	}
	for {
		_, _, err := w.next()
		if errors.Is(err, io.EOF) {
			return w.at.samples(p.first.rate), nil
		}
		if err != nil {
			return 0, err
		}
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

// enough is with which of the frames before the last one decoding must begin, for the last one to be right: the one before it sounds
// into it and has to be whole too. Each has room for some bytes of sound, and may reach back to so many before it.
func enough(rooms []int, reach int) int {
	i := max(0, len(rooms)-2)
	for i > 0 && reach > 0 {
		i--
		reach -= rooms[i]
	}
	return max(0, i-1)
}
