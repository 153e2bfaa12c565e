package audio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parlando/media/container"
)

func TestFLACComesBackAsItWas(t *testing.T) {
	for _, rate := range []int{8000, 22050, 24000, 44100, 48000} {
		for channels := 1; channels <= 2; channels++ {
			var b bytes.Buffer
			sound := sine(rate, channels, 440, 0.5)
			encode(t, &b, FLAC, rate, channels, sound)
			size := b.Len()
			d, err := NewDecoder(&b)
			if err != nil {
				t.Fatal(err)
			}
			if d.Rate() != rate || d.Channels() != channels {
				t.Errorf("it is %d Hz in %d channels", d.Rate(), d.Channels())
			}
			got := readAll(t, d)
			if len(got) != len(sound) || snr(sound, got) < 80 {
				t.Errorf("%d Hz, %d channels: %d samples of %d, %.1f dB", rate, channels, len(got), len(sound), snr(sound, got))
			}
			if size > 2*len(sound) {
				t.Errorf("%d samples became %d bytes", len(sound), size)
			}
		}
	}
}

// The header of a file gives the length of the sound, even when the sound begins further on in the
// file.
func TestFLACInAFileHasALength(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "a.flac"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("before"); err != nil {
		t.Fatal(err)
	}
	encode(t, f, FLAC, 24000, 1, sine(24000, 1, 440, 0.5))
	if _, err := f.WriteString("after"); err != nil {
		t.Fatal("the file was closed:", err)
	}
	all, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	head := all[len("before"):]
	if DetectFormat(head) != FLAC || head[8+16] != 12000>>8 || head[8+17] != 12000&0xff {
		t.Errorf("the header is % x", head[:42])
	}
	if !bytes.HasSuffix(all, []byte("after")) {
		t.Error("the end of the sound is not the end of the file")
	}
}

// The library logs a line for every frame of 24,000 samples a second.
func TestFLACLogsNothing(t *testing.T) {
	var lines bytes.Buffer
	log.SetOutput(&lines)
	t.Cleanup(func() { log.SetOutput(os.Stderr) })
	d, err := NewDecoder(bytes.NewReader(fixture(t, "speech.flac")))
	if err != nil {
		t.Fatal(err)
	}
	readAll(t, d)
	if lines.Len() > 0 {
		t.Errorf("it logs %q", lines.String())
	}
}

// As the checksum of frames of that rate is looked at here, damage in one must still be found: it
// is silent, and told.
func TestFLACFindsDamage(t *testing.T) {
	data := fixture(t, "speech.flac")
	for at := 20_000; at < 30_000; at += 500 {
		damaged := bytes.Clone(data)
		damaged[at] ^= 0x10
		f, err := Open(bytes.NewReader(damaged))
		if err != nil {
			t.Fatal(err)
		}
		got := readAll(t, f)
		if f.Damaged() != 1 || len(got) != len(speech(t)) {
			t.Errorf("damage at %d: %d places in %d samples", at, f.Damaged(), len(got))
		}
		silent := 0
		for i, v := range speech(t) {
			if got[i] != v {
				if silent++; got[i] != 0 {
					t.Fatalf("damage at %d is played at %d", at, i)
				}
			}
		}
		if silent == 0 || silent > 4608 {
			t.Errorf("damage at %d silences %d samples", at, silent)
		}
	}
	d, err := NewDecoder(io.LimitReader(bytes.NewReader(data), 20_000))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := drain(d); err == nil || len(got) < 4096 {
		t.Errorf("cut off, it gives %d samples and %v", len(got), err)
	}
}

// joinedFLACs are some FLACs in one file, and how they sound. In a file each has a length in its
// header.
func joinedFLACs(t *testing.T, inFiles bool, shapes ...shape) (file []byte, want []float32) {
	t.Helper()
	for i, shape := range shapes {
		sound := longSpeech(shape.rate*shape.channels, time.Duration(2+i%3)*time.Second)
		var b bytes.Buffer
		var w io.Writer = &b
		name := filepath.Join(t.TempDir(), "a.flac")
		if inFiles {
			f, err := os.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			w = f
		}
		encode(t, w, FLAC, shape.rate, shape.channels, sound)
		data := b.Bytes()
		if inFiles {
			var err error
			if data, err = os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
		}
		file = append(file, data...)
		want = append(want, readAll(t, Convert(&values{rate: shape.rate, channels: shape.channels, samples: sound}, 24000, 1))...)
	}
	return file, want
}

func TestJoinedFLACsAreHeardWhole(t *testing.T) {
	t.Parallel()
	one, other := shape{24000, 1}, shape{16000, 2}
	for name, shapes := range map[string][]shape{
		"of one kind": {one, one, one},
		"of two":      {one, other, one, other},
		"long":        slices.Repeat([]shape{one}, 24),
	} {
		for _, inFiles := range []bool{true, false} {
			t.Run(fmt.Sprint(name, " in files: ", inFiles), func(t *testing.T) {
				t.Parallel()
				file, want := joinedFLACs(t, inFiles, shapes...)
				d, err := NewDecoder(bytes.NewReader(file))
				if err != nil {
					t.Fatal(err)
				}
				if got := readAll(t, d); len(got) != len(want) || snr(want, got) < 30 {
					t.Errorf("%d samples of %d, %.1f dB", len(got), len(want), snr(want, got))
				}
				checkPlaces(t, opened(t, file), want)
			})
		}
	}
}

// A FLAC that its decoder cannot play is named and not called damaged.
func TestAFLACOfAnUnusualShapeIsNamed(t *testing.T) {
	t.Parallel()
	info := len(flacHead) // where STREAMINFO begins
	for want, change := range map[string]func(info []byte){
		"FLAC with samples of 32 bits": func(b []byte) { b[12], b[13] = b[12]|1, b[13]|0xf0 },
		"FLAC of 655350 Hz":            func(b []byte) { b[10], b[11], b[12] = 0x9f, 0xff, 0x60|b[12]&15 },
	} {
		data := bytes.Clone(fixture(t, "speech.flac"))
		change(data[info:])
		var is *UnsupportedError
		if _, err := decode(bytes.NewReader(data)); !errors.As(err, &is) || is.Name != want {
			t.Errorf("%s: %v", want, err)
		}
		if _, err := Open(bytes.NewReader(data)); !errors.As(err, &is) || is.Name != want {
			t.Errorf("%s as a file: %v", want, err)
		}
		if _, err := newFLACCodec(data[info:]); !errors.As(err, &is) || is.Name != want {
			t.Errorf("%s in another format: %v", want, err)
		}
	}
}

// A frame of FLAC may leave to the header of the file how many bits its samples have: 14 or 18 have
// no number there.
func TestAFLACWhoseHeaderTellsTheBitsOfItsSamples(t *testing.T) {
	t.Parallel()
	data := bytes.Clone(fixture(t, "speech.flac"))
	want, err := asItIs(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	end := len(data)
	for at := len(data) - flacMaxHeader; at > len(flacHead); at-- {
		length := flacHeaderLength(data[at:])
		if length == 0 || data[at+3]>>1&7 != 4 {
			continue
		}
		data[at+3] &^= 7 << 1
		data[at+length-1] = crc8(data[at : at+length-1])
		crc := uint16(0)
		for _, b := range data[at : end-2] {
			crc = container.CRC16(crc, b)
		}
		data[end-2], data[end-1] = byte(crc>>8), byte(crc)
		end = at
	}
	d, err := NewDecoder(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, d); !slices.Equal(got, want) || damagedIn(d) > 0 {
		t.Errorf("%d samples of %d, %d damaged places", len(got), len(want), damagedIn(d))
	}
}
