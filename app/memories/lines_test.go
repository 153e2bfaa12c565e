package memories_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"parlando/app/internal/sqlite"
	"parlando/app/internal/sqlite/sqlitetest"
	"parlando/app/memories"
)

func TestATextIsSplitIntoWhatCanBeRemembered(t *testing.T) {
	t.Parallel()
	sentence := "Some " + strings.Repeat("word ", 37) + "end." // 194 characters
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"memory of ChatGPT":       {"1. [2025-03-01]. Has two cats.\n\n2. [2025-04-11]. Prefers tea.\n\n12) Cycles.", []string{"Has two cats.", "Prefers tea.", "Cycles."}},
		"memory with dates alone": {"[2025-03-01]. Has two cats.\n2025-03-01: Prefers tea.\n[2025-05-02] - Cycles.", []string{"Has two cats.", "Prefers tea.", "Cycles."}},
		"memory of Claude":        {"**Work context**\n\nAda teaches botany. She is moving.\n\n**Name:** Ada", []string{"# Work context", "Ada teaches botany. She is moving.", "Name: Ada"}},
		"bullets":                 {"- a\n* b\n• c\n– d\n  + e\r\n[ ] f\n- [x] g\n— h", []string{"a", "b", "c", "d", "e", "f", "g", "h"}},
		"headings":                {"# About me\n### Food ###\n**All bold**\n__All bold, too__:\n---\n***\n", []string{"# About me", "# Food", "# All bold", "# All bold, too:"}},
		"numbers that are words":  {"2 cats\n1.5 liters a day\n-5 degrees are fine\n2025 was hard\n*Nature* is read.", []string{"2 cats", "1.5 liters a day", "-5 degrees are fine", "2025 was hard", "*Nature* is read."}},
		"the same twice":          {"Two cats.\n- Two  cats.\nTwo cats", []string{"Two cats.", "Two cats"}},
		"one line of sentences":   {sentence + " And " + sentence, []string{sentence, "And " + sentence}},
		"a sentence too long":     {sentence + " X" + strings.ToLower(sentence[:len(sentence)-4]+sentence), []string{sentence, "X" + strings.ToLower(sentence[:len(sentence)-4]+sentence)}},
		"no sentences":            {strings.Repeat("é", 201), []string{strings.Repeat("é", 201)}},
		"hidden characters":       {"Two\u202e cats\x00\u2028One dog", []string{"Two cats One dog"}},
		"nothing":                 {" \n\t\n- \n1.\n\u200b", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, l := range memories.Split(c.text) {
				if l.IsHeading {
					l.Text = "# " + l.Text
				}
				got = append(got, l.Text)
			}
			if strings.Join(got, "|") != strings.Join(c.want, "|") {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Whatever the text, nothing but marks of lists and dates is lost, and each line can be compared
// with what the list has.
func FuzzSplit(f *testing.F) {
	f.Add("1. [2025-03-01]. Has two cats.\n\n- **Name:** Ada\n" + strings.Repeat("Long. ", 80))
	f.Fuzz(func(t *testing.T, text string) {
		seen := map[string]bool{}
		for _, l := range memories.Split(text) {
			if seen[l.Text] || l.Text == "" || strings.ContainsAny(l.Text, "\n\r") {
				t.Errorf("%q", l.Text)
			}
			seen[l.Text] = true
			if again := memories.Split(l.Text); !l.TooLong() && len(again) > 1 {
				t.Errorf("%q is split again", l.Text)
			}
		}
	})
}

func TestSeveralSentencesAreRememberedTogether(t *testing.T) {
	w := openEmpty(t)
	w.add(t, "", "No lift")
	w.marks.Take()
	added, err := w.AddAll(t.Context(), "", []string{"Two stairs", " No\nlift", "Two stairs", "A dog"})
	if err != nil || len(added) != 2 || added[0].ID == "" || added[0].Conversation != "" {
		t.Fatalf("added %+v, %v", added, err)
	}
	if got, marks := w.texts(t, ""), w.marks.Take(); got != "No lift|Two stairs|A dog" || len(marks) != 1 {
		t.Error(got, marks)
	}
	if err := w.RemoveAll(t.Context(), added); err != nil || w.texts(t, "") != "No lift" {
		t.Error(err, w.texts(t, ""))
	}
	if err := w.RemoveAll(t.Context(), added); err != nil {
		t.Errorf("removed before: %v", err)
	}
}

// A list that has no room for all gets none: the user chooses which.
func TestSeveralSentencesThatDoNotFitAreNotRemembered(t *testing.T) {
	w := openEmpty(t)
	var many []string
	for n := range memories.MaxMemories {
		many = append(many, fmt.Sprint("Sentence ", n))
	}
	w.add(t, "", many[0])
	for _, c := range []struct {
		texts []string
		want  error
	}{
		{append(many, "One more"), memories.ErrFull},
		{[]string{"Fine", strings.Repeat("é", memories.MaxRunes+1)}, memories.ErrTooLong},
		{[]string{"Fine", " \n"}, memories.ErrEmpty},
	} {
		if added, err := w.AddAll(t.Context(), "", c.texts); !errors.Is(err, c.want) || len(added) != 0 {
			t.Errorf("%v, want %v", err, c.want)
		}
		if got := w.texts(t, ""); got != many[0] {
			t.Errorf("stored %q", got)
		}
	}
	if added, err := w.AddAll(t.Context(), "", many); err != nil || len(added) != memories.MaxMemories-1 {
		t.Errorf("%d, %v", len(added), err)
	}
}

func TestSeveralSentencesAreNeverHalfWritten(t *testing.T) {
	path, driver := t.TempDir()+"/library.db", sqlitetest.NewDriver(t)
	w := open(t, path, sqlite.Options{Driver: driver})
	driver.EveryCall(t, path, func() error {
		_, err := w.AddAll(context.Background(), "", []string{"No lift", "Two stairs"})
		return err
	})
	if got := w.texts(t, ""); got != "" && got != "No lift|Two stairs" {
		t.Error(got)
	}
}
