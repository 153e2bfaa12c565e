package window

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"parlando/views/format"
	"parlando/views/i18n"
)

// englishSentence is a sentence of assets/translations/en.json. The stories name what they press
// and read in English; with these, they find it in a window of any language.
type englishSentence struct {
	text, context string
	plural        bool
	// forms match the sentence in English, the singular first; fields are the names of what each
	// form captures.
	forms  []*regexp.Regexp
	fields [][]string
	// letters counts those that are in no placeholder.
	letters int
}

// placeholder matches a placeholder of a sentence, quotedPlaceholder one behind QuoteMeta.
var (
	placeholder       = regexp.MustCompile(`\{\{\.(\w+)\}\}`)
	quotedPlaceholder = regexp.MustCompile(`\\{\\{\\.\w+\\}\\}`)
)

// englishSentences are the sentences that say most first.
var englishSentences = sync.OnceValue(func() (all []englishSentence) {
	data, err := os.ReadFile("../../assets/translations/en.json")
	if err != nil {
		panic(err)
	}
	listed := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &listed); err != nil {
		panic(err)
	}
	for _, key := range slices.Sorted(maps.Keys(listed)) {
		var forms struct{ One, Other string }
		if json.Unmarshal(listed[key], &forms.Other) != nil {
			if err := json.Unmarshal(listed[key], &forms); err != nil {
				panic(err)
			}
		}
		s := englishSentence{text: forms.Other, plural: forms.One != "", letters: countLetters(placeholder.ReplaceAllString(forms.Other, ""))}
		if in, ok := strings.CutPrefix(key, forms.Other+" ["); ok {
			s.context = strings.TrimSuffix(in, "]")
		}
		for _, form := range []string{forms.One, forms.Other} {
			if form == "" {
				continue
			}
			pattern := quotedPlaceholder.ReplaceAllString(regexp.QuoteMeta(form), "(.+?)")
			s.forms = append(s.forms, regexp.MustCompile("^"+pattern+"$"))
			var fields []string
			for _, field := range placeholder.FindAllStringSubmatch(form, -1) {
				fields = append(fields, field[1])
			}
			s.fields = append(s.fields, fields)
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b englishSentence) int { return b.letters - a.letters })
	return all
})

func countLetters(text string) (n int) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// say returns the sentence in the language of the window.
func (s englishSentence) say(n int, values map[string]any) string {
	switch {
	case s.plural:
		return i18n.Plural(s.text, n, values)
	case s.context != "":
		return i18n.TextIn(s.context, s.text, values)
	}
	return i18n.Text(s.text, values)
}

// translations caches inItsLanguage by language and words.
var translations sync.Map

// inItsLanguage returns what the window may say for English words: the words themselves, which may
// be a user's or a service's, and their translations.
func inItsLanguage(words string) []string {
	if i18n.Speaks() == "en" {
		return []string{words, i18n.Text(words)} // the latter for the pseudo-languages
	}
	key := i18n.Speaks() + " " + words
	if all, ok := translations.Load(key); ok {
		return all.([]string)
	}
	whole, part := translated(strings.TrimSuffix(words, ": "), 2), partly(words)
	if isSentence(words) {
		part = nil
	}
	all := slices.Concat([]string{words}, whole, part)
	translations.Store(key, all)
	return all
}

// isSentence reports whether words are a sentence of the window without a placeholder.
func isSentence(words string) bool {
	return slices.ContainsFunc(englishSentences(), func(s englishSentence) bool { return s.text == words })
}

// maxReadings is the number of translations that are tried of what fills a placeholder.
const maxReadings = 3

// translated returns the translations of a whole sentence, or of several; what fills its
// placeholders is translated, too, down to a depth. Only the sentences are tried that fit with the
// most letters.
func translated(words string, depth int) (all []string) {
	letters := -1
	for _, s := range englishSentences() {
		if s.letters < letters {
			break
		}
		for i, form := range s.forms {
			found := form.FindStringSubmatch(words)
			if found == nil || depth == 0 && len(found) > 1 {
				continue
			}
			n, readings := 1, map[string][]string{}
			for j, field := range s.fields[i] {
				if field == "N" && s.plural {
					n, _ = strconv.Atoi(strings.ReplaceAll(found[j+1], ",", ""))
					continue
				}
				inner := translated(found[j+1], depth-1)
				readings[field] = append(inner, found[j+1])
			}
			for r := range maxReadings {
				values := map[string]any{}
				for field, said := range readings {
					values[field] = said[min(r, len(said)-1)]
				}
				if one := s.say(n, values); !slices.Contains(all, one) {
					all = append(all, one)
				}
			}
			letters = s.letters
			break
		}
	}
	if first, rest, ok := strings.Cut(words, ". "); letters <= 0 && ok {
		for _, one := range translated(first+".", depth) {
			for _, other := range translated(rest, depth) {
				all = append(all, one+" "+other, one+other)
			}
		}
	}
	if number := inNumbers(words); number != "" {
		all = append(all, number)
	}
	if keys := format.Keys(words); keys != words {
		all = append(all, keys)
	}
	return all
}

var englishNumber = regexp.MustCompile(`^-?\d{1,3}(,\d{3})*(\.\d+)?$`)

// inNumbers writes an English number in the language of the window; "" for what is none.
func inNumbers(words string) string {
	if !englishNumber.MatchString(words) {
		return ""
	}
	_, decimals, _ := strings.Cut(words, ".")
	n, _ := strconv.ParseFloat(strings.ReplaceAll(words, ",", ""), 64) // it matches
	return format.Decimal(n, len(decimals))
}

// partly returns the longest part without a placeholder of each sentence that contains the words.
func partly(words string) (all []string) {
	if len(words) < 4 {
		return nil
	}
	for _, s := range englishSentences() {
		if !strings.Contains(s.text, words) {
			continue
		}
		values := map[string]any{}
		for _, field := range placeholder.FindAllStringSubmatch(s.text, -1) {
			values[field[1]] = "\x00"
		}
		parts := strings.Split(s.say(2, values), "\x00")
		all = append(all, slices.MaxFunc(parts, func(a, b string) int { return len(a) - len(b) }))
	}
	return all
}
