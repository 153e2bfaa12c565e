package i18n

import "strings"

// pseudoLocale is the locale of the pseudo-language, in which tests and pictures show what was not
// translated and what has too little room: LANG=en_XA.UTF-8.
const pseudoLocale = "en-XA"

var accents = strings.NewReplacer(
	"a", "á", "c", "ç", "e", "é", "i", "î", "n", "ñ", "o", "ö", "u", "û", "y", "ý",
	"A", "Å", "C", "Ç", "E", "É", "I", "Î", "N", "Ñ", "O", "Ø", "U", "Û", "Y", "Ý",
)

// padding lengthens a sentence, as translations do.
const padding = " one two three four five six seven eight nine ten eleven twelve thirteen fourteen"

// disguise returns a sentence in the pseudo-language: with accents, 40 % longer and in brackets, of
// which the last one is missing where the end is cut off. Placeholders stay as they are.
func disguise(sentence string) string {
	if sentence == "" {
		return ""
	}
	var b strings.Builder
	b.WriteByte('[')
	length := 0
	for rest := sentence; rest != ""; {
		words, placeholder, found := strings.Cut(rest, "{{")
		b.WriteString(accents.Replace(words))
		length += len(words)
		rest = ""
		if found {
			placeholder, rest, _ = strings.Cut(placeholder, "}}")
			b.WriteString("{{" + placeholder + "}}")
		}
	}
	for more := length * 2 / 5; more > 0; more -= len(padding) {
		b.WriteString(accents.Replace(padding[:min(more, len(padding))]))
	}
	b.WriteByte(']')
	return b.String()
}
