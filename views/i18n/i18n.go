// Package i18n translates the text of the window. No other package calls Fyne's translation
// functions.
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

// Text returns a sentence in the language of the window, with its placeholders ("{{.N}}") replaced
// by data. The English sentence is the key.
func Text(sentence string, data ...any) string { return lang.L(sentence, data...) }

// Locale returns the language and region of the user, such as "de-DE".
func Locale() string { return string(lang.SystemLocale()) }

// Load selects the language of the window. Call it once, before any call of Text. If a file in
// assets/translations fits the user's language, Fyne looks texts up there. Otherwise Load replaces
// Fyne's function variables, so that all text is the English of the source. Fyne has translations
// of its own into other languages: it would mix them with ours and report each of ours as missing,
// and offers no other way to set a language.
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

// fits reports whether one of the files ("translations/pt-BR.json") matches the user's language
// better than English.
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

// inEnglish returns the sentence untranslated, with its placeholders ("{{.N}}") replaced by data.
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
