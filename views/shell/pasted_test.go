package shell

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
)

func TestPastingDoesNotWaitForAFolderThatDoesNotAnswer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "letter.txt")
	synctest.Test(t, func(t *testing.T) {
		answer := make(chan struct{})
		dead := func(string) (os.FileInfo, error) {
			<-answer
			return nil, errors.New("the server is gone")
		}
		if got := pastedPaths(path, dead); got != nil {
			t.Errorf("%q", got)
		}
		close(answer)
	})
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := PastedPaths(path); !slices.Equal(got, []string{path}) {
		t.Errorf("%q", got)
	}
}

func TestPastedAddressesBecomePaths(t *testing.T) {
	there := filepath.Join(t.TempDir(), "a program")
	if err := os.WriteFile(there, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for pasted, want := range map[string][]string{
		"file:///home/ana/Choir%20rehearsal.wav":               {"/home/ana/Choir rehearsal.wav"},
		"file:///a/100%25.mp3\r\nfile:///a/%C3%BCbung.mp3\r\n": {"/a/100%.mp3", "/a/übung.mp3"},
		"file:///a/one.mp3\nand words":                         nil,
		"copy\nfile:///a/one.mp3":                              {"/a/one.mp3"},
		there:                                                  {there},
		filepath.Dir(there):                                    nil,
		"words":                                                nil,
	} {
		if got := PastedPaths(pasted); !slices.Equal(got, want) {
			t.Errorf("%q is %q", pasted, got)
		}
	}
}
