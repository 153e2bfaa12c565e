package textencoding

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"regexp"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// The encodings that write every character in ASCII bytes.
const (
	HZ   Encoding = "HZ"
	UTF7 Encoding = "UTF-7"
)

// hzText matches a run of Chinese in HZ (RFC 1843).
var hzText = regexp.MustCompile(`~\{(?:[!-w][!-~])+~\}`)

// sevenBit returns the encoding of ASCII bytes that contain encoded characters, "" for plain ASCII.
// Since program text can look encoded, the characters must form words of a language.
func sevenBit(data []byte) Encoding {
	if len(data) > sampleBytes {
		data = data[:bytes.LastIndexAny(data[:sampleBytes], " \n")+1] // not in the middle of a word
	}
	if bytes.IndexFunc(data, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		return ""
	}
	if hzText.Match(data) {
		if text, err := simplifiedchinese.HZGB2312.NewDecoder().Bytes(data); err == nil && isWords(text) {
			return HZ
		}
	}
	if text, ok := decodeUTF7(data); ok && isWords([]byte(text)) {
		return UTF7
	}
	return ""
}

// fitsSevenBits is the minimum average log likelihood of characters that could also be program
// text. Random Chinese characters are less likely than this.
const fitsSevenBits = -7.8

// isWords reports whether the non-ASCII characters are frequent in a language. A single one counts
// only if it is European.
func isWords(text []byte) bool {
	w, ok := weigh(text, true)
	if !ok || w.high == 0 || w.likely < fitsSevenBits*float64(w.high) || bytes.ContainsRune(text, utf8.RuneError) {
		return false
	}
	return w.high > 1 || bytes.IndexFunc(text, func(r rune) bool { return r >= 0x530 }) < 0
}

// shifted matches a run of UTF-7 (RFC 2152) in base64.
var shifted = regexp.MustCompile(`\+([A-Za-z0-9+/]*)-?`)

// decodeUTF7 decodes UTF-7. Damaged runs stay undecoded, and ok is false if there are any.
func decodeUTF7(data []byte) (text string, ok bool) {
	ok = true
	out := shifted.ReplaceAllFunc(data, func(run []byte) []byte {
		code := bytes.TrimSuffix(run[1:], []byte("-"))
		if len(code) == 0 && len(run) == 2 {
			return []byte("+")
		}
		packed, err := base64.RawStdEncoding.Strict().AppendDecode(nil, padded(code))
		if err != nil || len(code) == 0 {
			ok = false
			return run
		}
		var units []uint16
		for i := 0; i+1 < len(packed); i += 2 {
			units = append(units, binary.BigEndian.Uint16(packed[i:]))
		}
		return []byte(string(utf16.Decode(units)))
	})
	return string(out), ok
}

// padded checks that a base64 run of UTF-7 has whole 16-bit characters and fewer than six bits
// after them. For any other run it returns invalid base64.
func padded(code []byte) []byte {
	bits := len(code) * 6
	if rest := bits % 16; bits < 16 || rest >= 6 {
		return []byte("?")
	}
	return code
}
