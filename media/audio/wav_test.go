package audio

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"testing"

	"parlando/media/container"
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

// The chunks behind the samples of an RF64 or BW64 are no sound: the "ds64" chunk has the number of
// samples.
func TestWhatFollowsTheSamplesOfAnRF64IsNotHeard(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"RF64", "BW64"} {
		testLongWAV(t, kind)
	}
}

func testLongWAV(t *testing.T, kind string) {
	t.Helper()
	le := binary.LittleEndian
	const samples = 1000
	file := append([]byte(kind+"\xff\xff\xff\xffWAVEds64"), words32(28)...)
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
		t.Errorf("%s: %d samples, not %d", kind, len(got), samples)
	}
}

// joinedWAVs are three WAVs in one file, the second of another shape and with a chunk behind its
// samples, and how they sound.
func joinedWAVs(t *testing.T) (file []byte, want []float32) {
	t.Helper()
	for i, shape := range []struct{ rate, channels int }{{24000, 1}, {8000, 2}, {24000, 1}} {
		var b bytes.Buffer
		sound := sine(shape.rate, shape.channels, 300*float64(i+1), 0.5)
		encode(t, &b, WAV, shape.rate, shape.channels, sound)
		data := b.Bytes()
		// a buffer keeps the size of a stream
		binary.LittleEndian.PutUint32(data[40:], uint32(len(data)-44))
		file = append(file, data...)
		if i == 1 {
			file = append(file, "LIST\x03\x00\x00\x00abc\x00"...)
		}
		want = append(want, readAll(t, Convert(&values{rate: shape.rate, channels: shape.channels, samples: sound}, 24000, 1))...)
	}
	return file, want
}

// Some programs make speech sentence by sentence, and put the WAV of each behind the one before.
func TestJoinedWAVsAreHeardWhole(t *testing.T) {
	t.Parallel()
	file, want := joinedWAVs(t)
	d, err := NewDecoder(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, d); len(got) != len(want) || snr(want, got) < 30 {
		t.Errorf("%d samples of %d, %.1f dB", len(got), len(want), snr(want, got))
	}
	checkPlaces(t, opened(t, file), want)
}

// hugeWAV is a WAV of more bytes than 32 bits count: silence, and 8 bits of a square wave in the
// last second.
type hugeWAV struct {
	head     []byte
	at, size int64
}

func (h *hugeWAV) Read(p []byte) (int, error) {
	n := int(min(int64(len(p)), h.size-h.at))
	if n == 0 {
		return 0, io.EOF
	}
	for i := range p[:n] {
		switch at := h.at + int64(i); {
		case at < int64(len(h.head)):
			p[i] = h.head[at]
		case at >= h.size-8000 && at%16 < 8:
			p[i] = 192
		default:
			p[i] = 128
		}
	}
	h.at += int64(n)
	return n, nil
}

func (h *hugeWAV) Seek(offset int64, whence int) (int64, error) {
	h.at = offset + map[int]int64{io.SeekStart: 0, io.SeekCurrent: h.at, io.SeekEnd: h.size}[whence]
	return h.at, nil
}

// Some programs write only the lower 32 bits of a size.
func TestAWAVAboveFourGigabytesIsHeardToItsEnd(t *testing.T) {
	t.Parallel()
	const samples = 5<<30 + 4000
	head := wavParts{data: samples & (1<<32 - 1), coding: 1, channels: 1, bits: 8, rate: 8000}.bytes()
	f, err := Open(&hugeWAV{head: head, size: int64(len(head)) + samples})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read(make([]float32, 100)); err != nil {
		t.Fatal(err)
	}
	if length, exact := f.Length(); length != container.Duration(samples, 8000) || !exact {
		t.Errorf("it says %v, exact: %v", length, exact)
	}
	if err := f.Seek(container.Duration(samples-6000, 8000)); err != nil {
		t.Fatal(err)
	}
	if rest := readAll(t, f); len(rest) != 6000 || level(rest) < 0.3 {
		t.Errorf("%d samples of loudness %.2f, not 6000", len(rest), level(rest))
	}
}

func words32(all ...uint32) (b []byte) {
	for _, v := range all {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}
