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

	"github.com/zalando/go-keyring"

	"parlando/app/secrets"
)

// vault is a password store in memory that can be slow, locked and counted.
type vault struct {
	mu      sync.Mutex
	keys    map[string]string
	fail    error
	hold    chan struct{} // a call waits for it, if it is set
	calls   []string
	at, max int
}

func (v *vault) enter(what string) error {
	v.mu.Lock()
	v.calls = append(v.calls, what)
	v.at++
	v.max = max(v.max, v.at)
	hold, fail := v.hold, v.fail
	v.mu.Unlock()
	if hold != nil {
		<-hold
	}
	v.mu.Lock()
	v.at--
	v.mu.Unlock()
	return fail
}

func (v *vault) Get(service, account string) (string, error) {
	if err := v.enter("get " + account); err != nil {
		return "", err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if secret, ok := v.keys[service+"/"+account]; ok {
		return secret, nil
	}
	return "", keyring.ErrNotFound
}

func (v *vault) Set(service, account, secret string) error {
	if err := v.enter("set " + account); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.keys == nil {
		v.keys = map[string]string{}
	}
	v.keys[service+"/"+account] = secret
	return nil
}

func (v *vault) Delete(service, account string) error {
	if err := v.enter("delete " + account); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if _, ok := v.keys[service+"/"+account]; !ok {
		return keyring.ErrNotFound
	}
	delete(v.keys, service+"/"+account)
	return nil
}

func TestAKeyIsThereAfterARestartAndAskedForOnce(t *testing.T) {
	v := &vault{}
	if err := secrets.New(v).Set(t.Context(), "a", secrets.NewKey("k1")); err != nil {
		t.Fatal(err)
	}
	if v.keys["Parlando/a"] != "k1" {
		t.Errorf("%v", v.keys)
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
	if got := fmt.Sprint(v.calls); got != "[set a get a get b]" {
		t.Errorf("asked %s", got)
	}
}

func TestAccountsOfOneConnectionAtTwoOriginsAreDifferent(t *testing.T) {
	if secrets.Account("c", "https://a.example:443") == secrets.Account("c", "https://b.example:443") {
		t.Error("the key would go along to another host")
	}
}

func TestAKeyKeptUntilQuitNeverReachesTheStore(t *testing.T) {
	v := &vault{fail: errors.New("locked out")}
	s := secrets.New(v)
	s.Keep("a", secrets.NewKey("k"))
	if key, err := s.Get(t.Context(), "a"); err != nil || key.Reveal() != "k" || !s.Kept("a") {
		t.Errorf("%v, %v", key, err)
	}
	if len(v.calls) != 0 {
		t.Errorf("the store was called: %v", v.calls)
	}
}

func TestAForgottenKeyIsGoneHereAndThere(t *testing.T) {
	v := &vault{}
	s := secrets.New(v)
	if err := s.Set(t.Context(), "a", secrets.NewKey("k")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is nothing to delete
		if err := s.Delete(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Get(t.Context(), "a"); secrets.KindOf(err) != secrets.NotFound || len(v.keys) != 0 {
		t.Errorf("%v, %v", err, v.keys)
	}
	v.fail = errors.New("The name org.freedesktop.secrets was not provided by any .service files")
	s.Keep("b", secrets.NewKey("k"))
	if err := s.Delete(t.Context(), "b"); err != nil {
		t.Errorf("without a store: %v", err)
	}
	if _, err := s.Get(t.Context(), "b"); secrets.KindOf(err) != secrets.Missing {
		t.Errorf("the kept key is still there: %v", err)
	}
}

func TestOnlyOneCallIsUnderWayAndTheSameQuestionIsAskedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &vault{hold: make(chan struct{}), keys: map[string]string{"Parlando/a": "ka", "Parlando/b": "kb"}}
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
		close(v.hold)
		all.Wait()
		if v.max != 1 || len(v.calls) != 2 {
			t.Errorf("%d at once, %v", v.max, v.calls)
		}
	})
}

func TestWhileThePersonIsAskedItWaitsAndSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &vault{hold: make(chan struct{}), keys: map[string]string{"Parlando/a": "k"}}
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
			close(v.hold)
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
		v := &vault{hold: make(chan struct{}), keys: map[string]string{"Parlando/a": "k"}}
		s := secrets.New(v)
		soon, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.Get(soon, "a"); secrets.KindOf(err) != secrets.Slow {
			t.Errorf("%v", err)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if _, err := s.Get(stopped, "a"); !errors.Is(err, context.Canceled) || secrets.KindOf(err) != "" {
			t.Errorf("stopped by the caller: %v", err)
		}
		close(v.hold)
		synctest.Wait()
		if key, err := s.Get(t.Context(), "a"); err != nil || key.Reveal() != "k" || len(v.calls) != 1 {
			t.Errorf("%v, %v, %v", key, err, v.calls)
		}
	})
}

func TestWhoChangesTheirMindWhileTheStoreAsksHasNoKeyInIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &vault{hold: make(chan struct{})}
		s := secrets.New(v)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := s.Set(ctx, "a", secrets.NewKey("k")); secrets.KindOf(err) != secrets.Slow {
			t.Errorf("%v", err)
		}
		s.Keep("a", secrets.NewKey("k"))
		close(v.hold)
		synctest.Wait()
		if len(v.keys) != 0 || !s.Kept("a") {
			t.Errorf("%v, kept %v", v.keys, s.Kept("a"))
		}
	})
}

func TestAnAnswerFromBeforeAChangeIsNotTakenForThePresent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &vault{hold: make(chan struct{}), keys: map[string]string{"Parlando/a": "old"}}
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
		close(v.hold)
		all.Wait()
		if key, err := s.Get(t.Context(), "a"); err != nil || key.Reveal() != "new" {
			t.Errorf("%q, %v", key.Reveal(), err)
		}
	})
}

func TestAnErrorNeverRepeatsTheKey(t *testing.T) {
	v := &vault{fail: errors.New("cannot store sk-secret at all")}
	err := secrets.New(v).Set(t.Context(), "a", secrets.NewKey("sk-secret"))
	if err == nil || strings.Contains(err.Error(), "sk-secret") || secrets.KindOf(err) != secrets.Failed {
		t.Errorf("%v", err)
	}
}
