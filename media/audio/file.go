package audio

import (
	"errors"
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
	// length is the length in the headers, and whether it is exact; -1 if they have none.
	length() (frames int64, exact bool, err error)
	// from decodes from a place on that is at a frame or before it, and says which. Where other
	// sounds follow it may be far before it.
	from(frame int64) (s *stream, at int64, err error)
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
	f.stream = chained(first, first)
	return f, nil
}

// newPlaces finds places in the file whose first samples first decodes. samples is their offset in
// the file.
func newPlaces(in *section, first *stream, samples int64) places {
	switch first.format {
	case MP3:
		return &framePlaces{in: in, first: first, open: container.NewMP3, warm: mp3Warm}
	case AAC:
		return &framePlaces{in: in, first: first, open: container.NewADTS, warm: aacWarm}
	case FLAC:
		return newFLACPlaces(in, first, samples)
	case Opus, Vorbis, OggFLAC:
		return newOggPlaces(in, first)
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
	return newLinearPlaces(in, first, samples)
}

// Format is that of the file.
func (f *File) Format() Format { return f.format }

// Length is the length of the sound by its headers, without decoding any of it. Where no header has
// it, an MP3 or AAC is measured at some places, and exact is false; with a changing bit rate it may
// be wrong by seconds then. 0 is an unknown length.
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

// Seek goes to a time of the sound: the next sample is the one at that time, to within some
// hundredths of a second. What lies beyond the end gives io.EOF with the next Read. After an error
// only another Seek can go on.
func (f *File) Seek(to time.Duration) error {
	to = min(max(0, to), maxSeconds*time.Second)
	rate := int64(f.Rate())
	frame := int64(to/time.Second)*rate + int64(to%time.Second)*rate/int64(time.Second)
	s, err := f.seek(frame)
	if err != nil {
		err = wrap(f.format, err)
		f.buffered, f.err = nil, err
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
	s, at, err := f.places.from(frame)
	if err != nil {
		return nil, err
	}
	s = chained(s, f.stream)
	s.skip += max(0, frame-at) * int64(s.channels)
	return s, nil
}

// Length is the length of the sound that begins at the position of r, by its headers: see
// [File.Length]. The position of r is undefined afterwards.
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

// restart decodes from the start.
func restart(in *section, format Format) (*stream, int64, error) {
	b, err := in.at(in.begin)
	if err != nil {
		return nil, 0, err
	}
	s, err := newSource(format, in.file, 0, b)
	return s, 0, err
}

// notAtEnd leaves out the error that says that nothing follows.
func notAtEnd(err error) error {
	if errors.Is(container.AtEnd(err), io.EOF) {
		return nil
	}
	return err
}
