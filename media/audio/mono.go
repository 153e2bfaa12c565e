package audio

// Mono mixes the channels of d into one, each with the same weight. A sound of one channel stays as it is.
func Mono(d Decoder) Decoder {
	if d.Channels() == 1 {
		return d
	}
	return &mono{Decoder: d}
}

type mono struct {
	Decoder
	buf []float32
}

func (m *mono) Channels() int { return 1 }

func (m *mono) Read(samples []float32) (int, error) {
	channels := m.Decoder.Channels()
	want := min(len(samples), pieceLength) * channels
	if cap(m.buf) < want {
		m.buf = make([]float32, want)
	}
	n, err := m.Decoder.Read(m.buf[:want])
	return len(mix(samples[:0], m.buf[:n], channels)), err
}

// mix averages the channels of frames into to, from its start.
func mix(to, frames []float32, channels int) []float32 {
	to = to[:0]
	for i := 0; i+channels <= len(frames); i += channels {
		var sum float32
		for _, v := range frames[i : i+channels] {
			sum += v
		}
		to = append(to, sum/float32(channels))
	}
	return to
}
