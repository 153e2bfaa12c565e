package i18n

import (
	"bytes"
	"log"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
)

func TestAFileOfTranslationsThatFitsIsUsed(t *testing.T) {
	for _, c := range []struct {
		files  []string
		locale fyne.Locale
		want   bool
	}{
		{[]string{"en.json"}, "en-GB", false},
		{[]string{"en.json"}, "de-DE", false},
		{[]string{"de.json", "en.json"}, "de-AT-Latn", true},
		{[]string{"de.json", "en.json"}, "en-US", false},
		{[]string{"de.json", "en.json"}, "ja", false},
		{[]string{"de.json", "en.json"}, "", false},
		{[]string{"en.json", "pt-BR.json"}, "pt-PT", true},
		{[]string{"en.json", "zh-Hant.json"}, "zh-TW-Hant", true},
		{[]string{"README.md", "en.json"}, "de", false},
	} {
		if got := fits(c.files, c.locale); got != c.want {
			t.Errorf("%q beside %v: %v", c.locale, c.files, got)
		}
	}
}

// Fyne comes in German and Parlando does not yet: both speak English then, and nothing is reported
// for each word.
func TestWithoutATranslationEverythingIsEnglish(t *testing.T) {
	l, x, out := lang.L, lang.X, log.Writer()
	t.Cleanup(func() { lang.L, lang.X = l, x; log.SetOutput(out) })
	var noise bytes.Buffer
	log.SetOutput(&noise)
	t.Setenv("LC_ALL", "")
	t.Setenv("LANGUAGE", "")
	t.Setenv("LANG", "de_DE.UTF-8")
	Load()
	for _, c := range []struct{ got, want string }{
		{Text("New chat"), "New chat"},
		{lang.L("Copy"), "Copy"}, // Fyne's own
		{lang.X("file.name", "Name"), "Name"},
		{Text("{{.N}} tokens of {{.M}}", map[string]any{"N": 3}), "3 tokens of <no value>"},
		{Text("a {{broken", map[string]any{"N": 3}), "a {{broken"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if strings.Contains(noise.String(), "Translation failure") {
		t.Error(noise.String())
	}
}

func BenchmarkSentence(b *testing.B) {
	for b.Loop() {
		inEnglish("{{.N}} tokens", map[string]any{"N": "1,234"})
	}
}
