package settings

import (
	"reflect"
	"sync"

	"parlando/app/internal/jsonfile"
)

// FileName is the file's name in the data folder.
const FileName = "settings.json"

// Store owns the settings. It is safe for concurrent use. Get never waits for the disk.
type Store struct {
	*jsonfile.Document[Settings]

	mu  sync.Mutex
	now Settings
	// onChanged is called after each change.
	onChanged func()
}

// Load reads settings.json in dir. A missing file means Defaults. The Store can be used even after
// an error, as any jsonfile.Document.
func Load(dir string) (*Store, error) {
	s := &Store{}
	var err error
	s.Document, err = jsonfile.Open(jsonfile.New(dir, FileName, nil), &s.mu, &s.now, Defaults, func(v *Settings) { *v = v.sanitized() }, s.snapshot)
	return s, err
}

// OnChanged sets a function that is called, on any goroutine, after each change and after Reload
// has read the file. It must be set before the first change.
func (s *Store) OnChanged(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onChanged = f
}

// Get returns a copy of the settings.
func (s *Store) Get() Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now.clone()
}

// Update changes the settings and returns when they are on disk. After an error the change holds
// until the program quits. change runs while the Store is locked and must not call the Store.
func (s *Store) Update(change func(*Settings)) error {
	s.Change(change)
	return s.Flush()
}

// Change is Update for the window's thread: it returns at once and writes in the background.
func (s *Store) Change(change func(*Settings)) {
	s.mu.Lock()
	next := s.now.clone()
	change(&next)
	next = next.sanitized().clone()
	changed := !reflect.DeepEqual(next, s.now)
	s.now = next
	told := s.onChanged
	s.mu.Unlock()
	if !changed {
		return
	}
	s.SaveSoon()
	if told != nil {
		told()
	}
}

// Reload reads the file if Load could not, see jsonfile.Document.
func (s *Store) Reload() error {
	unread := s.ReadFailed()
	err := s.Document.Reload()
	s.mu.Lock()
	told := s.onChanged
	s.mu.Unlock()
	if unread && !s.ReadFailed() && told != nil {
		told()
	}
	return err
}

func (s *Store) snapshot() any {
	now := s.Get()
	return &now
}
