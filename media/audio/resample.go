package audio

// Resample gives d at another rate, in samples a second (4,000 to 384,000): band-limited, with the same length and
// without a shift in time. A sound that has this rate already stays as it is.
func Resample(d Decoder, rate int) Decoder {
	if d.Rate() == rate {
		return d
	}
	return &resampled{Decoder: d, rate: rate, resampler: newResampler(d.Rate(), rate, d.Channels())}
}

type resampled struct {
	Decoder
	rate      int
	resampler *resampler
	in, held  []float32
	err       error
}

func (r *resampled) Rate() int { return r.rate }

func (r *resampled) Read(samples []float32) (int, error) {
	channels := r.Channels()
	samples = samples[:len(samples)/channels*channels]
	if r.in == nil {
		r.in = make([]float32, pieceLength/channels*channels)
	}
	for len(r.held) == 0 && r.err == nil {
		var n int
		if n, r.err = r.Decoder.Read(r.in); n > 0 {
			r.held = r.resampler.process(r.in[:n])
		}
		if r.err != nil {
			// What was heard before damage is heard whole, too.
			r.held = append(r.held, r.resampler.flush()...)
		}
	}
	if len(r.held) == 0 {
		return 0, r.err
	}
	n := copy(samples, r.held)
	r.held = r.held[n:]
	return n, nil
}
