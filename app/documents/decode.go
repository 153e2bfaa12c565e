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

// UnclearError means that a text file can be read in several encodings, and none is likely enough
// to be taken unasked.
type UnclearError struct {
	// Guesses are two or more, the likeliest first.
	Guesses []textencoding.Guess
}

// Error says so for the log.
func (e *UnclearError) Error() string {
	return "document: the encoding is not clear; perhaps " + string(e.Guesses[0].Encoding)
}

// Decode returns the bytes of a text file as text. Lines end with "\n"; the only other control
// characters are tabs. encoding is the user's choice, or "" to detect it. The error is an
// *UnclearError if the user must choose, else a *Error with NotText.
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
		return "", &UnclearError{guesses}
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

// declared finds the encoding in the head of a page, or in the first line of its XML.
var declared = regexp.MustCompile(`(?i)^\s*<\?xml[^>]*encoding\s*=\s*["']([\w:-]+)["']|` +
	`<meta[^>]*charset\s*=\s*["']?\s*([\w:-]+)`)

// declaredEncoding is the label of the encoding that a page names; "" when its bytes say better.
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

// decodeLikely is decodePage for a page that nobody can be asked about: the likeliest encoding is
// taken.
func decodeLikely(data []byte) (string, error) {
	text, err := decodePage(data, "")
	if unclear := (*UnclearError)(nil); errors.As(err, &unclear) {
		return Decode(data, unclear.Guesses[0].Encoding)
	}
	return text, err
}

// isText reports whether bytes can be text: of any other file some of the first are zero, or
// control characters.
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

// lines ends every line with "\n" and takes out the other control characters; a new page is a new
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
