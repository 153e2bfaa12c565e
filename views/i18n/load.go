package i18n

import (
	"io/fs"
	"path"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"golang.org/x/text/language"

	"parlando/assets"
)

// Load selects the language of the window: that of the user if assets/translations has a file for
// it, else English. Call it before the window is built.
//
// Fyne's own words, such as those in the menu of a text field, follow: Fyne has translations into
// other languages than ours, and a window must not mix two.
func Load() { load(assets.Translations, lang.SystemLocale()) }

func load(files fs.FS, user fyne.Locale) {
	t := newTranslator()
	if alphabet := alphabetOf(user.LanguageString()); alphabet != nil {
		t.pseudo = alphabet
	} else if file := fitting(files, user); file != "" {
		if err := t.read(files, file); err != nil {
			fyne.LogError("A translation could not be read", err)
			t = newTranslator()
		}
	}
	window.Store(t)
	lang.L = Text
	lang.X = func(key, sentence string, data ...any) string { return window.Load().text(key, sentence, data) }
}

// fitting returns the file ("translations/pt-BR.json") that matches the user's language better than
// English; "" if none does.
func fitting(files fs.FS, user fyne.Locale) string {
	offered, of := []language.Tag{language.English}, []string{""}
	names, _ := fs.Glob(files, "translations/*.json") // the pattern is well formed
	for _, name := range names {
		if tag, err := languageOf(name); err == nil && tag != language.English {
			offered, of = append(offered, tag), append(of, name)
		}
	}
	_, i, confidence := language.NewMatcher(offered).Match(language.Make(user.LanguageString()))
	if confidence == language.No {
		return ""
	}
	return of[i]
}

// languageOf returns the language a file of translations is named after.
func languageOf(file string) (language.Tag, error) {
	return language.Parse(strings.TrimSuffix(path.Base(file), ".json"))
}
