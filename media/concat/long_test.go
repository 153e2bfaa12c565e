package concat

import (
	"errors"
	"io"
	"testing"

	"parlando/media/audio"
)

type discardWriter struct{}

func (discardWriter) Write(p []byte) (int, error)    { return len(p), nil }
func (discardWriter) Seek(int64, int) (int64, error) { return 0, nil }

var _ io.WriteSeeker = discardWriter{}

func TestAWAVOfMoreThanFourGigabytesIsRefused(t *testing.T) {
	s := &sound{out: newBuffered(discardWriter{}), format: audio.WAV}
	if _, err := s.begin(audio.NewPCMDecoder(nil)); err != nil {
		t.Fatal(err)
	}
	s.out.n = mostWAV - 3
	if err := s.write([]float32{0}); err != nil {
		t.Error(err)
	}
	if err := s.write([]float32{0}); !errors.Is(unmarked(err), ErrTooLong) {
		t.Error(err)
	}
}
