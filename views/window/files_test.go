package window

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parlando/views/shell"
)

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
		if got := shell.PastedPaths(pasted); !slices.Equal(got, want) {
			t.Errorf("%q is %q", pasted, got)
		}
	}
}
