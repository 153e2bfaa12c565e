// Package secrets keeps the keys of services in the system's password store, or until Parlando
// quits, and nowhere else.
//
// A call to the store may take as long as a user needs to type a password. So the store is called
// on a goroutine of its own, one call at a time; a caller waits as long as its context lets it, and
// what arrives later is remembered for the next who asks.
package secrets

import (
	"context"
	"errors"
	"sync"
	"time"

	"parlando/app/chat"
	"parlando/client/failure"
)

// Service is the name under which the password store shows Parlando's keys.
const Service = "Parlando"

// Account names a key in the password store. It has the origin in it (scheme, host and port), so
// that a connection whose address is changed does not take its key along to somebody else.
func Account(connection chat.ID, origin string) string { return string(connection) + " " + origin }

// Keyring is a password store. Its methods may block for as long as a user takes.
type Keyring interface {
	Get(service, account string) (string, error)
	Set(service, account, secret string) error
	Delete(service, account string) error
}

// patience is the time after which a call counts as waiting for the user.
const patience = 3 * time.Second

// Secrets owns the keys while the program runs. It is safe from any goroutine.
type Secrets struct {
	keyring Keyring

	mu sync.Mutex
	// onWaiting is told when waiting changes; it may be nil.
	onWaiting func()
	// known are the keys that were read or written since the start; kept are the accounts that are
	// in no store.
	known map[string]Key
	kept  map[string]bool
	// turn counts the changes of an account, so that an answer from before one is not taken for the
	// present.
	turn    map[string]int
	queue   []*call
	running *call
	waiting bool
}

// call is one question to the password store.
type call struct {
	account string
	// do asks the store, on a goroutine of Secrets.
	do func() (Key, error)
	// reads marks a Get, which others may join.
	reads bool
	turn  int
	done  chan struct{}
	key   Key
	err   error
}

// New keeps keys in keyring; nil is System. It asks the password store nothing.
func New(keyring Keyring) *Secrets {
	if keyring == nil {
		keyring = System()
	}
	return &Secrets{keyring: keyring, known: map[string]Key{}, kept: map[string]bool{}, turn: map[string]int{}}
}

// OnWaiting has f called after Waiting has changed, from any goroutine; f should look what it is
// now.
func (s *Secrets) OnWaiting(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onWaiting = f
}

// Get returns the key of account. It asks the password store once and then remembers. It waits
// until ctx ends, so that a user has time to unlock the store; the error is then an *Error of
// kind Slow if the store kept it waiting.
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

// Set keeps the key in the password store. On an error nothing is remembered: the caller may offer
// Keep. When ctx ends first, the store may still take the key later, unless Keep or Delete is
// called for the account.
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

// Keep remembers the key until the program quits and keeps it out of the password store.
func (s *Secrets) Keep(account string, key Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn[account]++
	s.known[account] = key
	s.kept[account] = true
	if s.writing(account) {
		// The user has changed their mind while the store was still asking for its password.
		s.start(s.deletion(account))
	}
}

// Kept reports whether the key of account is remembered until the program quits and is in no store.
func (s *Secrets) Kept(account string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[account]
}

// Delete forgets the key, at once here and then in the password store. It is no error when there is
// none.
func (s *Secrets) Delete(ctx context.Context, account string) error {
	s.mu.Lock()
	s.turn[account]++
	delete(s.known, account)
	delete(s.kept, account)
	c := s.start(s.deletion(account))
	s.mu.Unlock()
	_, err := s.wait(ctx, c)
	if k := KindOf(err); k == NotFound || k == Missing {
		return nil // where no store is, no key is
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

// reading returns the unfinished Get of an account that nothing has changed since, or nil. The lock
// is held.
func (s *Secrets) reading(account string) *call {
	for _, c := range s.unfinished() {
		if c.reads && c.account == account && c.turn == s.turn[account] {
			return c
		}
	}
	return nil
}

// writing reports whether a Set of account is not finished. The lock is held.
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

// start puts a call in the line. The lock is held.
func (s *Secrets) start(c *call) *call {
	c.turn = s.turn[c.account]
	c.done = make(chan struct{})
	if s.running != nil {
		s.queue = append(s.queue, c)
		return c
	}
	s.running = c
	go s.run(c)
	return c
}

// run makes this call and those that queue up behind it.
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

// setWaiting tells of a change. The beginning counts only while the call is still under way.
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
			return Key{}, &Error{Kind: Slow, Err: ctx.Err()}
		}
		return Key{}, ctx.Err()
	}
}

// hide makes sure that no store's error message repeats the key.
func hide(err error, key Key) error {
	clean := failure.MaskKeys(err.Error(), key.Reveal())
	if clean == err.Error() {
		return err
	}
	return &Error{Kind: KindOf(err), Err: errors.New(clean)}
}
