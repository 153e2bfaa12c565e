package microphonetest_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlando/media/microphone"
	"parlando/media/microphone/microphonetest"
)

func TestWhatIsSaidIsHeardInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := microphonetest.New()
		in.SetNoise(0)
		ctx, stop := context.WithCancel(t.Context())
		var heard []int16
		opened, ended := make(chan microphone.Device, 1), make(chan error, 1)
		go func() {
			ended <- in.Run(ctx, "", microphone.Feed{
				OnOpened:  func(d microphone.Device) { opened <- d },
				OnSamples: func(samples []int16) { heard = append(heard, samples...) },
			})
		}()
		if d := <-opened; d.ID != "test" || !in.IsOpen() || in.OpenCount() != 1 {
			t.Errorf("%+v", d)
		}
		if err := in.Run(ctx, "", microphone.Feed{}); !errors.Is(err, microphone.ErrBusy) {
			t.Error(err)
		}
		said := make([]int16, microphone.Rate/2+7)
		for i := range said {
			said[i] = int16(i + 1)
		}
		began := time.Now()
		in.QueueSamples(said)
		if err := in.WaitDelivered(t.Context()); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(began); d != 520*time.Millisecond {
			t.Errorf("it took %v", d)
		}
		synctest.Wait()
		if at, alike := microphonetest.FindSimilar(said, heard); alike < 0.999 || !slices.Equal(heard[at:at+len(said)], said) {
			t.Errorf("%.3f alike at %d", alike, at)
		}
		in.Unplug()
		if err := <-ended; !errors.Is(err, microphone.ErrDisconnected) || in.IsOpen() {
			t.Error(err)
		}
		stop()
		if err := in.Run(ctx, "", microphone.Feed{}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if err := in.Run(t.Context(), "other", microphone.Feed{}); !errors.Is(err, microphone.ErrNoDevice) {
			t.Error(err)
		}
	})
}
