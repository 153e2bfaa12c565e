package audio

import (
	"errors"
	"io"
	"time"

	"parlando/media/container"
)

// File is a seekable [Decoder] of a sound in a file. It knows its length in advance and seeks
// without decoding everything before the target. It must be used from one goroutine.
type File struct {
	*stream

	file     io.Seeker
	format   Format
	places   places
	measured bool
	frames   int64 // samples per channel; -1 if unknown
	exact    bool
}

// Open decodes the sound at the current position of r. It reads r on demand and does not close it.
// The errors are those of [NewDecoder].
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
		return nil, wrap(format, container.AsUnexpectedEOF(err))
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
	f = &File{file: in.file, format: format}
	if err != nil {
		return f, err
	}
	in.begin = b.Offset()
	first, err := newSource(format, in.file, 0, b)
	if err != nil {
		return f, err
	}
	f.places = newPlaces(in, first, b.Offset())
	f.stream = chained(first, first)
	return f, nil
}

// newPlaces returns the seeker for a file. first is a stream of that file, samples the offset of
// its samples.
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
	case MP4, CAF:
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

// Format returns the format of the file.
func (f *File) Format() Format { return f.format }

// Length returns the length of the sound without decoding it, from headers, packet times or frame
// headers. exact is false if the file does not allow a precise length. A length of 0 is unknown.
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
	at, err := f.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return -1, false
	}
	defer func() {
		if recover() != nil {
			frames, exact = -1, false
		}
		// Restore the position, because the stream continues to read there.
		if _, err := f.file.Seek(at, io.SeekStart); err != nil {
			f.err = err
		}
	}()
	frames, exact, err = f.places.length()
	if err != nil || frames > int64(f.Rate())*maxSeconds {
		return -1, false
	}
	return frames, exact
}

// maxSeconds bounds the length of a sound in seconds; a longer declared length, over a year, is
// ignored.
const maxSeconds = 366 * 24 * 3600

// Seek moves to a position in time, accurate to a millisecond, or less in a WebM with inaccurate
// timestamps. Past the end, the next Read returns io.EOF. After an error only another Seek may be
// called.
func (f *File) Seek(to time.Duration) error {
	to = min(max(0, to), maxSeconds*time.Second)
	rate := int64(f.Rate())
	frame := int64(to/time.Second)*rate + int64(to%time.Second)*rate/int64(time.Second)
	s, err := f.seek(frame)
	if err != nil {
		err = wrap(f.format, err)
		f.buffered, f.err = nil, err
		if errors.Is(err, io.EOF) {
			return nil // reading after the end returns io.EOF
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

// Length returns the length of the sound at the current position of r: see [File.Length]. The
// position of r is undefined afterwards.
func Length(r io.ReadSeeker) (length time.Duration, exact bool, err error) {
	f, err := Open(r)
	if err != nil {
		return 0, false, err
	}
	length, exact = f.Length()
	return length, exact, nil
}
