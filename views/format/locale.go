package format

import (
	"sync/atomic"

	"github.com/bojanz/currency"
	"github.com/go-playground/locales"
	"github.com/go-playground/locales/de"
	"github.com/go-playground/locales/en"
	"github.com/go-playground/locales/en_GB"
	"github.com/go-playground/locales/ja"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"

	"parlando/views/i18n"
)

// calendars has the dates and times of each language of the window. English has two: the second is
// for all regions but those that write the month first, and for an unknown region. A new language
// needs a line here.
var calendars = []struct {
	language language.Tag
	calendar func() locales.Translator
}{
	{language.AmericanEnglish, en.New},
	{language.BritishEnglish, en_GB.New},
	{language.German, de.New},
	{language.Japanese, ja.New},
}

// locale has the conventions of one language and region.
type locale struct {
	tag      language.Tag
	numbers  *message.Printer
	calendar locales.Translator
	money    currency.Locale
	// point separates the decimals of a number, group its thousands.
	point, group string
}

var latest atomic.Pointer[locale]

// current returns the conventions of the window.
func current() *locale {
	tag := i18n.Tag()
	l := latest.Load()
	if l == nil || l.tag != tag {
		l = newLocale(tag)
		latest.Store(l)
	}
	return l
}

func newLocale(tag language.Tag) *locale {
	offered := make([]language.Tag, len(calendars))
	for i, c := range calendars {
		offered[i] = c.language
	}
	region := tag
	if tag == language.English {
		region = language.BritishEnglish
	}
	_, i, _ := language.NewMatcher(offered).Match(region)
	l := &locale{tag: tag, numbers: message.NewPrinter(tag), calendar: calendars[i].calendar(), money: currency.NewLocale(tag.String())}
	l.point = l.between(1.5, 1)
	l.group = l.between(1_000_000, 0)
	return l
}

// between returns what stands behind the first digit of a number with the given number of decimals.
func (l *locale) between(n float64, decimals int) string {
	written := []rune(l.numbers.Sprint(number.Decimal(n, number.Scale(decimals))))
	if len(written) > 1 && (written[1] < '0' || written[1] > '9') {
		return string(written[1])
	}
	return ""
}
