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
	// unread: there is a file that could not be read, and must not be written over. aside is where it was put when another was written, until
	// Load has read it.
	unread  bool
	aside   string
	refused func(error)
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

// OnRefused has f told, on any goroutine, of each text that the disk has refused. Such a text is there until the program quits, and is
// written when it is saved again.
func (s *Store) OnRefused(f func(error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = f
}

// Load gives the manuscript; the first time it reads the disk. A file that is not there is an empty one; one that cannot be read is set
// aside when the next one is written. After an error the next Load reads that file again, whatever was saved since: then it gives the
// text before that, once, and what was saved is the caller's to put behind it.
func (s *Store) Load() (Manuscript, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.writing { // it may be setting the file aside
		s.idle.Wait()
	}
	from := s.path
	switch {
	case s.aside != "":
		from = s.aside
	case s.known && !s.unread:
		return s.now, nil
	}
	data, err := os.ReadFile(from)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.unread = s.aside == ""
		return Manuscript{}, fmt.Errorf("read the text of Speak: %w", err)
	}
	s.unread, s.aside = false, ""
	m := parse(data)
	if !s.known {
		s.now, s.known = m, true
	}
	return m, nil
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
// The same one is written again only where the disk has refused it.
func (s *Store) Save(m Manuscript) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known && s.now == m && s.err == nil || !s.known && s.unread && m.Text == "" {
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
		m, unread, refused := s.now, s.unread, s.refused
		s.dirty = false
		s.mu.Unlock()
		aside, err := "", error(nil)
		if unread {
			aside, err = s.setAside()
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
		if aside != "" {
			s.unread, s.aside = false, aside
		}
		s.err = err
	}
	s.writing = false
	s.idle.Broadcast()
}

// setAside moves the file that could not be read, and returns where to.
func (s *Store) setAside() (string, error) {
	aside := s.path + ".unread-" + time.Now().UTC().Format("20060102-150405")
	if err := os.Rename(s.path, aside); err != nil {
		return "", fmt.Errorf("set the text of Speak aside: %w", err)
	}
	return aside, nil
}

// put writes the file.
func (s *Store) put(m Manuscript) error {
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
