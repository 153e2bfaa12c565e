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

// MaxText is the maximum length of a document's text, in bytes: about six thousand pages.
const MaxText = 20 << 20

// Document is the text of a file.
type Document struct {
	// Title is the title in the document, otherwise the file name without extension.
	Title string
	// Text has lines that end with "\n"; tabs are the only other control characters.
	Text string
	// Markdown reports that Text is Markdown, not plain text.
	Markdown bool
	// Cuts are the parts that were left out, which Text names as well.
	Cuts []Omission
}

// Options control reading a file. The zero value detects everything.
type Options struct {
	// Encoding is the encoding of a text file or web page chosen by the user, "" to detect it.
	Encoding textencoding.Encoding
	// MaxText is the maximum length of the text in bytes; 0 means the constant MaxText, which is
	// also its upper limit.
	MaxText int
	// Source extracts the text for a model or for display: the front matter of Markdown stays, and
	// tables may have long cells. Otherwise the text is for reading aloud, where a table is
	// announced instead of read, so that only tables with short cells are kept.
	Source bool
}

// writer returns a writer with the limits of the options.
func (o Options) writer() writer { return writer{most: o.most(), longTables: o.Source} }

// most returns the maximum length of the text in bytes.
func (o Options) most() int {
	if o.MaxText <= 0 {
		return MaxText
	}
	return min(o.MaxText, MaxText)
}

// Extensions returns the usual extensions of readable files, for a file dialog. Read decides by a
// file's content, not its extension.
func Extensions() []string {
	return append([]string{".txt", ".text", ".md", ".markdown", ".pdf"}, OfficeExtensions()...)
}

// OfficeExtensions returns the extensions of documents that are neither plain text nor PDF.
func OfficeExtensions() []string {
	return []string{
		".docx", ".docm", ".dotx", ".xlsx", ".xlsm", ".xltx", ".pptx", ".pptm", ".ppsx", ".odt",
		".ott", ".fodt", ".ods", ".ots", ".fods", ".odp", ".otp", ".fodp", ".epub", ".fb2", ".rtf", ".html", ".htm", ".xhtml",
		".eml", ".mht", ".mhtml",
	}
}

// Read extracts the text of a file. The error is an *Error if the file cannot be read as text, an
// *AmbiguousEncodingError if its encoding must be chosen, otherwise an error of the disk or ctx.
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

// ReadBytes is Read for data in memory, of which nothing is written to disk. name is the file name.
func ReadBytes(ctx context.Context, name string, data []byte, o Options) (Document, error) {
	return read(name, &source{ctx: ctx, file: bytes.NewReader(data), options: o}, int64(len(data)))
}

// read is Read for any source of bytes. name is the file name without folders.
func read(name string, source *source, size int64) (Document, error) {
	head := make([]byte, min(size, headBytes))
	if n, err := source.ReadAt(head, 0); n < len(head) {
		return Document{}, fmt.Errorf("read the document: %w", err)
	}
	format := sniff(head)
	doc, err := readAs(format, name, string(head), source, size)
	if err := source.ctx.Err(); err != nil {
		return Document{}, err
	}
	if source.failed != nil { // the disk, and not the document
		return Document{}, fmt.Errorf("read the document: %w", source.failed)
	}
	if err != nil {
		var t *Error
		if unclear := (*AmbiguousEncodingError)(nil); errors.As(err, &unclear) {
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

// readAs reads a file of a format. head is its beginning.
func readAs(format Format, name, head string, file *source, size int64) (Document, error) {
	switch format {
	case "":
		return Document{}, &Error{Reason: Empty}
	case Text:
		return readTextual(name, head, file, size)
	case Archive:
		return readArchive(file, size)
	case RTF:
		return readRTF(file, size)
	case PDF:
		return readPDF(file, size)
	case OldWord:
		switch format = oldOffice(file, size, name); format {
		case Word, Spreadsheet, Slides, Office:
			return Document{}, &Error{Reason: PasswordProtected, Format: format}
		}
	}
	return Document{}, &Error{Reason: Unsupported, Format: format}
}

// readTextual reads plain text, or a document format that consists of text, such as RTF or email.
func readTextual(name, head string, file *source, size int64) (Document, error) {
	switch root := xmlRoot(head); {
	case root == "document" && strings.Contains(head, "urn:oasis:names:tc:opendocument:xmlns:office:"):
		doc, err := readFlatOpenDocument(file, size)
		return doc, as(OpenDocument, err)
	case root == "FictionBook":
		doc, err := readFictionBook(file, size)
		return doc, as(FictionBook, err)
	case isEmail(head):
		doc, err := readEmail(file, size)
		return doc, as(Email, err)
	}
	return readText(name, file, size)
}

// maxPage is the maximum size of a web page as a multiple of the maximum text: markup needs space.
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

// printable removes invisible characters from a title.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || unicode.IsControl(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, s)
}

// source reads from a file until ctx is done, and records disk errors.
type source struct {
	ctx  context.Context
	file io.ReaderAt
	// path is the path of the file, "" if it is not a file.
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

var errBefore = errors.New("the document refers to a position before its start")
