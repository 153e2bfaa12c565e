// Package secrets stores the keys of services in the system's password store, or in memory until
// Parlando quits, and nowhere else.
//
// A call to the store may last as long as a user needs to type a password. Therefore calls run one
// at a time on their own goroutine. Callers wait until their context ends; a result that comes
// later is remembered for the next caller.
package secrets

import (
	"context"
	"errors"
	"sync"
	"time"

	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/client/failure"
)

// Service is the name of Parlando's keys in the password store.
const Service = "Parlando"

// Account returns the name of a key in the password store. It contains the origin (scheme, host and
// port), so that after a change of a connection's address the key is not sent to another host.
func Account(connection chat.ID, origin string) string { return string(connection) + " " + origin }

// Keyring is a password store. Its methods may block while the user is asked.
type Keyring interface {
	Get(service, account string) (string, error)
	Set(service, account, secret string) error
	Delete(service, account string) error
}

// patience is the time after which a call counts as waiting for the user.
const patience = 3 * time.Second

// Secrets owns the keys while the program runs. It is safe for concurrent use.
type Secrets struct {
	keyring    Keyring
	goroutines owner.Goroutines

	mu sync.Mutex
	// onWaiting is called when waiting changes; it may be nil.
	onWaiting func()
	// known are the keys read or written since the start; kept are the accounts whose keys are only
	// in memory.
	known map[string]Key
	kept  map[string]bool
	// turn counts the changes of an account: the result of a read begun before is discarded.
	turn    map[string]int
	queue   []*call
	running *call
	waiting bool
}

// call is one operation of the password store.
type call struct {
	account string
	// do calls the store on a goroutine of Secrets.
	do func() (Key, error)
	// reads marks a Get, whose result other callers may share.
	reads bool
	turn  int
	done  chan struct{}
	key   Key
	err   error
}

// New returns Secrets that use keyring; nil means System. It does not call the password store yet.
func New(keyring Keyring) *Secrets {
	if keyring == nil {
		keyring = SystemKeyring()
	}
	return &Secrets{keyring: keyring, known: map[string]Key{}, kept: map[string]bool{}, turn: map[string]int{}}
}

// OnWaiting sets a function that is called, on any goroutine, after Waiting has changed; it should
// call Waiting for the current value.
func (s *Secrets) OnWaiting(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onWaiting = f
}

// Get returns the key of account, which is read from the password store once. It waits until ctx
// ends, so that a user has time to unlock the store; if the store has not answered by then, the
// error is an *Error of kind TimedOut.
func (s *Secrets) Get(ctx context.Context, account string) (Key, error) {
	s.mu.Lock()
	if key, ok := s.known[account]; ok {
		s.mu.Unlock()
		return key, nil
	}
	c := s.reading(account)
	if c == nil {
		c = s.start(&call{account: account, reads: true, do: func() (Key, error) {
			secret, err := s.keyring.Get(Service, account)
			return NewKey(secret), err
		}})
	}
	s.mu.Unlock()
	key, err := s.wait(ctx, c)
	if err == nil && key.Empty() {
		return Key{}, &Error{Kind: NotFound}
	}
	return key, err
}

// Set stores the key in the password store. On error nothing is remembered, and the caller may
// offer KeepInMemory. If ctx ends first, the store may still accept the key later, unless
// KeepInMemory or Delete is called for the account.
func (s *Secrets) Set(ctx context.Context, account string, key Key) error {
	s.mu.Lock()
	s.turn[account]++
	turn := s.turn[account]
	c := s.start(&call{account: account, do: func() (Key, error) {
		return Key{}, s.keyring.Set(Service, account, key.Reveal())
	}})
	s.mu.Unlock()
	if _, err := s.wait(ctx, c); err != nil {
		return hide(err, key)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.turn[account] == turn {
		s.known[account] = key
		delete(s.kept, account)
	}
	return nil
}

// KeepInMemory remembers the key until the program quits, without writing it to the password store.
func (s *Secrets) KeepInMemory(account string, key Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn[account]++
	s.known[account] = key
	s.kept[account] = true
	if s.writing(account) {
		// The store may still be asking for its password to write the key: undo that write.
		s.start(s.deletion(account))
	}
}

// Hide masks the keys in memory, of all connections, in a text that leaves Parlando: a copy, a
// saved file, the log. Other text is unchanged; see failure.KeyMask. Hide never calls the password
// store.
func (s *Secrets) Hide(text string) string {
	s.mu.Lock()
	keys := make([]string, 0, len(s.known))
	for _, key := range s.known {
		keys = append(keys, key.Reveal())
	}
	s.mu.Unlock()
	return failure.NewKeyMask(keys...).Text(text)
}

// IsInMemory reports whether the key of account is in memory only.
func (s *Secrets) IsInMemory(account string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[account]
}

// Delete removes the key, immediately from memory and then from the password store. A missing key
// is not an error.
func (s *Secrets) Delete(ctx context.Context, account string) error {
	s.mu.Lock()
	s.turn[account]++
	delete(s.known, account)
	delete(s.kept, account)
	c := s.start(s.deletion(account))
	s.mu.Unlock()
	_, err := s.wait(ctx, c)
	if k := KindOf(err); k == NotFound || k == Missing {
		return nil // without a store there is no key to delete
	}
	return err
}

// Waiting reports whether the password store has not answered for a while, most likely because it
// waits for the user.
func (s *Secrets) Waiting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.waiting
}

func (s *Secrets) deletion(account string) *call {
	return &call{account: account, do: func() (Key, error) {
		return Key{}, s.keyring.Delete(Service, account)
	}}
}

// reading returns the unfinished Get of an account, nil if there is none or the account was changed
// since. The caller must hold the lock.
func (s *Secrets) reading(account string) *call {
	for _, c := range s.unfinished() {
		if c.reads && c.account == account && c.turn == s.turn[account] {
			return c
		}
	}
	return nil
}

// writing reports whether a call of Set for account has not returned yet. The caller must hold the
// lock.
func (s *Secrets) writing(account string) bool {
	for _, c := range s.unfinished() {
		if !c.reads && c.account == account {
			return true
		}
	}
	return false
}

func (s *Secrets) unfinished() []*call {
	if s.running == nil {
		return nil
	}
	return append([]*call{s.running}, s.queue...)
}

// start queues a call. The caller must hold the lock.
func (s *Secrets) start(c *call) *call {
	c.turn = s.turn[c.account]
	c.done = make(chan struct{})
	if s.running != nil {
		s.queue = append(s.queue, c)
		return c
	}
	s.running = c
	s.goroutines.Go("password store", func() { s.run(c) })
	return c
}

// run runs a call and the calls queued behind it.
func (s *Secrets) run(c *call) {
	for c != nil {
		slow := time.AfterFunc(patience, func() { s.setWaiting(c, true) })
		started := time.Now()
		key, err := c.do()
		slow.Stop()
		c.key, c.err = key, classify(err, time.Since(started))

		s.mu.Lock()
		if c.reads && c.err == nil && !c.key.Empty() && c.turn == s.turn[c.account] {
			s.known[c.account] = c.key
		}
		close(c.done)
		next := (*call)(nil)
		if len(s.queue) > 0 {
			next, s.queue = s.queue[0], s.queue[1:]
		}
		s.running = next
		s.mu.Unlock()
		s.setWaiting(c, false)
		c = next
	}
}

// Close waits until the password store has answered all calls or ctx ends: the store may be waiting
// for the user.
func (s *Secrets) Close(ctx context.Context) error { return s.goroutines.Wait(ctx) }

// setWaiting updates Waiting and calls onWaiting. It ignores true for a call that has finished.
func (s *Secrets) setWaiting(c *call, waiting bool) {
	s.mu.Lock()
	if s.waiting == waiting || waiting && s.running != c {
		s.mu.Unlock()
		return
	}
	s.waiting = waiting
	tell := s.onWaiting
	s.mu.Unlock()
	if tell != nil {
		tell()
	}
}

func (s *Secrets) wait(ctx context.Context, c *call) (Key, error) {
	select {
	case <-c.done:
		return c.key, c.err
	default:
	}
	select {
	case <-c.done:
		return c.key, c.err
	case <-ctx.Done():
		if s.Waiting() || errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return Key{}, &Error{Kind: TimedOut, Err: ctx.Err()}
		}
		return Key{}, ctx.Err()
	}
}

// hide removes the key from a store's error message.
func hide(err error, key Key) error {
	clean := failure.MaskKeys(err.Error(), key.Reveal())
	if clean == err.Error() {
		return err
	}
	return &Error{Kind: KindOf(err), Err: errors.New(clean)}
}
