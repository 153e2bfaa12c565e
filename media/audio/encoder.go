package audio

import (
	"fmt"
	"io"
)

// An Encoder writes a sound while its samples are made. It belongs to one goroutine.
type Encoder interface {
	// Write takes samples, interleaved and between -1 and 1 (what lies outside is cut off), in
	// whole frames: one sample for each channel. It writes what can be written of them at once.
	// After an error it only gives errors.
	Write(samples []float32) error
	// Close writes what is still held. It doesn't close the writer below. A second call does
	// nothing.
	Close() error
}

// NewEncoder writes a sound to w in format f. rate is that of the samples given to it, in samples a
// second (4,000 to 384,000), channels theirs (1 or 2). The sound is resampled where the format
// wants another rate, and mixed to one channel for [PCM], which is 24,000 samples a second in one
// channel.
//
// It writes as it gets samples. The sizes in the header of a [WAV] are placeholders then, which
// every player understands; they are put right at the end if w is an io.WriteSeeker.
//
// For a format that cannot be written it gives a [*NoEncoderError], an [ErrNoEncoder], which names
// those that can.
func NewEncoder(w io.Writer, f Format, rate, channels int) (Encoder, error) {
	if rate < minRate || rate > maxRate {
		return nil, fmt.Errorf("a rate of %d samples a second is none that sound has", rate)
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

// Encodable lists the formats that NewEncoder writes, the most usual first.
func Encodable() []Format { return []Format{MP3, AAC, FLAC, WAV, PCM} }

// newCodec is the encoder behind NewEncoder, for the shape that fitting names.
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
	return nil, &NoEncoderError{Format: f, Works: Encodable()}
}

// shape is the rate and the channels of a sound.
type shape struct{ rate, channels int }

// fitting is the nearest shape that a format can be written in.
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

// guardedEncoder keeps the promises of Encoder for all codecs: no panic, no write after an error,
// one Close.
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

// reshaper brings samples to the rate and channels that an encoder can write.
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
