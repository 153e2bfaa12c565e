package format

import (
	"errors"
	"math"
	"strconv"
	"testing"
	"testing/fstest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"golang.org/x/text/language"

	"parlando/views/i18n"
)

// in makes the window follow a language and region until the test ends.
func in(t *testing.T, tag string) {
	t.Helper()
	files := fstest.MapFS{"translations/de.json": {Data: []byte("{}")}, "translations/ja.json": {Data: []byte("{}")}}
	l, x := lang.L, lang.X
	t.Cleanup(func() { i18n.LoadFrom(files, "en", ""); lang.L, lang.X = l, x })
	i18n.LoadFrom(files, fyne.Locale(tag), "")
}

var afternoon = time.Date(2026, time.March, 2, 15, 4, 5, 0, time.UTC)

func TestEachLanguageWritesInItsOwnWay(t *testing.T) {
	for _, c := range []struct {
		tag  string
		said map[string]string
	}{
		{"en-US", map[string]string{
			"number": "12,000", "decimal": "0.80", "exact": "1,234.5678", "field": "1234.5678", "percent": "85%", "speed": "1.25×", "size": "0.6 MB",
			"money": "$1,234.50", "small": "$0.0045", "negative": "-$3.00", "francs": "CHF\u00a012.50", "yen": "¥120.00", "invented": "7.00\u00a0coins", "amount": "1,234.50",
			"date": "March 2, 2026", "short": "Mar 2, 2026", "day": "March 2", "shortday": "Mar 2", "clock": "3:04\u00a0pm", "seconds": "3:04:05\u00a0pm", "weekday": "Mon",
		}},
		{"en-GB", map[string]string{
			"number": "12,000", "money": "US$1,234.50", "date": "2 March 2026", "short": "2 Mar 2026", "day": "2 March", "shortday": "2 Mar", "clock": "15:04",
		}},
		{"en-AU", map[string]string{"date": "2 March 2026", "clock": "15:04"}},
		{"de-DE", map[string]string{
			"number": "12.000", "decimal": "0,80", "exact": "1.234,5678", "field": "1234,5678", "percent": "85\u00a0%", "speed": "1,25×",
			"money": "1.234,50\u00a0$", "small": "0,0045\u00a0$", "negative": "-3,00\u00a0$", "francs": "12,50\u00a0CHF", "invented": "7,00\u00a0coins", "amount": "1.234,50",
			"date": "2. März 2026", "short": "02.03.2026", "clock": "15:04", "seconds": "15:04:05", "weekday": "Mo.",
		}},
		{"de-CH", map[string]string{"number": "12’000", "francs": "CHF\u00a012.50"}},
		{"ja-JP", map[string]string{
			"number": "12,000", "decimal": "0.80", "percent": "85%", "money": "$1,234.50", "yen": "￥120.00",
			"date": "2026年3月2日", "short": "2026/03/02", "clock": "15:04", "weekday": "月",
		}},
	} {
		in(t, c.tag)
		all := map[string]string{
			"number": Number(12_000), "decimal": Decimal(0.8, 2), "exact": Exact(1234.5678), "field": Field(1234.5678), "percent": Percent(85), "speed": Speed(1.25), "size": Size(612_000),
			"money": Money(1_234_500_000, "USD", 2), "small": Money(4_500, "USD", 4), "negative": Money(-3_000_000, "USD", 2), "francs": Money(12_500_000, "CHF", 2),
			"yen": Money(120_000_000, "JPY", 2), "invented": Money(7_000_000, "coins", 2), "amount": Amount(1_234_500_000, 2),
			"date": Date(afternoon), "short": ShortDate(afternoon), "day": DayOfYear(afternoon), "shortday": ShortDayOfYear(afternoon),
			"clock": Clock(afternoon), "seconds": ClockSeconds(afternoon), "weekday": Weekday(afternoon.Weekday()),
		}
		for name, want := range c.said {
			if all[name] != want {
				t.Errorf("%s, %s: %q, want %q", c.tag, name, all[name], want)
			}
		}
	}
}

func TestAnAmountIsRoundedAwayFromZero(t *testing.T) {
	in(t, "en")
	for micros, want := range map[int64]string{5_000: "0.01", 4_999: "0.00", -5_000: "-0.01", -4_999: "0.00", math.MinInt64: "-9,223,372,036,854.78"} {
		if got := Amount(micros, 2); got != want {
			t.Errorf("%d: %q, want %q", micros, got, want)
		}
	}
}

func TestWhatIsTypedIsReadAsTheLanguageWritesIt(t *testing.T) {
	for _, c := range []struct{ tag, typed, want string }{
		{"en", "1.5", "1.5"},
		{"en", "1,5", "1.5"},
		{"en", " .5 ", "0.5"},
		{"en", "1,234.5", "1234.5"},
		{"en", "1,234,567", "1234567"},
		{"en", "−3", "-3"},
		{"en", "+3", "3"},
		{"en", "1.500", "1.500"},
		{"en", "0,125", "0.125"},
		{"en", "1,500", "1500 or 1.5"},
		{"en", "1.234,5", "1234.5"},
		{"en", "12,34,567", ""},
		{"en", "1,5,6", ""},
		{"en", "1.5e3", "1.5e3"},
		{"en", "NaN", ""},
		{"en", "", ""},
		{"en", "-", ""},
		{"en", "$5", ""},
		{"de", "1,5", "1.5"},
		{"de", "1.5", "1.5"},
		{"de", "0.15", "0.15"},
		{"de", "1.500", "1500 or 1.5"},
		{"de", "1,500", "1.500"},
		{"de", "1.234.567,89", "1234567.89"},
		{"de", "1,234.5", "1234.5"},
		{"de", "1\u00a0234,5", "1234.5"},
		{"de-CH", "1’234.50", "1234.50"},
		{"ja", "1,500", "1500 or 1.5"},
		{"ja", "12 345", "12345"},
		{"ja", "12 34", ""},
		{"ja", "１．５", "1.5"},
		{"ja", "１０", "10"},
	} {
		in(t, c.tag)
		got, err := Plain(c.typed)
		if ambiguous := (*AmbiguousError)(nil); errors.As(err, &ambiguous) {
			got = Field(ambiguous.Whole) + " or " + strconv.FormatFloat(ambiguous.Fraction, 'f', -1, 64)
		} else if (err != nil) != (c.want == "") {
			t.Errorf("%s, %q: %v", c.tag, c.typed, err)
		}
		if got != c.want {
			t.Errorf("%s, %q: %q, want %q", c.tag, c.typed, got, c.want)
		}
	}
}

func TestAWholeNumberMayHaveSeparators(t *testing.T) {
	for _, c := range []struct {
		tag, typed string
		want       int64
		ok         bool
	}{
		{"en", "1,500", 1500, true},
		{"en", "1.500", 1500, true},
		{"de", "1.500", 1500, true},
		{"de", "1,500", 1500, true},
		{"en", "1500", 1500, true},
		{"en", "-7", -7, true},
		{"en", "1.5", 0, false},
		{"en", "seven", 0, false},
		{"en", "99999999999999999999", 0, false},
	} {
		in(t, c.tag)
		got, err := ParseWhole(c.typed)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("%s, %q: %d, %v", c.tag, c.typed, got, err)
		}
	}
}

func TestAnAmbiguousNumberIsAskedAbout(t *testing.T) {
	in(t, "de")
	_, err := Parse("1.500")
	if got, want := Question(err, "?"), "“1.500” can be read in two ways. Write 1500 or 1,5."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Question(ErrNumber, "?"); got != "?" {
		t.Error(got)
	}
}

func TestEveryFieldIsReadBackAsItIsWritten(t *testing.T) {
	for _, c := range calendars {
		in(t, c.language.String())
		for _, n := range []float64{0, 0.05, 1, 1.5, -2.25, 1500, 1234.5, 0.000001, 1e9} {
			if got, err := Parse(Field(n)); err != nil || got != n {
				t.Errorf("%s: %q is read as %v, %v", c.language, Field(n), got, err)
			}
		}
	}
}

func TestNamesAreSortedAsTheLanguageSorts(t *testing.T) {
	in(t, language.German.String())
	names := []string{"Zulu", "Ägyptisch", "afrikaans", "Arabisch"}
	Sort(names, func(name string) string { return name })
	if got, want := List(names), "afrikaans, Ägyptisch, Arabisch, Zulu"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSentencesAreJoined(t *testing.T) {
	in(t, "en")
	for got, want := range map[string]string{
		Sentences("One.", "", "Two.", "Three."): "One. Two. Three.", Sentences(): "", Sentences("", "One."): "One.", List(nil): "", Facts("2 MB", "3 pages"): "2 MB · 3 pages", Named("Model", "small"): "Model: small",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestKeysAreCalledAsOnTheKeyboard(t *testing.T) {
	in(t, "de")
	i18n.LoadFrom(fstest.MapFS{"translations/de.json": {Data: []byte(`{"Ctrl": "Strg", "Shift": "Umschalt", "Left": "Links"}`)}}, "de", "")
	for _, c := range []struct{ system, keys, want string }{
		{"linux", "Ctrl+Shift+D", "Strg+Umschalt+D"},
		{"windows", "Alt Left, Right", "Alt Links, Right"},
		{"darwin", "Ctrl ,", "⌘ ,"},
		{"linux", "F1, Ctrl /", "F1, Strg /"},
	} {
		if got := keysOn(c.system, c.keys); got != c.want {
			t.Errorf("%s: %q, want %q", c.keys, got, c.want)
		}
	}
	if got := ParseKeys("strg + Alt+Space"); got != "Ctrl+Alt+Space" {
		t.Error(got)
	}
}

func TestAListThatWasTypedIsSplitAtTheCommasOfAnyScript(t *testing.T) {
	if got, want := Facts(Items(" card, cash ,,現金、カード，x")...), "card · cash · 現金 · カード · x"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	in(t, "en")
	if got := Period("2 chats"); got != "2 chats." {
		t.Error(got)
	}
}
