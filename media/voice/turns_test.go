package voice

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// slowVoice takes a second for each sentence and counts how many it makes at a time.
type slowVoice struct{ now, most atomic.Int32 }

func (*slowVoice) has(string) bool             { return true }
func (v *slowVoice) name() string              { return "slow" }
func (v *slowVoice) reach() (float64, float64) { return MinSpeed, MaxSpeed }

func (v *slowVoice) say(ctx context.Context, _ utterance, _ float64) ([]float32, error) {
	n := v.now.Add(1)
	defer v.now.Add(-1)
	for most := v.most.Load(); n > most && !v.most.CompareAndSwap(most, n); most = v.most.Load() {
	}
	select {
	case <-time.After(time.Second):
		return make([]float32, Rate), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func TestManySpeakersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &slowVoice{}
		s := newSpeaker(v)
		limit := cap(s.turns)
		speakAll := func(ctx context.Context) (pieces int, err error) {
			speech, err := s.Speak(ctx, "One. Two.", Settings{Voice: "alloy"})
			if err != nil {
				return 0, err
			}
			for _, failed := range speech.Chunks(ctx) {
				if failed != nil {
					return pieces, failed
				}
				pieces++
			}
			return pieces, nil
		}
		ended := make(chan error)
		for range 10 * limit {
			go func() {
				pieces, err := speakAll(t.Context())
				if err == nil && pieces != 2 {
					err = errors.New("a sentence is missing")
				}
				ended <- err
			}()
		}
		synctest.Wait()
		// One that is gone while it waits for its turn is not waited for.
		gone, cancel := context.WithCancel(t.Context())
		go func() {
			_, err := speakAll(gone)
			if errors.Is(err, context.Canceled) {
				err = nil
			}
			ended <- err
		}()
		synctest.Wait()
		cancel()
		for range 10*limit + 1 {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		if most := int(v.most.Load()); most != limit {
			t.Errorf("%d sentences were made at a time, want %d", most, limit)
		}
	})
}
