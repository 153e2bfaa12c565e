package voice

import "unicode"

// tongue is a language detected from its script.
type tongue struct {
	iso    string // ISO 639-1 code
	espeak string // code in espeak-ng
	script *unicode.RangeTable
}

// english is the fallback if the script is ambiguous, as Latin is.
var english = tongue{"en", "en", unicode.Latin}

// tongues lists the language assumed for each script. Japanese precedes Chinese, because it also
// uses Chinese characters.
var tongues = []tongue{
	{"ja", "ja", unicode.Katakana},
	{"ja", "ja", unicode.Hiragana},
	{"zh", "cmn", unicode.Han},
	{"ko", "ko", unicode.Hangul},
	{"ru", "ru", unicode.Cyrillic},
	{"el", "el", unicode.Greek},
	{"ar", "ar", unicode.Arabic},
	{"he", "he", unicode.Hebrew},
	{"hi", "hi", unicode.Devanagari},
	{"bn", "bn", unicode.Bengali},
	{"ta", "ta", unicode.Tamil},
	{"te", "te", unicode.Telugu},
	{"th", "th", unicode.Thai},
	{"ka", "ka", unicode.Georgian},
	{"hy", "hy", unicode.Armenian},
}

// tongueOf returns the language whose script most letters of a text use. A text with kana is
// Japanese, however many Chinese characters it has. ok is false for a text without letters.
func tongueOf(text string) (_ tongue, ok bool) {
	best, most := english, 0
	counts := map[string]int{}
	for _, r := range text {
		if unicode.Is(unicode.Latin, r) {
			most++
			continue
		}
		for _, t := range tongues {
			if unicode.Is(t.script, r) {
				counts[t.iso]++
				break
			}
		}
	}
	if counts["ja"] > 0 {
		counts["ja"] += counts["zh"]
	}
	for _, t := range tongues {
		if n := counts[t.iso]; n > most {
			best, most = t, n
		}
	}
	return best, most > 0
}
