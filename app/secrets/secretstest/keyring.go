// Package secretstest has a password store in memory, for tests.
package secretstest

import (
	"sync"

	"github.com/zalando/go-keyring"

	"parlando/app/secrets"
)

// Keyring is a password store in memory. The zero value is empty and ready; it is safe from any
// goroutine.
type Keyring struct {
	mu      sync.Mutex
	refuses error
	kept    map[string]string
}

var _ secrets.Keyring = (*Keyring)(nil)

// Refuse makes the store say err to everything, until it is nil again.
func (k *Keyring) Refuse(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refuses = err
}

// All are the secrets that are kept, in no order.
func (k *Keyring) All() (all []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, secret := range k.kept {
		all = append(all, secret)
	}
	return all
}

// Get implements secrets.Keyring.
func (k *Keyring) Get(service, account string) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	secret, ok := k.kept[service+" "+account]
	switch {
	case k.refuses != nil:
		return "", k.refuses
	case !ok:
		return "", keyring.ErrNotFound
	}
	return secret, nil
}

// Set implements secrets.Keyring.
func (k *Keyring) Set(service, account, secret string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.refuses != nil {
		return k.refuses
	}
	if k.kept == nil {
		k.kept = map[string]string{}
	}
	k.kept[service+" "+account] = secret
	return nil
}

// Delete implements secrets.Keyring.
func (k *Keyring) Delete(service, account string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.refuses != nil {
		return k.refuses
	}
	delete(k.kept, service+" "+account)
	return nil
}
