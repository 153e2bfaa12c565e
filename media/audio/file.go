package audio

import (
	"errors"
	"fmt"
	"io"
	"time"

	"parlando/media/container"
)

// File is a sound that stands in a file: a [Decoder] that knows its length beforehand and goes to
// any place without decoding what stands before it. It belongs to one goroutine.
type File struct {
	*stream

	format   Format
	places   places
	measured bool
	frames   int64 // samples in each channel; -1 if that isn't known
	exact    bool
}

// places finds places in the file of a format. Places and lengths are in samples of each channel.
type places interface {
	// length is what headers tell, and whether it is exact; -1 if they don't.
	length() (frames int64, exact bool, err error)
	// from decodes from a place on, which is positive.
	from(frame int64) (*stream, error)
}

// Open decodes the sound that begins where r stands. What it needs of r is read when it is needed;
// r is not closed. The errors are those of [NewDecoder].
func Open(r io.ReadSeeker) (*File, error) {
	f, err := openFile(r)
	if err != nil {
		var format Format
		if f != nil {
			format = f.format
		}
		if errors.Is(err, ErrUnknownFormat) {
			return nil, err
		}
		return nil, wrap(format, container.Inside(err))
	}
	return f, nil
}

func openFile(r io.ReadSeeker) (f *File, err error) {
	defer recovered(&err)
	start, err := r.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, &readError{err}
	}
	end, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, &readError{err}
	}
	in := &section{file: &seekerAt{Seeker: r, input: input{r}, start: start}, size: end - start}
	b, err := in.at(0)
	if err != nil {
		return nil, err
	}
	format, err := tell(b)
	if err != nil {
		return nil, err
	}
	f = &File{format: format}
	in.begin = b.Place()
	first, err := newSource(format, in.file, 0, b)
	if err != nil {
		return f, err
	}
	f.places = newPlaces(in, first, b.Place())
	if link, ok := f.places.(linkPlaces); ok {
		f.places = &chainPlaces{in: in, first: first, links: []chainLink{{link, first.rate, 0}}}
	}
	f.stream = chained(first, first)
	return f, nil
}

// newPlaces finds places in the file whose first samples first gives; samples is where they begin
// in the file.
func newPlaces(in *section, first *stream, samples int64) places {
	switch first.format {
	case MP3:
		return &framePlaces{in: in, first: first, open: container.NewMP3, warm: mp3Warm}
	case AAC:
		return &framePlaces{in: in, first: first, open: container.NewADTS, warm: aacWarm}
	case WAV:
		if _, ok := first.src.(*wavSource); ok {
			return newWAVPlaces(in, first, samples)
		}
	case FLAC:
		return &flacPlaces{in: in, first: first, begin: samples}
	case Opus, Vorbis, OggFLAC:
		return &oggPlaces{in: in, first: first}
	case MP4:
		switch m := first.src.(type) {
		case *mp4Source:
			return &mp4Places{first: first, file: m.file, track: m.track}
		case *mp4Pieces:
			return m.places
		}
	case WebM, Matroska:
		return &webmPlaces{in: in, first: first}
	}
	if l, ok := first.src.(*linear); ok {
		return &linearPlaces{in: in, first: first, begin: samples, left: l.left}
	}
	return &slowPlaces{in: in, first: first}
}

// Format is that of the file.
func (f *File) Format() Format { return f.format }

// Length is how long the sound is, by what headers tell and without decoding any of it. Where no
// header tells, an MP3 or AAC is measured at some places, and exact is false; it may be wrong by
// seconds then if its bitrate changes. 0 is a length that isn't known.
func (f *File) Length() (length time.Duration, exact bool) {
	if !f.measured {
		f.measured = true
		if f.frames, f.exact = f.measure(); f.frames < 0 {
			f.exact = false
		}
	}
	return container.Duration(max(0, f.frames), f.Rate()), f.exact
}

func (f *File) measure() (frames int64, exact bool) {
	defer func() {
		if recover() != nil {
			frames, exact = -1, false
		}
	}()
	frames, exact, err := f.places.length()
	if err != nil || frames > int64(f.Rate())*maxSeconds {
		return -1, false
	}
	return frames, exact
}

// maxSeconds is the length in seconds that is believed: a year.
const maxSeconds = 366 * 24 * 3600

// Seek goes to a time of the sound: the next sample is the one at that time, or the first one after
// it, to within a millisecond. What lies beyond the end gives io.EOF with the next Read. After an
// error only another Seek can go on.
func (f *File) Seek(to time.Duration) error {
	to = min(max(0, to), maxSeconds*time.Second)
	rate := int64(f.Rate())
	frame := int64(to/time.Second)*rate + int64(to%time.Second)*rate/int64(time.Second)
	s, err := f.seek(frame)
	if err == nil {
		s = chained(s, f.stream)
	}
	if err == nil && (s.rate != f.rate || s.channels != f.channels) {
		err = fmt.Errorf("it is %d Hz in %d channels there, %d Hz in %d at first", s.rate, s.channels, f.rate, f.channels)
	}
	if err != nil {
		err = wrap(f.format, err)
		f.held, f.err = nil, err
		if errors.Is(err, io.EOF) {
			return nil // beyond the end
		}
		return err
	}
	f.stream = s
	return nil
}

func (f *File) seek(frame int64) (s *stream, err error) {
	defer recovered(&err)
	return f.places.from(frame)
}

// Length is how long the sound is that begins where r stands, by what headers tell: see
// [File.Length]. r stands anywhere afterwards.
func Length(r io.ReadSeeker) (length time.Duration, exact bool, err error) {
	f, err := Open(r)
	if err != nil {
		return 0, false, err
	}
	length, exact = f.Length()
	return length, exact, nil
}

// section is a file of which any place can be read.
type section struct {
	file  *seekerAt
	size  int64 // bytes
	begin int64 // where the sound begins, behind what was put before it
}

// at reads from a place on. It ends what was read before.
func (s *section) at(place int64) (*container.Reader, error) { return s.reader(place, 32<<10) }

// reader is at with a buffer of another size.
func (s *section) reader(place int64, size int) (*container.Reader, error) {
	if _, err := s.file.Seek(place, io.SeekStart); err != nil {
		return nil, err
	}
	return container.NewReader(s.file, place, size), nil
}

// seekTo leaves frames at the start out, and ends where the length says, unless that is negative.
func (s *stream) seekTo(leave, length int64) (*stream, error) {
	if leave < 0 {
		return nil, errors.New("a place was missed")
	}
	s.trim(leave, length)
	if length == 0 {
		s.err = io.EOF
	}
	return s, nil
}

// slowPlaces is for what cannot be sought: it decodes from the start.
type slowPlaces struct {
	in    *section
	first *stream
}

func (p *slowPlaces) length() (int64, bool, error) { return -1, false, nil }

func (p *slowPlaces) from(frame int64) (*stream, error) { return restart(p.in, p.first.format, frame) }

// restart decodes from the start and leaves out what comes before a place.
func restart(in *section, format Format, frame int64) (*stream, error) {
	b, err := in.at(in.begin)
	if err != nil {
		return nil, err
	}
	s, err := newSource(format, in.file, 0, b)
	if err != nil {
		return nil, err
	}
	s.skip += frame * int64(s.channels)
	if s.left >= 0 {
		s.left = max(0, s.left-frame*int64(s.channels))
		if s.left == 0 {
			s.err = io.EOF
		}
	}
	return s, nil
}
