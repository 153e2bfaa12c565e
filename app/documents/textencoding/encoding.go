// Package textencoding detects the encoding of a text and decodes it. It rates every encoding by
// how likely its letters are in the languages that use it.
package textencoding

import (
	"bytes"
	"errors"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"
)

// Encoding is the name of an encoding as shown to the user.
type Encoding string

// The encodings that are not in the table.
const (
	UTF8    Encoding = "UTF-8"
	UTF16LE Encoding = "UTF-16 LE"
	UTF16BE Encoding = "UTF-16 BE"
	ISO2022 Encoding = "ISO-2022-JP"
)

// ErrUnknown reports an unknown encoding.
var ErrUnknown = errors.New("textencoding: unknown encoding")

// candidate is an encoding without a byte order mark. The prior is the log frequency of such files,
// relative to the most common encoding.
type candidate struct {
	name  Encoding
	of    encoding.Encoding
	prior float64
}

var candidates = []candidate{
	{"Windows-1252", charmap.Windows1252, 0},
	{"Windows-1250", charmap.Windows1250, -1.75},
	{"Windows-1251", charmap.Windows1251, -1},
	{"Windows-1253", charmap.Windows1253, -1.5},
	{"Windows-1254", charmap.Windows1254, -1.5},
	{"Windows-1255", charmap.Windows1255, -1.5},
	{"Windows-1256", charmap.Windows1256, -1.5},
	{"Windows-1257", charmap.Windows1257, -2.5},
	{"Windows-1258", charmap.Windows1258, -2},
	{"Windows-874", charmap.Windows874, -1.5},
	{"Shift-JIS", japanese.ShiftJIS, -1},
	{"EUC-JP", japanese.EUCJP, -1.5},
	{"EUC-KR", korean.EUCKR, -1},
	{"Johab", johab{}, -4.5},
	{"GB18030", simplifiedchinese.GB18030, -1},
	{"Big5", traditionalchinese.Big5, -1},
	{"KOI8-R", charmap.KOI8R, -1.5},
	{"KOI8-U", charmap.KOI8U, -1.75},
	{"CP866", charmap.CodePage866, -2},
	{"ISO-8859-2", charmap.ISO8859_2, -2.5},
	{"ISO-8859-5", charmap.ISO8859_5, -4},
	{"ISO-8859-6", charmap.ISO8859_6, -4},
	{"Mac Roman", charmap.Macintosh, -3},
	{"Mac Cyrillic", charmap.MacintoshCyrillic, -4},
	{"CP850", charmap.CodePage850, -3},
	{"CP852", charmap.CodePage852, -4},
	{UTF16LE, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), -5},
	{UTF16BE, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), -5.5},
}

// Decode decodes data; invalid bytes become U+FFFD. The error is ErrUnknown.
func (e Encoding) Decode(data []byte) (string, error) {
	switch e {
	case UTF8:
		return string(bytes.ToValidUTF8(bytes.TrimPrefix(data, []byte("\uFEFF")), []byte("\uFFFD"))), nil
	case HZ:
		text, err := simplifiedchinese.HZGB2312.NewDecoder().Bytes(data)
		return string(text), err
	case UTF7:
		text, _ := decodeUTF7(data)
		return text, nil
	case ISO2022:
		text, err := japanese.ISO2022JP.NewDecoder().Bytes(data)
		return string(text), err
	}
	i := slices.IndexFunc(candidates, func(c candidate) bool { return c.name == e })
	if i < 0 {
		return "", ErrUnknown
	}
	text, err := candidates[i].of.NewDecoder().Bytes(data)
	if e == "Windows-1258" { // Vietnamese tones are separate characters in this encoding
		text = norm.NFC.Bytes(text)
	}
	return string(bytes.TrimPrefix(text, []byte("\uFEFF"))), err
}

// marked returns the encoding that data shows with certainty, such as by a byte order mark; "" if
// none.
func marked(data []byte) Encoding {
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return UTF16LE
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return UTF16BE
	case bytes.Contains(data, []byte("\x1b$B")), bytes.Contains(data, []byte("\x1b$@")):
		if text, err := japanese.ISO2022JP.NewDecoder().Bytes(data); err == nil &&
			!bytes.ContainsRune(text, utf8.RuneError) {
			return ISO2022
		}
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return ""
	}
	if e := tellingUTF16(data); e != "" {
		return e
	}
	if e := sevenBit(data); e != "" {
		return e
	}
	if mostlyUTF8(data) {
		return UTF8
	}
	return ""
}

// mostlyUTF8 reports whether data is UTF-8, perhaps with a few damaged or truncated characters.
func mostlyUTF8(data []byte) bool {
	if utf8.Valid(data) {
		return true
	}
	whole, broken := 0, 0
	for len(data) > 0 {
		if data[0] < utf8.RuneSelf {
			data = data[1:]
			continue
		}
		r, n := utf8.DecodeRune(data)
		if r == utf8.RuneError && n == 1 {
			broken++
		} else {
			whole++
		}
		data = data[n:]
	}
	return whole >= 5*broken
}
