package audio

import (
	"bytes"
	"testing"
)

// mp3FrameStarts gives where the frames of an MP3 begin.
func mp3FrameStarts(t *testing.T, data []byte) (starts []int64) {
	t.Helper()
	r, err := NewFrameReader(bytes.NewReader(data), MP3)
	if err != nil {
		t.Fatal(err)
	}
	for {
		f, err := r.Next()
		if err != nil {
			return starts
		}
		starts = append(starts, f.Offset)
	}
}

// A damaged frame of an MP3 is counted, and what follows is heard at its time.
func TestDamagedFramesOfAnMP3AreCounted(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"speech.mp3", "speech-8000.mp3", "speech-22050.mp3", "speech-44100-stereo.mp3"} {
		data := fixture(t, name)
		starts := mp3FrameStarts(t, data)
		want, err := asItIs(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		at := starts[len(starts)/2]
		for what, change := range map[string]struct {
			change func([]byte)
			lost   int // frames that are left out
		}{
			"nothing":       {func([]byte) {}, 0},
			"its header":    {func(b []byte) { b[at] = 0 }, 1},
			"its side info": {func(b []byte) { copy(b[at+6:], bytes.Repeat([]byte{0xff}, 30)) }, 0},
		} {
			b := bytes.Clone(data)
			change.change(b)
			f, err := Open(bytes.NewReader(b))
			if err != nil {
				t.Fatal(name, what, err)
			}
			got, err := drain(f)
			if err != nil {
				t.Errorf("%s, %s: %v", name, what, err)
			}
			if n := f.Damaged(); (n > 0) != (what != "nothing") || n > 2 {
				t.Errorf("%s, %s: %d damaged places", name, what, n)
			}
			if most := change.lost * 1152 * f.Channels(); len(got) > len(want) || len(got) < len(want)-most {
				t.Errorf("%s, %s: %d samples of %d", name, what, len(got), len(want))
			}
			late := change.lost * 1152
			if f.Rate() < 32000 { // MPEG 2
				late /= 2
			}
			from := len(want) * 3 / 4 / f.Channels() * f.Channels()
			if n := min(len(want), len(got)) - late*f.Channels(); snr(want[from:n], got[from-late*f.Channels():]) < 40 {
				t.Errorf("%s, %s: what follows is not at its time", name, what)
			}
		}
	}
}

// What stands between two files that were joined is no damage.
func TestTagsBetweenMP3sAreNoDamage(t *testing.T) {
	t.Parallel()
	data := fixture(t, "speech.mp3")
	ape := append([]byte("APETAGEX\xd0\x07\x00\x00"), make([]byte, 600)...)
	for name, between := range map[string][]byte{"nothing": nil, "ID3v1": append([]byte("TAG"), make([]byte, 125)...), "APE": ape, "zeros": make([]byte, 3000)} {
		f, err := Open(bytes.NewReader(bytes.Join([][]byte{data, between, data}, nil)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := drain(f); err != nil || f.Damaged() != 0 {
			t.Errorf("%s: %d damaged places, %v", name, f.Damaged(), err)
		}
	}
}
