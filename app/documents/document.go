package documents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// MaxText is the longest text a document may have, in bytes: some six thousand pages.
const MaxText = 20 << 20

// Document is the text of a file.
type Document struct {
	// Title is what the document calls itself, else the name of the file without its ending.
	Title string
	// Text ends its lines with "\n" and has no control characters but that and tabs.
	Text string
	// Markdown says that Text is Markdown, and not plain text.
	Markdown bool
}

// Extensions are the usual endings of files that can be read, for a file dialog. What counts is the content.
func Extensions() []string {
	return []string{".txt", ".text", ".md", ".markdown", ".docx", ".epub", ".pdf", ".html", ".htm", ".xhtml"}
}

// Read reads the text of the file at path. The error is a *Trouble when the file is nothing to read, else of the disk or of ctx.
func Read(ctx context.Context, path string) (Document, error) {
	file, err := os.Open(path)
	if err != nil {
		return Document{}, fmt.Errorf("open the document: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return Document{}, fmt.Errorf("open the document: %w", err)
	}
	if !info.Mode().IsRegular() {
		// A folder, or a pipe that might never end.
		return Document{}, &Trouble{Reason: NotText}
	}
	return read(filepath.Base(path), &source{ctx: ctx, file: file, path: path}, info.Size())
}

// read is Read for bytes that are anywhere. name is what the file is called, without folders.
func read(name string, source *source, size int64) (Document, error) {
	head := make([]byte, min(size, headBytes))
	if n, err := source.ReadAt(head, 0); n < len(head) {
		return Document{}, fmt.Errorf("read the document: %w", err)
	}
	format := sniff(head)
	doc, err := readAs(format, name, source, size)
	if err := source.ctx.Err(); err != nil {
		return Document{}, err
	}
	if source.failed != nil { // the disk, and not the document
		return Document{}, fmt.Errorf("read the document: %w", source.failed)
	}
	if err != nil {
		var t *Trouble
		if !errors.As(err, &t) {
			t = &Trouble{Reason: Damaged, Err: err}
		}
		if t.Format == "" && format != Text {
			t.Format = format
		}
		return Document{}, t
	}
	if strings.TrimSpace(doc.Text) == "" {
		return Document{}, &Trouble{Reason: NoText, Format: format}
	}
	if doc.Title = strings.Join(strings.Fields(printable(doc.Title)), " "); doc.Title == "" {
		doc.Title = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return doc, nil
}

func readAs(format Format, name string, file *source, size int64) (Document, error) {
	switch format {
	case "":
		return Document{}, &Trouble{Reason: Empty}
	case Text:
		text, err := readText(file, size)
		return Document{Text: text, Markdown: isMarkdown(name)}, err
	case HTML:
		text, err := readText(file, size)
		if err != nil {
			return Document{}, err
		}
		w := &writer{}
		title, err := w.html(file.ctx, strings.NewReader(text))
		return Document{Title: title, Text: w.String(), Markdown: true}, err
	case archive:
		return readArchive(file, size)
	case PDF:
		return readPDF(file.ctx, file.path)
	}
	return Document{}, &Trouble{Reason: Unsupported, Format: format}
}

func readText(file *source, size int64) (string, error) {
	if size > MaxText {
		return "", &Trouble{Reason: TooLarge}
	}
	data := make([]byte, size)
	if n, err := file.ReadAt(data, 0); n < len(data) {
		return "", err
	}
	return decode(data)
}

// isMarkdown goes by the name, as the same bytes can be meant either way.
func isMarkdown(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown", ".mdown", ".mkd":
		return true
	}
	return false
}

// printable takes out what cannot be seen: a title stands in one line of a list.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || unicode.IsControl(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, s)
}

// source reads from the file until ctx is done, and remembers when the disk failed.
type source struct {
	ctx  context.Context
	file io.ReaderAt
	// path is where the file is, "" when it is none.
	path   string
	failed error
}

func (s *source) ReadAt(p []byte, off int64) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	if off < 0 {
		return 0, errBefore
	}
	n, err := s.file.ReadAt(p, off)
	if err != nil && !errors.Is(err, io.EOF) {
		s.failed = err
	}
	return n, err
}

var errBefore = errors.New("the document tells of a place before its beginning")

// headBytes is how much of a file is looked at to tell what it is.
const headBytes = 1024

// archive is any zip: Word, EPUB and others, which its parts tell apart.
const archive Format = "zip"

// sniff tells from the first bytes what a file is; "" is an empty one, Text also what is nothing known.
func sniff(head []byte) Format {
	if len(head) == 0 {
		return ""
	}
	for _, m := range []struct {
		magic  string
		format Format
	}{
		{"PK\x03\x04", archive},
		{"PK\x05\x06", archive},
		{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", OldWord},
		{`{\rtf`, RTF},
		{"%PDF-", PDF},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.format
		}
	}
	text := strings.ToLower(strings.TrimSpace(strings.TrimPrefix(string(head), "\uFEFF")))
	if strings.HasPrefix(text, "<?xml") {
		if _, after, ok := strings.Cut(text, "?>"); ok {
			text = strings.TrimSpace(after)
		}
	}
	if strings.HasPrefix(text, "<!doctype html") || strings.HasPrefix(text, "<html") {
		return HTML
	}
	return Text
}
