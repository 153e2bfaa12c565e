package voice

import "unicode"

// tongue is a language that is told by its script.
type tongue struct {
	iso    string // of ISO 639-1
	espeak string // as espeak-ng calls it
	script *unicode.RangeTable
}

// english is spoken where the script tells nothing: many languages have the Latin one.
var english = tongue{"en", "en", unicode.Latin}

// tongues are the languages that stand for a script. Japanese comes before Chinese, as it is
// written with Chinese characters too.
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

// tongueOf is the language whose script most letters of a text have. A text with kana is Japanese,
// whatever Chinese characters it has. ok is false for a text without letters.
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
