package i18n

import (
	"cmp"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"golang.org/x/text/language"

	"parlando/assets"
)

// Load selects the language of the window: the chosen one, a tag of BCP 47 such as "de", or with ""
// that of the user's system if assets/translations has a file for it, else English. Call it before
// the window is built.
//
// Fyne's own words, such as those in the menu of a text field, follow: Fyne has translations into
// other languages than ours, and a window must not mix two.
func Load(chosen string) { LoadFrom(assets.Translations, lang.SystemLocale(), chosen) }

// LoadFrom is Load with other files, in the folder translations, and another language of the
// system.
func LoadFrom(files fs.FS, user fyne.Locale, chosen string) {
	t := newTranslator()
	system := user.LanguageString()
	wanted := cmp.Or(chosen, system)
	if alphabet := alphabetOf(wanted); alphabet != nil {
		t.pseudo = alphabet
	} else if tag := fitting(files, wanted); tag != language.English {
		if err := t.read(files, fileOf(tag)); err != nil {
			fyne.LogError("A translation could not be read", err)
			t = newTranslator()
		}
	}
	t.chosen = chosen != ""
	t.setRegion(language.Make(system))
	window.Store(t)
	lang.L = Text
	lang.X = func(key, sentence string, data ...any) string { return window.Load().text(key, sentence, data) }
}

// LanguageChoice is a language that the window can speak.
type LanguageChoice struct {
	// Tag is the tag for Load, Name the language's own name.
	Tag, Name string
}

// nameKey is the key of a language's own name in its file.
const nameKey = "language.name"

var ownName = regexp.MustCompile(`"` + regexp.QuoteMeta(nameKey) + `": "([^"]+)"`)

// Languages returns the languages that the window can speak, English first.
func Languages() []LanguageChoice { return choicesIn(assets.Translations) }

func choicesIn(files fs.FS) []LanguageChoice {
	all := []LanguageChoice{{"en", "English"}}
	for _, tag := range languagesIn(files)[1:] {
		one := LanguageChoice{Tag: tag.String(), Name: tag.String()}
		if data, err := fs.ReadFile(files, fileOf(tag)); err == nil {
			if name := ownName.FindSubmatch(data); name != nil {
				one.Name = string(name[1])
			}
		}
		all = append(all, one)
	}
	return all
}

// Chosen returns the tag of the language that the window would speak for a choice, "" for that of
// the system.
func Chosen(choice string) string {
	return fitting(assets.Translations, cmp.Or(choice, lang.SystemLocale().LanguageString())).String()
}

func languagesIn(files fs.FS) []language.Tag {
	offered := []language.Tag{language.English}
	names, _ := fs.Glob(files, "translations/*.json") // the pattern is well formed
	for _, name := range names {
		if tag, err := languageOf(name); err == nil && tag != language.English {
			offered = append(offered, tag)
		}
	}
	return offered
}

// fitting returns the language with a file ("translations/pt-BR.json") that matches the user's
// better than English does; English if none does.
func fitting(files fs.FS, user string) language.Tag {
	offered := languagesIn(files)
	_, i, confidence := language.NewMatcher(offered).Match(language.Make(user))
	if confidence == language.No {
		return language.English
	}
	return offered[i]
}

func fileOf(tag language.Tag) string { return "translations/" + tag.String() + ".json" }

// languageOf returns the language a file of translations is named after.
func languageOf(file string) (language.Tag, error) {
	return language.Parse(strings.TrimSuffix(path.Base(file), ".json"))
}
