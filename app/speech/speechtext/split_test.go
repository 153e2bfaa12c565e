package speechtext

import (
	"strings"
	"testing"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// A text is spared the segmentation library only if no sentence ends in it.
func TestMayEndKnowsEachCharacterThatEndsASentence(t *testing.T) {
	for r := rune(0); r <= 0x1ffff; r++ {
		text := "a" + string(r) + " B"
		it := sentences.FromString(text)
		if it.Next() && it.End() < len(text) && !mayEnd(text) {
			t.Errorf("%U ends a sentence", r)
		}
	}
}

func TestBracketsAreSparedTheSegmentation(t *testing.T) {
	for _, text := range []string{"[", "(((((", "a]", "「「", "word and word, "} {
		if mayEnd(strings.Repeat(text, 100)) {
			t.Errorf("%q goes to the segmentation", text)
		}
	}
}
