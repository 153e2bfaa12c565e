package secrets

import (
	"fmt"

	"github.com/zalando/go-keyring"
)

// SystemKeyring returns the password store of the operating system: Secret Service on Linux,
// Keychain on macOS, the Credential Manager on Windows.
func SystemKeyring() Keyring { return system{reachable} }

// system calls go-keyring, which may wait for the user indefinitely.
type system struct {
	// reachable returns an error if a call would fail or would start a process.
	reachable func() error
}

func (s system) Get(service, account string) (secret string, err error) {
	err = s.call(func() error {
		secret, err = keyring.Get(service, account)
		return err
	})
	return secret, err
}

func (s system) Set(service, account, secret string) error {
	return s.call(func() error { return keyring.Set(service, account, secret) })
}

func (s system) Delete(service, account string) error {
	return s.call(func() error { return keyring.Delete(service, account) })
}

func (s system) call(do func() error) (err error) {
	// go-keyring panics on an unexpected signal on the bus, such as one without a body, or if the
	// bus goes away during a password prompt.
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("go-keyring: %v", r)
		}
	}()
	if err := s.reachable(); err != nil {
		return err
	}
	return do()
}
