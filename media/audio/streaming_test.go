package audio

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// Sound is heard with the first frames of a body that has only begun to arrive.
func TestDecodersBeginWithTheFirstFrames(t *testing.T) {
	waiting := errors.New("the rest has not come")
	for name, bytesThere := range map[string]int{
		"speech.wav": 50,
		// a tag, a frame of what the encoder tells, and five frames
		"speech.mp3":              1300,
		"speech-22050.mp3":        2 * 185,
		"speech-44100-stereo.mp3": 1800,
		"speech.aac":              1000,
		"speech.flac":             14_000, // one frame of 190 ms
		"speech.webm":             800,
	} {
		data := fixture(t, name)
		d, err := NewDecoder(io.MultiReader(bytes.NewReader(data[:bytesThere]), &failingReader{waiting}))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := drain(d)
		if len(got) == 0 || !errors.Is(err, waiting) {
			t.Errorf("%s: %d samples of the first %d bytes, %v", name, len(got), bytesThere, err)
		}
	}
}

// What is written can be sent while the rest is still made: at most 150 ms are held back.
func TestEncodersWriteAsTheyGet(t *testing.T) {
	for _, f := range EncodableFormats() {
		var b bytes.Buffer
		e, err := NewEncoder(&b, f, 24000, 1)
		if err != nil {
			t.Fatal(err)
		}
		tone := sine(24000, 1, 440, 0.15)
		if err := errors.Join(e.Write(tone), e.Write(tone)); err != nil {
			t.Fatal(err)
		}
		before := b.Len()
		for range 20 {
			if err := e.Write(tone); err != nil {
				t.Fatal(err)
			}
			if b.Len() == before {
				t.Errorf("%s holds back 150 ms", f)
			}
			before = b.Len()
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// An error of the writer below ends the sound, and stays.
func TestEncodersTellThatTheWriterFailed(t *testing.T) {
	broken := errors.New("the disk is full")
	for _, f := range EncodableFormats() {
		e, err := NewEncoder(&full{left: 5000, err: broken}, f, 24000, 1)
		if err != nil {
			t.Fatal(err)
		}
		tone := sine(24000, 1, 440, 2)
		err = e.Write(tone)
		if err == nil {
			err = e.Close()
		}
		if !errors.Is(err, broken) {
			t.Errorf("%s: %v", f, err)
		}
		if err := e.Write(tone); err == nil {
			t.Errorf("%s goes on", f)
		}
	}
}

// full is a writer that takes so many bytes.
type full struct {
	left int
	err  error
}

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.left {
		return 0, f.err
	}
	f.left -= len(b)
	return len(b), nil
}
