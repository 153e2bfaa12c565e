package audio

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// The loudest noise there is makes no encoder fail: nothing is harder to write.
func TestEncodersWriteNoise(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]float32, 24000)
	for i := range noise {
		noise[i] = 2*random.Float32() - 1
	}
	for _, f := range []Format{MP3, AAC, FLAC, WAV} {
		var b bytes.Buffer
		encode(t, &b, f, 24000, 1, noise)
		d, err := NewDecoder(&b)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if got := readAll(t, Resample(d, 24000)); len(got) < len(noise) {
			t.Errorf("%s: %d samples became %d", f, len(noise), len(got))
		}
	}
}
