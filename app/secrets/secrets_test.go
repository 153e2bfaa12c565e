package secrets_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/secrets"
	"parlando/app/secrets/secretstest"
)

func TestAKeyIsThereAfterARestartAndAskedForOnce(t *testing.T) {
	v := &secretstest.Keyring{}
	if err := secrets.New(v).Set(t.Context(), "a", secrets.NewKey("k1")); err != nil {
		t.Fatal(err)
	}
	if v.Kept["a"] != "k1" {
		t.Errorf("%v", v.Kept)
	}
	s := secrets.New(v)
	for range 3 {
		if key, err := s.Get(t.Context(), "a"); err != nil || key.Reveal() != "k1" {
			t.Fatalf("%v, %v", key, err)
		}
	}
	if _, err := s.Get(t.Context(), "b"); secrets.KindOf(err) != secrets.NotFound {
		t.Errorf("another account: %v", err)
	}
	if got, _ := v.Calls(); fmt.Sprint(got) != "[set a get a get b]" {
		t.Errorf("asked %s", got)
	}
}

func TestAccountsOfOneConnectionAtTwoOriginsAreDifferent(t *testing.T) {
	if secrets.Account("c", "https://a.example:443") == secrets.Account("c", "https://b.example:443") {
		t.Error("the key would go along to another host")
	}
}

func TestAKeyKeptUntilQuitNeverReachesTheStore(t *testing.T) {
	v := &secretstest.Keyring{}
	v.Refuse(errors.New("locked out"))
	s := secrets.New(v)
	s.KeepInMemory("a", secrets.NewKey("k"))
	if key, err := s.Get(t.Context(), "a"); err != nil || key.Reveal() != "k" || !s.IsInMemory("a") {
		t.Errorf("%v, %v", key, err)
	}
	if calls, _ := v.Calls(); len(calls) != 0 {
		t.Errorf("the store was called: %v", calls)
	}
}

func TestAForgottenKeyIsGoneHereAndThere(t *testing.T) {
	v := &secretstest.Keyring{}
	s := secrets.New(v)
	if err := s.Set(t.Context(), "a", secrets.NewKey("k")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is nothing to delete
		if err := s.Delete(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Get(t.Context(), "a"); secrets.KindOf(err) != secrets.NotFound || len(v.Kept) != 0 {
		t.Errorf("%v, %v", err, v.Kept)
	}
	v.Refuse(errors.New("The name org.freedesktop.secrets was not provided by any .service files"))
	s.KeepInMemory("b", secrets.NewKey("k"))
	if err := s.Delete(t.Context(), "b"); err != nil {
		t.Errorf("without a store: %v", err)
	}
	if _, err := s.Get(t.Context(), "b"); secrets.KindOf(err) != secrets.Missing {
		t.Errorf("the kept key is still there: %v", err)
	}
}

func TestOnlyOneCallIsUnderWayAndTheSameQuestionIsAskedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &secretstest.Keyring{Hold: make(chan struct{}), Kept: map[string]string{"a": "ka", "b": "kb"}}
		s := secrets.New(v)
		var all sync.WaitGroup
		for _, account := range []string{"a", "b", "a", "b", "a"} {
			all.Go(func() {
				if key, err := s.Get(t.Context(), account); err != nil || key.Reveal() != "k"+account {
					t.Errorf("%s: %v, %v", account, key.Reveal(), err)
				}
			})
		}
		synctest.Wait()
		close(v.Hold)
		all.Wait()
		if calls, atOnce := v.Calls(); atOnce != 1 || len(calls) != 2 {
			t.Errorf("%d at once, %v", atOnce, calls)
		}
	})
}

func TestWhileTheUserIsAskedItWaitsAndSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &secretstest.Keyring{Hold: make(chan struct{}), Kept: map[string]string{"a": "k"}}
		var mu sync.Mutex
		var told []string
		start := time.Now()
		s := secrets.New(v)
		s.OnWaiting(func() {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, fmt.Sprint(s.Waiting(), " ", time.Since(start)))
		})
		go func() {
			time.Sleep(40 * time.Second)
			close(v.Hold)
		}()
		key, err := s.Get(t.Context(), "a")
		if err != nil || key.Reveal() != "k" || time.Since(start) != 40*time.Second {
			t.Errorf("%v, %v after %v", key, err, time.Since(start))
		}
		synctest.Wait()
		mu.Lock()
		defer mu.Unlock()
		if got := fmt.Sprint(told); got != "[true 3s false 40s]" || s.Waiting() {
			t.Errorf("told %s", got)
		}
	})
}

func TestWhoDoesNotWantToWaitGetsSlowAndFindsTheKeyLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &secretstest.Keyring{Hold: make(chan struct{}), Kept: map[string]string{"a": "k"}}
		s := secrets.New(v)
		soon, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.Get(soon, "a"); secrets.KindOf(err) != secrets.TimedOut {
			t.Errorf("%v", err)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if _, err := s.Get(stopped, "a"); !errors.Is(err, context.Canceled) || secrets.KindOf(err) != "" {
			t.Errorf("stopped by the caller: %v", err)
		}
		close(v.Hold)
		synctest.Wait()
		key, err := s.Get(t.Context(), "a")
		if calls, _ := v.Calls(); err != nil || key.Reveal() != "k" || len(calls) != 1 {
			t.Errorf("%v, %v, %v", key, err, calls)
		}
	})
}

func TestWhoChangesTheirMindWhileTheStoreAsksHasNoKeyInIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &secretstest.Keyring{Hold: make(chan struct{})}
		s := secrets.New(v)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := s.Set(ctx, "a", secrets.NewKey("k")); secrets.KindOf(err) != secrets.TimedOut {
			t.Errorf("%v", err)
		}
		s.KeepInMemory("a", secrets.NewKey("k"))
		close(v.Hold)
		synctest.Wait()
		if len(v.Kept) != 0 || !s.IsInMemory("a") {
			t.Errorf("%v, kept %v", v.Kept, s.IsInMemory("a"))
		}
	})
}

func TestAnAnswerFromBeforeAChangeIsNotTakenForThePresent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &secretstest.Keyring{Hold: make(chan struct{}), Kept: map[string]string{"a": "old"}}
		s := secrets.New(v)
		var all sync.WaitGroup
		all.Go(func() { _, _ = s.Get(t.Context(), "a") })
		synctest.Wait()
		all.Go(func() {
			if err := s.Set(t.Context(), "a", secrets.NewKey("new")); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		close(v.Hold)
		all.Wait()
		if key, err := s.Get(t.Context(), "a"); err != nil || key.Reveal() != "new" {
			t.Errorf("%q, %v", key.Reveal(), err)
		}
	})
}

func TestAnErrorNeverRepeatsTheKey(t *testing.T) {
	v := &secretstest.Keyring{}
	v.Refuse(errors.New("cannot store sk-secret at all"))
	err := secrets.New(v).Set(t.Context(), "a", secrets.NewKey("sk-secret"))
	if err == nil || strings.Contains(err.Error(), "sk-secret") || secrets.KindOf(err) != secrets.Failed {
		t.Errorf("%v", err)
	}
}
