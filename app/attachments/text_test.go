package attachments_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/documents"
)

func TestATextFileBecomesATextUnderItsName(t *testing.T) {
	a := attachments.New(&shelf{})
	dir := t.TempDir()
	for name, c := range map[string]struct{ data, want string }{
		"table.csv":  {"a;b\r\n1;2\r\n", "a;b\n1;2\n"},
		"main.go":    {"package main\n\nfunc main() {\n\tprintln(1)\n}\n", "package main\n\nfunc main() {\n\tprintln(1)\n}\n"},
		"utf16.txt":  {"\xFF\xFEh\x00\xe9\x00", "hé"},
		"latin.txt":  {"caf\xe9 au lait", "café au lait"},
		"page.html":  {"<!doctype html><h1>x</h1>", "# x\n"},
		"cyr.txt":    {"\xdd\xf2\xee \xf0\xf3\xf1\xf1\xea\xe8\xe9 \xf2\xe5\xea\xf1\xf2", "Это русский текст"},
		"head.md":    {"---\ntitle: a\n---\n# b\n", "---\ntitle: a\n---\n# b\n"},
		"letter.rtf": {`{\rtf1\ansi Dear\par all}`, "Dear\n\nall\n"},
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
		part, _, err := a.FromFile(t.Context(), path, "")
		if err != nil || part.Kind != chat.PartPasted || part.Name != name || part.Text != c.want {
			t.Errorf("%s: %s %q %.60q, %v", name, part.Kind, part.Name, part.Text, err)
		}
	}
}

func TestWhatIsNeitherPictureNorTextIsRefused(t *testing.T) {
	a := attachments.New(&shelf{})
	var t1 *attachments.FileError
	for name, c := range map[string]struct {
		data string
		why  attachments.Reason
	}{
		"a program": {"\x7fELF\x02\x01\x01\x00\x00\x00", attachments.NotAPicture},
		"spaces":    {" \n\t\n", attachments.Empty},
	} {
		if _, _, err := a.Add(t.Context(), "x", []byte(c.data)); !errors.As(err, &t1) || t1.Reason != c.why {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := a.Add(t.Context(), "Beach.JPG", []byte("\x7fELF\x02\x01\x01\x00\x00\x00")); !errors.As(err, &t1) || t1.Reason != attachments.Damaged {
		t.Errorf("what was a picture: %v", err)
	}
	if _, _, err := a.Add(t.Context(), "x.txt", bytes.Repeat([]byte("a"), attachments.MaxText+1)); !errors.Is(err, attachments.ErrTextTooLong) {
		t.Errorf("too long: %v", err)
	}
}

// A document of an office becomes the text that the model reads, and what cannot be read is named
// with what to do.
func TestADocumentOfAnOfficeBecomesAText(t *testing.T) {
	a := attachments.New(&shelf{})
	part, info, err := a.FromFile(t.Context(), filepath.Join("..", "documents", "testdata", "alice.docx"), "")
	if err != nil || part.Kind != chat.PartPasted || part.Name != "alice.docx" || !strings.Contains(part.Text, "## What she took along") || attachments.EstimateTokens(part).Likely < 60 {
		t.Errorf("%+v, %+v, %v", part, info, err)
	}
	old := append([]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), make([]byte, 2000)...)
	var failed *documents.Error
	if _, _, err := a.Add(t.Context(), "sums.xls", old); !errors.As(err, &failed) || failed.Format != documents.OldExcel {
		t.Errorf("an old one: %v", err)
	}
	if _, _, err := a.Add(t.Context(), "files.zip", []byte("PK\x05\x06"+strings.Repeat("\x00", 18))); !errors.As(err, &failed) || failed.Format != documents.Archive {
		t.Errorf("a zip: %v", err)
	}
	// A long file of another kind is no text that is too long.
	var not *attachments.FileError
	program := append([]byte("\x7fELF\x02\x01\x01\x00"), bytes.Repeat([]byte{0, 1, 2, 3, 0xFF}, 4<<20)...)
	if _, _, err := a.Add(t.Context(), "program", program); !errors.As(err, &not) || not.Reason != attachments.NotAPicture {
		t.Errorf("a program: %v", err)
	}
}
