// Package i18n is the one door for the words of the window: it alone knows how they are translated.
package i18n

import (
	"io/fs"
	"path"
	"strings"
	"text/template"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"golang.org/x/text/language"

	"parlando/assets"
)

// Text returns a sentence in the language of the window, its gaps ("{{.N}}") filled with data. The
// English sentence is its key.
func Text(sentence string, data ...any) string { return lang.L(sentence, data...) }

// Locale returns the language and region of the user, such as "de-DE".
func Locale() string { return string(lang.SystemLocale()) }

// Load decides the language of the window. It is called once, before the first word. Where a file
// of assets/translations fits the user's language, Fyne looks the words up there. Else they are
// English, which is in the code: Fyne has words of its own in other languages, would mix them with
// ours, and report each of ours that it lacks. Its function variables are replaced for that reason:
// it has no other way to be told a language.
func Load() {
	files, _ := fs.Glob(assets.Translations, "translations/*.json") // the pattern is a right one
	if fits(files, lang.SystemLocale()) {
		err := lang.AddTranslationsFS(assets.Translations, "translations")
		if err == nil {
			return
		}
		fyne.LogError("Translations were not read", err)
	}
	lang.L = inEnglish
	lang.X = func(_, sentence string, data ...any) string { return inEnglish(sentence, data...) }
}

// fits reports whether one of the files ("translations/pt-BR.json") is nearer to the user's
// language than English.
func fits(files []string, locale fyne.Locale) bool {
	offered := []language.Tag{language.English}
	for _, f := range files {
		if tag, err := language.Parse(strings.TrimSuffix(path.Base(f), ".json")); err == nil && tag != language.English {
			offered = append(offered, tag)
		}
	}
	if len(offered) == 1 {
		return false
	}
	_, i, confidence := language.NewMatcher(offered).Match(language.Make(locale.LanguageString()))
	return i > 0 && confidence != language.No
}

// inEnglish is a sentence of the code as it stands, its gaps ("{{.N}}") filled with data.
func inEnglish(sentence string, data ...any) string {
	if len(data) == 0 || !strings.Contains(sentence, "{{") {
		return sentence
	}
	t, err := template.New("").Parse(sentence)
	if err != nil {
		fyne.LogError("A sentence cannot be filled", err)
		return sentence
	}
	var b strings.Builder
	if err := t.Execute(&b, data[0]); err != nil {
		fyne.LogError("A sentence was not filled", err)
	}
	return b.String()
}
