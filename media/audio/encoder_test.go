package audio

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
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
	for size := 1; len(samples) > 0; size = size*3%1009 + 1 {
		n := min(len(samples), size*channels)
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
	for _, f := range EncodableFormats() {
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

func TestEncodersWriteShortSounds(t *testing.T) {
	for _, f := range EncodableFormats() {
		for _, frames := range []int{0, 1, 100} {
			var b bytes.Buffer
			encode(t, &b, f, 24000, 1, sine(24000, 1, 440, 1)[:frames])
			if frames == 0 {
				continue
			}
			d := NewPCMDecoder(&b)
			if f != PCM {
				var err error
				if d, err = NewDecoder(&b); err != nil {
					t.Errorf("%d frames of %s: %v", frames, f, err)
					continue
				}
			}
			if got := readAll(t, d); len(got) < frames {
				t.Errorf("%d frames of %s became %d", frames, f, len(got))
			}
		}
	}
}

// Samples that no file can hold are cut off, and what is no number is silence.
func TestEncodersCutOffWhatIsTooLoud(t *testing.T) {
	loud := []float32{2, -2, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 1, -1}
	want := []float32{32767. / 32768, -1, 32767. / 32768, -1, 0, 32767. / 32768, -1}
	var b bytes.Buffer
	encode(t, &b, WAV, 24000, 1, loud)
	d, err := NewDecoder(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, d); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
