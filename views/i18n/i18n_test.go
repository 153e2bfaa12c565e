package i18n

import (
	"bytes"
	"log"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"golang.org/x/text/language"

	"parlando/assets"
)

// polish is no good Polish, but has the forms of a Polish file.
const polish = `{
	"New chat": "Nowy czat",
	"Copy": "Kopiuj",
	"None [proxy]": "Żaden",
	"None [preset]": {"description": "a preset", "other": "Żadne"},
	"file.name": "Nazwa",
	"{{.N}} messages": {"one": "{{.N}} wiadomość", "few": "{{.N}} wiadomości", "many": "{{.N}} wiadomości?", "other": "{{.N}} wiadomości!"},
	"Saved {{.N}} files in {{.Folder}}.": {"one": "{{.N}} plik w {{.Folder}}", "few": "{{.N}} pliki w {{.Folder}}", "many": "{{.N}} plików w {{.Folder}}", "other": "?"}
}`

// loads makes the window speak the language of a user until the test ends, and returns what was
// logged so far.
func loads(t *testing.T, user fyne.Locale, files fstest.MapFS) (logged func() string) {
	t.Helper()
	l, x, out := lang.L, lang.X, log.Writer()
	t.Cleanup(func() { lang.L, lang.X = l, x; log.SetOutput(out); window.Store(newTranslator()) })
	var noise bytes.Buffer
	log.SetOutput(&noise)
	LoadFrom(files, user, "")
	return noise.String
}

func files(languages ...string) fstest.MapFS {
	all := fstest.MapFS{}
	for _, l := range languages {
		all["translations/"+l] = &fstest.MapFile{Data: []byte("{}")}
	}
	return all
}

func TestAFileOfTranslationsThatFitsIsUsed(t *testing.T) {
	for _, c := range []struct {
		files fstest.MapFS
		user  fyne.Locale
		want  string
	}{
		{files("en.json"), "en-GB", ""},
		{files("en.json"), "de-DE", ""},
		{files("de.json", "en.json"), "de-AT-Latn", "de.json"},
		{files("de.json", "en.json"), "en-US", ""},
		{files("de.json", "en.json"), "ja", ""},
		{files("de.json", "en.json"), "", ""},
		{files("en.json", "pt-BR.json"), "pt-PT", "pt-BR.json"},
		{files("en.json", "zh-Hant.json"), "zh-TW-Hant", "zh-Hant.json"},
		{files("README.md", "en.json"), "de", ""},
	} {
		got := ""
		if tag := fitting(c.files, c.user.LanguageString()); tag != language.English {
			got = strings.TrimPrefix(fileOf(tag), "translations/")
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.user, got, c.want)
		}
	}
}

func TestAPolishWindowCountsInPolish(t *testing.T) {
	logged := loads(t, "pl-PL", fstest.MapFS{"translations/pl.json": {Data: []byte(polish)}, "translations/en.json": {Data: []byte("{}")}})
	if got := Language(); got != "pl" {
		t.Errorf("the window is in %q", got)
	}
	for n, want := range map[int]string{
		1: "1 wiadomość", 2: "2 wiadomości", 5: "5 wiadomości?", 12: "12 wiadomości?", 22: "22 wiadomości", 0: "0 wiadomości?",
	} {
		if got := Plural("{{.N}} messages", n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	for _, c := range []struct{ got, want string }{
		{Plural("Saved {{.N}} files in {{.Folder}}.", 12_345, map[string]any{"Folder": "Muzyka"}), "12\u00a0345 plików w Muzyka"},
		{Text("New chat"), "Nowy czat"},
		{TextIn("proxy", "None"), "Żaden"},
		{TextIn("preset", "None"), "Żadne"},
		{lang.L("Copy"), "Kopiuj"}, // Fyne's own
		{lang.X("file.name", "Name"), "Nazwa"},
		// what the file lacks
		{Text("{{.N}} of {{.M}}", map[string]any{"N": 1, "M": 2}), "1 of 2"},
		{TextIn("shortcut", "None"), "None"},
		{Plural("{{.N}} pages", 1), "1 page"},
		{Plural("{{.N}} pages", 22), "22 pages"},
		{lang.L("Paste"), "Paste"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if logged() != "" {
		t.Error(logged())
	}
}

// Fyne comes in Polish, and Parlando in no language of this user: the window has one language.
func TestWithoutATranslationEverythingIsEnglish(t *testing.T) {
	logged := loads(t, "nl-NL", fstest.MapFS{"translations/pl.json": {Data: []byte(polish)}, "translations/en.json": {Data: []byte("{}")}})
	for _, c := range []struct{ got, want string }{
		{Text("New chat"), "New chat"},
		{lang.L("Copy"), "Copy"},
		{lang.X("file.name", "Name"), "Name"},
		{Text("{{.N}} tokens of {{.M}}", map[string]any{"N": 3}), "3 tokens of <no value>"},
		{Plural("{{.N}} messages", 1), "1 message"},
		{Plural("{{.N}} messages", 12_000), "12,000 messages"},
		{Plural("Replaced {{.N}} times.", 1), "Replaced once."},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if logged() != "" {
		t.Error(logged())
	}
}

func TestABrokenFileLeavesTheWindowEnglish(t *testing.T) {
	logged := loads(t, "pl", fstest.MapFS{"translations/pl.json": {Data: []byte(`{"Copy": "Kop`)}})
	if got := Text("Copy"); got != "Copy" {
		t.Error(got)
	}
	if !strings.Contains(logged(), "translation could not be read") {
		t.Error(logged())
	}
}

func TestASentenceThatCannotBeFilledInIsSaidAsItIs(t *testing.T) {
	loads(t, "en", nil)
	if got := Text("a {{broken", map[string]any{"N": 3}); got != "a {{broken" {
		t.Error(got)
	}
}

// A translator starts with a copy of the English file.
func TestACopyOfTheEnglishFileIsATranslation(t *testing.T) {
	data, err := os.ReadFile("../../assets/translations/en.json")
	if err != nil {
		t.Fatal(err)
	}
	logged := loads(t, "de-DE", fstest.MapFS{"translations/de.json": {Data: data}})
	for sentence := range singulars {
		if one, many := Plural(sentence, 1), Plural(sentence, 2); one == many {
			t.Errorf("%q: %q and %q", sentence, one, many)
		}
	}
	if !window.Load().translated || logged() != "" {
		t.Error(logged())
	}
}

func TestThePseudoLanguageShowsWhatIsTranslated(t *testing.T) {
	loads(t, "en-XA", files("en.json"))
	for _, c := range []struct{ got, want string }{
		{Text("New chat"), "[Ñéw çhát öñé twö thr]"},
		{lang.L("Copy"), "[Çöpý öñé t]"},
		{Text("Delete {{.Name}}", map[string]any{"Name": "a cat"}), "[Délété a cat öñé twö t]"},
		{Plural("{{.N}} messages", 1), "[1 mésságé öñé twö thré]"},
		{Plural("{{.N}} messages", 2), "[2 mésságés öñé twö thré]"},
		{Text(""), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	long := strings.Repeat("word ", 100)
	if got := utf8.RuneCountInString(Text(long)); got < 690 || got > 710 {
		t.Error(strconv.Itoa(got))
	}
	LoadFrom(files("en.json"), "ar-XB", "")
	if got := Text("New chat in {{.Name}}", map[string]any{"Name": "Work"}); got != "[نعش صهات ين Work ونع تشو تهرعع]" {
		t.Error(got)
	}
}

func BenchmarkSentence(b *testing.B) {
	for b.Loop() {
		Text("{{.N}} tokens", map[string]any{"N": "1,234"})
	}
}

func BenchmarkPlural(b *testing.B) {
	for b.Loop() {
		Plural("{{.N}} tokens", 1234)
	}
}

func BenchmarkLoad(b *testing.B) {
	l, x := lang.L, lang.X
	b.Cleanup(func() { lang.L, lang.X = l, x })
	for _, language := range []fyne.Locale{"en-GB", "de-DE", "ja-JP"} {
		b.Run(string(language), func(b *testing.B) {
			for b.Loop() {
				LoadFrom(assets.Translations, language, "")
			}
		})
	}
}
