package audio

import "io"

// ReadAll decodes a sound to its end. After an error it also returns the samples before it.
func ReadAll(d Decoder) ([]float32, error) {
	var all []float32
	part := make([]float32, 8192/d.Channels()*d.Channels())
	for {
		n, err := d.Read(part)
		all = append(all, part[:n]...)
		switch {
		case err == io.EOF: //nolint:errorlint // returned unwrapped, as by io.Reader
			return all, nil
		case err != nil:
			return all, err
		}
	}
}

// NewSampleDecoder returns a Decoder of samples in memory.
func NewSampleDecoder(samples []float32, rate, channels int) Decoder {
	return &stream{rate: rate, channels: channels, buffered: samples, left: -1, err: io.EOF}
}
