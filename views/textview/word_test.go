package textview

import (
	"testing"

	"parlando/views/textview/textflow/unicodetest"
)

// WordBreakTest.txt is Unicode's test of words (UAX 29).
func TestUnicodesTestOfWords(t *testing.T) {
	unicodetest.Breaks(t, "WordBreakTest", 1800, func(text string) (ends []int) {
		for at := 0; at < len(text); {
			at += wordLength(text[at:])
			ends = append(ends, at)
		}
		return ends
	})
}
