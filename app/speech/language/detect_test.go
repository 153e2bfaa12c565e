package language

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/abadojack/whatlanggo"

	"parlando/app/speech/speechtext"
)

// englishWindow has the words of an English window.
var englishWindow = speechtext.Words{
	Language: "en", Code: "A code block.", Table: "A table.", Picture: "A picture:", Formula: "a formula", Asks: "The model wants to use a tool.",
	Link: func(host string) string { return "a link to " + host },
}

// chooser is one in an English window, on a computer with all voices.
func chooser() *Chooser {
	return New(Options{
		Words: func() speechtext.Words { return englishWindow }, Spoken: func() string { return "" },
		HasVoice: func(context.Context, string) bool { return true },
	})
}

// sample is a text of testdata and its language.
type sample struct{ language, text string }

// samples reads a file of texts, each below a line "== de".
func samples(t *testing.T, name string) []sample {
	t.Helper()
	file, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all []sample
	for _, block := range strings.Split("\n"+string(file), "\n== ")[1:] {
		language, text, _ := strings.Cut(block, "\n")
		all = append(all, sample{language, text})
	}
	return all
}

// languageOf returns the language in which a text is read, all of them if there are several.
func languageOf(t *testing.T, markdown string) string {
	t.Helper()
	sentences := speechtext.Sentences(markdown, englishWindow)
	c := chooser()
	var all []string
	for n := range sentences {
		l := c.OfSentence(t.Context(), "", sentences, n)
		if !englishWindow.Announces(sentences[n].Text) && !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return strings.Join(all, " ")
}

// TestTheLanguageOfATextIsTold prints how many texts of each language are read in it. None of the
// texts was taken from anywhere; more.txt was written after the profiles, to check them.
func TestTheLanguageOfATextIsTold(t *testing.T) {
	for _, c := range []struct {
		file        string
		texts, most int // that may be read in another language
	}{{"texts.txt", 100, 2}, {"scripts.txt", 31, 0}, {"more.txt", 71, 6}} {
		right, of, wrong, alone := map[string]int{}, map[string]int{}, 0, 0
		for _, s := range samples(t, c.file) {
			of[s.language]++
			if trigramsAlone(s.text) == s.language {
				alone++
			}
			if got := languageOf(t, s.text); got == s.language {
				right[s.language]++
			} else {
				t.Logf("%s: %.60q is read as %s, not %s", c.file, s.text, got, s.language)
				wrong++
			}
		}
		total := 0
		var names []string
		for l, n := range of {
			names = append(names, l)
			total += n
		}
		slices.Sort(names)
		for _, l := range names {
			t.Logf("%s %s: %d of %d", c.file, l, right[l], of[l])
		}
		t.Logf("%s: %d of %d, with whatlanggo alone %d", c.file, total-wrong, total, alone)
		if total != c.texts || wrong > c.most {
			t.Errorf("%s: %d of %d texts are read in another language, at most %d of %d", c.file, wrong, total, c.most, c.texts)
		}
	}
}

// trigramsAlone is the language that whatlanggo is sure of among the same languages, else English.
func trigramsAlone(text string) string {
	told := whatlanggo.DetectWithOptions(text, whatlanggo.Options{Whitelist: lookups().known})
	if !told.IsReliable() {
		return "en"
	}
	if i := slices.IndexFunc(profiles, func(p profile) bool { return p.lang == told.Lang }); i >= 0 {
		return profiles[i].iso
	}
	return told.Lang.Iso6391()
}

func TestAShortEnglishSentenceIsReadInEnglish(t *testing.T) {
	alone, sentences := 0, 0
	for _, name := range []string{"short.txt", "short-more.txt"} {
		file, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(file)) {
			if got := languageOf(t, line); got != "en" {
				t.Errorf("%q is read as %q", line, got)
			}
			if sentences++; trigramsAlone(line) == "en" {
				alone++
			}
		}
	}
	t.Logf("all %d; with whatlanggo alone %d", sentences, alone)
}
