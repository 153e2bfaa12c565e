package clips

import (
	"cmp"
	"container/list"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// DefaultLimit is the default size of the cache, in bytes: four hours of mp3.
	DefaultLimit = 256 << 20
	// temporary is the prefix of files that are still being written.
	temporary = ".new-"
)

// ErrNotCached reports that a clip is not in the cache.
var ErrNotCached = errors.New("the sound is not cached")

// Clips is the cache, one file per clip in a folder. It is safe for concurrent use. Create it with
// New.
type Clips struct {
	dir   string
	limit int64

	mu     sync.Mutex
	loaded bool
	known  map[Key]*list.Element
	order  list.List // of *clip, most recently used first
	size   int64
}

// clip is one cached file.
type clip struct {
	key    Key
	format string
	size   int64
}

// New returns the cache in a folder, which need not exist; it does not touch the disk yet. limit is
// the maximum size of the cache in bytes; 0 means DefaultLimit.
func New(dir string, limit int64) *Clips {
	limit = cmp.Or(limit, DefaultLimit)
	return &Clips{dir: dir, limit: limit, known: map[Key]*list.Element{}}
}

// Has reports whether a clip is in the cache. Only the first call reads the disk.
func (c *Clips) Has(k Key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	return c.known[k] != nil
}

// Open opens a clip and returns the format passed to Commit. The error wraps ErrNotCached if the
// clip is not in the cache; otherwise it comes from the disk.
func (c *Clips) Open(k Key) (f *os.File, format string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	e := c.known[k]
	if e == nil {
		return nil, "", ErrNotCached
	}
	one := e.Value.(*clip)
	path := c.path(one)
	if f, err = os.Open(path); err != nil {
		c.forget(e)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w: %w", ErrNotCached, err)
		}
		return nil, "", err
	}
	c.order.MoveToFront(e)
	// The next start takes the modification time as the time of last use. If it cannot be set, the
	// clip is only evicted earlier.
	now := time.Now()
	_ = os.Chtimes(path, now, now)
	return f, one.format, nil
}

// Create starts writing a clip. An error comes from the disk.
func (c *Clips) Create(k Key) (*Writer, error) {
	c.mu.Lock()
	c.load() // before creating a file, since load removes temporary files
	c.mu.Unlock()
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return nil, fmt.Errorf("cache the sound: %w", err)
	}
	f, err := os.CreateTemp(c.dir, temporary+"*") // 0600
	if err != nil {
		return nil, fmt.Errorf("cache the sound: %w", err)
	}
	return &Writer{clips: c, key: k, file: f}, nil
}

// Remove deletes one clip.
func (c *Clips) Remove(k Key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	if e := c.known[k]; e != nil {
		_ = c.remove(e)
	}
}

// Size returns the total size of all clips in bytes.
func (c *Clips) Size() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	return c.size
}

// Clear deletes all clips. Clips still being written may be added afterwards.
func (c *Clips) Clear() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	var errs []error
	for e := c.order.Back(); e != nil; e = c.order.Back() {
		errs = append(errs, c.remove(e))
	}
	return errors.Join(errs...)
}

// load reads the folder on the first call. Files that cannot be read are treated as missing. c.mu
// is held here and in all methods below.
func (c *Clips) load() {
	if c.loaded {
		return
	}
	c.loaded = true
	entries, _ := os.ReadDir(c.dir)
	type foundClip struct {
		clip
		used time.Time
	}
	var all []foundClip
	for _, entry := range entries {
		name := entry.Name()
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if strings.HasPrefix(name, temporary) {
			// A killed program left this file: the running one calls load before it creates any.
			_ = os.Remove(filepath.Join(c.dir, name))
			continue
		}
		stem, format, _ := strings.Cut(name, ".")
		raw, err := hex.DecodeString(stem)
		if err != nil || len(raw) != len(Key{}) || !known(format) {
			continue
		}
		all = append(all, foundClip{clip{Key(raw), format, info.Size()}, info.ModTime()})
	}
	slices.SortFunc(all, func(a, b foundClip) int { return b.used.Compare(a.used) })
	for _, f := range all {
		if c.known[f.key] != nil {
			continue
		}
		one := f.clip
		c.known[one.key] = c.order.PushBack(&one)
		c.size += one.size
	}
	c.shrink()
}

// known reports whether format is a valid file name extension of a clip.
func known(format string) bool {
	return format != "" && len(format) <= 8 && strings.Trim(format, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

func (c *Clips) path(one *clip) string {
	return filepath.Join(c.dir, one.key.String()+"."+one.format)
}

// shrink deletes the least recently used clips until the cache is within its limit.
func (c *Clips) shrink() {
	for e := c.order.Back(); e != nil && c.size > c.limit; e = c.order.Back() {
		_ = c.remove(e)
	}
}

func (c *Clips) remove(e *list.Element) error {
	c.forget(e)
	err := os.Remove(c.path(e.Value.(*clip)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (c *Clips) forget(e *list.Element) {
	one := e.Value.(*clip)
	c.order.Remove(e)
	delete(c.known, one.key)
	c.size -= one.size
}
