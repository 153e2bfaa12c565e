package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// temporaryChats are the chats that are only in memory. Each has a Store of its own, to which the
// library's Store passes every call for the chat; see of.
type temporaryChats struct {
	// moving is locked while a chat is kept or discarded, and read-locked during each call for one.
	moving sync.RWMutex

	mu sync.Mutex
	// stores are the stores by the ids of conversations, messages and requests. The ids of a
	// discarded chat stay, and lead to the empty store discarded, so that a late write of one of
	// them never reaches the disk.
	stores    map[chat.ID]*Store
	discarded *Store
}

func newTemporaryChats() *temporaryChats { return &temporaryChats{stores: map[chat.ID]*Store{}} }

// find returns the store of an id, nil if the id is of no temporary chat.
func (t *temporaryChats) find(id chat.ID) *Store {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stores[id]
}

// set makes ids lead to a store.
func (t *temporaryChats) set(to *Store, ids ...chat.ID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range ids {
		t.stores[id] = to
	}
}

// replace makes all ids that lead to a store lead to another, nil for the library's.
func (t *temporaryChats) replace(from, to *Store) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, s := range t.stores {
		switch {
		case s != from:
		case to == nil:
			delete(t.stores, id)
		default:
			t.stores[id] = to
		}
	}
}

// all returns the stores, each once.
func (t *temporaryChats) all() map[*Store]bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := map[*Store]bool{}
	for _, s := range t.stores {
		all[s] = true
	}
	return all
}

// picture returns the bytes of a blob of a temporary chat.
func (t *temporaryChats) picture(sum string) (data []byte, ok bool) {
	for s := range t.all() {
		s.blobs.Lock()
		data, ok = s.pictures[sum]
		s.blobs.Unlock()
		if ok {
			return data, true
		}
	}
	return nil, false
}

// close discards all chats.
func (t *temporaryChats) close() (err error) {
	if t == nil {
		return nil
	}
	t.moving.Lock()
	defer t.moving.Unlock()
	for s := range t.all() {
		err = errors.Join(err, s.Close())
	}
	return err
}

// of returns the store of a conversation, message or request: that of its temporary chat, or else
// s. Call done after using the store. created are new messages and requests of the same
// conversation.
func (s *Store) of(id chat.ID, created ...chat.ID) (_ *Store, done func()) {
	t := s.temporary
	if t == nil || t.find(id) == nil {
		return s, func() {}
	}
	t.moving.RLock()
	one := t.find(id)
	if one == nil { // kept meanwhile
		t.moving.RUnlock()
		return s, func() {}
	}
	t.set(one, created...)
	return one, t.moving.RUnlock
}

// IsTemporary reports whether a conversation, message or request is of a temporary chat, even of a
// discarded one.
func (s *Store) IsTemporary(id chat.ID) bool { return s.temporary.find(id) != nil }

// BeginTemporary creates an empty temporary chat with the target of c and returns its id. All
// methods for one conversation, message or request work for it, but it is only in memory: it is not
// listed, searched or saved, and Close discards it.
func (s *Store) BeginTemporary(ctx context.Context, c chat.Conversation) (chat.ID, error) {
	one, err := s.inMemory(ctx)
	if err != nil {
		return "", err
	}
	c.ID = chat.NewID()
	if err := one.db.Update(ctx, sqlite.Relaxed, func(tx *sql.Tx) error {
		_, err := one.create(ctx, tx, c)
		return err
	}); err != nil {
		return "", errors.Join(err, one.Close())
	}
	s.temporary.set(one, c.ID)
	return c.ID, nil
}

// inMemory returns a new store without files.
func (s *Store) inMemory(ctx context.Context) (*Store, error) {
	db, err := sqlite.OpenMemory(ctx)
	if err != nil {
		return nil, fmt.Errorf("begin a temporary chat: %w", err)
	}
	one := &Store{db: db, marks: s.marks, now: s.now, log: s.log, pictures: map[string][]byte{}, stop: func() {}}
	if err := one.begin(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("begin a temporary chat: %w", err), one.Close())
	}
	return one, nil
}

// Discard removes a temporary chat and everything in it. A chat that is discarded already is no
// error.
func (s *Store) Discard(ctx context.Context, id chat.ID) error {
	t := s.temporary
	t.moving.Lock()
	defer t.moving.Unlock()
	one := t.find(id)
	if one == nil {
		return fmt.Errorf("%w: temporary chat %q", ErrNotFound, id)
	}
	if one == t.discarded {
		return nil
	}
	if t.discarded == nil {
		empty, err := s.inMemory(ctx)
		if err != nil {
			return err
		}
		t.discarded = empty
	}
	t.replace(one, t.discarded)
	return one.Close()
}

// Keep stores a temporary chat on disk, with its unsent content and pictures, in one transaction.
// From then on it is an ordinary chat with the same ids; a reply that is being written continues
// there. On error the chat stays temporary.
func (s *Store) Keep(ctx context.Context, id chat.ID) error {
	t := s.temporary
	t.moving.Lock()
	defer t.moving.Unlock()
	one := t.find(id)
	if one == nil || one == t.discarded {
		return fmt.Errorf("%w: temporary chat %q", ErrNotFound, id)
	}
	s.blobs.Lock()
	defer s.blobs.Unlock()
	err := s.db.UpdateFromMemory(ctx, one.db, func(tx *sql.Tx) error {
		c := chatCopy{ctx: ctx, s: s, tx: tx, picture: one.pictureOf, oldID: id, id: id}
		if err := tx.QueryRowContext(ctx, `SELECT n FROM other.conversation WHERE id = ?`, id).Scan(&c.from); err != nil {
			return err
		}
		return c.add()
	})
	if err != nil {
		s.noticeGone(err)
		return fmt.Errorf("keep the chat: %w", err)
	}
	t.replace(one, nil)
	s.marks.Mark(listChanged(id), threadChanged(id))
	return one.Close()
}

// pictureOf returns an attachment of the temporary chat, or ErrNotFound.
func (s *Store) pictureOf(sum string) ([]byte, error) {
	if data, ok := s.pictures[sum]; ok {
		return data, nil
	}
	return nil, fmt.Errorf("%w: attachment %s", ErrNotFound, sum)
}
