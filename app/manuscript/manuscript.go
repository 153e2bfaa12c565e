// Package manuscript is the owner of the text that is written in Speak: it is on disk a moment after it was changed, and there again at
// the next start, whatever ended the program.
package manuscript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"parley/app/internal/jsonfile"
)

// Name is the file in the folder of the library: one line of JSON, then the text.
const Name = "speak.txt"

// Manuscript is the text and what is known of it.
type Manuscript struct {
	// Title is that of the document it came from, "" for what was typed or pasted.
	Title string `json:"title,omitempty"`
	// Markdown says how it is to be read.
	Markdown bool `json:"markdown,omitempty"`
	// Caret is where it was written last, in bytes.
	Caret int `json:"caret,omitempty"`

	Text string `json:"-"`
}

// Store keeps the one manuscript. It is safe from any goroutine. End with Close.
type Store struct {
	path string
	log  *slog.Logger

	mu      sync.Mutex
	idle    sync.Cond
	known   bool
	now     Manuscript
	dirty   bool
	writing bool
	err     error
	// unread: there is a file that could not be read, and must not be written over.
	unread bool
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

// Load gives the manuscript; the first time it reads the disk. A file that is not there is an empty one;
// one that cannot be read is set aside when the next one is written.
func (s *Store) Load() (Manuscript, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known {
		return s.now, nil
	}
	data, err := os.ReadFile(s.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.unread = true
		return Manuscript{}, fmt.Errorf("read the text of Speak: %w", err)
	}
	s.now, s.known = parse(data), true
	return s.now, nil
}

// parse reads a file; what is no file of ours is all text.
func parse(data []byte) Manuscript {
	head, text, ok := bytes.Cut(data, []byte("\n"))
	var m Manuscript
	if !ok || json.Unmarshal(head, &m) != nil {
		return Manuscript{Text: strings.ToValidUTF8(string(data), "\uFFFD")}
	}
	m.Text = strings.ToValidUTF8(string(text), "\uFFFD")
	m.Caret = min(max(m.Caret, 0), len(m.Text))
	return m
}

// Save has the manuscript written by another goroutine and returns at once. However often it changes meanwhile, one more write follows.
func (s *Store) Save(m Manuscript) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known && s.now == m || !s.known && s.unread && m.Text == "" {
		return // nothing was written yet, and what could not be read stays where it is
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
		m, unread := s.now, s.unread
		s.dirty = false
		s.mu.Unlock()
		err := s.put(m, unread)
		s.mu.Lock()
		s.unread = unread && err != nil
		s.err = err
	}
	s.writing = false
	s.idle.Broadcast()
}

// put writes the file; one that could not be read is set aside before.
func (s *Store) put(m Manuscript, unread bool) error {
	if unread {
		if err := os.Rename(s.path, s.path+".unread-"+time.Now().UTC().Format("20060102-150405")); err != nil {
			return fmt.Errorf("set the text of Speak aside: %w", err)
		}
	}
	head, err := json.Marshal(m)
	if err != nil {
		return err
	}
	data := make([]byte, 0, len(head)+1+len(m.Text))
	data = append(append(append(data, head...), '\n'), m.Text...)
	if err := jsonfile.Replace(s.path, data); err != nil {
		s.log.Error("The text of Speak was not kept", "error", err)
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
