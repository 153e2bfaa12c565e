package textencoding

import (
	"bytes"
	"encoding/binary"
	"unicode"
	"unicode/utf8"
)

// minTelling is the number of characters of a script that tellingUTF16 needs.
const minTelling = 3

// tellingUTF16 returns the byte order of UTF-16 without a mark and without zero bytes, as a line of
// Japanese or a word of Russian has none; "" is neither. In such a text the same byte recurs in at
// least a quarter of the characters: "0" in kana, a control character in other alphabets.
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

// telling is the number of characters of a script that tellingUTF16 knows; 0 if any is of a script
// that never stands beside them.
func telling(data []byte, order binary.ByteOrder) int {
	n := 0
	for i := 0; i+1 < len(data); i += 2 {
		switch r := rune(order.Uint16(data[i:])); {
		case r > 0x3040 && r < 0x3100, unicode.In(r, unicode.Greek, unicode.Cyrillic, unicode.Hebrew,
			unicode.Arabic, unicode.Thai):
			n++
		case unicode.Is(unicode.Han, r), r >= 0x2010 && r <= 0x2027, r >= 0x3000 && r < 0x3040,
			r > 0xFF00 && r <= 0xFF60:
		default:
			return 0
		}
	}
	return n
}

// fitsAsBytes is the average likelihood that the characters of a text need if they could as well be
// words in ASCII between zero bytes: only frequent ones are.
const fitsAsBytes = -7

// isBytes reports whether a reading in UTF-16 is that of words in ASCII between zero bytes, as
// files of programs hold them.
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
