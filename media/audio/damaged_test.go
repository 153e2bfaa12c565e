package audio

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

// fixtures names the sounds of testdata.
func fixtures(t testing.TB) []string {
	t.Helper()
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "speech") {
			names = append(names, e.Name())
		}
	}
	return names
}

// decode reads a sound from r, which may break off.
func decode(r io.Reader) ([]float32, error) {
	d, err := NewDecoder(r)
	if err != nil {
		return nil, err
	}
	all, err := drain(Resample(Mono(d), 24000))
	return all, err
}

// However the bytes arrive, the sound is the same.
func TestDecodersDontMindHowBytesArrive(t *testing.T) {
	t.Parallel()
	for _, name := range fixtures(t) {
		if strings.Contains(name, "-video.m") {
			continue // the boxes and elements of others
		}
		data := fixture(t, name)
		want, err := asItIs(bytes.NewReader(data))
		if err != nil {
			t.Fatal(name, err)
		}
		for how, r := range map[string]io.Reader{
			"a byte at a time":          iotest.OneByteReader(bytes.NewReader(data)),
			"half, and the end with it": iotest.HalfReader(iotest.DataErrReader(bytes.NewReader(data))),
			"without a way to seek":     onlyReader{bytes.NewReader(data)},
			"from the middle of more":   from(t, append([]byte("before"), data...), 6),
		} {
			got, err := asItIs(r)
			if err != nil || len(got) != len(want) || snr(want, got) < 100 {
				t.Errorf("%s, %s: %d samples of %d, %v", name, how, len(got), len(want), err)
			}
		}
	}
}

// asItIs reads a sound at its own rate and in its own channels.
func asItIs(r io.Reader) ([]float32, error) {
	d, err := NewDecoder(r)
	if err != nil {
		return nil, err
	}
	return drain(d)
}

func from(t *testing.T, data []byte, at int64) io.Reader {
	t.Helper()
	r := bytes.NewReader(data)
	if _, err := r.Seek(at, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return r
}

// A sound that was cut off is heard up to there.
func TestDecodersHearWhatCame(t *testing.T) {
	t.Parallel()
	for _, name := range fixtures(t) {
		t.Run(name, func(t *testing.T) {
			data, want := fixture(t, name), whole(t, name)
			got, err := decode(bytes.NewReader(data[:len(data)*3/5]))
			t.Logf("%d samples of %d, %v", len(got), len(want), err)
			index := map[Format]string{MP4: "moov", CAF: "pakt"}[DetectFormat(data)]
			if at := bytes.Index(data, []byte(index)); at > len(data)*3/5 {
				// The index of its sound stands at the end of the file.
				if err == nil {
					t.Error("no error")
				}
				return
			}
			if len(got) < len(want)/4 || len(got) > len(want)*4/5 {
				t.Errorf("%d samples of %d", len(got), len(want))
			}
			if c := correlate(want[:max(0, len(got)-2000)], got, 0, 1); c < 0.99 {
				t.Errorf("correlation %.3f with the whole sound", c)
			}
			if strings.HasSuffix(name, ".mp3") && err != nil {
				t.Error("an MP3 cannot tell that it was cut off, but:", err)
			}
		})
	}
}

// Formats that come in frames pass over what stands between them.
func TestDecodersPassOverGarbage(t *testing.T) {
	t.Parallel()
	garbage := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(i*i*7 + i>>8)
		}
		return b
	}
	for _, name := range []string{"speech.mp3", "speech-8000.mp3", "speech-22050.mp3", "speech-44100-stereo.mp3", "speech.aac", "speech.flac", "speech.opus", "speech.ogg"} {
		t.Run(name, func(t *testing.T) {
			data, want := fixture(t, name), whole(t, name)
			got, err := decode(bytes.NewReader(append(bytes.Clone(data), garbage(5000)...)))
			if err != nil || len(got) < len(want) || snr(want, got) < 60 {
				t.Errorf("behind: %d samples of %d, %v", len(got), len(want), err)
			}
			half := len(data) / 2
			got, err = decode(bytes.NewReader(bytes.Join([][]byte{data[:half], garbage(3000), data[half:]}, nil)))
			// A FLAC finds damage and says so; in a page of an Ogg a second may be lost.
			if err != nil && !strings.HasSuffix(name, ".flac") || len(got) < len(want)/4 {
				t.Errorf("in the middle: %d samples of %d, %v", len(got), len(want), err)
			}
			if !strings.HasSuffix(name, ".mp3") {
				return
			}
			got, err = decode(bytes.NewReader(append(garbage(9000), data...)))
			if err != nil || len(got) < len(want)-1200 {
				t.Errorf("before: %d samples of %d, %v", len(got), len(want), err)
			}
		})
	}
}

// Files that were joined sound one after the other, each at its own speed.
func TestDecodersPlayWhatWasJoined(t *testing.T) {
	t.Parallel()
	for _, names := range [][2]string{
		{"speech.mp3", "speech-44100-stereo.mp3"},
		{"speech-44100-stereo.mp3", "speech-22050.mp3"},
		{"speech-22050.mp3", "speech.mp3"},
		{"speech-8000.mp3", "speech.mp3"},
		{"speech.mp3", "speech-8000.mp3"},
		{"speech.opus", "speech-stereo.opus"},
		{"speech.ogg", "speech.ogg"},
		{"speech.aac", "44100-stereo.aac"},
		{"44100-stereo.aac", "speech.aac"},
	} {
		t.Run(names[0]+" "+names[1], func(t *testing.T) {
			one, two := joined(t, names[0]), joined(t, names[1])
			got, err := decode(bytes.NewReader(append(bytes.Clone(one), two...)))
			if err != nil {
				t.Fatal(err)
			}
			want := speech(t)
			if len(got) < 2*len(want) || len(got) > 2*len(want)+6000 {
				t.Errorf("twice %d samples became %d", len(want), len(got))
			}
			second, late := match(want, got[len(want)-500:], 0, 6000)
			if second < 0.87 {
				t.Errorf("the second sounds like the first by %.3f only, %d late", second, late)
			}
		})
	}
}

// joined is a fixture, or the speech as AAC in another shape.
func joined(t *testing.T, name string) []byte {
	if name == "44100-stereo.aac" {
		return aacOf(t, 44100, 2)
	}
	return fixture(t, name)
}

// What is labeled as something else, or has a tag before it that is usual elsewhere, is decoded by
// its bytes.
func TestTagsBeforeOtherFormats(t *testing.T) {
	tag := append([]byte("ID3\x04\x00\x00\x00\x01\x00\x00"), make([]byte, 128*128)...)
	for _, name := range []string{"speech.mp3", "speech.aac", "speech.flac", "speech.wav"} {
		data, want := fixture(t, name), whole(t, name)
		got, err := decode(bytes.NewReader(append(bytes.Clone(tag), data...)))
		if err != nil || len(got) != len(want) || snr(want, got) < 100 {
			t.Errorf("%s behind a tag: %d samples of %d, %v", name, len(got), len(want), err)
		}
	}
}

func TestManyDecodersAndEncodersAtOnce(t *testing.T) {
	t.Parallel()
	sound := speech(t)
	var wg sync.WaitGroup
	for _, name := range fixtures(t) {
		data := fixture(t, name)
		for range 2 {
			wg.Go(func() {
				if _, err := decode(bytes.NewReader(data)); err != nil {
					t.Error(name, err)
				}
			})
		}
	}
	for _, f := range EncodableFormats() {
		for range 2 {
			wg.Go(func() {
				e, err := NewEncoder(io.Discard, f, 24000, 1)
				if err == nil {
					err = e.Write(sound)
				}
				if err == nil {
					err = e.Close()
				}
				if err != nil {
					t.Error(f, err)
				}
			})
		}
	}
	wg.Wait()
}
