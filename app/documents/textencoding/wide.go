package textencoding

import (
	"bytes"
	"encoding/binary"
	"unicode"
	"unicode/utf8"
)

// minTelling is the minimum number of characters of a recognized script for tellingUTF16.
const minTelling = 3

// tellingUTF16 returns the byte order of UTF-16 text without a byte order mark and zero bytes, like
// a line of Japanese or a word of Russian; "" if data is not such text. At least a quarter of the
// characters must be of a script that telling counts.
func tellingUTF16(data []byte) Encoding {
	if len(data)%2 != 0 || utf8.Valid(data) && !bytes.ContainsAny(data, "\x03\x04\x05\x06\x0e") {
		return ""
	}
	sample := data[:min(len(data), sampleBytes)]
	little, big := telling(sample, binary.LittleEndian), telling(sample, binary.BigEndian)
	switch {
	case max(little, big) < max(minTelling, len(sample)/8):
		return ""
	case big > little:
		return UTF16BE
	}
	return UTF16LE
}

// telling counts the characters of scripts that tellingUTF16 recognizes. It returns 0 if any
// character belongs to a script that does not occur together with these.
func telling(data []byte, order binary.ByteOrder) int {
	n := 0
	for i := 0; i+1 < len(data); i += 2 {
		switch r := rune(order.Uint16(data[i:])); {
		case r > 0x3040 && r < 0x3100, unicode.In(r, unicode.Greek, unicode.Cyrillic, unicode.Hebrew,
			unicode.Arabic, unicode.Thai):
			n++
		case r >= 0xD83C && r <= 0xD83E, r >= 0xDC00 && r <= 0xDFFF: // the halves of an emoji
		case unicode.Is(unicode.Han, r), r >= 0x2010 && r <= 0x2027, r >= 0x3000 && r < 0x3040,
			r > 0xFF00 && r <= 0xFF60:
		default:
			return 0
		}
	}
	return n
}

// fitsAsBytes is the minimum average log likelihood of a text that could also be ASCII words
// between zero bytes: only frequent characters reach it.
const fitsAsBytes = -7

// isBytes reports whether a text decoded as UTF-16 is actually ASCII words between zero bytes, as
// in program files.
func isBytes(w weighedEncoding) bool {
	high := 0
	for _, r := range w.text {
		if r < utf8.RuneSelf {
			continue
		}
		if high++; r > 0x7F7F || r&0xFF > 0x7F {
			return false
		}
	}
	return high > 0 && w.likely < fitsAsBytes*float64(high)
}
