package audio_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/media/audio"
)

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// decode gives a sound in one channel at the rate of what is written.
func decode(t testing.TB, data []byte) []float32 {
	t.Helper()
	d, err := audio.NewDecoder(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	d = audio.Resample(audio.Mono(d), audio.SmallMP3Rate)
	var all []float32
	buf := make([]float32, 8192)
	for {
		n, err := d.Read(buf)
		all = append(all, buf[:n]...)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// correlation is that of got with want when got comes some samples late.
func correlation(want, got []float32, late int) float64 {
	var ab, aa, bb float64
	for i := max(0, -late); i < min(len(want), len(got)-late); i++ {
		x, y := float64(want[i]), float64(got[i+late])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb+1e-30)
}

func TestASoundStaysWhereItIsInTime(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"speech.wav", "speech.flac", "speech.mp3", "speech-44100-stereo.mp3", "speech.m4a", "speech-44100-stereo.m4a", "speech.opus",
		"speech-stereo.opus", "speech.ogg", "speech.webm", "speech-vorbis.webm", "speech.aac",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := fixture(t, name)
			var b bytes.Buffer
			length, err := audio.Shrink(t.Context(), bytes.NewReader(data), &b, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, got := decode(t, data), decode(t, b.Bytes())
			if more := len(got) - len(want); more < 0 || more > audio.SmallMP3Rate*30/1000 {
				t.Errorf("%d samples became %d", len(want), len(got))
			}
			if off := length.Seconds() - float64(len(want))/audio.SmallMP3Rate; math.Abs(off) > 0.001 {
				t.Errorf("it says %v, %.3f s too much", length, off)
			}
			best, at := 0., 0
			for late := -200; late <= 200; late++ {
				if c := correlation(want, got, late); c > best {
					best, at = c, late
				}
			}
			t.Logf("%d bytes, correlation %.4f at %d", b.Len(), best, at)
			if best < 0.98 || at < -1 || at > 1 {
				t.Errorf("it correlates by %.4f, %d samples late", best, at)
			}
			if over := int64(b.Len()) - audio.SmallMP3Bytes(length); over < 0 || over > 2*144 {
				t.Errorf("%d bytes, %d were promised", b.Len(), audio.SmallMP3Bytes(length))
			}
		})
	}
}

// The loudest tones there are, which the encoder cannot write as they are.
func TestLoudTones(t *testing.T) {
	t.Parallel()
	for _, hertz := range []float64{50, 200, 300, 800, 3000} {
		wave := make([]float32, audio.SmallMP3Rate/2)
		for i := range wave {
			wave[i] = 1
			if math.Sin(2*math.Pi*hertz*float64(i)/audio.SmallMP3Rate) < 0 {
				wave[i] = -1
			}
		}
		var in, out bytes.Buffer
		e, err := audio.NewEncoder(&in, audio.WAV, audio.SmallMP3Rate, 1)
		if err == nil {
			err = errors.Join(e.Write(wave), e.Close())
		}
		if err == nil {
			_, err = audio.Shrink(t.Context(), bytes.NewReader(in.Bytes()), &out, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if c := correlation(wave, decode(t, out.Bytes()), 0); c < 0.95 {
			t.Errorf("%g Hz: it correlates by %.4f", hertz, c)
		}
	}
}

func TestWhatCannotBeShrunk(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	full := errors.New("the disk is full")
	wav := fixture(t, "speech.wav")
	for name, c := range map[string]struct {
		ctx  context.Context
		data []byte
		w    io.Writer
		want error
	}{
		"stopped":   {stopped, wav, io.Discard, context.Canceled},
		"no sound":  {t.Context(), []byte("some text"), io.Discard, audio.ErrUnknownFormat},
		"full disk": {t.Context(), wav, &failing{full}, full},
	} {
		if _, err := audio.Shrink(c.ctx, bytes.NewReader(c.data), c.w, nil); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type failing struct{ err error }

func (f *failing) Write([]byte) (int, error) { return 0, f.err }

// The time it takes is told in processor time for an hour of sound.
func BenchmarkShrink(b *testing.B) {
	for _, name := range []string{"speech.wav", "speech.flac", "speech-44100-stereo.m4a", "speech-stereo.opus"} {
		b.Run(name, func(b *testing.B) {
			data := fixture(b, name)
			var length time.Duration
			for b.Loop() {
				var err error
				if length, err = audio.Shrink(b.Context(), bytes.NewReader(data), io.Discard, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/length.Hours(), "s/hour")
		})
	}
}
