package audio

// adapter brings samples of one shape to another.
type adapter struct {
	from, into shape
	resampler  *resampler // nil for the same rate
	mixed      []float32
}

// to gives an adapter from one shape to another: the same, if that is what it does already. nil changes nothing.
func (a *adapter) to(from, into shape) *adapter {
	switch {
	case a != nil && a.from == from && a.into == into:
		return a
	case from == into:
		return nil
	}
	a = &adapter{from: from, into: into}
	if from.rate != into.rate {
		a.resampler = newResampler(from.rate, into.rate, into.channels)
	}
	return a
}

// process gives samples that are valid until the next call.
func (a *adapter) process(samples []float32) []float32 {
	if a == nil {
		return samples
	}
	if a.from.channels != a.into.channels {
		a.mixed = a.mixed[:0]
		for ; len(samples) >= a.from.channels; samples = samples[a.from.channels:] {
			sum := float32(0)
			for _, v := range samples[:a.from.channels] {
				sum += v
			}
			for range a.into.channels {
				a.mixed = append(a.mixed, sum/float32(a.from.channels))
			}
		}
		samples = a.mixed
	}
	if a.resampler != nil {
		samples = a.resampler.process(samples)
	}
	return samples
}

// flush gives what is still inside at the end of a sound.
func (a *adapter) flush() []float32 {
	if a == nil || a.resampler == nil {
		return nil
	}
	return a.resampler.flush()
}
