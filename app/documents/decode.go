package documents

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// decode makes text of bytes whose encoding nobody names: what a byte order mark says, else UTF-8 if they are valid as that,
// else what the rules for web pages guess, which is Windows-1252 and with it Latin-1. The error is a *Trouble.
func decode(data []byte) (string, error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xFE")), bytes.HasPrefix(data, []byte("\xFE\xFF")):
		text, _, err := transform.Bytes(xunicode.UTF16(xunicode.LittleEndian, xunicode.ExpectBOM).NewDecoder(), data)
		if err != nil {
			return "", &Trouble{Reason: NotText, Err: err}
		}
		data = text
	case utf8.Valid(data):
		data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	default:
		if !isText(data) {
			return "", &Trouble{Reason: NotText}
		}
		encoding, _, _ := charset.DetermineEncoding(data, "")
		text, err := encoding.NewDecoder().Bytes(data)
		if err != nil {
			return "", &Trouble{Reason: NotText, Err: err}
		}
		data = text
	}
	if !isText(data) {
		return "", &Trouble{Reason: NotText}
	}
	return lines(string(data)), nil
}

// Decode makes text of the bytes of a text file, whatever its encoding: lines end with "\n", and of control characters only that and tabs stay.
// The error is a *Trouble with NotText.
func Decode(data []byte) (string, error) { return decode(data) }

// LooksLikeText reports whether bytes can be those of a text file, and not of a document, a picture or a program.
func LooksLikeText(data []byte) bool {
	switch sniff(data[:min(len(data), headBytes)]) {
	case Text, HTML:
	default:
		return false
	}
	head := data[:min(len(data), 64<<10)]
	return bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF")) || isText(head)
}

// isText reports whether bytes can be text: of any other file some of the first are zero, or control characters.
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

// lines ends every line with "\n" and takes out the other control characters; a new page is a new paragraph.
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
