package words

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// forms are the translations of one sentence by plural form; a sentence that counts nothing has
// only "other".
type forms map[string]string

func (f *forms) UnmarshalJSON(data []byte) error {
	var only string
	if json.Unmarshal(data, &only) == nil {
		*f = forms{"other": only}
		return nil
	}
	of := map[string]string{}
	err := json.Unmarshal(data, &of)
	delete(of, "description")
	*f = of
	return err
}

// readSentences reads a file of assets/translations.
func readSentences(t *testing.T, path string) map[string]forms {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]forms
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return all
}

// Every file of translations has each sentence, in all plural forms of the language, with the same
// placeholders, in its script and quotation marks.
func TestEachTranslationIsWhole(t *testing.T) {
	source := readSentences(t, english)
	files, err := filepath.Glob(filepath.Dir(english) + "/*.json")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if file == english {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			for _, fault := range translationFaults(language.MustParse(name), source, readSentences(t, file), sameIn(t, name)) {
				t.Error(fault)
			}
		})
	}
}

// sameIn returns the sentences that are the same in a language as in English: the lines of a file.
func sameIn(t *testing.T, name string) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("testdata/same/" + name + ".txt")
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	same := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		same[strings.TrimSuffix(line, "\n")] = true
	}
	return same
}

// quotes are the quotation marks of languages: opening and closing ones by turns.
var quotes = map[string]string{
	"de": "„“‚‘", "ja": "「」『』", "es": "«»“”", "fr": "«»“”", "it": "«»“”", "pt": "“”‘’", "nl": "“”‘’", "pl": "„”‚’", "cs": "„“‚‘",
	"ru": "«»„“", "uk": "«»„“", "zh": "“”‘’", "ko": "“”‘’", "tr": "“”‘’", "sv": "””’’",
}

// scripts are those in which languages are written, besides the Latin names in all of them.
var scripts = map[string][]*unicode.RangeTable{
	"Latn": {}, "Jpan": {unicode.Han, unicode.Hiragana, unicode.Katakana}, "Hans": {unicode.Han}, "Hant": {unicode.Han},
	"Kore": {unicode.Hangul, unicode.Han}, "Cyrl": {unicode.Cyrillic}, "Grek": {unicode.Greek},
}

// translationFaults describes what is wrong with the translations into a language. same are the
// sentences that may be as in English.
func translationFaults(tag language.Tag, source, translated map[string]forms, same map[string]bool) (faults []string) {
	var missing []string
	for _, key := range slices.Sorted(maps.Keys(source)) {
		if translated[key] == nil {
			missing = append(missing, key)
			faults = append(faults, fmt.Sprintf("missing: %q", key))
		}
	}
	c := newTranslationCheck(tag)
	for _, key := range slices.Sorted(maps.Keys(translated)) {
		if source[key] == nil {
			faults = append(faults, fmt.Sprintf("unknown: %q. The most similar sentence that is missing: %q. Its old translation: %q",
				key, mostSimilar(key, missing), translated[key]["other"]))
			continue
		}
		for _, fault := range c.faults(source[key], translated[key], same[key]) {
			faults = append(faults, fmt.Sprintf("%s: %q", fault, key))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(same)) {
		if source[key] == nil || c.latin && translated[key] != nil && !maps.Equal(translated[key], source[key]) {
			faults = append(faults, fmt.Sprintf("no longer the same as in English: %q", key))
		}
	}
	return faults
}

// translationCheck has the rules of one language.
type translationCheck struct {
	// numbers counts the tried numbers that take each plural form.
	numbers map[string]int
	allowed []*unicode.RangeTable
	latin   bool
	quotes  []rune
}

func newTranslationCheck(tag language.Tag) translationCheck {
	base, _ := tag.Base()
	script, _ := tag.Script()
	return translationCheck{
		numbers: numbersByForm(tag), allowed: append([]*unicode.RangeTable{unicode.Latin, unicode.Common, unicode.Inherited}, scripts[script.String()]...),
		latin: script.String() == "Latn", quotes: []rune(quotes[base.String()]),
	}
}

// numbersByForm counts the numbers to 1,000, and some large ones, that take each plural form, as
// the program finds it.
func numbersByForm(tag language.Tag) map[string]int {
	bundle := i18n.NewBundle(tag)
	localizer := i18n.NewLocalizer(bundle, tag.String())
	message := &i18n.Message{ID: "form", Zero: "zero", One: "one", Two: "two", Few: "few", Many: "many", Other: "other"}
	numbers := map[string]int{"other": 0} // for fractions, and for what a file lacks
	try := func(n int) {
		form, err := localizer.Localize(&i18n.LocalizeConfig{DefaultMessage: message, PluralCount: n})
		if err != nil {
			panic(err)
		}
		numbers[form]++
	}
	for n := range 1001 {
		try(n)
	}
	try(1_000_000)
	try(2_000_000)
	return numbers
}

var (
	placeholder = regexp.MustCompile(`\{\{\.(\w+)\}\}`)
	// nameWord is a word that most languages leave as it is: an abbreviation, or a name.
	nameWord = regexp.MustCompile(`^([A-Z0-9]+s?|Parlando|ChatGPT|Claude|OpenAI|Anthropic|Gemini|Ollama|Markdown|Siobhan|shivon|http|https|socks5|[a-z]{1,3})$`)
	letters  = regexp.MustCompile(`[\p{L}\p{N}]+`)
)

func (c translationCheck) faults(source, translated forms, same bool) (faults []string) {
	want := []string{"other"}
	if len(source) > 1 {
		want = slices.Sorted(maps.Keys(c.numbers))
	}
	if got := slices.Sorted(maps.Keys(translated)); !slices.Equal(got, want) {
		return []string{fmt.Sprintf("has the plural forms %q, not %q", got, want)}
	}
	english := source["other"]
	for form, text := range translated {
		faults = append(faults, c.placeholderFaults(len(source) > 1, form, english, text)...)
		if left, right := edges(text); left && !strings.HasPrefix(english, " ") || right && !strings.HasSuffix(english, " ") {
			faults = append(faults, "begins or ends with a space")
		}
		if text == english && !same && hasWords(text) {
			faults = append(faults, "is left in English")
		}
		faults = append(faults, c.scriptFaults(english, text, same)...)
		if !c.quotesFit(text) || strings.Count(text, `"`) > strings.Count(english, `"`) {
			faults = append(faults, fmt.Sprintf("has other quotation marks than %s in %q", string(c.quotes), text))
		}
	}
	return faults
}

// placeholderFaults compares the placeholders. A form for a single number need not show it.
func (c translationCheck) placeholderFaults(counts bool, form, english, text string) (faults []string) {
	want, got := placeholders(english), placeholders(text)
	if strings.Count(text, "{{") != len(placeholder.FindAllString(text, -1)) {
		return []string{fmt.Sprintf("has a broken placeholder in %q", text)}
	}
	if counts && (c.numbers[form] == 1 || !want["N"]) {
		want["N"] = got["N"]
	}
	if !maps.Equal(want, got) {
		faults = append(faults, fmt.Sprintf("has other placeholders in %q", text))
	}
	return faults
}

func placeholders(text string) map[string]bool {
	all := map[string]bool{"N": false}
	for _, p := range placeholder.FindAllStringSubmatch(text, -1) {
		all[p[1]] = true
	}
	return all
}

func edges(text string) (left, right bool) {
	return strings.TrimLeftFunc(text, unicode.IsSpace) != text, strings.TrimRightFunc(text, unicode.IsSpace) != text
}

// hasWords reports whether a text has words that a language would translate.
func hasWords(text string) bool {
	words := letters.FindAllString(placeholder.ReplaceAllString(text, " "), -1)
	return slices.ContainsFunc(words, func(w string) bool { return !nameWord.MatchString(w) })
}

// scriptFaults finds letters that the language does not have and the English sentence neither, and
// sentences with none of its own.
func (c translationCheck) scriptFaults(english, text string, same bool) (faults []string) {
	own := c.latin
	for _, r := range placeholder.ReplaceAllString(text, "") {
		switch {
		case r >= '！' && r <= '～' && unicode.In(r, unicode.L, unicode.N):
			return []string{fmt.Sprintf("has the full-width letter %q", r)}
		case unicode.IsLetter(r) && !unicode.In(r, c.allowed...) && !strings.ContainsRune(english, r):
			return []string{fmt.Sprintf("has the letter %q of another script", r)}
		case unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Common):
			own = true
		}
	}
	if !own && !same && hasWords(text) {
		faults = append(faults, fmt.Sprintf("has no word of the language in %q", text))
	}
	return faults
}

// allQuotes are the quotation marks of any language, without the apostrophe.
const allQuotes = "“”„«»‹›「」『』‚‘＂"

// quotesFit reports whether all quotation marks are those of the language, opened and closed.
func (c translationCheck) quotesFit(text string) bool {
	var open []rune
	for _, r := range text {
		if n := len(open); n > 0 && r == open[n-1] {
			open = open[:n-1]
			continue
		}
		if !strings.ContainsRune(allQuotes, r) {
			continue
		}
		i := slices.Index(c.quotes, r)
		if i < 0 || i%2 != 0 {
			return false
		}
		open = append(open, c.quotes[i+1])
	}
	return len(open) == 0
}

// mostSimilar returns the sentence that shares most words with another, "" for none.
func mostSimilar(sentence string, among []string) (best string) {
	words := func(s string) map[string]bool {
		all := map[string]bool{}
		for _, w := range letters.FindAllString(strings.ToLower(s), -1) {
			all[w] = true
		}
		return all
	}
	mine, most := words(sentence), 0.0
	for _, other := range among {
		shared, theirs := 0, words(other)
		for w := range theirs {
			if mine[w] {
				shared++
			}
		}
		if share := float64(2*shared) / float64(len(mine)+len(theirs)); share > most {
			best, most = other, share
		}
	}
	return best
}

// Each kind of fault in a file is found.
func TestAFaultOfATranslationIsFound(t *testing.T) {
	source := map[string]forms{
		"Copy": {"other": "Copy"}, "Chat": {"other": "Chat"}, "JSON": {"other": "JSON"},
		"Delete “{{.Name}}”?":                   {"other": "Delete “{{.Name}}”?"},
		"{{.N}} messages":                       {"one": "1 message", "other": "{{.N}} messages"},
		"Your recording is safe.":               {"other": "Your recording is safe."},
		"{{.First}} {{.Rest}}":                  {"other": "{{.First}} {{.Rest}}"},
		"It reads {{.N}} files in {{.Folder}}.": {"one": "It reads the file in {{.Folder}}.", "other": "It reads {{.N}} files in {{.Folder}}."},
	}
	german := func() map[string]forms {
		return map[string]forms{
			"Copy": {"other": "Kopieren"}, "Chat": {"other": "Chat"}, "JSON": {"other": "JSON"},
			"Delete “{{.Name}}”?":                   {"other": "„{{.Name}}“ löschen?"},
			"{{.N}} messages":                       {"one": "1 Nachricht", "other": "{{.N}} Nachrichten"},
			"Your recording is safe.":               {"other": "Deine Aufnahme ist sicher."},
			"{{.First}} {{.Rest}}":                  {"other": "{{.First}} {{.Rest}}"},
			"It reads {{.N}} files in {{.Folder}}.": {"one": "Die Datei in {{.Folder}}", "other": "{{.N}} Dateien in {{.Folder}}"},
		}
	}
	japanese := map[string]forms{
		"Copy": {"other": "コピー"}, "Chat": {"other": "チャット"}, "JSON": {"other": "JSON"}, "Delete “{{.Name}}”?": {"other": "「{{.Name}}」を削除しますか？"},
		"{{.N}} messages": {"other": "メッセージ {{.N}} 件"}, "Your recording is safe.": {"other": "録音は安全です。"}, "{{.First}} {{.Rest}}": {"other": "{{.First}}{{.Rest}}"},
		"It reads {{.N}} files in {{.Folder}}.": {"other": "{{.Folder}}の{{.N}}個のファイル"},
	}
	same := map[string]bool{"Chat": true}
	if faults := translationFaults(language.German, source, german(), same); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	for _, c := range []struct {
		key  string
		is   forms
		want string
	}{
		{"Copy", nil, `missing: "Copy"`},
		{"Your recording was saved.", forms{"other": "Deine Aufnahme wurde gesichert."}, `unknown: "Your recording was saved.". The most similar sentence that is missing: ""`},
		{"Delete “{{.Name}}”?", forms{"other": "„{{.Title}}“ löschen?"}, "other placeholders"},
		{"Delete “{{.Name}}”?", forms{"other": "Chat löschen?"}, "other placeholders"},
		{"Delete “{{.Name}}”?", forms{"other": "„{{ .Name}“ löschen?"}, "broken placeholder"},
		{"{{.N}} messages", forms{"other": "{{.N}} Nachrichten"}, "plural forms"},
		{"{{.N}} messages", forms{"one": "1", "few": "2", "other": "{{.N}} Nachrichten"}, "plural forms"},
		{"{{.N}} messages", forms{"one": "eine Nachricht", "other": "Nachrichten"}, "other placeholders"},
		{"It reads {{.N}} files in {{.Folder}}.", forms{"one": "Die Datei", "other": "{{.N}} Dateien in {{.Folder}}"}, "other placeholders"},
		{"Copy", forms{"one": "Kopie", "other": "Kopieren"}, "plural forms"},
		{"Copy", forms{"other": "Copy"}, "left in English"},
		{"Chat", forms{"other": "Unterhaltung"}, "no longer the same"},
		{"Copy", forms{"other": "Коpieren"}, "another script"},
		{"Copy", forms{"other": "Ｋopieren"}, "full-width"},
		{"Copy", forms{"other": "Kopieren "}, "space"},
		{"Delete “{{.Name}}”?", forms{"other": "“{{.Name}}” löschen?"}, "quotation marks"},
		{"Delete “{{.Name}}”?", forms{"other": "„{{.Name}}” löschen?"}, "quotation marks"},
		{"Delete “{{.Name}}”?", forms{"other": `"{{.Name}}" löschen?`}, "quotation marks"},
	} {
		planted := german()
		if planted[c.key] = c.is; c.is == nil {
			delete(planted, c.key)
		}
		if faults := translationFaults(language.German, source, planted, same); len(faults) != 1 || !strings.Contains(faults[0], c.want) {
			t.Errorf("%q as %q: %q, want %q", c.key, c.is, faults, c.want)
		}
	}
	// A corrected English sentence: both sides are named, with the old translation.
	corrected := german()
	corrected["Your recording was safe."] = corrected["Your recording is safe."]
	delete(corrected, "Your recording is safe.")
	want := `unknown: "Your recording was safe.". The most similar sentence that is missing: "Your recording is safe.". Its old translation: "Deine Aufnahme ist sicher."`
	if faults := translationFaults(language.German, source, corrected, same); !slices.Contains(faults, want) {
		t.Errorf("%q", faults)
	}
	if faults := translationFaults(language.Japanese, source, japanese, nil); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	japanese["Your recording is safe."] = forms{"other": "Rokuon wa anzen desu."}
	if faults := translationFaults(language.Japanese, source, japanese, nil); len(faults) != 1 || !strings.Contains(faults[0], "no word of the language") {
		t.Errorf("%q", faults)
	}
}

func TestThePluralFormsAreThoseOfTheLanguage(t *testing.T) {
	for tag, want := range map[string]string{"de": "one other", "ja": "other", "pl": "few many one other", "fr": "many one other", "ar": "few many one other two zero"} {
		if got := strings.Join(slices.Sorted(maps.Keys(numbersByForm(language.MustParse(tag)))), " "); got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
}
