package speechexports_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/speech/speechtext"
	"parlando/app/speechexports"
)

// novel is a text of so many characters, in paragraphs and chapters.
func novel(characters int) string {
	var b strings.Builder
	for i := 0; b.Len() < characters; i++ {
		if i%60 == 0 {
			fmt.Fprintf(&b, "## Chapter %d\n\n", i/60+1)
		}
		fmt.Fprintf(&b, "This is paragraph %d of the novel. It says that the sea was calm, and that nobody on board had slept. What came next?\n\n", i)
	}
	return b.String()
}

func TestPartsAreLongAndEndWellAndNothingIsLost(t *testing.T) {
	text := novel(100_000)
	texts, chapters := speechexports.Cut(text, false)
	var words []string
	for _, s := range speechtext.Sentences(text, speechtext.Words{}) {
		words = append(words, strings.Fields(s.Text)...)
	}
	if got := strings.Fields(strings.Join(texts, "\n")); !slices.Equal(got, words) {
		t.Errorf("%d words of %d", len(got), len(words))
	}
	named := 0
	for i, part := range texts {
		n := speechtext.CountCharacters(part)
		if n > speechtext.MaxCharacters {
			t.Errorf("part %d has %d characters", i, n)
		}
		if !strings.HasSuffix(part, "next?") {
			t.Errorf("part %d ends within a paragraph: %q", i, part[len(part)-20:])
		}
		if last := i+1 == len(texts) || chapters[i+1] != ""; !last && n < speechtext.MaxCharacters/2 {
			t.Errorf("part %d has only %d characters", i, n)
		}
		if chapters[i] != "" {
			named++
			if !strings.HasPrefix(part, chapters[i]) {
				t.Errorf("chapter %q begins with %q", chapters[i], part[:30])
			}
		}
	}
	if want := strings.Count(text, "## "); named != want {
		t.Errorf("%d chapters of %d", named, want)
	}
}

func TestAPartEndsWithASentenceWhereAParagraphIsTooLong(t *testing.T) {
	texts, _ := speechexports.Cut(strings.Repeat("One more sentence of this paragraph follows here. ", 300), false)
	if len(texts) != 4 {
		t.Errorf("%d parts", len(texts))
	}
	for i, part := range texts {
		if !strings.HasSuffix(part, "here.") || i < 3 && speechtext.CountCharacters(part) < 4000 {
			t.Errorf("part %d: %d characters, %q", i, speechtext.CountCharacters(part), part[len(part)-20:])
		}
	}
	// A sentence of the greatest length after one that fills half a part.
	long := strings.Repeat("x", 3000) + ". " + strings.Repeat("Y", 4095) + "."
	texts, _ = speechexports.Cut("A.\n\n"+long, true)
	for _, part := range texts {
		if speechtext.CountCharacters(part) > speechtext.MaxCharacters {
			t.Errorf("%d characters", speechtext.CountCharacters(part))
		}
	}
	if len(texts) != 2 {
		t.Errorf("%d parts", len(texts))
	}
}

func TestHeadingsBelowHeadingsAreOneChapter(t *testing.T) {
	_, chapters := speechexports.Cut("# Moby Dick\n\n## Loomings\n\nCall me Ishmael.\n\n## The Carpet-Bag\n\nI stuffed a shirt.\n\n###\n\n## \n", false)
	if !slices.Equal(chapters, []string{"Moby Dick: Loomings", "The Carpet-Bag"}) {
		t.Errorf("%q", chapters)
	}
	_, chapters = speechexports.Cut("Chapter 1\n\nCall me Ishmael.\n\nChapter 2\n\nI stuffed a shirt.\n", true)
	if !slices.Equal(chapters, []string{"Chapter 1", "Chapter 2"}) {
		t.Errorf("plain: %q", chapters)
	}
}

func TestTheEstimateIsWhatIsMade(t *testing.T) {
	text := book(7)
	e := speechexports.EstimateOf(text, false, speechtext.Words{}, 2)
	texts, _ := speechexports.Cut(text, false)
	n := speechtext.CountCharacters(strings.Join(texts, ""))
	if e.Parts != 7 || e.Chapters != 7 || e.Characters != n || e.Length != time.Duration(float64(n)/15/2*float64(time.Second)) {
		t.Errorf("%+v of %d characters", e, n)
	}
	if e := speechexports.EstimateOf("", false, speechtext.Words{}, 0); e != (speechexports.Estimate{}) {
		t.Errorf("%+v", e)
	}
}

func FuzzCut(f *testing.F) {
	f.Add(book(3), false)
	f.Add("Chapter 1\n\n"+strings.Repeat("long ", 2000), true)
	f.Fuzz(func(t *testing.T, text string, plain bool) {
		texts, _ := speechexports.Cut(text, plain)
		for _, part := range texts {
			if n := speechtext.CountCharacters(part); n < 1 || n > speechtext.MaxCharacters {
				t.Fatalf("a part of %d characters", n)
			}
		}
	})
}
