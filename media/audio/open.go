package audio

import (
	"errors"
	"fmt"
	"io"

	"parlando/media/container"
)

// NewDecoder decodes the sound in r. The format is detected from the bytes; labels don't matter. It
// reads no more than it needs to find the shape of the sound, so that playback can start with the
// first frame. Only [MP4] and [CAF] may need the whole file first: r is then used as an
// io.ReadSeeker if it is one, else up to 32 MB are kept in memory.
//
// It returns [ErrUnknownFormat] if the bytes are no sound, an [*UnsupportedError] if the format is
// recognized but cannot be decoded, a [*DecodeError] if the sound is damaged or of an unsupported
// kind, and errors of r. It does not close r. A few bytes may decode to hours of silence: callers
// that collect samples must set a limit.
func NewDecoder(r io.Reader) (Decoder, error) {
	start := int64(-1)
	if s, ok := r.(io.Seeker); ok {
		if at, err := s.Seek(0, io.SeekCurrent); err == nil { // a pipe has Seek, but fails
			start = at
		}
	}
	b := container.NewReader(&input{r}, 0, 32<<10)
	format, err := tell(b)
	if errors.Is(err, ErrUnknownFormat) {
		return nil, err
	}
	if err != nil {
		return nil, wrap(format, container.AsUnexpectedEOF(err))
	}
	d, err := open(format, r, start, b)
	if err != nil {
		return nil, wrap(format, container.AsUnexpectedEOF(err))
	}
	return d, nil
}

// tell detects the format of b and skips whatever precedes the sound.
func tell(b *container.Reader) (Format, error) {
	head, err := b.Peek(sniffLength)
	if len(head) == 0 {
		if err == nil || errors.Is(err, io.EOF) {
			return "", fmt.Errorf("%w: there are none", ErrUnknownFormat)
		}
		return "", err
	}
	format := DetectFormat(head)
	if format != MP3 && format != "" {
		return format, nil
	}
	if format == "" {
		more, _ := b.Peek(unsupportedLength)
		if name := unsupported(more); name != "" {
			return "", &UnsupportedError{name}
		}
	}
	if format, err = detectBehindTag(b); err != nil && !errors.Is(err, ErrUnknownFormat) {
		return MP3, err
	}
	return format, err
}

func open(format Format, r io.Reader, start int64, b *container.Reader) (d Decoder, err error) {
	defer recovered(&err)
	s, err := newSource(format, r, start, b)
	if err != nil {
		return nil, err // not s: a nil *stream would be a Decoder that isn't nil
	}
	return chained(s, s), nil
}

func newSource(format Format, r io.Reader, start int64, b *container.Reader) (*stream, error) {
	switch format {
	case WAV:
		return newWAV(b)
	case MP3:
		return newMP3(b)
	case FLAC:
		return newFLAC(b)
	case AAC:
		return newAAC(b, container.FrameHeader{})
	case Opus, Vorbis, OggFLAC:
		return newOgg(b, format)
	case MP4:
		return newMP4(r, start, b)
	case WebM, Matroska:
		return newWebM(b, format)
	case AIFF:
		return newAIFF(b)
	case CAF:
		return newCAF(r, start, b)
	}
	return nil, fmt.Errorf("no decoder for %q", string(format))
}

// restart decodes from the start of the sound.
func restart(in *section, format Format) (*stream, int64, error) {
	b, err := in.at(in.begin)
	if err != nil {
		return nil, 0, err
	}
	s, err := newSource(format, in.file, 0, b)
	return s, 0, err
}
