package audio

import (
	"fmt"
	"io"
)

// An Encoder writes a sound while its samples are produced. It must be used from one goroutine.
type Encoder interface {
	// Write encodes interleaved samples between -1 and 1 (other values are clamped). Their number
	// must be a multiple of the channel count. Complete frames are written immediately. After an
	// error all further calls fail.
	Write(samples []float32) error
	// Close writes what is still buffered. It doesn't close the underlying writer. A second call
	// does nothing.
	Close() error
}

// NewEncoder writes a sound to w in format f. rate is the sample rate of the input in Hz (4,000 to
// 384,000), channels its channel count (1 or 2). The sound is resampled if the format requires
// another rate, and mixed to mono for [PCM], which is always 24,000 Hz mono.
//
// It writes as samples arrive. Until then the sizes in the header of a [WAV] are placeholders,
// which every player understands; Close corrects them if w is an io.WriteSeeker.
//
// For a format that cannot be written it returns a [*NoEncoderError], which lists the formats that
// can and is an [ErrNoEncoder].
func NewEncoder(w io.Writer, f Format, rate, channels int) (Encoder, error) {
	if rate < minRate || rate > maxRate {
		return nil, fmt.Errorf("a rate of %d samples per second is not a valid sample rate", rate)
	}
	if channels < 1 || channels > 2 {
		return nil, fmt.Errorf("sound is written in one channel or two, not in %d", channels)
	}
	fits := fitting(f, rate, channels)
	e, err := newCodec(w, f, fits)
	if err != nil {
		return nil, err
	}
	return &guardedEncoder{Encoder: newReshaper(e, shape{rate, channels}, fits), channels: channels}, nil
}

// EncodableFormats lists the formats that NewEncoder writes, the most common first.
func EncodableFormats() []Format { return []Format{MP3, AAC, FLAC, WAV, PCM} }

// newCodec returns the encoder of a format for a shape returned by fitting.
func newCodec(w io.Writer, f Format, s shape) (Encoder, error) {
	switch f {
	case WAV:
		return newWAVEncoder(w, s.rate, s.channels)
	case PCM:
		return &pcmEncoder{w: w}, nil
	case MP3:
		return newMP3Encoder(w, s.rate, s.channels), nil
	case FLAC:
		return newFLACEncoder(w, s.rate, s.channels)
	case AAC:
		return newAACEncoder(w, s.rate, s.channels)
	}
	return nil, &NoEncoderError{Format: f, Encodable: EncodableFormats()}
}

// fitting returns the supported sample rate and channel count of a format nearest to the given
// ones.
func fitting(f Format, rate, channels int) shape {
	switch f {
	case PCM:
		return shape{pcmRate, 1}
	case MP3:
		return shape{mp3Rate(rate), channels}
	case AAC:
		return shape{aacRate(rate), channels}
	}
	return shape{rate, channels}
}

// guardedEncoder enforces the contract of Encoder for all codecs: no panics, no writes after an
// error, a single Close.
type guardedEncoder struct {
	Encoder
	channels int
	err      error
	closed   bool
}

func (g *guardedEncoder) Write(samples []float32) (err error) {
	switch {
	case g.err != nil:
		return g.err
	case g.closed:
		return fmt.Errorf("the sound was finished: %w", io.ErrClosedPipe)
	case len(samples)%g.channels != 0:
		return fmt.Errorf("%d samples are not whole frames of %d channels", len(samples), g.channels)
	case len(samples) == 0:
		return nil
	}
	defer func() { g.err = err }()
	defer recovered(&err)
	return g.Encoder.Write(samples)
}

func (g *guardedEncoder) Close() (err error) {
	if g.closed {
		return nil
	}
	g.closed = true
	if g.err != nil {
		return g.err
	}
	defer recovered(&err)
	return g.Encoder.Close()
}

// reshaper converts samples to the rate and channels that an encoder supports.
type reshaper struct {
	Encoder
	adapter *adapter
}

func newReshaper(e Encoder, from, to shape) *reshaper {
	return &reshaper{Encoder: e, adapter: (*adapter)(nil).to(from, to)}
}

func (r *reshaper) Write(samples []float32) error {
	if samples = r.adapter.process(samples); len(samples) == 0 {
		return nil
	}
	return r.Encoder.Write(samples)
}

func (r *reshaper) Close() error {
	if rest := r.adapter.flush(); len(rest) > 0 {
		if err := r.Encoder.Write(rest); err != nil {
			return err
		}
	}
	return r.Encoder.Close()
}
