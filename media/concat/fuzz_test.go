package concat_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"parlando/media/audio"
	"parlando/media/audio/audiotest"
	"parlando/media/concat"
)

// Whatever the parts are, there is a whole or an error, and a whole is a sound.
func FuzzJoin(f *testing.F) {
	formats := []audio.Format{audio.MP3, audio.AAC, audio.Opus, audio.FLAC, audio.WAV, audio.PCM}
	for i, name := range []string{"speech.mp3", "speech.aac", "speech.opus", "speech.flac", "speech.wav", "speech-stereo.opus", "speech-44100-stereo.mp3"} {
		data := audiotest.Fixture(f, name)
		f.Add(data[:min(len(data), 6000)], data[min(len(data)/2, 3000):min(len(data), 6000)], byte(i))
	}
	f.Fuzz(func(t *testing.T, a, b []byte, which byte) {
		format := formats[int(which)%len(formats)]
		w := &memory{}
		all := parts(a, b)
		all[0].PCM, all[1].PCM = format == audio.PCM, format == audio.PCM
		r, err := concat.Concat(t.Context(), w, all, concat.Options{Format: format, Title: "t"})
		checked := errors.Join(concat.CheckPart(t.Context(), all[0], format), concat.CheckPart(t.Context(), all[1], format))
		if err != nil {
			return
		}
		if checked != nil {
			t.Errorf("joined, but %v", checked)
		}
		if len(r.Starts) != 2 || r.Starts[1] < r.Starts[0] || r.Length < r.Starts[1] {
			t.Errorf("%+v", r)
		}
		if format == audio.PCM {
			return
		}
		if _, err := audio.NewDecoder(bytes.NewReader(w.b)); err != nil {
			var of *audio.DecodeError
			if !errors.As(err, &of) {
				t.Errorf("what was joined is no sound: %v", err)
			}
		}
	})
}

// memory is a file in memory.
type memory struct {
	b  []byte
	at int
}

func (m *memory) Write(p []byte) (int, error) {
	m.b = append(m.b, make([]byte, max(0, m.at+len(p)-len(m.b)))...)
	m.at += copy(m.b[m.at:], p)
	return len(p), nil
}

func (m *memory) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekStart:
		m.at = int(offset)
	case io.SeekEnd:
		m.at = len(m.b) + int(offset)
	}
	return int64(m.at), nil
}
