package documents

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

func TestPlainTextOfEveryEncoding(t *testing.T) {
	const want = "Grüße – naïve “quotes”\nsecond line\n"
	windows := "Gr\xfc\xdfe \x96 na\xefve \x93quotes\x94\r\nsecond line\r\n"
	wide := func(order binary.ByteOrder) string {
		var b bytes.Buffer
		_ = binary.Write(&b, order, utf16.Encode([]rune("\uFEFF"+strings.ReplaceAll(want, "\n", "\r\n"))))
		return b.String()
	}
	for name, data := range map[string]string{
		"UTF-8":                  want,
		"UTF-8 with a mark":      "\uFEFF" + want,
		"old line ends":          strings.ReplaceAll(want, "\n", "\r"),
		"Windows-1252":           windows,
		"UTF-16, little endian":  wide(binary.LittleEndian),
		"UTF-16, big endian":     wide(binary.BigEndian),
		"a stray control or two": "Grüße\x01 – naïve\u0085 “quotes”\nsecond line\n",
	} {
		doc := mustRead(t, "letter.txt", data)
		if doc.Text != want {
			t.Errorf("%s: %q", name, doc.Text)
		}
		if doc.Markdown || doc.Title != "letter" {
			t.Errorf("%s: %+v", name, doc)
		}
	}
}

func TestTheNameAloneTellsMarkdownFromPlainText(t *testing.T) {
	if doc := mustRead(t, "a.b.MD", "# One\n\n* two\n"); !doc.Markdown || doc.Title != "a.b" || doc.Text != "# One\n\n* two\n" {
		t.Errorf("%+v", doc)
	}
	if doc := mustRead(t, "notes", "# One\n"); doc.Markdown || doc.Title != "notes" {
		t.Errorf("%+v", doc)
	}
}

// A text in an encoding that nothing names is read rightly, or it is asked which it has.
func TestATextInAnyEncoding(t *testing.T) {
	russian := "\xdd\xf2\xee \xf0\xf3\xf1\xf1\xea\xe8\xe9 \xf2\xe5\xea\xf1\xf2\n" // Windows-1251
	if doc := mustRead(t, "a.txt", russian); doc.Text != "Это русский текст\n" {
		t.Errorf("%q", doc.Text)
	}
	for _, word := range []string{"Привет", "これは日本語です"} { // in UTF-16 without a mark
		var b bytes.Buffer
		_ = binary.Write(&b, binary.LittleEndian, utf16.Encode([]rune(word)))
		if doc := mustRead(t, "a.txt", b.String()); doc.Text != word {
			t.Errorf("%q is read as %q", word, doc.Text)
		}
	}
	if doc, err := readBytes("a.txt", bytes.Repeat([]byte("abc\x00def\x00"), 50)); err == nil {
		t.Errorf("words between zeros: %.20q", doc.Text)
	}
	short := []byte("\xe4\xb3.\n")
	_, err := readBytes("a.txt", short)
	var unclear *AmbiguousEncodingError
	if !errors.As(err, &unclear) || len(unclear.Guesses) < 2 {
		t.Fatalf("%v", err)
	}
	doc, err := ReadBytes(t.Context(), "a.txt", short, Options{Encoding: "Windows-1250"})
	if err != nil || doc.Text != "äł.\n" {
		t.Errorf("%+v, %v", doc, err)
	}
	page := []byte("<meta charset=windows-1251><p>\xe4\xb3.") // the user knows better than the page
	if doc, err = ReadBytes(t.Context(), "a.html", page, Options{Encoding: "Windows-1250"}); err != nil || doc.Text != "äł.\n" {
		t.Errorf("%+v, %v", doc, err)
	}
}

func TestTheHeadOfMarkdownIsNotRead(t *testing.T) {
	doc := mustRead(t, "a.md", "---\ntitle: \"A trip\"\ntags:\n  - sea\n# a remark\ndate: 2026-11-22\n---\n\n# One\n")
	if doc.Text != "# One\n" || doc.Title != "A trip" {
		t.Errorf("%+v", doc)
	}
	for _, text := range []string{
		"---\n\nA rule above.\n\n---\n", "---\nWords: and more words\nthat go on\n---\n",
		"---\ntitle: no end\n",
	} {
		if doc := mustRead(t, "a.md", text); doc.Text != text {
			t.Errorf("%q became %q", text, doc.Text)
		}
	}
}

func TestWhatAFileIsItsBytesDecide(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(bytes.Repeat([]byte("words "), 1000))
	_ = z.Close()
	for name, c := range map[string]struct {
		data   string
		reason Reason
		format Format
	}{
		"empty.txt":   {"", Empty, ""},
		"blank.txt":   {" \n\t\n", NoText, Text},
		"program.txt": {"\x7fELF\x02\x01\x01\x00\x00\x00", NotText, ""},
		"packed.txt":  {packed.String(), NotText, ""},
		"old.docx":    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\x00\x00", Unsupported, OldWord},
		"sums.docx":   {zipped(t, "[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<w/>"), NoText, Archive},
		"talk.docx":   {zipped(t, "[Content_Types].xml", "<Types/>", "ppt/presentation.xml", "<w/>"), NoText, Archive},
		"open.docx":   {zipped(t, "mimetype", "application/vnd.oasis.opendocument.text"), Damaged, OpenDocument},
		"sums.xlsb":   {zipped(t, "[Content_Types].xml", "<Types/>", "xl/workbook.bin", "w"), Unsupported, BinaryExcel},
		"files.txt":   {zipped(t, "a.txt", "words"), Unsupported, Archive},
		"cut.epub":    {string(fixture(t, "alice.epub")[:3000]), Damaged, Archive},
	} {
		doc, err := readBytes(name, []byte(c.data))
		var failed *Error
		if !errors.As(err, &failed) || failed.Reason != c.reason || failed.Format != c.format && c.format != Archive {
			t.Errorf("%s: %+v, %v", name, doc, err)
		}
	}
	// And a document that is called something else is read all the same.
	if doc := mustRead(t, "alice.txt", string(fixture(t, "alice.docx"))); !doc.Markdown || doc.Title != "Down the Rabbit-Hole" {
		t.Errorf("%+v", doc)
	}
}

func TestReadTakesFilesAlone(t *testing.T) {
	folder := t.TempDir()
	var failed *Error
	if _, err := Read(t.Context(), folder, Options{}); !errors.As(err, &failed) || failed.Reason != NotText {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Read(t.Context(), filepath.Join(folder, "none"), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	path := filepath.Join(folder, "a.txt")
	if err := os.WriteFile(path, []byte("words"), 0o600); err != nil {
		t.Fatal(err)
	}
	if doc, err := Read(t.Context(), path, Options{}); err != nil || doc.Text != "words" {
		t.Errorf("%+v, %v", doc, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Read(stopped, path, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

func TestWordAndBooksBecomeMarkdown(t *testing.T) {
	for _, name := range []string{"alice.docx", "alice.epub", "alice-epub2.epub"} {
		doc, err := Read(t.Context(), filepath.Join("testdata", name), Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if doc.Title != "Down the Rabbit-Hole" || !doc.Markdown {
			t.Errorf("%s: %q, Markdown: %v", name, doc.Title, doc.Markdown)
		}
		golden(t, name+".md", doc.Text)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (UPDATE=1 renews it): %s", name, d)
	}
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// readBytes reads what is in no file.
func readBytes(name string, data []byte) (Document, error) {
	return read(name, &source{ctx: context.Background(), file: bytes.NewReader(data)}, int64(len(data)))
}

func mustRead(t *testing.T, name, data string) Document {
	t.Helper()
	doc, err := readBytes(name, []byte(data))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return doc
}
