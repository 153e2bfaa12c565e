package audio

import (
	"bytes"
	"encoding/binary"
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

// The chunks behind the samples of an RF64 are no sound: its "ds64" chunk tells how many samples there are.
func TestWhatFollowsTheSamplesOfAnRF64IsNotHeard(t *testing.T) {
	t.Parallel()
	le := binary.LittleEndian
	const samples = 1000
	file := append([]byte("RF64\xff\xff\xff\xffWAVEds64"), words32(28)...)
	file = append(file, make([]byte, 8)...)
	file = le.AppendUint64(file, 2*samples)
	file = append(append(file, make([]byte, 12)...), "fmt \x10\x00\x00\x00\x01\x00\x01\x00"...)
	file = append(file, words32(8000, 16000, 2|16<<16)...)
	file = append(append(file, "data\xff\xff\xff\xff"...), make([]byte, 2*samples)...)
	file = append(file, "LIST\x10\x00\x00\x00something else.."...)
	d, err := NewDecoder(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, d); len(got) != samples {
		t.Errorf("%d samples, not %d", len(got), samples)
	}
}

func words32(all ...uint32) (b []byte) {
	for _, v := range all {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}
