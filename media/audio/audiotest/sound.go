// Package audiotest encodes, decodes and compares sounds in tests.
package audiotest

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"parlando/media/audio"
)

// Fixture returns a file of media/audio/testdata, for the tests of the packages beside media/audio.
func Fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "audio", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Encode returns samples as a file in format f.
func Encode(t testing.TB, f audio.Format, samples []float32, rate, channels int) []byte {
	t.Helper()
	var b bytes.Buffer
	e, err := audio.NewEncoder(&b, f, rate, channels)
	if err == nil {
		err = errors.Join(e.Write(samples), e.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Open returns the decoder of a file and fails the test unless it has format f.
func Open(t testing.TB, f audio.Format, data []byte) audio.Decoder {
	t.Helper()
	if f == audio.PCM {
		return audio.NewPCMDecoder(bytes.NewReader(data))
	}
	if is := audio.DetectFormat(data); is != f {
		t.Fatalf("it is %q, not %q", is, f)
	}
	d, err := audio.NewDecoder(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Samples reads a decoder to its end.
func Samples(t testing.TB, d audio.Decoder) []float32 {
	t.Helper()
	all, err := audio.ReadAll(d)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Correlation compares two sounds over their common length: 1 if they differ only in volume, about
// 0 if they are unrelated.
func Correlation(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range min(len(a), len(b)) {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb+1e-30)
}
