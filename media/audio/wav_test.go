package audio

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestWAVComesBackAsItWas(t *testing.T) {
	for channels := 1; channels <= 2; channels++ {
		var b bytes.Buffer
		sound := sine(24000, channels, 440, 0.5)
		encode(t, &b, WAV, 24000, channels, sound)
		d, err := NewDecoder(&b)
		if err != nil {
			t.Fatal(err)
		}
		if d.Rate() != 24000 || d.Channels() != channels {
			t.Errorf("it is %d Hz in %d channels", d.Rate(), d.Channels())
		}
		got := readAll(t, d)
		if len(got) != len(sound) || snr(sound, got) < 80 {
			t.Errorf("%d samples of %d, %.1f dB", len(got), len(sound), snr(sound, got))
		}
	}
}

func TestWAVInAFileHasTrueSizes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.wav")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	encode(t, f, WAV, 24000, 1, make([]float32, 1000))
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2044 || !bytes.Equal(got[4:8], []byte{0xf4, 0x07, 0, 0}) || !bytes.Equal(got[40:44], []byte{0xd0, 0x07, 0, 0}) {
		t.Errorf("%d bytes, sizes % x and % x", len(got), got[4:8], got[40:44])
	}
}

func TestPCMComesBackAsItWas(t *testing.T) {
	var b bytes.Buffer
	sound := sine(24000, 1, 440, 0.5)
	encode(t, &b, PCM, 24000, 1, sound)
	if b.Len() != 2*len(sound) {
		t.Errorf("%d samples are %d bytes", len(sound), b.Len())
	}
	got := readAll(t, NewPCMDecoder(&b))
	if len(got) != len(sound) || snr(sound, got) < 80 {
		t.Errorf("%d samples of %d, %.1f dB", len(got), len(sound), snr(sound, got))
	}
}

// Whatever it is given, PCM is 24,000 samples a second in one channel.
func TestPCMIsResampledAndMixed(t *testing.T) {
	var b bytes.Buffer
	encode(t, &b, PCM, 44100, 2, sine(44100, 2, 1000, 1))
	got := readAll(t, NewPCMDecoder(&b))
	want := readAll(t, Mono(&values{rate: 24000, channels: 2, samples: sine(24000, 2, 1000, 1)}))
	if len(got) != len(want) || snr(want[1200:22000], got[1200:22000]) < 60 {
		t.Errorf("%d samples of %d, %.1f dB", len(got), len(want), snr(want[1200:22000], got[1200:22000]))
	}
}
