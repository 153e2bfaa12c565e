package speechdraft

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func reopened(t *testing.T, dir string) Draft {
	t.Helper()
	m, err := New(dir, nil).Load()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTheTextIsThereAgain(t *testing.T) {
	dir := t.TempDir()
	if m := reopened(t, dir); m != (Draft{}) {
		t.Errorf("the first time there is %+v", m)
	}
	s := New(dir, nil)
	want := Draft{Title: "Chapter one", Markdown: true, Caret: 7, Text: "{\"a\":1}\n\nשלום 😀\n" + strings.Repeat("long ", 4_000_000)}
	s.Save(Draft{Text: "a"})
	s.Save(want)
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if got := reopened(t, dir); got != want {
		t.Errorf("%d bytes came back as %d", len(want.Text), len(got.Text))
	}
}

func TestAFileOfAnotherKindIsAllText(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{"just words", "two\nlines", "\n", "{broken\nx", "\xff\n"} {
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := reopened(t, dir).Text; got != strings.ToValidUTF8(text, "\uFFFD") {
			t.Errorf("%q came back as %q", text, got)
		}
	}
}

func TestWhatCannotBeKeptIsSaid(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := New(dir, nil)
	s.Save(Draft{Text: "words"})
	if s.Flush() == nil {
		t.Error("a folder that is a file takes the text")
	}
	if m, _ := s.Load(); m.Text != "words" {
		t.Error("the text is gone from memory too")
	}
}

func TestWhatCannotBeReadIsNotWrittenOver(t *testing.T) {
	dir := t.TempDir()
	// what is there is no file
	if err := os.Mkdir(filepath.Join(dir, FileName), 0o700); err != nil {
		t.Fatal(err)
	}
	s := New(dir, nil)
	if _, err := s.Load(); err == nil {
		t.Fatal("a folder is read as a text")
	}
	s.Save(Draft{Text: "words"})
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if m, err := New(dir, nil).Load(); err == nil || m.Text != "words" {
		t.Errorf("the next start has %q, and says %v", m.Text, err)
	}
	if moved, _ := filepath.Glob(filepath.Join(dir, FileName+".unread-*")); len(moved) != 1 {
		t.Errorf("set aside: %v", moved)
	}
}

// blocked puts a folder where the text is kept, so that it can be neither read nor written over,
// until heal puts back what was there.
func blocked(t *testing.T, dir string) (heal func()) {
	t.Helper()
	path := filepath.Join(dir, FileName)
	do := func(err error) {
		t.Helper()
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	do(os.Rename(path, path+".real"))
	do(os.MkdirAll(filepath.Join(path, "in the way"), 0o700))
	return func() {
		t.Helper()
		do(os.RemoveAll(path))
		do(os.Rename(path+".real", path))
	}
}

func TestATextThatTheDiskRefusesIsToldAndWrittenAgain(t *testing.T) {
	dir := t.TempDir()
	heal := blocked(t, dir)
	s := New(dir, nil)
	told := make(chan error, 2)
	s.OnRefused(func(err error) { told <- err })
	s.Save(Draft{Text: "words"})
	if s.Flush() == nil || len(told) != 1 {
		t.Fatalf("refused, and told %d times", len(told))
	}
	heal()
	s.Save(Draft{Text: "words"})
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if got := reopened(t, dir).Text; got != "words" {
		t.Errorf("%q is on the disk", got)
	}
}

func TestATextThatCannotBeMovedIsReported(t *testing.T) {
	dir := t.TempDir()
	blocked(t, dir)
	s := New(dir, nil)
	told := make(chan error, 1)
	s.OnRefused(func(err error) { told <- err })
	if _, err := s.Load(); err == nil {
		t.Fatal("a folder is read as a text")
	}
	if err := os.RemoveAll(filepath.Join(dir, FileName)); err != nil { // so that it cannot be moved
		t.Fatal(err)
	}
	s.Save(Draft{Text: "words"})
	if s.Flush() == nil || len(told) != 1 {
		t.Errorf("not moved, and told %d times", len(told))
	}
}

// unread returns a store that cannot read its text, "of the last time", until heal.
func unread(t *testing.T) (dir string, s *Store, heal func()) {
	t.Helper()
	dir = t.TempDir()
	s = New(dir, nil)
	s.Save(Draft{Text: "of the last time"})
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	heal = blocked(t, dir)
	s = New(dir, nil)
	if _, err := s.Load(); err == nil {
		t.Fatal("a folder is read as a text")
	}
	return dir, s, heal
}

func TestTheMovedTextIsReadAgainOnce(t *testing.T) {
	dir, s, heal := unread(t)
	s.Save(Draft{Text: "typed"})
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	moved, _ := filepath.Glob(filepath.Join(dir, FileName+".unread-*"))
	if len(moved) != 1 {
		t.Fatalf("set aside: %v", moved)
	}
	if _, err := s.Load(); err == nil {
		t.Fatal("what was typed is given as what was there before")
	}
	typed, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil {
		t.Fatal(err)
	}
	heal()
	if err := os.RemoveAll(moved[0]); err != nil {
		t.Fatal(err)
	}
	// it can be read again
	if err := os.Rename(filepath.Join(dir, FileName), moved[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, FileName), typed, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // until it is taken over
		if m, err := s.Load(); err != nil || m.Text != "of the last time" {
			t.Errorf("loaded %q, %v", m.Text, err)
		}
	}
	if got := reopened(t, dir).Text; got != "of the last time\ntyped" {
		t.Errorf("another start has %q", got)
	}
	s.SaveJoined(Draft{Text: "of the last time\ntyped"})
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, FileName+".unread-*")); len(left) != 0 {
		t.Errorf("left is %v", left)
	}
	if m, err := s.Load(); err != nil || m.Text != "of the last time\ntyped" {
		t.Errorf("loaded %q, %v", m.Text, err)
	}
	if got := reopened(t, dir).Text; got != "of the last time\ntyped" {
		t.Errorf("another start has %q", got)
	}
}

func TestAMovedTextStaysUntilItIsPartOfAStoredOne(t *testing.T) {
	dir := t.TempDir()
	moved := filepath.Join(dir, FileName+".unread-20261122-101010")
	if err := os.WriteFile(moved, []byte("{}\nof the last time"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := New(dir, nil)
	m, err := s.Load()
	if err != nil || m.Text != "of the last time" {
		t.Fatalf("loaded %q, %v", m.Text, err)
	}
	s.Save(Draft{Text: "typed before it was shown"})
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	heal := blocked(t, dir)
	s.SaveJoined(m)
	if s.Flush() == nil {
		t.Fatal("it was written")
	}
	if _, err := os.Stat(moved); err != nil {
		t.Fatal(err)
	}
	heal()
	s.Save(m)
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(moved); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
}

func TestATextThatCouldNotBeMovedIsReadAgain(t *testing.T) {
	dir, s, heal := unread(t)
	if err := os.RemoveAll(filepath.Join(dir, FileName)); err != nil { // so that it cannot be moved
		t.Fatal(err)
	}
	s.Save(Draft{Text: "typed"})
	if s.Flush() == nil {
		t.Fatal("it was written")
	}
	heal()
	if m, err := s.Load(); err != nil || m.Text != "of the last time" {
		t.Errorf("loaded %q, %v", m.Text, err)
	}
}
