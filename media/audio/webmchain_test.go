package audio

import (
	"bytes"
	"testing"
	"time"

	"parlando/media/container"
)

// WebMs and Matroskas that stand one behind the other are all played, and each place in them is
// found, whatever codecs they have.
func TestJoinedWebMs(t *testing.T) {
	t.Parallel()
	long := longFiles(t)["long.webm"]
	for name, all := range map[string][][]byte{
		"Opus":                 {long, long, fixture(t, "speech.webm")},
		"Vorbis behind Opus":   {fixture(t, "speech.webm"), fixture(t, "speech-vorbis.webm"), long},
		"several codecs":       {fixture(t, "laced.mka"), fixture(t, "speech-mp3.mkv"), fixture(t, "speech-vorbis.webm")},
		"pictures stand in it": {fixture(t, "speech-video.mkv"), fixture(t, "speech-video.webm")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := Open(bytes.NewReader(bytes.Join(all, nil)))
			if err != nil {
				t.Fatal(err)
			}
			var want []float32
			for _, data := range all {
				one, err := NewDecoder(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, readAll(t, Resample(one, f.Rate()))...)
			}
			got := readAll(t, f)
			if more := len(got) - len(want); more > 3 || more < -3 || snr(want, got) < 30 {
				t.Fatalf("%d samples of %d, %.0f dB", len(got), len(want), snr(want, got))
			}
			heard := container.Duration(int64(len(got)), f.Rate())
			length, exact := f.Length()
			t.Logf("%v, exact: %v; %v were heard", length, exact, heard)
			if !exact || (length-heard).Abs() > time.Millisecond {
				t.Errorf("%v were heard, and it says %v", heard, length)
			}
			for at := heard / 11; at < heard-100*time.Millisecond; at += heard / 11 {
				if err := f.Seek(at); err != nil {
					t.Fatal(err)
				}
				from := int(int64(at) * int64(f.Rate()) / int64(time.Second))
				part := readN(t, f, min(len(got)-from, f.Rate()/5))
				ms := f.Rate() / 1000
				best := -1.
				for off := -ms; off <= ms; off++ {
					best = max(best, correlate(got[from+off:min(len(got), from+off+len(part))], part, 0, 1))
				}
				if level(part) > 0.01 && best < 0.95 {
					t.Errorf("at %v it correlates by %.3f", at, best)
				}
			}
		})
	}
}
