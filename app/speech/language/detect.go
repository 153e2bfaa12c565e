package language

import (
	"strings"
	"unicode"

	"github.com/abadojack/whatlanggo"
)

const (
	// trigramWeight is the weight of a certain result of whatlanggo, in words of a profile.
	trigramWeight = 2
	// minScore is the minimum evidence for a language, in words that no other profile has.
	minScore = 0.35
	// textRatio is the evidence for another language that a text needs, divided by that for the
	// fallback; paragraphRatio applies to a paragraph, shortRatio to fewer than shortWords words.
	textRatio, paragraphRatio, shortRatio = 1.25, 3, 4
	shortWords                            = 6
	// minWords is the minimum number of words from which a language is detected.
	minWords = 3
)

// detect returns the language of a text, "" if it is uncertain. Another language than the fallback
// needs ratio times the evidence for the fallback, because short texts are easily mistaken.
func detect(text, fallback string, ratio float64) string {
	script := whatlanggo.DetectScript(text)
	switch script {
	case nil:
		return ""
	case unicode.Latin, unicode.Cyrillic, unicode.Arabic, unicode.Devanagari, unicode.Hebrew:
	default: // only one language uses this script
		return whatlanggo.Detect(text).Lang.Iso6391()
	}
	e := gather(text)
	best, own := 0, -1
	for i, p := range profiles {
		if e.score[i] > e.score[best] {
			best = i
		}
		if p.iso == fallback {
			own = i
		}
	}
	if e.words < shortWords {
		ratio = shortRatio
	}
	switch {
	case e.words < minWords && script == unicode.Latin || e.score[best] < minScore:
		return ""
	case best == own:
	case own >= 0 && e.score[best] < ratio*e.score[own]:
		return ""
	case ratio > textRatio && e.hits[best] < 2 && script == unicode.Latin:
		return ""
	}
	return profiles[best].iso
}

// evidence counts the words and trigrams of each profile in a text.
type evidence struct {
	words int
	hits  []int     // words of the text that are in each profile
	score []float64 // the same, with shared words divided among their profiles, plus the trigrams
}

func gather(text string) evidence {
	t := lookups()
	e := evidence{hits: make([]int, len(profiles)), score: make([]float64, len(profiles))}
	give := func(to []int) bool {
		for _, i := range to {
			e.hits[i]++
			e.score[i] += 1 / float64(len(to))
		}
		return to != nil
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !inWord(r) }) {
		e.words++
		if give(t.words[strings.ReplaceAll(w, "’", "'")]) {
			continue
		}
		for _, r := range w {
			if give(t.letters[r]) {
				break
			}
		}
	}
	told := whatlanggo.DetectWithOptions(text, whatlanggo.Options{Whitelist: t.known})
	for i, p := range profiles {
		if p.lang == told.Lang {
			e.score[i] += trigramWeight * told.Confidence
		}
	}
	return e
}

// inWord reports whether a character belongs to a word; ¿ and ¡ tell Spanish.
func inWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M) || strings.ContainsRune("'’¿¡", r)
}
