package speech

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/speech/clips"
	"parlando/media/speaker"
)

// With a gateway twice as fast as speech there is no gap between parts over 50 ms.
func TestNoGapWithAGatewayTwiceAsFastAsSpeech(t *testing.T) {
	for _, delay := range []time.Duration{0, 700 * time.Millisecond} {
		t.Run(fmt.Sprint(delay), func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				w.service.speed, w.service.delay = 2, delay
				w.Say(message(sentences(1, 40/shorter)), Voice{})
				w.untilPhase(Playing)
				w.untilPhase(Idle)
				w.heardOnce(1, 40/shorter)
				longest, silent, begun := 0, 0, false
				all := w.output.AllSamples()
				for _, v := range all {
					if v != 0 {
						begun = true
						longest = max(longest, silent)
						silent = 0
					} else if begun {
						silent++
					}
				}
				gap := time.Duration(longest) * time.Second / speaker.Rate
				t.Logf("the longest gap is %v", gap)
				if gap > 50*time.Millisecond {
					t.Errorf("a gap of %v", gap)
				}
			})
		})
	}
}

// deaf is an output that takes what it is given and remembers nothing.
type deaf struct{}

func (deaf) Run(ctx context.Context, feed speaker.Feed) error {
	samples := make([]float32, speaker.Rate/20*speaker.Channels)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for taken := 0; ; {
		taken += feed.Fill(samples, taken)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-feed.Drop:
			feed.Dropped(0)
		case <-tick.C:
		}
	}
}

// cached is the size of the sound in memory, and the number of its parts.
func (s *Speech) cached() (bytes, parts int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == nil || s.now.line == nil {
		return 0, 0
	}
	for _, p := range s.now.line.parts {
		if p.body != nil {
			p.body.mu.Lock()
			bytes += len(p.body.data)
			p.body.mu.Unlock()
			parts++
		}
	}
	return bytes, parts
}

// What is held is counted, once where sound is kept on the disk and once where it cannot be.
func TestReadingForTenMinutesHoldsNoMoreThanReadingForOne(t *testing.T) {
	for kept, count := range map[bool]int{true: 400 / shorter, false: 120 / shorter} {
		t.Run(fmt.Sprintf("kept %v", kept), func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				w.out = speaker.New(deaf{})
				w.Speech.o.Speaker = NewSpeaker(w.out)
				if !kept {
					// A file where the folder should be.
					file := filepath.Join(w.dir, "file")
					if err := os.WriteFile(file, nil, 0o600); err != nil {
						t.Fatal(err)
					}
					w.Speech.o.Clips = clips.New(filepath.Join(file, "clips"), 0)
				}
				w.Say(message(sentences(1, count)), Voice{})
				w.untilPhase(Playing)
				begun := time.Now()
				atMost, most, last := 3, 0, 0
				for s := w.Snapshot(); s.Phase != Idle; s = w.Snapshot() {
					bytes, parts := w.cached()
					if parts > atMost {
						t.Fatalf("%d parts are in memory after %v", parts, time.Since(begun))
					}
					if time.Since(begun) < time.Minute {
						most = max(most, bytes)
					} else if bytes > most*3/2 {
						t.Fatalf("%d bytes are in memory after %v, %d in the first minute", bytes, time.Since(begun), most)
					}
					last = s.Sentence
					time.Sleep(time.Second)
					synctest.Wait()
				}
				if d := time.Since(begun); kept && d < 10*time.Minute/shorter || last < count-1 {
					t.Errorf("%d sentences in %v", last, d)
				}
			})
		})
	}
}
