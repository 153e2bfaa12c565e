package mp3_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"parlando/media/audio"
	"parlando/media/audio/audiotest"
	"parlando/media/container"
	"parlando/media/mp3"
)

func newReader(data []byte) *mp3.LevelReader {
	return mp3.NewLevelReader(container.NewMP3(container.NewReader(bytes.NewReader(data), 0, 4<<10)))
}

// readAll returns all levels. It fails if they are none that sound has.
func readAll(t testing.TB, r *mp3.LevelReader) (all []float32) {
	t.Helper()
	for {
		levels, rate, err := r.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, container.ErrGarbage) {
				t.Fatal(err)
			}
			return all
		}
		if len(levels) != 18 && len(levels) != 36 || rate < 8000 || rate > 48000 {
			t.Fatalf("%d levels at %d Hz", len(levels), rate)
		}
		for _, v := range levels {
			if !(v >= 0 && v <= math.MaxFloat32) {
				t.Fatalf("a level of %v", v)
			}
		}
		all = append(all, levels...)
	}
}

// encoded is an MP3 of the samples in two channels.
func encoded(t testing.TB, rate int, samples []float32) []byte {
	t.Helper()
	var b bytes.Buffer
	e, err := audio.NewEncoder(&b, audio.MP3, rate, 2)
	if err == nil {
		err = errors.Join(e.Write(samples), e.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSilenceIsSilent(t *testing.T) {
	t.Parallel()
	for _, rate := range []int{22050, 44100} {
		all := readAll(t, newReader(encoded(t, rate, make([]float32, 2*rate))))
		if len(all) < rate/mp3.LevelStep || slices.Max(all) > 0 {
			t.Errorf("%d Hz: %d levels up to %v", rate, len(all), slices.Max(all))
		}
	}
}

// A tone in one channel that lasts from the first to the second of three seconds.
func TestATone(t *testing.T) {
	t.Parallel()
	const rate, loud = 44100, 0.4
	samples := make([]float32, 3*2*rate)
	for i := rate; i < 2*rate; i++ {
		samples[2*i] = float32(loud * math.Sin(2*math.Pi*440*float64(i)/rate))
	}
	data := encoded(t, rate, samples)
	all := readAll(t, newReader(data))
	const second, margin = rate / mp3.LevelStep, 100 // the delays of encoder and filters
	if most := slices.Max(all[:second-margin]); most > 0.001 {
		t.Errorf("%v before", most)
	}
	if most := slices.Max(all[2*second+margin:]); most > 0.001 {
		t.Errorf("%v behind", most)
	}
	for from := second + margin; from < 2*second-2*margin; from += 20 {
		if most := slices.Max(all[from : from+20]); most < loud*0.9 || most > loud*1.3 {
			t.Fatalf("level %d is %v", from, most)
		}
	}
}

func TestDamagedFramesAreSilentAndCounted(t *testing.T) {
	t.Parallel()
	data := audiotest.Fixture(t, "speech-44100-stereo.mp3")
	want := readAll(t, newReader(data))
	second := bytes.Clone(data)
	frames := container.NewMP3(container.NewReader(bytes.NewReader(data), 0, 4<<10))
	for i := range 20 {
		f, err := frames.Next()
		if err != nil {
			t.Fatal(err)
		}
		if i == 19 { // pairs that are more than there are coefficients
			for k := range 6 {
				second[int(f.Offset)+container.MP3HeaderSize+2+k] = 0xff
			}
		}
	}
	r := newReader(second)
	all := readAll(t, r)
	if r.Damaged() != 1 || len(all) != len(want) {
		t.Fatalf("%d damaged places, %d levels of %d", r.Damaged(), len(all), len(want))
	}
	changed := 0
	for i := range all {
		if math.Abs(float64(all[i]-want[i])) > 0.0001 {
			changed++
			if all[i] > want[i]+0.1 {
				t.Errorf("level %d is %v, not %v", i, all[i], want[i])
			}
		}
	}
	if changed > 4*36 {
		t.Errorf("%d levels have changed", changed)
	}
}

// The scale factors of a frame's last granule are longer than its main data.
func TestScaleFactorsBehindTheFrame(t *testing.T) {
	t.Parallel()
	// 32 kbit/s at 44,100 Hz, mono
	frame := append([]byte{0xff, 0xfb, 0x10, 0xc0}, make([]byte, 100)...)
	side := frame[4:21]
	const first, second = 9 + 5 + 4, 9 + 5 + 4 + 59
	setBits(side, first, 12, 8*(100-17)-1) // all of the main data but one bit
	setBits(side, second, 12, 1)
	setBits(side, second+12+9+8, 4, 15) // 74 bits
	r := newReader(bytes.Repeat(frame, 3))
	if all := readAll(t, r); len(all) != 3*36 || slices.Max(all) > 1e-9 {
		t.Errorf("%d levels up to %v", len(all), slices.Max(all))
	}
}

func bitsAt(b []byte, at, count int) (value int) {
	for i := range count {
		value = value<<1 | int(b[(at+i)/8]>>(7-(at+i)%8)&1)
	}
	return value
}

func setBits(b []byte, at, count, value int) {
	for i := range count {
		b[(at+i)/8] |= byte(value>>(count-1-i)&1) << (7 - (at+i)%8)
	}
}

// Intensity stereo and mixed blocks, which LAME never writes. The peaks of every 75 ms are those
// that ffmpeg 5.1 decodes from the same bytes; 255 is full scale.
func TestWhatEncodersRarelyWrite(t *testing.T) {
	t.Parallel()
	data := audiotest.Fixture(t, "speech-44100-stereo.mp3")
	const parts, part, window = 20, 59, 12 + 9 + 8 + 4 // offsets in the side info in bits
	for _, c := range []struct {
		name  string
		edit  func(frame, side []byte)
		peaks []float64
	}{
		{
			"intensity", func(frame, _ []byte) { frame[3] = frame[3]&0xcf | 1<<4 },
			[]float64{22, 167, 155, 114, 84, 119, 71, 29, 25, 82, 113, 122, 144, 161, 149, 113, 48, 12},
		},
		{"mixed", func(_, side []byte) {
			for at := parts + window; at < parts+4*part; at += part {
				if windows, short := bitsAt(side, at, 3), 1<<2|2; windows == short {
					setBits(side, at+3, 1, 1)
				}
			}
		}, []float64{161, 630, 931, 142, 209, 209, 314, 21, 115, 286, 173, 192, 226, 517, 812, 288, 86, 28}},
	} {
		edited := bytes.Clone(data)
		frames := container.NewMP3(container.NewReader(bytes.NewReader(data), 0, 4<<10))
		for {
			f, err := frames.Next()
			if err != nil {
				break
			}
			f.Data = edited[f.Offset:][:len(f.Data):len(f.Data)]
			side := f.SideInfo()
			c.edit(f.Data, side[:len(side):len(side)])
		}
		all := readAll(t, newReader(edited))
		at := mp3.LevelDelay - int(frames.Info.PaddingBefore) - container.MP3DecoderDelay
		got := make([]float64, len(c.peaks))
		for _, v := range all {
			if i := at / (44100 * 75 / 1000); at >= 0 && i < len(got) {
				got[i] = max(got[i], 255*float64(v))
			}
			at += mp3.LevelStep
		}
		for i, want := range c.peaks {
			if got[i] < want/2 || got[i] > want*2 {
				t.Errorf("%s: peak %d is %.0f, not %.0f", c.name, i, got[i], want)
			}
		}
	}
}

// FuzzLevelReader holds a LevelReader to its promises for any bytes.
func FuzzLevelReader(f *testing.F) {
	const most = 3000 // what is long takes the fuzzer a minute to make shorter
	for _, name := range []string{"hostile-panic.mp3", "speech.mp3", "speech-8000.mp3", "speech-22050.mp3", "speech-44100-stereo.mp3"} {
		f.Add(audiotest.Fixture(f, name)[:most])
	}
	f.Fuzz(func(t *testing.T, data []byte) { readAll(t, newReader(data)) })
}

// Half an hour of noise in stereo, as costly as any sound of its bit rate.
func BenchmarkLevelReader(b *testing.B) {
	const rate, once = 44100, 10
	random := rand.New(rand.NewPCG(1, 2))
	samples := make([]float32, once*2*rate)
	for i := range samples {
		samples[i] = float32(random.NormFloat64() * 0.1)
	}
	data := bytes.Repeat(encoded(b, rate, samples), 30*60/once)
	for b.Loop() {
		readAll(b, newReader(data))
	}
}
