package voice

import (
	"slices"
	"unicode"
)

// tongue is a language of a text.
type tongue struct {
	iso    string // ISO 639-1 code
	script *unicode.RangeTable
}

// english is the fallback if the script is ambiguous, as Latin is.
var english = tongue{"en", unicode.Latin}

// tongues lists the languages by script; the first language of a script is its default, unless
// Settings.Language names another. Japanese precedes Chinese, because Japanese also uses Chinese
// characters.
var tongues = []tongue{
	{"ja", unicode.Katakana},
	{"ja", unicode.Hiragana},
	{"zh", unicode.Han},
	{"ko", unicode.Hangul},
	{"ru", unicode.Cyrillic},
	{"uk", unicode.Cyrillic},
	{"be", unicode.Cyrillic},
	{"bg", unicode.Cyrillic},
	{"mk", unicode.Cyrillic},
	{"sr", unicode.Cyrillic},
	{"el", unicode.Greek},
	{"ar", unicode.Arabic},
	{"fa", unicode.Arabic},
	{"ur", unicode.Arabic},
	{"he", unicode.Hebrew},
	{"yi", unicode.Hebrew},
	{"hi", unicode.Devanagari},
	{"mr", unicode.Devanagari},
	{"ne", unicode.Devanagari},
	{"bn", unicode.Bengali},
	{"gu", unicode.Gujarati},
	{"pa", unicode.Gurmukhi},
	{"or", unicode.Oriya},
	{"kn", unicode.Kannada},
	{"ml", unicode.Malayalam},
	{"ta", unicode.Tamil},
	{"te", unicode.Telugu},
	{"si", unicode.Sinhala},
	{"my", unicode.Myanmar},
	{"am", unicode.Ethiopic},
	{"th", unicode.Thai},
	{"ka", unicode.Georgian},
	{"hy", unicode.Armenian},
}

// tongueOf returns the language of a text: language if most letters are in its script, else the
// default language of their script. A text with kana is Japanese, however many Chinese characters
// it has. ok is false for a text without letters.
func tongueOf(text, language string) (_ tongue, ok bool) {
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
	if t := tongueNamed(language); t.script == best.script || t.iso == "ja" && best.iso == "zh" {
		best = t
	}
	return best, most > 0
}

// tongueNamed returns the language with an ISO 639-1 code; English if iso is not such a code.
func tongueNamed(iso string) tongue {
	if len(iso) != 2 || iso[0] < 'a' || iso[0] > 'z' || iso[1] < 'a' || iso[1] > 'z' {
		return english
	}
	if i := slices.IndexFunc(tongues, func(t tongue) bool { return t.iso == iso }); i >= 0 {
		return tongues[i]
	}
	return tongue{iso, unicode.Latin}
}
