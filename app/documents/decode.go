package documents

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html/charset"

	"parlando/app/documents/textencoding"
)

// AmbiguousEncodingError reports that a text file can be read in several encodings, and that none
// is likely enough to be used without asking.
type AmbiguousEncodingError struct {
	// Guesses are two or more encodings, the likeliest first.
	Guesses []textencoding.Guess
}

// Error returns a message for the log.
func (e *AmbiguousEncodingError) Error() string {
	return "document: the encoding is not clear; perhaps " + string(e.Guesses[0].Encoding)
}

// Decode decodes a text file. Lines end with "\n"; the only other control characters are tabs.
// encoding is the user's choice, or "" to detect it. The error is an *AmbiguousEncodingError if the
// user must choose, otherwise an *Error with NotText.
func Decode(data []byte, encoding textencoding.Encoding) (string, error) {
	if sniff(data[:min(len(data), headBytes)]) != Text {
		return "", &Error{Reason: NotText}
	}
	var guesses []textencoding.Guess
	if encoding == "" {
		if guesses = textencoding.Detect(data); len(guesses) == 1 {
			encoding = guesses[0].Encoding
		}
	}
	wide := encoding == textencoding.UTF16LE || encoding == textencoding.UTF16BE
	switch {
	case !wide && !isText(data), encoding == "" && len(guesses) == 0:
		return "", &Error{Reason: NotText}
	case encoding == "":
		return "", &AmbiguousEncodingError{guesses}
	}
	text, err := encoding.Decode(data)
	if err != nil {
		return "", &Error{Reason: NotText, Err: err}
	}
	if !isText([]byte(text)) {
		return "", &Error{Reason: NotText}
	}
	return lines(text), nil
}

// decodePage is Decode for a web page, which may name its encoding itself.
func decodePage(data []byte, encoding textencoding.Encoding) (string, error) {
	if encoding == "" {
		if label := declaredEncoding(data); label != "" {
			if named, name := charset.Lookup(label); named != nil && !strings.HasPrefix(name, "utf-16") {
				if text, err := named.NewDecoder().Bytes(data); err == nil && isText(text) {
					return lines(string(bytes.TrimPrefix(text, []byte("\uFEFF")))), nil
				}
			}
		}
	}
	return Decode(data, encoding)
}

// declared matches the encoding in the head of a page, or in the first line of its XML.
var declared = regexp.MustCompile(`(?i)^\s*<\?xml[^>]*encoding\s*=\s*["']([\w:-]+)["']|` +
	`<meta[^>]*charset\s*=\s*["']?\s*([\w:-]+)`)

// declaredEncoding returns the encoding declared by a page, "" if a byte order mark overrides it.
func declaredEncoding(data []byte) string {
	for _, mark := range []string{"\xFF\xFE", "\xFE\xFF", "\uFEFF"} {
		if bytes.HasPrefix(data, []byte(mark)) {
			return ""
		}
	}
	m := declared.FindSubmatch(data[:min(len(data), headBytes)])
	if m == nil {
		return ""
	}
	return strings.ToLower(string(slices.Concat(m[1], m[2])))
}

// decodeLikely is decodePage without asking the user: it uses the likeliest encoding.
func decodeLikely(data []byte) (string, error) {
	text, err := decodePage(data, "")
	if unclear := (*AmbiguousEncodingError)(nil); errors.As(err, &unclear) {
		return Decode(data, unclear.Guesses[0].Encoding)
	}
	return text, err
}

// isText reports whether bytes can be text: other files have zeros or control characters near the
// beginning.
func isText(data []byte) bool {
	controls := 0
	for _, b := range data {
		switch {
		case b == 0:
			return false
		case b < ' ' && !strings.ContainsRune("\t\n\v\f\r\b\x1a\x1b", rune(b)):
			controls++
		}
	}
	return controls <= 2+len(data)/200
}

// lines ends every line with "\n" and removes other control characters; a form feed starts a new
// paragraph.
func lines(text string) string {
	if strings.ContainsAny(text, "\r\f\v\u2028\u2029") {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\f", "\n\n", "\v", "\n", "\u2028", "\n", "\u2029", "\n\n").Replace(text)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
}
