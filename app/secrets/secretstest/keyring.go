// Package secretstest has a password store in memory, for tests.
package secretstest

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/zalando/go-keyring"

	"parlando/app/secrets"
)

// Keyring is a password store in memory that can be slow, locked and counted. The zero value is
// empty and ready; its methods are safe from any goroutine.
type Keyring struct {
	// Hold delays each call until it is closed, as a user does who has to unlock the store.
	Hold chan struct{}
	// Deleted receives after each call of Delete, unless it is nil.
	Deleted chan struct{}
	// Kept are the secrets by account, for a test that begins with some.
	Kept map[string]string

	mu      sync.Mutex
	refuses error
	calls   []string
	running int // calls under way
	most    int // the highest number of calls under way at once
}

var _ secrets.Keyring = (*Keyring)(nil)

// Refuse makes the store say err to everything, until it is nil again.
func (k *Keyring) Refuse(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refuses = err
}

// All are the secrets that are kept, in no order.
func (k *Keyring) All() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Collect(maps.Values(k.Kept))
}

// String lists the secrets by account.
func (k *Keyring) String() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return fmt.Sprint(k.Kept)
}

// Calls returns what was asked of the store so far, as "get account", and how many calls were under
// way at the same time at most.
func (k *Keyring) Calls() (calls []string, atOnce int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.calls), k.most
}

// Get implements secrets.Keyring.
func (k *Keyring) Get(_, account string) (secret string, err error) {
	err = k.call("get "+account, func() error {
		var ok bool
		if secret, ok = k.Kept[account]; !ok {
			return keyring.ErrNotFound
		}
		return nil
	})
	return secret, err
}

// Set implements secrets.Keyring.
func (k *Keyring) Set(_, account, secret string) error {
	return k.call("set "+account, func() error {
		if k.Kept == nil {
			k.Kept = map[string]string{}
		}
		k.Kept[account] = secret
		return nil
	})
}

// Delete implements secrets.Keyring.
func (k *Keyring) Delete(_, account string) error {
	return k.call("delete "+account, func() error {
		if k.Deleted != nil {
			defer func() { k.Deleted <- struct{}{} }()
		}
		if _, ok := k.Kept[account]; !ok {
			return keyring.ErrNotFound
		}
		delete(k.Kept, account)
		return nil
	})
}

// call counts a call, waits for Hold, and does what is asked unless the store refuses.
func (k *Keyring) call(what string, do func() error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.calls = append(k.calls, what)
	k.running++
	k.most = max(k.most, k.running)
	if hold := k.Hold; hold != nil {
		k.mu.Unlock()
		<-hold
		k.mu.Lock()
	}
	k.running--
	if k.refuses != nil {
		return k.refuses
	}
	return do()
}
