// Package speechdraft is the owner of the text that is written in Speak: it is on disk a moment
// after it was changed, and there again at the next start, whatever ended the program.
package speechdraft

import (
	"bytes"
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
)

// Name is the file in the folder of the library: one line of JSON, then the text.
const Name = "speak.txt"

// Draft is the text and what is known of it.
type Draft struct {
	// Title is that of the document it came from, "" for what was typed or pasted.
	Title string `json:"title,omitempty"`
	// Markdown: it is read as Markdown.
	Markdown bool `json:"markdown,omitempty"`
	// Caret is the place of the last change, in bytes.
	Caret int `json:"caret,omitempty"`

	Text string `json:"-"`
}

// Store keeps the one draft. It is safe from any goroutine. End with Close.
type Store struct {
	path string
	log  *slog.Logger

	mu      sync.Mutex
	idle    sync.Cond
	known   bool
	now     Draft
	dirty   bool
	writing bool
	err     error
	refused func(error)
	// unread: there is a file that could not be read, and must not be written over. late: the last
	// Load has given it, behind whose back another was saved.
	unread, late bool
	// asides are the names under which unread files were put aside when another was written, now or
	// by an earlier start, once they were searched for. given were given by the last Load, joined
	// are part of the text that is saved.
	searched              bool
	asides, given, joined []string
}

// New names the file in the folder of the library. Nothing is read yet. log may be nil.
func New(dir string, log *slog.Logger) *Store {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s := &Store{path: filepath.Join(dir, Name), log: log}
	s.idle.L = &s.mu
	return s
}

// OnRefused has f told, on any goroutine, of each text that the disk has refused. Such a text is
// there until the program quits, and is written when it is saved again.
func (s *Store) OnRefused(f func(error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = f
}

// Load returns the draft; the first time it reads the disk. A file that is not there is an empty
// one; one that cannot be read is set aside when the next one is written. After an error the next
// Load reads that file again, whatever was saved since, as the first one of another start does with
// the files set aside before: it gives the text of then, until SaveJoined has taken it over. The
// caller puts behind it the text that was saved since. With an error the Draft has everything
// that could be read.
func (s *Store) Load() (Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.writing { // it may be setting the file aside
		s.idle.Wait()
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
			return Draft{}, fmt.Errorf("read the text of Speak: %w", err)
		}
		m = parse(data)
		if s.late = s.known; !s.known {
			s.now, s.known, s.unread = m, true, false
		}
	}
	before, err := s.readAsides()
	switch {
	case fresh:
		m = before.Then(m)
	case len(s.given) > 0 || err != nil:
		m = before
	}
	return m, err
}

// findAsides looks for what earlier starts have set aside, the oldest first.
func (s *Store) findAsides() (paths []string) {
	dir := filepath.Dir(s.path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // the text itself cannot be read either
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), Name+unreadMark) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}

// readAsides reads what was set aside, as far as it can be read. s.mu is held.
func (s *Store) readAsides() (Draft, error) {
	var all Draft
	var failed error
	for _, path := range s.asides {
		data, err := os.ReadFile(path)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("read a text of Speak that was set aside: %w", err))
			continue
		}
		all = all.Then(parse(data))
		s.given = append(s.given, path)
	}
	return all, failed
}

// Then is m with next behind it.
func (m Draft) Then(next Draft) Draft {
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

// parse reads a file; what is no file of ours is all text.
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

// Save has the draft written by another goroutine and returns at once. However often it
// changes meanwhile, one more write follows. The same one is written again only where the disk has
// refused it.
func (s *Store) Save(m Draft) { s.save(m, false) }

// SaveJoined is Save of a text that holds all that the last Load gave: what was set aside goes from
// the disk once it is written.
func (s *Store) SaveJoined(m Draft) { s.save(m, true) }

func (s *Store) save(m Draft, joined bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	joined = joined && (s.late || len(s.given) > 0)
	if s.known && s.now == m && s.err == nil && !joined || !s.known && s.unread && m.Text == "" {
		return // nothing was written yet, and what could not be read stays where it is
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
		go s.write()
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
		if unread {
			movedTo, err = s.moveUnread()
		}
		if err == nil {
			err = s.put(m)
		}
		if err != nil {
			s.log.Error("The text of Speak was not kept", "error", err)
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
					s.log.Warn("A text of Speak that was set aside is still there", "error", err)
				}
			}
			s.joined = s.joined[joined:]
		}
	}
	s.writing = false
	s.idle.Broadcast()
}

// unreadMark follows the name of a file that was set aside; then comes when.
const unreadMark = ".unread-"

// moveUnread moves the file that could not be read, and returns where to.
func (s *Store) moveUnread() (string, error) {
	movedTo := s.path + unreadMark + time.Now().UTC().Format("20060102-150405")
	if err := os.Rename(s.path, movedTo); err != nil {
		return "", fmt.Errorf("set the text of Speak aside: %w", err)
	}
	return movedTo, nil
}

// put writes the file.
func (s *Store) put(m Draft) error {
	head, err := json.Marshal(m)
	if err != nil {
		return err
	}
	data := make([]byte, 0, len(head)+1+len(m.Text))
	data = append(append(append(data, head...), '\n'), m.Text...)
	if err := jsonfile.Replace(s.path, data); err != nil {
		return fmt.Errorf("keep the text of Speak: %w", err)
	}
	return nil
}

// Flush returns when what was saved before is on disk, or with the error of the last try.
func (s *Store) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.writing {
		s.idle.Wait()
	}
	return s.err
}

// Close is Flush.
func (s *Store) Close() error { return s.Flush() }
