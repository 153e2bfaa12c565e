package microphonetest

import (
	"io"

	"parley/media/audio"
	"parley/media/microphone"
)

// Samples decodes a sound of any format that package audio reads to what a microphone would hear of it.
func Samples(r io.Reader) ([]int16, error) {
	d, err := audio.NewDecoder(r)
	if err != nil {
		return nil, err
	}
	d = audio.Resample(audio.Mono(d), microphone.Rate)
	var all []int16
	buf := make([]float32, 4096)
	for {
		n, err := d.Read(buf)
		for _, v := range buf[:n] {
			all = append(all, int16(max(-1, min(v, 1))*32767))
		}
		if err == io.EOF { //nolint:errorlint // as io.Reader
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}
