package audio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"testing"
	"time"
)

func TestAShrunkSoundKeepsItsTimes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"speech.wav", "speech.flac", "speech.mp3", "speech-8000.mp3", "speech-44100-stereo.mp3", "speech.m4a", "speech-44100-stereo.m4a", "speech.opus",
		"speech-stereo.opus", "speech.ogg", "speech.webm", "speech-vorbis.webm", "speech.aac",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := fixture(t, name)
			var b bytes.Buffer
			length, err := TranscodeToMP3(t.Context(), bytes.NewReader(data), &b, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, err := decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			got, err := decode(bytes.NewReader(b.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			if more := len(got) - len(want); more < 0 || more > smallMP3Rate*30/1000 {
				t.Errorf("%d samples became %d", len(want), len(got))
			}
			if off := length.Seconds() - float64(len(want))/smallMP3Rate; math.Abs(off) > 0.001 {
				t.Errorf("it says %v, %.3f s too much", length, off)
			}
			best, at := match(want, got, -200, 200)
			t.Logf("%d bytes, correlation %.4f at %d", b.Len(), best, at)
			if best < 0.98 || at < -1 || at > 1 {
				t.Errorf("it correlates by %.4f, %d samples late", best, at)
			}
			if over := int64(b.Len()) - SmallMP3Size(length); over < 0 || over > 2*144 {
				t.Errorf("%d bytes, %d were promised", b.Len(), SmallMP3Size(length))
			}
		})
	}
}

// The loudest tones there are, which the encoder cannot write as they are.
func TestLoudTonesCanBeShrunk(t *testing.T) {
	t.Parallel()
	for _, hertz := range []float64{50, 200, 300, 800, 3000} {
		wave := make([]float32, smallMP3Rate/2)
		for i := range wave {
			wave[i] = 1
			if math.Sin(2*math.Pi*hertz*float64(i)/smallMP3Rate) < 0 {
				wave[i] = -1
			}
		}
		var in, out bytes.Buffer
		e, err := NewEncoder(&in, WAV, smallMP3Rate, 1)
		if err == nil {
			err = errors.Join(e.Write(wave), e.Close())
		}
		if err == nil {
			_, err = TranscodeToMP3(t.Context(), bytes.NewReader(in.Bytes()), &out, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := decode(&out)
		if err != nil {
			t.Fatal(err)
		}
		if c := correlate(wave, got, 0, 1); c < 0.95 {
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
		"no sound":  {t.Context(), []byte("some text"), io.Discard, ErrUnknownFormat},
		"full disk": {t.Context(), wav, failingWriter{full}, full},
	} {
		if _, err := TranscodeToMP3(c.ctx, bytes.NewReader(c.data), c.w, nil); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type failingWriter struct{ err error }

func (f failingWriter) Write([]byte) (int, error) { return 0, f.err }

// The time it takes is told in processor time for an hour of sound.
func BenchmarkShrink(b *testing.B) {
	for _, name := range []string{"speech.wav", "speech.flac", "speech-44100-stereo.m4a", "speech-stereo.opus"} {
		b.Run(name, func(b *testing.B) {
			data := fixture(b, name)
			var length time.Duration
			for b.Loop() {
				var err error
				if length, err = TranscodeToMP3(b.Context(), bytes.NewReader(data), io.Discard, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/length.Hours(), "s/hour")
		})
	}
}
