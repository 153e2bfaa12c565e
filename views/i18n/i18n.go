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
)

// window is the language of the window.
var window atomic.Pointer[translator]

func init() { window.Store(newTranslator()) }

// Text returns a sentence in the language of the window, with its placeholders ("{{.Name}}")
// replaced by data.
func Text(sentence string, data ...any) string {
	return window.Load().text(sentence, sentence, data)
}

// Plural returns a sentence that counts something, in the form that the language uses for n; {{.N}}
// is n, formatted by Number. The sentence is the English plural: "{{.N}} messages". Its singular is
// in assets/translations/en.json.
func Plural(sentence string, n int, data ...map[string]any) string {
	t := window.Load()
	values := map[string]any{"N": t.number(n)}
	for _, d := range data {
		maps.Copy(values, d)
	}
	return t.plural(sentence, n, values)
}

// Number formats a whole number as the language does: "12,000".
func Number(n int) string { return window.Load().number(n) }

// Language returns the language of the window as a code of ISO 639: "en".
func Language() string {
	base, _ := window.Load().tag.Base()
	return base.String()
}

// Locale returns the language and region of the user, such as "de-DE".
func Locale() string { return string(lang.SystemLocale()) }
