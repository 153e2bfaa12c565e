package mp3_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"parlando/media/audio/audiotest"
	"parlando/media/container"
	"parlando/media/mp3"
)

// decodeAll decodes all frames. It fails if the samples are none that sound has.
func decodeAll(t testing.TB, d *mp3.Decoder, data []byte) (all []float32) {
	t.Helper()
	frames := container.NewMP3(container.NewReader(bytes.NewReader(data), 0, 4<<10))
	for {
		f, err := frames.Next()
		if err != nil {
			return all
		}
		samples := d.Decode(&f)
		if len(samples) != f.Samples*f.Channels {
			t.Fatalf("%d samples of a frame of %d in %d channels", len(samples), f.Samples, f.Channels)
		}
		for _, v := range samples {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				t.Fatalf("a sample of %v", v)
			}
		}
		all = append(all, samples...)
	}
}

// A frame whose data are damaged is silent, except where the frames beside it overlap.
func TestADamagedFrameIsSilentAndCounted(t *testing.T) {
	t.Parallel()
	data := audiotest.Fixture(t, "speech-8000.mp3")
	var d mp3.Decoder
	want := decodeAll(t, &d, data)
	if d.Damaged() > 0 {
		t.Errorf("%d damaged places in an intact file", d.Damaged())
	}
	const damaged = 12
	frames := container.NewMP3(container.NewReader(bytes.NewReader(data), 0, 4<<10))
	for range damaged {
		if _, err := frames.Next(); err != nil {
			t.Fatal(err)
		}
	}
	f, err := frames.Next()
	if err != nil {
		t.Fatal(err)
	}
	const pairs = container.MP3HeaderSize + 2 // more than there are coefficients
	copy(data[int(f.Offset)+pairs:], []byte{0xff, 0xff, 0xff})
	d = mp3.Decoder{}
	got := decodeAll(t, &d, data)
	if d.Damaged() != 1 || len(got) != len(want) {
		t.Fatalf("%d damaged places, %d samples of %d", d.Damaged(), len(got), len(want))
	}
	for i, v := range got {
		frame := i / f.Samples
		if frame < damaged || frame > damaged+2 {
			if v != want[i] {
				t.Fatalf("sample %d, of frame %d, has changed", i, frame)
			}
		} else if v > slices.Max(want) || v < slices.Min(want) {
			t.Fatalf("sample %d is %v", i, v)
		}
	}
}

// FuzzDecoder holds a Decoder to its promises for any bytes.
func FuzzDecoder(f *testing.F) {
	const most = 3000 // what is long takes the fuzzer a minute to make shorter
	for _, name := range []string{"hostile-panic.mp3", "speech.mp3", "speech-8000.mp3", "speech-44100-stereo.mp3"} {
		f.Add(audiotest.Fixture(f, name)[:most])
	}
	f.Fuzz(func(t *testing.T, data []byte) { decodeAll(t, new(mp3.Decoder), data) })
}

// A minute of noise in stereo, as costly as any sound of its bit rate.
func BenchmarkDecoder(b *testing.B) {
	const rate, once = 44100, 10
	random := rand.New(rand.NewPCG(1, 2))
	samples := make([]float32, once*2*rate)
	for i := range samples {
		samples[i] = float32(random.NormFloat64() * 0.1)
	}
	data := bytes.Repeat(encoded(b, rate, samples), 60/once)
	for b.Loop() {
		decodeAll(b, new(mp3.Decoder), data)
	}
}
