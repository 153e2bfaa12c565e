package audio

import (
	"io"
	"slices"
)

// Mono mixes the channels of d into one with equal weights.
func Mono(d Decoder) Decoder { return Convert(d, d.Rate(), 1) }

// Resample converts d to another sample rate in Hz (4,000 to 384,000). It is band-limited and
// preserves length and timing.
func Resample(d Decoder, rate int) Decoder { return Convert(d, rate, d.Channels()) }

// Convert converts d to another sample rate in Hz and another number of channels, by mixing
// channels down or duplicating them. It returns d itself if nothing changes.
func Convert(d Decoder, rate, channels int) Decoder {
	a := (*adapter)(nil).to(shape{d.Rate(), d.Channels()}, shape{rate, channels})
	if a == nil {
		return d
	}
	return &adaptedDecoder{Decoder: d, adapter: a, in: make([]float32, blockSamples*d.Channels())}
}

// adaptedDecoder is a Decoder whose samples pass through an adapter.
type adaptedDecoder struct {
	Decoder
	adapter      *adapter
	in, buffered []float32
	err          error
}

func (a *adaptedDecoder) Rate() int     { return a.adapter.into.rate }
func (a *adaptedDecoder) Channels() int { return a.adapter.into.channels }

func (a *adaptedDecoder) Read(samples []float32) (int, error) {
	frames := len(samples) / a.Channels()
	if frames == 0 {
		return 0, io.ErrShortBuffer
	}
	// Read no more than the caller asked for, so that no sample waits in a.buffered.
	in := a.in[:min(len(a.in), frames*a.adapter.from.channels)]
	for len(a.buffered) == 0 && a.err == nil {
		var n int
		n, a.err = a.Decoder.Read(in)
		a.buffered = a.adapter.process(in[:n])
		if a.err != nil {
			// Deliver all of the sound before the error. Clone it, because flush reuses the buffer
			// of process.
			a.buffered = append(slices.Clone(a.buffered), a.adapter.flush()...)
		}
	}
	if len(a.buffered) == 0 {
		return 0, a.err
	}
	n := copy(samples[:frames*a.Channels()], a.buffered)
	a.buffered = a.buffered[n:]
	return n, nil
}

// adapter converts samples from one shape to another. If the channel counts differ, it mixes all
// input channels into one, resamples the mix, and copies it into each output channel.
type adapter struct {
	from, into    shape
	resampler     *resampler // nil if the rate stays the same
	mixed, spread []float32
}

// to returns an adapter between two shapes: a itself if it already converts between them, nil if
// they are equal.
func (a *adapter) to(from, into shape) *adapter {
	switch {
	case a != nil && a.from == from && a.into == into:
		return a
	case from == into:
		return nil
	}
	a = &adapter{from: from, into: into}
	if from.rate != into.rate {
		channels := into.channels
		if a.mixes() {
			channels = 1
		}
		a.resampler = newResampler(from.rate, into.rate, channels)
	}
	return a
}

func (a *adapter) mixes() bool { return a.from.channels != a.into.channels }

// process converts samples. The result is valid until the next call.
func (a *adapter) process(samples []float32) []float32 {
	if a == nil {
		return samples
	}
	if a.mixes() {
		samples = a.mix(samples)
	}
	if a.resampler != nil {
		samples = a.resampler.process(samples)
	}
	return a.copied(samples)
}

// flush returns the samples still buffered at the end of the sound.
func (a *adapter) flush() []float32 {
	if a == nil || a.resampler == nil {
		return nil
	}
	return a.copied(a.resampler.flush())
}

// mix returns the mean of all channels.
func (a *adapter) mix(samples []float32) []float32 {
	a.mixed = a.mixed[:0]
	for ; len(samples) >= a.from.channels; samples = samples[a.from.channels:] {
		sum := float32(0)
		for _, v := range samples[:a.from.channels] {
			sum += v
		}
		a.mixed = append(a.mixed, sum/float32(a.from.channels))
	}
	return a.mixed
}

// copied duplicates the single mixed channel into every output channel.
func (a *adapter) copied(samples []float32) []float32 {
	if !a.mixes() || a.into.channels == 1 {
		return samples
	}
	a.spread = a.spread[:0]
	for _, v := range samples {
		for range a.into.channels {
			a.spread = append(a.spread, v)
		}
	}
	return a.spread
}
