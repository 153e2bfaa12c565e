// Package speechdraft stores the text of the page Read aloud. The text is saved shortly after each
// change and loaded at the next start, even if the program was killed.
package speechdraft

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"parlando/app/internal/jsonfile"
	"parlando/app/internal/wholefile"
	"parlando/app/owner"
)

// FileName is the file name in the library's folder: one line of JSON, then the text.
const FileName = "speak.txt"

// Draft is the text with its title and caret.
type Draft struct {
	// Title is the title of the imported document, "" for text that was typed or pasted.
	Title string `json:"title,omitempty"`
	// Markdown reports that the text is read as Markdown.
	Markdown bool `json:"markdown,omitempty"`
	// Caret is the byte offset of the last change.
	Caret int `json:"caret,omitempty"`

	Text string `json:"-"`
}

// Store saves the one draft. It is safe for concurrent use. End it with Close.
type Store struct {
	path  string
	log   *slog.Logger
	guard func() error

	running owner.Goroutines

	mu      sync.Mutex
	known   bool
	now     Draft
	dirty   bool
	writing bool
	err     error
	refused func(error)
	// unread reports that the file exists but could not be read, and must not be overwritten. late
	// reports that the last Load read the file after another draft had been saved.
	unread, late bool
	// asides are the paths of unread files that this start or an earlier one moved aside to write
	// another draft; they are valid once searched is set. given are the asides that the last Load
	// returned, and joined those contained in the draft being saved.
	searched              bool
	asides, given, joined []string
}

// New returns the store for a library folder. It reads nothing yet. log may be nil.
func New(dir string, log *slog.Logger) *Store {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s := &Store{path: filepath.Join(dir, FileName), log: log}
	return s
}

// Guard sets a function that is called before each write; if it returns an error, nothing is
// written. Call Guard before the first draft is saved.
func (s *Store) Guard(inPlace func() error) { s.guard = inPlace }

// SaveTo writes the draft into another library's folder. It does nothing before the draft is known.
func (s *Store) SaveTo(dir string) error {
	s.mu.Lock()
	m, known := s.now, s.known
	s.mu.Unlock()
	if !known {
		return nil
	}
	return New(dir, s.log).put(m)
}

// OnRefused sets a function that is called, on any goroutine, for each draft that the disk refused.
// Such a draft stays in memory until the program quits, and is written when it is saved again.
func (s *Store) OnRefused(f func(error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = f
}

// Load returns the draft; the first call reads the disk. A missing file is an empty draft. An
// unreadable file is moved aside before the next draft is written. The next Load after an error,
// and the first one after a restart, reads that file again, even if another draft was saved since:
// Load returns the old text until SaveJoined has stored it, and the caller appends the text saved
// since. On error the Draft is empty if the file itself is unreadable; if only a file moved aside
// is unreadable, the Draft has the rest.
func (s *Store) Load() (Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.writing { // the writer may be moving the file aside
		s.mu.Unlock()
		_ = s.running.Wait(context.Background())
		s.mu.Lock()
	}
	if !s.searched {
		s.asides, s.searched = s.findAsides(), true
	}
	m, fresh := s.now, !s.known || s.unread
	s.late, s.given = false, nil
	if fresh {
		data, err := os.ReadFile(s.path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			s.unread = true
			return Draft{}, fmt.Errorf("read the speech draft: %w", err)
		}
		m = parse(data)
		if s.late = s.known; !s.known {
			s.now, s.known, s.unread = m, true, false
		}
	}
	before, err := s.readAsides()
	switch {
	case fresh:
		m = before.Append(m)
	case len(s.given) > 0 || err != nil:
		m = before
	}
	return m, err
}

// findAsides lists the files moved aside by earlier starts, oldest first.
func (s *Store) findAsides() (paths []string) {
	dir := filepath.Dir(s.path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // in this case the draft cannot be read either
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), FileName+unreadMark) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}

// readAsides reads the files that were moved aside, as far as possible. The caller must hold s.mu.
func (s *Store) readAsides() (Draft, error) {
	var all Draft
	var failed error
	for _, path := range s.asides {
		data, err := os.ReadFile(path)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("read a speech draft that was set aside: %w", err))
			continue
		}
		all = all.Append(parse(data))
		s.given = append(s.given, path)
	}
	return all, failed
}

// Append returns the draft followed by next.
func (m Draft) Append(next Draft) Draft {
	switch {
	case m.Text == "":
		return next
	case next.Text == "":
		return m
	}
	m.Caret = len(m.Text) + 1 + next.Caret
	m.Text += "\n" + next.Text
	return m
}

// parse decodes a file. Data in any other format is taken as the text.
func parse(data []byte) Draft {
	head, text, ok := bytes.Cut(data, []byte("\n"))
	var m Draft
	if !ok || json.Unmarshal(head, &m) != nil {
		return Draft{Text: strings.ToValidUTF8(string(data), "\uFFFD")}
	}
	m.Text = strings.ToValidUTF8(string(text), "\uFFFD")
	m.Caret = min(max(m.Caret, 0), len(m.Text))
	return m
}

// Save queues the draft for writing by another goroutine and returns at once. Changes during a
// write are combined into one more write. An unchanged draft is written again only if the disk
// refused it.
func (s *Store) Save(m Draft) { s.save(m, false) }

// SaveJoined is Save for a draft that contains everything the last Load returned: once it is
// written, the files moved aside are deleted.
func (s *Store) SaveJoined(m Draft) { s.save(m, true) }

func (s *Store) save(m Draft, joined bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	joined = joined && (s.late || len(s.given) > 0)
	if s.known && s.now == m && s.err == nil && !joined || !s.known && s.unread && m.Text == "" {
		return // nothing is to be saved, and an unreadable file stays in its place
	}
	if joined {
		s.unread = s.unread && !s.late
		s.late = false
		s.joined, s.given = append(s.joined, s.given...), nil
		s.asides = slices.DeleteFunc(s.asides, func(path string) bool { return slices.Contains(s.joined, path) })
	}
	s.now, s.known, s.dirty = m, true, true
	if !s.writing {
		s.writing = true
		s.running.Go("writer", s.write)
	}
}

func (s *Store) write() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.dirty {
		m, unread, refused, joined := s.now, s.unread, s.refused, len(s.joined)
		s.dirty = false
		s.mu.Unlock()
		movedTo, err := "", error(nil)
		if s.guard != nil {
			err = s.guard()
		}
		if err == nil && unread {
			movedTo, err = s.moveUnread()
		}
		if err == nil {
			err = s.put(m)
		}
		if err != nil {
			s.log.Error("The speech draft could not be stored", "error", err)
			if refused != nil {
				refused(err)
			}
		}
		s.mu.Lock()
		if movedTo != "" {
			s.unread, s.asides = false, append(s.asides, movedTo)
		}
		if s.err = err; err == nil {
			for _, path := range s.joined[:joined] {
				if err := os.Remove(path); err != nil {
					s.log.Warn("A speech draft that was set aside could not be removed", "error", err)
				}
			}
			s.joined = s.joined[joined:]
		}
	}
	s.writing = false
}

// unreadMark is the suffix of files that were moved aside, followed by a timestamp.
const unreadMark = ".unread-"

// moveUnread moves the unreadable file aside and returns its new path.
func (s *Store) moveUnread() (string, error) {
	movedTo := s.path + unreadMark + time.Now().UTC().Format("20060102-150405")
	if err := wholefile.Rename(s.path, movedTo); err != nil {
		return "", fmt.Errorf("set the speech draft aside: %w", err)
	}
	return movedTo, nil
}

// put writes the draft file.
func (s *Store) put(m Draft) error {
	head, err := json.Marshal(m)
	if err != nil {
		return err
	}
	data := make([]byte, 0, len(head)+1+len(m.Text))
	data = append(append(append(data, head...), '\n'), m.Text...)
	if err := jsonfile.Replace(s.path, data); err != nil {
		return fmt.Errorf("store the speech draft: %w", err)
	}
	return nil
}

// Flush waits until everything saved before is on disk, and returns the error of the last attempt.
func (s *Store) Flush() error {
	_ = s.running.Wait(context.Background())
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Close flushes the store.
func (s *Store) Close() error { return s.Flush() }
