// Package secretstest provides a password store in memory for tests.
package secretstest

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/zalando/go-keyring"

	"parlando/app/secrets"
)

// Keyring is a password store in memory that can be slow or locked, and counts its calls. The zero
// value is empty and ready; its methods are safe for concurrent use.
type Keyring struct {
	// Hold blocks each call until it is closed, as if the user had to unlock the store.
	Hold chan struct{}
	// Deleted, unless nil, receives after each call of Delete.
	Deleted chan struct{}
	// Kept holds the secrets by account. Tests may set initial ones.
	Kept map[string]string

	mu      sync.Mutex
	refuses error
	calls   []string
	running int // calls running now
	most    int // the highest number of concurrent calls
}

var _ secrets.Keyring = (*Keyring)(nil)

// Refuse makes every call return err, until it is set to nil.
func (k *Keyring) Refuse(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refuses = err
}

// All returns the stored secrets in no particular order.
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

// Calls returns the calls so far, such as "get account", and the highest number of concurrent ones.
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

// call records a call, waits for Hold, and runs do unless the store refuses.
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
