package audio

import (
	"errors"
	"fmt"
	"io"
)

// The accepted sample rates and channel counts. Anything else is damage or malice: a rate of 1 Hz
// would turn one byte into a second of sound.
const (
	minRate     = 4_000
	maxRate     = 384_000
	maxChannels = 8
)

// A Decoder decodes a sound while its bytes arrive. It must be used from one goroutine.
type Decoder interface {
	// Rate returns the sample rate in Hz, 4,000 to 384,000. It never changes within a sound.
	Rate() int
	// Channels returns the number of channels, 1 to 8. It never changes within a sound.
	Channels() int
	// Read fills samples with interleaved values between -1 and 1 and returns how many it wrote,
	// always a multiple of the channel count. samples must have room for at least one sample per
	// channel.
	//
	// Read returns at least one sample per channel, or 0 and an error: io.EOF at the end, a
	// [*DecodeError] if the rest is damaged, or the error of the underlying reader. A truncated
	// sound ends with io.EOF if its format cannot detect that, else with an error that wraps
	// io.ErrUnexpectedEOF. A damaged place is replaced by silence or left out; it ends the sound
	// only if no intact data follows soon.
	Read(samples []float32) (n int, err error)
}

// shape is the sample rate and channel count of a sound.
type shape struct{ rate, channels int }

// source is implemented by each codec. next returns successive decoded blocks, interleaved, and
// never an empty one without an error. A block is valid until the next call.
type source interface {
	next() ([]float32, error)
}

// stream turns a source into a Decoder. It alone recovers from panics of the codecs.
type stream struct {
	format         Format
	rate, channels int
	src            source

	buffered []float32 // decoded but not read yet
	skip     int64     // samples to drop at the start, such as encoder delay
	left     int64     // samples until the end, or -1 if only the source knows
	err      error
}

func newStream(format Format, rate, channels int, src source) (*stream, error) {
	if rate < minRate || rate > maxRate {
		return nil, fmt.Errorf("a rate of %d samples per second is not a valid sample rate", rate)
	}
	if channels < 1 || channels > maxChannels {
		return nil, fmt.Errorf("%d channels are not supported", channels)
	}
	return &stream{format: format, rate: rate, channels: channels, src: src, left: -1}, nil
}

// trim drops a number of samples per channel at the start and, unless length is negative, ends the
// stream after length more.
func (s *stream) trim(frames, length int64) {
	s.skip = frames * int64(s.channels)
	if length >= 0 {
		s.left = length * int64(s.channels)
	}
}

func (s *stream) Rate() int     { return s.rate }
func (s *stream) Channels() int { return s.channels }

func (s *stream) Read(samples []float32) (int, error) {
	samples = samples[:len(samples)/s.channels*s.channels]
	if len(samples) == 0 {
		return 0, io.ErrShortBuffer
	}
	for len(s.buffered) == 0 && s.err == nil {
		s.fill()
	}
	if len(s.buffered) == 0 {
		return 0, s.err
	}
	n := copy(samples, s.buffered)
	for i, v := range samples[:n] {
		switch {
		case v > 1:
			samples[i] = 1
		case v >= -1:
		case v < -1:
			samples[i] = -1
		default: // not a number
			samples[i] = 0
		}
	}
	s.buffered = s.buffered[n:]
	return n, nil
}

// Damaged returns the number of damaged places since the start or the last Seek. Damaged places
// become silence, so that the sound after them keeps its timing; MP3 and AAC frames with damaged
// headers are counted, too, but left out.
func (s *stream) Damaged() int { return damagedIn(s.src) }

func damagedIn(src any) int {
	if d, ok := src.(interface{ damaged() int }); ok {
		return d.damaged()
	}
	return 0
}

func (s *stream) fill() {
	samples, err := s.nextSamples()
	s.buffered, s.err = samples, wrap(s.format, err)
}

// nextSamples decodes the next samples; the result may be empty.
func (s *stream) nextSamples() ([]float32, error) {
	if s.err != nil {
		return nil, s.err
	}
	samples, err := s.guarded()
	samples = samples[:len(samples)/s.channels*s.channels]
	if skip := min(s.skip, int64(len(samples))); skip > 0 {
		samples = samples[skip:]
		s.skip -= skip
	}
	if s.left >= 0 {
		samples = samples[:min(s.left, int64(len(samples)))]
		s.left -= int64(len(samples))
		if s.left == 0 && err == nil {
			err = io.EOF
		}
	}
	return samples, err
}

func (s *stream) guarded() (samples []float32, err error) {
	defer recovered(&err)
	return s.src.next()
}

// recovered turns a panic into an error. Some libraries panic on damaged data, for example go-mp3.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the decoder panicked: %v", r)
	}
}

// wrap turns errors of the sound into a DecodeError with its format, and returns errors of the
// underlying reader unchanged.
func wrap(format Format, err error) error {
	var reading *readError
	var known *DecodeError
	var unsupported *UnsupportedError
	switch {
	case err == nil || err == io.EOF: //nolint:errorlint // a wrapped EOF is one in the wrong place
		return err
	case errors.As(err, &reading):
		return reading.err
	case errors.As(err, &unsupported):
		return unsupported
	case errors.As(err, &known):
		return err
	case errors.Is(err, io.EOF):
		err = io.ErrUnexpectedEOF
	}
	return &DecodeError{Format: format, Err: err}
}

// readError marks an error of the underlying reader, so that a broken connection isn't mistaken for
// a damaged sound. It does not unwrap: a truncated HTTP body returns io.ErrUnexpectedEOF, as
// truncated sounds do.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }

// input is a reader that marks the errors of r as a readError.
type input struct{ r io.Reader }

func (in *input) Read(p []byte) (int, error) {
	n, err := in.r.Read(p)
	return n, asReadError(err)
}

// asReadError wraps an error of the underlying reader in a readError, unless it is one.
func asReadError(err error) error {
	if err == nil || err == io.EOF || errors.As(err, new(*readError)) { //nolint:errorlint // readers do not wrap it
		return err
	}
	return &readError{err}
}
