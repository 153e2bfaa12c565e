package i18n

import (
	"io/fs"
	"strings"

	"fyne.io/fyne/v2"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// translator says sentences in one language. It is safe for concurrent use.
type translator struct {
	bundle    *i18n.Bundle
	localizer *i18n.Localizer
	numbers   *message.Printer
	// tag is the language of the sentences, locale also has the region. chosen reports that the
	// user chose the language in Parlando.
	tag, locale language.Tag
	chosen      bool
	// translated is false for English, whose sentences are those of the code.
	translated bool
	// pseudo is the alphabet of a pseudo-language (see disguise), nil in others.
	pseudo *strings.Replacer
}

// newTranslator returns one for English.
func newTranslator() *translator {
	bundle := i18n.NewBundle(language.English)
	return &translator{
		bundle:    bundle,
		localizer: i18n.NewLocalizer(bundle, language.English.String()),
		numbers:   message.NewPrinter(language.English),
		tag:       language.English,
		locale:    language.English,
	}
}

// read makes t speak the language of a file.
func (t *translator) read(files fs.FS, file string) error {
	data, err := fs.ReadFile(files, file)
	if err != nil {
		return err
	}
	read, err := t.bundle.ParseMessageFileBytes(data, file)
	if err != nil {
		return err
	}
	t.localizer = i18n.NewLocalizer(t.bundle, read.Tag.String())
	t.tag, t.locale = read.Tag, read.Tag
	t.translated = true
	return nil
}

// setRegion makes t write numbers and dates as in the user's region, if the user speaks its
// language.
func (t *translator) setRegion(user language.Tag) {
	ours, _ := t.tag.Base()
	theirs, _ := user.Base()
	if script, _ := t.tag.Script(); ours == theirs {
		if used, _ := user.Script(); used == script {
			t.locale = user
		}
	}
	t.numbers = message.NewPrinter(t.locale)
}

// text returns the translation with the given key; without one, the English sentence.
func (t *translator) text(key, sentence string, data []any) string {
	m := &i18n.Message{ID: key, Other: sentence}
	if len(data) > 0 {
		return t.say(&i18n.LocalizeConfig{DefaultMessage: m, TemplateData: data[0]})
	}
	if !t.translated && t.pseudo == nil {
		return sentence
	}
	return t.say(&i18n.LocalizeConfig{DefaultMessage: m})
}

// plural returns the form of a sentence that fits n; without a translation, the English one.
func (t *translator) plural(sentence string, n int, data map[string]any) string {
	m := &i18n.Message{ID: sentence, One: singulars[sentence], Other: sentence}
	return t.say(&i18n.LocalizeConfig{DefaultMessage: m, PluralCount: n, TemplateData: data})
}

func (t *translator) say(c *i18n.LocalizeConfig) string {
	if t.pseudo != nil {
		c.DefaultMessage.One, c.DefaultMessage.Other = disguise(c.DefaultMessage.One, t.pseudo), disguise(c.DefaultMessage.Other, t.pseudo)
	}
	said, err := t.localizer.Localize(c)
	if said == "" && err != nil {
		fyne.LogError("A sentence could not be filled in", err)
		return c.DefaultMessage.Other
	}
	return said // also with an error: a sentence that is not translated is English
}

func (t *translator) number(n int) string { return t.numbers.Sprint(n) }
