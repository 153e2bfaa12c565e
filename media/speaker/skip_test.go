package speaker

import (
	"errors"
	"io"
	"testing"
	"time"
)

var errPlace = errors.New("no such place")

// stuck is a sound of a minute in which no other place can be reached.
type stuck struct{}

func (stuck) Rate() int                     { return 8000 }
func (stuck) Channels() int                 { return 1 }
func (stuck) Read([]float32) (int, error)   { return 0, io.EOF }
func (stuck) Seek(time.Duration) error      { return errPlace }
func (stuck) Length() (time.Duration, bool) { return time.Minute, true }

func TestAPlaceThatCannotBeReachedIsAnError(t *testing.T) {
	t.Parallel()
	c := counter{Decoder: stuck{}}
	if err := c.skip(t.Context(), time.Second); !errors.Is(err, errPlace) {
		t.Error(err)
	}
	if err := c.skip(t.Context(), time.Minute); !errors.Is(err, io.EOF) {
		t.Errorf("at the end: %v", err)
	}
}
