// Package i18n says the sentences of the window in the user's language. The English sentence is the
// key of its translation.
//
// English needs no file: assets/translations/en.json is only the list that translators copy, and
// singulars, generated from it, has what the code does not spell out.
package i18n

import (
	"maps"
	"sync/atomic"

	"fyne.io/fyne/v2/lang"
	"golang.org/x/text/language"
)

// window is the language of the window.
var window atomic.Pointer[translator]

func init() { window.Store(newTranslator()) }

// Text returns a sentence in the language of the window, with its placeholders ("{{.Name}}")
// replaced by data.
func Text(sentence string, data ...any) string {
	return window.Load().text(sentence, sentence, data)
}

// TextIn returns a sentence that has several meanings, which other languages say differently: the
// context tells them apart. Its key in the files is "None [proxy]".
func TextIn(context, sentence string, data ...any) string {
	return window.Load().text(sentence+" ["+context+"]", sentence, data)
}

// Plural returns a sentence that counts something, in the form that the language uses for n; {{.N}}
// is n, with the separators of the language. The sentence is the English plural: "{{.N}} messages".
// Its singular is in assets/translations/en.json.
func Plural(sentence string, n int, data ...map[string]any) string {
	t := window.Load()
	values := map[string]any{"N": t.number(n)}
	for _, d := range data {
		maps.Copy(values, d)
	}
	return t.plural(sentence, n, values)
}

// Language returns the language of the window as a code of ISO 639: "en".
func Language() string {
	base, _ := window.Load().tag.Base()
	return base.String()
}

// Speaks returns the tag of the language that the window speaks: "de".
func Speaks() string { return window.Load().tag.String() }

// Tag returns the language of the window, with the user's region if the user speaks that language.
func Tag() language.Tag { return window.Load().locale }

// Locale returns the language and region for tables and other files that other programs read:
// those of the chosen language, or of the user's system.
func Locale() string {
	if t := window.Load(); t.chosen {
		return t.locale.String()
	}
	return string(lang.SystemLocale())
}
