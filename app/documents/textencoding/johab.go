package textencoding

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/transform"
)

// johab is the encoding of old Korean programs (KS X 1001, annex 3), which golang.org/x/text does
// not have. Its syllables are three letters of five bits each; its other characters are those of
// EUC-KR in another order.
type johab struct{}

func (johab) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: johabDecoder{}}
}

// NewEncoder returns an encoder that replaces everything.
func (johab) NewEncoder() *encoding.Encoder { return encoding.Replacement.NewEncoder() }

// The letters of a syllable by their codes, in the order of Unicode. A space is an unused code; a
// dot is the code for no letter.
const (
	johabInitials = " .ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
	johabMedials  = "  .ㅏㅐㅑㅒㅓ  ㅔㅕㅖㅗㅘㅙ  ㅚㅛㅜㅝㅞㅟ  ㅠㅡㅢㅣ"
	johabFinals   = " .ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁ ㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
)

type johabDecoder struct{ transform.NopResetter }

func (johabDecoder) Transform(dst, src []byte, atEOF bool) (written, read int, err error) {
	for read < len(src) {
		r, size := rune(src[read]), 1
		if r >= utf8.RuneSelf {
			switch {
			case read+1 < len(src):
				r, size = johabRune(src[read], src[read+1]), 2
				if r == utf8.RuneError && src[read+1] < utf8.RuneSelf {
					size = 1
				}
			case atEOF:
				r = utf8.RuneError
			default:
				return written, read, transform.ErrShortSrc
			}
		}
		if written+utf8.RuneLen(r) > len(dst) {
			return written, read, transform.ErrShortDst
		}
		written += utf8.EncodeRune(dst[written:], r)
		read += size
	}
	return written, read, nil
}

// johabRune returns the character of two bytes, utf8.RuneError if there is none.
func johabRune(first, second byte) rune {
	switch {
	case first >= 0x84 && first <= 0xD3:
		return syllable(int(first)<<8 | int(second))
	case first >= 0xD9 && first <= 0xDE || first >= 0xE0 && first <= 0xF9:
	default:
		return utf8.RuneError
	}
	if second < 0x31 || second > 0x7E && second < 0x91 || second == 0xFF {
		return utf8.RuneError
	}
	row := 2 * (int(first) - 0xD9)
	if first >= 0xE0 {
		row = 2*(int(first)-0xE0) + 0x29
	}
	cell := int(second) - 0x31
	if second >= 0x91 {
		cell -= 0x12
	}
	if cell >= 94 {
		cell -= 94
		row++
	}
	return johabOthers()[row*94+cell]
}

// johabOthers returns the characters of EUC-KR, row by row.
var johabOthers = sync.OnceValue(func() []rune {
	out := make([]rune, 94*94)
	for i := range out {
		out[i] = utf8.RuneError
		text, err := korean.EUCKR.NewDecoder().Bytes([]byte{byte(i/94 + 0xA1), byte(i%94 + 0xA1)})
		if r, n := utf8.DecodeRune(text); err == nil && n == len(text) {
			out[i] = r
		}
	}
	return out
})

// syllable returns the syllable with the three letters of a code, or a single letter.
func syllable(code int) rune {
	tables := johabLetters()
	initial, medial, final := tables[0][code>>10&31], tables[1][code>>5&31], tables[2][code&31]
	a, b, c := initial.number, medial.number, final.number
	switch {
	case a < 0 || b < 0 || c < 0:
	case a > 0 && b > 0:
		return 0xAC00 + rune(((a-1)*21+b-1)*28+c)
	case a > 0 && b+c == 0:
		return initial.letter
	case b > 0 && a+c == 0:
		return medial.letter
	case c > 0 && a+b == 0:
		return final.letter
	}
	return utf8.RuneError
}

// johabLetter is a letter and its number from 1, 0 if there is no letter, and -1 if its code is not
// used.
type johabLetter struct {
	letter rune
	number int
}

// johabLetters returns the initial, medial and final letters by their codes.
var johabLetters = sync.OnceValue(func() (tables [3][32]johabLetter) {
	for i, list := range []string{johabInitials, johabMedials, johabFinals} {
		for code := range tables[i] {
			tables[i][code].number = -1
		}
		code, number := 0, 0
		for _, r := range list {
			if r != ' ' {
				tables[i][code] = johabLetter{r, number}
				number++
			}
			code++
		}
	}
	return tables
})
