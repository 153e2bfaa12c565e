package i18n

import "strings"

// alphabetOf returns the alphabet of the pseudo-language of a locale, nil for other locales. Tests
// and pictures show in them what was not translated and what has too little room: LANG=en_XA.UTF-8,
// and LANG=ar_XB.UTF-8, which is written from right to left.
func alphabetOf(locale string) *strings.Replacer {
	var latin, letters string
	switch locale {
	case "en-XA":
		latin, letters = "aceinouyACEINOUY", "áçéîñöûýÅÇÉÎÑØÛÝ"
	case "ar-XB":
		latin, letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "ابصدعفغهيجكلمنوحقرستثذشخئزابصدعفغهيجكلمنوحقرستثذشخئز"
	default:
		return nil
	}
	var pairs []string
	for i, r := range []rune(letters) {
		pairs = append(pairs, latin[i:i+1], string(r))
	}
	return strings.NewReplacer(pairs...)
}

// padding lengthens a sentence, as translations do.
const padding = " one two three four five six seven eight nine ten eleven twelve thirteen fourteen"

// disguise returns a sentence in a pseudo-language: in another alphabet, longer and in brackets, of
// which the last one is missing where the end is cut off. Up to ten letters become 2.5 times as
// long, as single words do in translations; that slides to 1.4 times from 22 letters on.
// Placeholders stay as they are.
func disguise(sentence string, alphabet *strings.Replacer) string {
	if sentence == "" {
		return ""
	}
	var b strings.Builder
	b.WriteByte('[')
	length := 0
	for rest := sentence; rest != ""; {
		words, placeholder, found := strings.Cut(rest, "{{")
		b.WriteString(alphabet.Replace(words))
		length += len(words)
		rest = ""
		if found {
			placeholder, rest, _ = strings.Cut(placeholder, "}}")
			b.WriteString("{{" + placeholder + "}}")
		}
	}
	for more := max(length*2/5, min(length*3/2, 20-length/2)); more > 0; more -= len(padding) {
		b.WriteString(alphabet.Replace(padding[:min(more, len(padding))]))
	}
	b.WriteByte(']')
	return b.String()
}
