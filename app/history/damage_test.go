package history

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Whichever page of the file is garbage, the library opens or is called damaged.
func TestADamagedPageIsCalledDamage(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	damaged := 0
	for at := 0; at < len(whole); at += page {
		data := bytes.Clone(whole)
		copy(data[at:], bytes.Repeat([]byte{0xfe}, page))
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, FileName), data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(t.Context(), dir, Options{})
		switch {
		case err == nil:
			_ = s.Close() // upkeep may meet the page
		case !errors.Is(err, ErrDamaged):
			t.Errorf("page %d: %v", at/page+1, err)
		default:
			damaged++
		}
	}
	if damaged < 2 {
		t.Errorf("only %d of %d pages are noticed", damaged, len(whole)/page)
	}
}
