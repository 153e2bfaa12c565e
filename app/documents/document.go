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

	"parlando/app/documents/textencoding"
)

// MaxText is the longest text a document may have, in bytes: some six thousand pages.
const MaxText = 20 << 20

// Document is the text of a file.
type Document struct {
	// Title is the title in the document, else the name of the file without its ending.
	Title string
	// Text ends its lines with "\n" and has no control characters but that and tabs.
	Text string
	// Markdown says that Text is Markdown, and not plain text.
	Markdown bool
	// Cuts are the parts that were left out, which Text names too.
	Cuts []Cut
}

// Options control reading a file. The zero value detects everything.
type Options struct {
	// Encoding is that of a text file or a web page, as the user has chosen it.
	Encoding textencoding.Encoding
	// MaxText is the longest text in bytes, at most and as a rule the constant of that name.
	MaxText int
	// Source reads for a model or the eye: the head of Markdown stays, and tables may have long
	// cells. Without it the text is made for a voice, which announces a table instead of reading
	// it, so that only a table of short cells is one.
	Source bool
}

// writer returns a writer with the limits of the options.
func (o Options) writer() writer { return writer{most: o.most(), longTables: o.Source} }

// most is the longest text in bytes.
func (o Options) most() int {
	if o.MaxText <= 0 {
		return MaxText
	}
	return min(o.MaxText, MaxText)
}

// Extensions are the usual endings of files that can be read, for a file dialog. What counts is the
// content.
func Extensions() []string {
	return append([]string{".txt", ".text", ".md", ".markdown", ".pdf"}, OfficeExtensions()...)
}

// OfficeExtensions are those of them that are neither plain text nor PDF.
func OfficeExtensions() []string {
	return []string{
		".docx", ".docm", ".dotx", ".xlsx", ".xlsm", ".xltx", ".pptx", ".pptm", ".ppsx", ".odt",
		".ott", ".ods", ".ots", ".odp", ".otp", ".epub", ".rtf", ".html", ".htm", ".xhtml",
	}
}

// Read reads the text of the file at path. The error is a *Error if the file cannot be read as
// text, an *UnclearError if its encoding must be chosen, or else that of the disk or of ctx.
func Read(ctx context.Context, path string, o Options) (Document, error) {
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
		return Document{}, &Error{Reason: NotText}
	}
	return read(filepath.Base(path), &source{ctx: ctx, file: file, path: path, options: o}, info.Size())
}

// ReadBytes is Read for data in memory. PDF is not read from there. name is the name of the file.
func ReadBytes(ctx context.Context, name string, data []byte, o Options) (Document, error) {
	return read(name, &source{ctx: ctx, file: bytes.NewReader(data), options: o}, int64(len(data)))
}

// read is Read for bytes that are anywhere. name is the name of the file, without folders.
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
		var t *Error
		if unclear := (*UnclearError)(nil); errors.As(err, &unclear) {
			return Document{}, unclear
		}
		if !errors.As(err, &t) {
			t = &Error{Reason: Damaged, Err: err}
		}
		if t.Format == "" && format != Text {
			t.Format = format
		}
		return Document{}, t
	}
	if strings.TrimSpace(doc.Text) == "" {
		return Document{}, &Error{Reason: NoText, Format: format}
	}
	if doc.Title = strings.Join(strings.Fields(printable(doc.Title)), " "); doc.Title == "" {
		doc.Title = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return doc, nil
}

func readAs(format Format, name string, file *source, size int64) (Document, error) {
	switch format {
	case "":
		return Document{}, &Error{Reason: Empty}
	case Text:
		return readText(name, file, size)
	case archive:
		return readArchive(file, size)
	case RTF:
		return readRTF(file, size)
	case PDF:
		return readPDF(file.ctx, file.path)
	case OldWord:
		if format = oldOffice(file, size, name); format == lockedOffice {
			return Document{}, &Error{Reason: Locked}
		}
	}
	return Document{}, &Error{Reason: Unsupported, Format: format}
}

// maxPage is the factor by which a web page may be larger than the longest text: much of it is no
// text.
const maxPage = 4

// readText reads plain text, Markdown and web pages.
func readText(name string, file *source, size int64) (Document, error) {
	most := int64(file.options.most())
	if size > maxPage*most || size > MaxText {
		head := make([]byte, headBytes)
		if n, err := file.ReadAt(head, 0); n < len(head) {
			return Document{}, err
		}
		if !isText(head) && len(textencoding.Detect(head)) == 0 {
			return Document{}, &Error{Reason: NotText}
		}
		return Document{}, &Error{Reason: TooLarge}
	}
	data := make([]byte, size)
	if n, err := file.ReadAt(data, 0); n < len(data) {
		return Document{}, err
	}
	decode := Decode
	if isHTML(name, string(data[:min(size, headBytes)])) {
		decode = decodePage
	}
	text, err := decode(data, file.options.Encoding)
	if err != nil {
		return Document{}, err
	}
	page := isHTML(name, text) // once more, as the bytes of UTF-16 do not show it
	if !page && int64(len(text)) > most {
		return Document{}, &Error{Reason: TooLarge}
	}
	switch {
	case page:
		w := file.options.writer()
		title, err := w.html(file.ctx, strings.NewReader(text))
		return Document{Title: title, Text: w.String(), Markdown: true, Cuts: w.cuts}, as(HTML, err)
	case isMarkdown(name) && !file.options.Source:
		title, body := frontMatter(text)
		return Document{Title: title, Text: body, Markdown: true}, nil
	}
	return Document{Text: text}, nil
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
	// path is the path of the file, "" when it is none.
	path    string
	options Options
	failed  error
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
