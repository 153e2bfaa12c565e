package settings

import (
	"errors"
	"reflect"
	"sync"

	"parley/app/internal/jsonfile"
)

// Name is the file's name in the data folder.
const Name = "settings.json"

// Store owns the settings. It is safe from any goroutine. Get never waits for the disk.
type Store struct {
	file   *jsonfile.File
	keeper *jsonfile.Keeper

	mu  sync.Mutex
	now Settings
	// onChanged is told of each change.
	onChanged func()
	aside     string
	// unread is what was there in place of the settings when the disk did not let them be read; nil once they were.
	unread *Settings
}

// Load reads settings.json in dir. A missing file gives the Defaults. The Store can be used whatever the error: a damaged
// file is set aside (see Damaged), and what could be read of it is used; where the disk refuses, the Store holds
// the Defaults and every write fails until Reload has read them.
func Load(dir string) (*Store, error) {
	s := &Store{file: jsonfile.New(dir, Name, nil), now: Defaults()}
	err := s.file.Load(&s.now)
	var damaged *jsonfile.Damaged
	if errors.As(err, &damaged) {
		s.aside = damaged.Aside
	}
	s.now = s.now.held()
	if err != nil && damaged == nil {
		unread := s.now.clone()
		s.unread = &unread
	}
	s.keeper = jsonfile.NewKeeper(s.file, s.snapshot, nil)
	return s, err
}

// Reload reads the settings where Load could not, and puts what was changed since upon them. The errors are those of Load.
func (s *Store) Reload() error {
	if !s.Unread() {
		return nil
	}
	var damaged *jsonfile.Damaged
	err := s.keeper.Between(func() error {
		stored := Defaults()
		if err := s.file.Load(&stored); err != nil && !errors.As(err, &damaged) {
			return err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.unread == nil {
			return nil // it was read meanwhile
		}
		both, err := jsonfile.Rebase(*s.unread, s.now, stored.held())
		s.now, s.unread = both.held(), nil
		if damaged != nil {
			s.aside = damaged.Aside
		}
		return err
	})
	if err == nil && damaged != nil {
		return damaged
	}
	return err
}

// Unread reports whether there are settings on the disk that could not be read, so that no change is kept.
func (s *Store) Unread() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unread != nil
}

// OnRefused has f told, on any goroutine, of each change that the disk has refused. Such a change holds
// until the program quits, and is written with the next one.
func (s *Store) OnRefused(f func(error)) { s.keeper.OnFailed(f) }

// OnChanged has f told, on any goroutine, of each change, once it holds. It is called before the first.
func (s *Store) OnChanged(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onChanged = f
}

// Damaged returns the path to which a damaged file was moved, at the start or by Reload, or "".
func (s *Store) Damaged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.aside
}

// Get returns the settings as they are. The copy is the caller's own.
func (s *Store) Get() Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now.clone()
}

// Update changes the settings and returns when they are on disk. With an error the change holds until the
// program quits. change runs while the Store is locked: it must not call the Store.
func (s *Store) Update(change func(*Settings)) error {
	s.Change(change)
	return s.keeper.Flush()
}

// Change is Update for the window's thread: it returns at once, and the disk follows within moments.
func (s *Store) Change(change func(*Settings)) {
	s.mu.Lock()
	next := s.now.clone()
	change(&next)
	next = next.held().clone()
	changed := !reflect.DeepEqual(next, s.now)
	s.now = next
	told := s.onChanged
	s.mu.Unlock()
	if !changed {
		return
	}
	s.keeper.Soon()
	if told != nil {
		told()
	}
}

// Close returns when every change is on disk; what was refused before is tried once more. The Store may still be used.
func (s *Store) Close() error { return s.keeper.Retry() }

func (s *Store) snapshot() any {
	now := s.Get()
	return &now
}
