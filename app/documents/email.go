package documents

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"regexp"
	"strings"

	"golang.org/x/net/html/charset"
)

const (
	// maxEmailHeader is the maximum size of an email's header, in bytes.
	maxEmailHeader = 256 << 10
	// maxEmailParts and maxEmailDepth limit the parts of an email, and their nesting.
	maxEmailParts = 1000
	maxEmailDepth = 10
)

// email is the state of reading an email (RFC 5322) or a saved web page (MHTML, RFC 2557).
type email struct {
	file  *source
	parts int
	// names are the names of the attachments.
	names []string
	left  int // remaining bytes of text
}

// emailText is the text of a part of an email.
type emailText struct {
	text string
	page bool // text is HTML
}

// headerLine matches the lines of a header that only emails and saved web pages have.
var headerLine = regexp.MustCompile(`(?im)^(from|to|date|message-id|received|mime-version|return-path|delivered-to|subject):[ \t]`)

// isEmail reports whether a file begins with an email header: only fields, including typical ones.
func isEmail(head string) bool {
	head = strings.ReplaceAll(head, "\r\n", "\n")
	header, _, whole := strings.Cut(head, "\n\n")
	if !whole && len(head) < headBytes/2 {
		return false
	}
	kinds := map[string]bool{}
	for _, m := range headerLine.FindAllStringSubmatch(header, -1) {
		kinds[strings.ToLower(m[1])] = true
	}
	if whole && len(kinds) < 3 || !kinds["mime-version"] && !kinds["message-id"] && !kinds["received"] {
		return false
	}
	lines := strings.Split(header, "\n")
	if !whole {
		lines = lines[:len(lines)-1]
	}
	for i, line := range lines {
		name, _, ok := strings.Cut(line, ":")
		if continued := i > 0 && strings.TrimLeft(line, " \t") != line; !continued && (!ok || strings.ContainsAny(name, " \t")) {
			return false
		}
	}
	return true
}

// readEmail reads an email or a saved web page: the visible header fields, then the plain text, or
// the HTML if there is no plain text. Attachments are only listed by name.
func readEmail(file *source, size int64) (Document, error) {
	if size > maxArchive {
		return Document{}, &Error{Reason: TooLarge}
	}
	head := make([]byte, min(size, maxEmailHeader))
	if n, err := file.ReadAt(head, 0); n < len(head) {
		return Document{}, err
	}
	end := headerEnd.FindIndex(head)
	if end == nil {
		return Document{}, &Error{Reason: Damaged, Err: errors.New("the header has no end")}
	}
	m, err := mail.ReadMessage(bytes.NewReader(head[:end[1]]))
	if err != nil {
		return Document{}, err
	}
	e := &email{file: file, left: maxPage * file.options.most()}
	body := io.NewSectionReader(file, int64(end[1]), size-int64(end[1]))
	texts, readErr := e.read(textproto.MIMEHeader(m.Header), body, 0)
	w := file.options.writer()
	if fields := emailFields(m.Header); fields != "" {
		w.write(block{text: fields})
	}
	for _, t := range texts {
		if err := w.emailText(file, t); err != nil {
			return Document{}, err
		}
	}
	if err := w.passOver(readErr, "The email"); err != nil {
		return Document{}, err
	}
	if len(e.names) > 0 {
		w.write(block{text: "(Attachments that are not read: " + strings.Join(e.names, ", ") + ".)"})
	}
	return Document{Title: decodedHeader(m.Header.Get("Subject")), Text: w.String(), Markdown: true, Cuts: w.cuts}, nil
}

// headerEnd matches the empty line behind a header.
var headerEnd = regexp.MustCompile(`\r?\n\r?\n`)

// emailFields returns the fields of a header that a reader sees, one a line; "" for a saved web
// page, which has no sender.
func emailFields(h mail.Header) string {
	if from, err := h.AddressList("From"); (err != nil || len(from) == 0) && h.Get("To") == "" {
		return ""
	}
	var lines []string
	for _, name := range []string{"From", "To", "Cc", "Date", "Subject"} {
		if value := decodedHeader(h.Get(name)); value != "" {
			lines = append(lines, name+": "+value)
		}
	}
	return strings.Join(lines, "\n")
}

// decodedHeader decodes a field that may have other letters than ASCII.
func decodedHeader(value string) string {
	words := mime.WordDecoder{CharsetReader: charset.NewReaderLabel}
	if decoded, err := words.DecodeHeader(value); err == nil {
		value = decoded
	}
	return strings.Join(strings.Fields(printable(strings.ToValidUTF8(value, ""))), " ")
}

// emailText writes the text of a part.
func (w *writer) emailText(file *source, t emailText) error {
	if t.page {
		_, err := w.html(file.ctx, strings.NewReader(t.text))
		return err
	}
	w.verse = true
	defer func() { w.verse = false }()
	for paragraph := range strings.SplitSeq(t.text, "\n\n") {
		if err := w.say(strings.Trim(paragraph, "\n")); err != nil {
			return err
		}
		w.end()
	}
	return nil
}

// read returns the texts of a part and of its nested parts. After an error, it returns the texts
// read before.
func (e *email) read(h textproto.MIMEHeader, body io.Reader, depth int) ([]emailText, error) {
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil || !strings.Contains(kind, "/") {
		kind = "text/plain"
	}
	disposition, named, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	name := decodedHeader(named["filename"])
	if name == "" {
		name = decodedHeader(params["name"])
	}
	switch {
	case e.parts >= maxEmailParts || depth > maxEmailDepth:
		return nil, &Error{Reason: TooLarge, Err: errors.New("too many parts")}
	case strings.HasPrefix(kind, "multipart/") && params["boundary"] != "":
		return e.readParts(kind, multipart.NewReader(body, params["boundary"]), depth)
	case disposition == "attachment", kind != "text/plain" && kind != "text/html":
		e.attach(name, kind)
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(decodedBody(h.Get("Content-Transfer-Encoding"), body), int64(e.left)+1))
	if e.left -= len(data); e.left < 0 {
		return nil, &Error{Reason: TooLarge, Err: errTooLong}
	}
	text, decodeErr := decodedText(data, params["charset"])
	switch {
	case decodeErr != nil:
		e.attach(name, kind)
		return nil, err
	case strings.TrimSpace(text) == "":
		return nil, err
	}
	return []emailText{{text, kind == "text/html"}}, err
}

// attach notes an attachment by its name, or by its kind.
func (e *email) attach(name, kind string) {
	if kind == "message/rfc822" {
		kind = "a forwarded email"
	}
	e.names = append(e.names, cmp.Or(name, kind))
}

// readParts reads the nested parts of a part. Of alternatives, it returns the plain text if there
// is one; of a page with its pictures, only the page.
func (e *email) readParts(kind string, r *multipart.Reader, depth int) (texts []emailText, err error) {
	for first := true; ; first = false {
		part, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return texts, err
		}
		e.parts++
		if kind == "multipart/related" && !first && !strings.HasPrefix(part.Header.Get("Content-Disposition"), "attachment") {
			continue // a picture of the page
		}
		inner, err := e.read(part.Header, part, depth+1)
		texts = append(texts, inner...)
		if err != nil {
			return texts, err
		}
	}
	if kind == "multipart/alternative" {
		var plain []emailText
		for _, t := range texts {
			if !t.page {
				plain = append(plain, t)
			}
		}
		if len(plain) > 0 {
			return plain, nil
		}
	}
	return texts, nil
}

// decodedBody returns a reader that decodes a transfer encoding.
func decodedBody(encoding string, body io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	}
	return body
}

// decodedText decodes the text of a part in its character set, or in the likeliest one.
func decodedText(data []byte, label string) (string, error) {
	if encoding, name := charset.Lookup(label); encoding != nil && (name != "utf-8" || isText(data)) {
		if text, err := encoding.NewDecoder().Bytes(data); err == nil && isText(text) {
			return lines(string(bytes.TrimPrefix(text, []byte("\uFEFF")))), nil
		}
	}
	if len(data) == 0 {
		return "", nil
	}
	return decodeLikely(data)
}
