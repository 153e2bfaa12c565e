package manuscript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func reopened(t *testing.T, dir string) Manuscript {
	t.Helper()
	m, err := New(dir, nil).Load()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTheTextIsThereAgain(t *testing.T) {
	dir := t.TempDir()
	if m := reopened(t, dir); m != (Manuscript{}) {
		t.Errorf("the first time there is %+v", m)
	}
	s := New(dir, nil)
	want := Manuscript{Title: "Chapter one", Markdown: true, Caret: 7, Text: "{\"a\":1}\n\nשלום 😀\n" + strings.Repeat("long ", 4_000_000)}
	s.Save(Manuscript{Text: "a"})
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
		if err := os.WriteFile(filepath.Join(dir, Name), []byte(text), 0o600); err != nil {
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
	s.Save(Manuscript{Text: "words"})
	if s.Flush() == nil {
		t.Error("a folder that is a file takes the text")
	}
	if m, _ := s.Load(); m.Text != "words" {
		t.Error("the text is gone from memory too")
	}
}

func TestWhatCannotBeReadIsNotWrittenOver(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, Name), 0o700); err != nil { // what is there is no file
		t.Fatal(err)
	}
	s := New(dir, nil)
	if _, err := s.Load(); err == nil {
		t.Fatal("a folder is read as a text")
	}
	s.Save(Manuscript{Text: "words"})
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	if reopened(t, dir).Text != "words" {
		t.Error("the text is not there")
	}
	if aside, _ := filepath.Glob(filepath.Join(dir, Name+".unread-*")); len(aside) != 1 {
		t.Errorf("set aside: %v", aside)
	}
}
