package attachments_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/app/attachments"
	"parley/app/chat"
)

func TestATextFileBecomesATextUnderItsName(t *testing.T) {
	a := attachments.New(&shelf{})
	dir := t.TempDir()
	for name, c := range map[string]struct{ data, want string }{
		"table.csv":  {"a;b\r\n1;2\r\n", "a;b\n1;2\n"},
		"main.go":    {"package main\n\nfunc main() {\n\tprintln(1)\n}\n", "package main\n\nfunc main() {\n\tprintln(1)\n}\n"},
		"utf16.txt":  {"\xFF\xFEh\x00\xe9\x00", "hé"},
		"latin.txt":  {"caf\xe9 au lait", "café au lait"},
		"page.html":  {"<!doctype html><p>x</p>", "<!doctype html><p>x</p>"},
		"no ending":  {"שלום\n", "שלום\n"},
		"bom.md":     {"\uFEFF# Title", "# Title"},
		"fake.png":   {"not a picture at all", "not a picture at all"},
		"script.sh":  {"#!/bin/sh\necho \x1b[1mbold\n", "#!/bin/sh\necho [1mbold\n"},
		"record.log": {strings.Repeat("line\n", 20_000), strings.Repeat("line\n", 20_000)},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.data), 0o600); err != nil {
			t.Fatal(err)
		}
		part, info, err := a.FromFile(t.Context(), path)
		if err != nil || part.Kind != chat.PartPasted || part.Name != name || part.Text != c.want || info.Bytes != int64(len(c.want)) {
			t.Errorf("%s: %s %q %.60q, %d bytes, %v", name, part.Kind, part.Name, part.Text, info.Bytes, err)
		}
	}
}

func TestWhatIsNeitherPictureNorTextIsRefused(t *testing.T) {
	a := attachments.New(&shelf{})
	var t1 *attachments.Trouble
	for name, c := range map[string]struct {
		data string
		why  attachments.Reason
	}{
		"a program":  {"\x7fELF\x02\x01\x01\x00\x00\x00", attachments.NotAPicture},
		"an archive": {"PK\x03\x04\x14\x00", attachments.NotAPicture},
		"spaces":     {" \n\t\n", attachments.Empty},
	} {
		if _, _, err := a.Add(t.Context(), "x", []byte(c.data)); !errors.As(err, &t1) || t1.Reason != c.why {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := a.Add(t.Context(), "x.txt", bytes.Repeat([]byte("a"), attachments.MaxText+1)); !errors.Is(err, attachments.ErrTextTooLong) {
		t.Errorf("too long: %v", err)
	}
}
