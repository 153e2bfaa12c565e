package ear

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"
)

// A kept utterance is a file of its own: a line that names the form, a line of JSON with the words,
// and the frames, five bytes each. It is named after its contents, so that the same utterance is
// kept once.
const (
	keptForm  = "parlando utterance 1"
	keptEnd   = ".utterance"
	frameSize = 5
	// maxKept is the largest file that is read, in bytes: ten hours.
	maxKept = 20 << 20
)

// keptWord is a Word in a file, its times in milliseconds.
type keptWord struct {
	Text  string `json:"text"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
	Ends  bool   `json:"ends,omitempty"`
}

type keptHead struct {
	Language string     `json:"language,omitempty"`
	Words    []keptWord `json:"words"`
}

// encode is an utterance as a file has it.
func (u *utterance) encode() ([]byte, error) {
	head := keptHead{Language: u.language}
	for _, w := range u.words {
		head.Words = append(head.Words, keptWord{w.Text, w.Start.Milliseconds(), w.End.Milliseconds(), w.EndsSentence})
	}
	line, err := json.Marshal(head)
	if err != nil {
		return nil, fmt.Errorf("ear: keep an utterance: %w", err)
	}
	b := append([]byte(keptForm+"\n"), line...)
	b = append(b, '\n')
	for _, f := range u.frames {
		b = binary.LittleEndian.AppendUint32(b, f.print)
		b = append(b, byte(f.level))
	}
	return b, nil
}

var errKept = errors.New("ear: this is no kept utterance")

// decodeUtterance reads what encode made. Anything else is an error.
func decodeUtterance(b []byte) (*utterance, error) {
	b, ok := bytes.CutPrefix(b, []byte(keptForm+"\n"))
	line, frames, more := bytes.Cut(b, []byte("\n"))
	if !ok || !more || len(frames)%frameSize != 0 || len(frames) == 0 {
		return nil, errKept
	}
	var head keptHead
	if err := json.Unmarshal(line, &head); err != nil {
		return nil, fmt.Errorf("%w: %w", errKept, err)
	}
	u := &utterance{language: head.Language, frames: make([]frame, len(frames)/frameSize)}
	limit := (time.Duration(len(u.frames)) * hop).Milliseconds() + 1000
	for _, w := range head.Words {
		if w.Start < 0 || w.End < w.Start || w.End > limit || !utf8.ValidString(w.Text) {
			return nil, errKept
		}
		u.words = append(u.words, Word{w.Text, time.Duration(w.Start) * time.Millisecond, time.Duration(w.End) * time.Millisecond, w.Ends})
	}
	for i := range u.frames {
		u.frames[i] = frame{binary.LittleEndian.Uint32(frames[i*frameSize:]), int8(frames[i*frameSize+4])}
	}
	return u, nil
}

// store keeps utterances in a folder. Its methods are called with the Memory locked.
type store struct {
	folder string
}

// load reads what is kept, oldest first. Files that cannot be read as what they are called are
// deleted: nobody else can.
func (s *store) load() []*utterance {
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return nil
	}
	type kept struct {
		name string
		at   time.Time
	}
	var files []kept
	for _, e := range entries {
		if filepath.Ext(e.Name()) != keptEnd {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.Size() <= maxKept {
			files = append(files, kept{e.Name(), info.ModTime()})
		}
	}
	slices.SortStableFunc(files, func(a, b kept) int { return a.at.Compare(b.at) })
	var all []*utterance
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(s.folder, f.name))
		if err != nil {
			continue
		}
		u, err := decodeUtterance(b)
		if err != nil {
			_ = os.Remove(filepath.Join(s.folder, f.name))
			continue
		}
		u.file = f.name
		all = append(all, u)
	}
	return all
}

// keep writes an utterance, whole or not at all.
func (s *store) keep(u *utterance) error {
	b, err := u.encode()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return fmt.Errorf("ear: keep an utterance: %w", err)
	}
	sum := sha256.Sum256(b)
	name := hex.EncodeToString(sum[:8]) + keptEnd
	file, err := os.CreateTemp(s.folder, "new-*") // readable by nobody else
	if err != nil {
		return fmt.Errorf("ear: keep an utterance: %w", err)
	}
	_, err = file.Write(b)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), filepath.Join(s.folder, name))
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return fmt.Errorf("ear: keep an utterance: %w", err)
	}
	u.file = name
	return nil
}

// drop deletes an utterance, unless another one is kept in the same file.
func (s *store) drop(u *utterance, others []*utterance) {
	if u.file != "" && !slices.ContainsFunc(others, func(o *utterance) bool { return o.file == u.file }) {
		_ = os.Remove(filepath.Join(s.folder, u.file))
	}
}
