package mp3

import "parlando/media/container"

// Decoder decodes the frames of an MP3. The zero value is ready. It must be used from one
// goroutine.
type Decoder struct {
	in        coefficients
	overlaps  [2]overlaps
	syntheses [2]synthesis
	samples   []float32
}

// Skip declares that frames are missing before the next one.
func (d *Decoder) Skip() { d.in.skip() }

// Damaged returns the number of places so far that could not be decoded and are silent.
func (d *Decoder) Damaged() int { return d.in.damaged }

// Decode decodes the next frame. It returns the interleaved samples of its channels, valid until
// the next call; 1 is full scale, which loud samples may exceed. As in any decoder, the sound is
// delayed by [container.MP3DecoderDelay]. Damaged data, and data borrowed from a missing frame,
// becomes silence.
func (d *Decoder) Decode(f *container.Frame) []float32 {
	d.samples = append(d.samples[:0], make([]float32, f.Samples*f.Channels)...)
	d.in.read(f, func(g int) {
		for c := range f.Channels {
			s, p := &d.in.spectra[c], &d.in.side.parts[g][c]
			s.reduceAliases(p, d.in.layout)
			var samples [subbands][slots]float32
			wide := d.overlaps[c].invert(s, p, d.in.layout, &samples)
			d.syntheses[c].join(&samples, wide, d.samples[g*granule*f.Channels+c:], f.Channels)
		}
	})
	return d.samples
}
