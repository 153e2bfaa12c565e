package audio

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// encode writes a sound in pieces of awkward lengths.
func encode(t *testing.T, w io.Writer, f Format, rate, channels int, samples []float32) {
	t.Helper()
	e, err := NewEncoder(w, f, rate, channels)
	if err != nil {
		t.Fatal(err)
	}
	for piece := 1; len(samples) > 0; piece = piece*3%1009 + 1 {
		n := min(len(samples), piece*channels)
		if err := e.Write(samples[:n]); err != nil {
			t.Fatal(err)
		}
		samples = samples[n:]
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestEncoderNamesTheFormatsThatWork(t *testing.T) {
	_, err := NewEncoder(io.Discard, "aiff", 24000, 1)
	if !errors.Is(err, ErrNoEncoder) {
		t.Fatalf("aiff: %v", err)
	}
	for _, f := range Encodable() {
		if !strings.Contains(err.Error(), string(f)) {
			t.Errorf("%q doesn't name %s", err, f)
		}
	}
}

func TestEncoderRefusesWhatItCannotWrite(t *testing.T) {
	for _, shape := range []shape{{0, 1}, {-1, 1}, {24000, 0}, {24000, 3}, {1 << 30, 1}} {
		if _, err := NewEncoder(io.Discard, WAV, shape.rate, shape.channels); err == nil {
			t.Errorf("%+v can be written", shape)
		}
	}
	e, err := NewEncoder(io.Discard, WAV, 24000, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Write(make([]float32, 3)); err == nil {
		t.Error("half a frame can be written")
	}
	if err := errors.Join(e.Close(), e.Close()); err != nil {
		t.Error(err)
	}
	if err := e.Write(make([]float32, 2)); err == nil {
		t.Error("a finished sound goes on")
	}
}
