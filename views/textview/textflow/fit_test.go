package textflow_test

import (
	"testing"

	"parlando/views/textview/textflow"
)

// Characters of several runes are left out whole.
func TestATextIsCutBetweenWholeCharacters(t *testing.T) {
	const family = "👨‍👩‍👧‍👦" // 25 bytes
	for most, want := range map[int]string{0: "", 1: "a", 2: "a", 25: "a", 26: "a" + family, 27: "a" + family, 28: "a" + family + "é", 99: "a" + family + "é"} {
		if got := textflow.Prefix("a"+family+"é", most); got != want {
			t.Errorf("%d bytes: %q, want %q", most, got, want)
		}
	}
	r, style := textflow.NewRuler(square), textflow.Style{Size: 14}
	a, both := r.MeasureOnce("a", style), r.MeasureOnce("a"+family, style)
	for width, want := range map[float32]int{0: 0, a: 1, (a + both) / 2: 1, both: 1 + len(family), both + 1: 1 + len(family)} {
		if got := r.Fit("a"+family+"é", style, width); got != want {
			t.Errorf("%v wide: %d bytes, want %d", width, got, want)
		}
	}
}
