package connections_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"parlando/app/connections"
)

// The password store may still be asking for its own password when connecting is canceled.
func TestTheKeyOfACanceledConnectionIsNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.vault.Hold = make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error)
		go func() {
			_, err := w.Connect(ctx, "api.example.org", "sk-right", connections.ConnectOptions{})
			failed <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		close(w.vault.Hold) // the user unlocks the store
		synctest.Wait()
		if got := w.vault.String(); got != "map[]" || len(w.List()) != 0 {
			t.Errorf("kept %s and %v", got, w.List())
		}
	})
}
