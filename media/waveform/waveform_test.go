package waveform

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/audio/audiotest"
	"parlando/media/internal/disktest"
)

// tone is a sound whose loudness goes up and down: its largest sample at a time is loud(time).
func tone(rate int, length time.Duration) []float32 {
	all := make([]float32, int(length.Seconds()*float64(rate)))
	for i := range all {
		at := float64(i) / float64(rate)
		all[i] = float32(loud(at) * math.Sin(2*math.Pi*300*at))
	}
	return all
}

func loud(seconds float64) float64 { return 0.5 + 0.4*math.Sin(2*math.Pi*seconds/period) }

// period is after how many seconds the tone is the same again.
const period = 20

func encode(t testing.TB, f audio.Format, sound []float32, rate int) []byte {
	t.Helper()
	var b bytes.Buffer
	e, err := audio.NewEncoder(&b, f, rate, 1)
	if f == audio.MP3 {
		e, err = audio.NewSmallMP3(&b, rate)
		sound = slices.Clone(sound)
		for i := range sound {
			sound[i] /= 2 // as loud a tone as this would be lowered
		}
	}
	if err == nil {
		err = errors.Join(e.Write(sound), e.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTheLevelsAreThoseOfTheSound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format  audio.Format
		length  time.Duration
		columns int
	}{
		{audio.WAV, 20 * time.Second, 500},
		{audio.WAV, short + period*time.Second, 500},
		{audio.FLAC, short + period*time.Second, 500},
		{audio.MP3, short + period*time.Second, 500},
		{audio.MP3, short + period*time.Second, 100},
	} {
		t.Run(fmt.Sprint(c.format, c.length, c.columns), func(t *testing.T) {
			t.Parallel()
			once := c.length
			if c.format == audio.MP3 { // none of its frames needs another one
				once = period * time.Second
			}
			data := bytes.Repeat(encode(t, c.format, tone(8000, once), 8000), int(c.length/once))
			w, err := Measure(t.Context(), bytes.NewReader(data), c.columns, func(w Wave) {
				if len(w.Levels) > 4*c.columns || w.Step <= 0 {
					t.Errorf("%d levels of %v", len(w.Levels), w.Step)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(w.Levels) < c.columns*9/10 || len(w.Levels) > c.columns*6/5 {
				t.Errorf("%d levels", len(w.Levels))
			}
			if off := (w.Length - c.length).Abs(); off > 300*time.Millisecond {
				t.Errorf("it is %v long", w.Length)
			}
			for i, level := range w.Levels[:len(w.Levels)-1] {
				from := time.Duration(i) * w.Step
				want := 255 * max(loud(from.Seconds()), loud((from+w.Step/2).Seconds()), loud((from+w.Step).Seconds()))
				if c.format == audio.MP3 {
					want /= 2 // see encode
				}
				if math.Abs(float64(level)-want) > 20 {
					t.Fatalf("level %d is %d, not %.0f", i, level, want)
				}
			}
		})
	}
}

// Of an MP3 that is too long to be decoded, the loud moments are found that are short and far from
// each other, as in speech.
func TestTheLoudMomentsOfALongMP3AreFound(t *testing.T) {
	t.Parallel()
	const rate, once, times = 8000, 20, 8
	sound := tone(rate, once*time.Second)
	for i := range sound {
		// but for an eighth of every other second
		if second := i / rate; i-second*rate < rate/8 || i-second*rate > rate/4 || second%2 == 0 {
			sound[i] /= 30
		}
	}
	data := bytes.Repeat(encode(t, audio.MP3, sound, rate), times)
	w, err := Measure(t.Context(), bytes.NewReader(data), minColumns, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, want := 0, 0
	for _, level := range w.Levels {
		got += int(level)
	}
	for column := range slices.Chunk(slices.Repeat(sound, times), once*times*rate/minColumns) {
		want += int(level(peak(column) / 2)) // see encode
	}
	if got < want*85/100 || got > want*115/100 {
		t.Errorf("the mean level is %d, not %d", got/len(w.Levels), want/minColumns)
	}
}

// The first of what is handed over shows all of the sound, though coarsely.
func TestTheFirstLookIsSoon(t *testing.T) {
	t.Parallel()
	data := encode(t, audio.WAV, tone(8000, 10*time.Minute), 8000)
	read := &countingReader{Reader: bytes.NewReader(data)}
	soon := int64(0)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m := &measurement{ctx: ctx, buf: make([]float32, 4096)}
	var err error
	if m.file, err = audio.Open(read); err != nil {
		t.Fatal(err)
	}
	m.wave.Step = 300 * time.Millisecond
	m.wave.Levels = make([]uint8, 2000)
	m.grown = func(w Wave) {
		m.told = time.Time{} // after each column
		if w.Levels[1999] > 0 {
			soon = read.n
			cancel()
		}
	}
	if err := m.look(1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if soon == 0 || soon > int64(len(data))/4 {
		t.Errorf("after %d bytes of %d", soon, len(data))
	}
}

type countingReader struct {
	*bytes.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

func TestEveryFormatHasLevels(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"speech.wav", "speech.mp3", "speech.flac", "speech.m4a", "speech.opus", "speech.ogg", "speech.webm", "speech.aac", "speech.aiff", "speech.caf",
		"speech-video.mkv", "speech-video.mp4", "speech-video.webm",
	} {
		w, err := Measure(t.Context(), bytes.NewReader(audiotest.Fixture(t, name)), 200, nil)
		if err != nil || len(w.Levels) < 190 || len(w.Levels) > 220 || peakOf(w.Levels) < 80 {
			t.Errorf("%s: %d levels up to %d, %v", name, len(w.Levels), peakOf(w.Levels), err)
		}
	}
}

func peakOf(levels []uint8) (most uint8) {
	for _, l := range levels {
		most = max(most, l)
	}
	return most
}

func TestWhatCannotBeMeasured(t *testing.T) {
	t.Parallel()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Measure(stopped, bytes.NewReader(audiotest.Fixture(t, "speech.wav")), 100, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// An estimate ends with its context, too, however long the MP3 is.
	m := measurement{ctx: stopped, wave: Wave{Step: time.Second, Levels: make([]uint8, 10)}}
	if err := m.estimate(bytes.NewReader(audiotest.Fixture(t, "speech.mp3"))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := Measure(t.Context(), bytes.NewReader([]byte("text")), 100, nil); !errors.Is(err, audio.ErrUnknownFormat) {
		t.Error(err)
	}
	// What was cut off is measured up to there.
	data := audiotest.Fixture(t, "speech.flac")
	w, err := Measure(t.Context(), bytes.NewReader(data[:len(data)/2]), 100, nil)
	if err != nil || len(w.Levels) < 30 || w.Length > time.Second {
		t.Errorf("%d levels, %v, %v", len(w.Levels), w.Length, err)
	}
}

// Wherever the disk fails, that is the error: the waveform of a sound does not just end.
func TestADiskThatFailsIsToldWhereverItFails(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"short":    audiotest.Fixture(t, "speech.flac"),
		"long":     encode(t, audio.WAV, tone(8000, 2*short), 8000),
		"long mp3": encode(t, audio.MP3, tone(24000, 2*short), 24000),
	} {
		for n := 0; ; n += 1 + n/6 { // few at the beginning, which has most kinds of reading
			disk := disktest.Open(data, n)
			w, err := Measure(t.Context(), disk, 100, nil)
			if !disk.Failed {
				if err != nil || w.Damaged > 0 {
					t.Errorf("%s: %d damaged places, %v", name, w.Damaged, err)
				}
				break
			}
			if !errors.Is(err, disktest.ErrDisk) {
				t.Errorf("%s: call %d failed, but the error is %v", name, n, err)
			}
		}
	}
}

func TestDamagedPlacesAreCounted(t *testing.T) {
	t.Parallel()
	data := audiotest.Fixture(t, "speech.flac")
	for damaged := range 2 {
		if damaged > 0 {
			data[len(data)/2] ^= 0x55
		}
		w, err := Measure(t.Context(), bytes.NewReader(data), 100, nil)
		if err != nil || w.Damaged != damaged {
			t.Errorf("%d damaged places instead of %d, %v", w.Damaged, damaged, err)
		}
	}
}

// long is a file that repeats some bytes without holding them more than once.
type long struct {
	once     []byte
	size, at int64
}

func (l *long) Read(p []byte) (n int, err error) {
	if l.at >= l.size {
		return 0, io.EOF
	}
	n = copy(p[:min(int64(len(p)), l.size-l.at)], l.once[l.at%int64(len(l.once)):])
	l.at += int64(n)
	return n, nil
}

func (l *long) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += l.at
	case io.SeekEnd:
		offset += l.size
	}
	l.at = offset
	return l.at, nil
}

// Some minutes, half an hour and two hours of MP3 at 48 kbit a second; the pauses are part of it.
func BenchmarkMP3(b *testing.B) {
	const once = 30 * time.Second
	data := encode(b, audio.MP3, tone(24000, once), 24000)
	for _, length := range []time.Duration{5 * time.Minute, 30 * time.Minute, 2 * time.Hour} {
		b.Run(length.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := Measure(b.Context(), &long{once: data, size: int64(len(data)) * int64(length/once)}, 2000, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
