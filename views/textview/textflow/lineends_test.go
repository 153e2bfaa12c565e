package textflow_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parlando/views/textview/textflow"
	"parlando/views/textview/textflow/unicodetest"
)

// LineBreakTest.txt is Unicode's test of UAX 14.
func TestUnicodesTestOfLineEnds(t *testing.T) {
	unicodetest.Breaks(t, "LineBreakTest", 19_000, textflow.LineEnds)
}

// GraphemeBreakTest.txt is Unicode's test of what a reader takes for one character (UAX 29).
func TestUnicodesTestOfCharacters(t *testing.T) {
	unicodetest.Breaks(t, "GraphemeBreakTest", 700, func(text string) []int { return textflow.Edges(text)[1:] })
}

// Where a line may end does not depend on how much of the text is searched at once.
func TestLineEndsOfALongText(t *testing.T) {
	unit := "The (last) train, “gone” 3,5 % – 東京都。ในวันนี้ 😀👍🏽 https://example.org/a?b=c naïve, "
	want := textflow.LineEnds(unit)
	got := textflow.LineEnds(strings.Repeat(unit, 100))
	for i, end := range got {
		if expected := i/len(want)*len(unit) + want[i%len(want)]; end != expected {
			t.Fatalf("end %d is at %d, want %d", i, end, expected)
		}
	}
	if word := strings.Repeat("x", 5000); !slices.Equal(textflow.LineEnds(word), []int{5000}) {
		t.Error("a long word is divided")
	}
}

// The short way for plain words finds what the rules find.
func TestLineEndsOfPlainWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abZ09éωж  ..,;:!?()'\"\n-/%$[]|é")), 1, 60, -1).Draw(t, "text")
		if got, want := textflow.LineEnds(text), textflow.SlowLineEnds(text); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	})
}

// These scripts put no spaces between words. Their words would need dictionaries; what is found
// are beginnings of syllables.
func TestLinesEndBetweenSyllables(t *testing.T) {
	for _, want := range []string{
		"วัน|แรก|เดือน", // Thai
		"ວັນ|ແລກ|ເດືອນ", // Lao
		"ក|ម្ពុ|ជា",     // Khmer
		"ခွင့်|ပြု|ပါ",  // Burmese
		"ကမ္ဘာ",         // one consonant stands below the other
		"日|本|語",         // Unicode's rule
		"한|국|어",
	} {
		text := strings.ReplaceAll(want, "|", "")
		from, parts := 0, []string(nil)
		for _, end := range textflow.LineEnds(text) {
			parts, from = append(parts, text[from:end]), end
		}
		if got := strings.Join(parts, "|"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
