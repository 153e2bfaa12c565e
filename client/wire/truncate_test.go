package wire

import "testing"

func TestTruncateEndsBetweenCharacters(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"words", 9, "words"},
		{"words", 3, "wor"},
		{"words", 0, ""},
		{"words", -1, ""},
		{"Grüße", 3, "Gr"},
		{"abe\u0301", 3, "ab"},
		{"ab👩\u200d👧", 6, "ab"},
		{"ab👩\u200d👧", 9, "ab"},
		{"ab👍🏽", 6, "ab"},
	} {
		if got := Truncate(c.text, c.n); got != c.want {
			t.Errorf("Truncate(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

func TestTruncateOfMarksAloneStillCuts(t *testing.T) {
	text := ""
	for range 500 {
		text += "\u0301"
	}
	if got := Truncate(text, 501); got != text[:500] {
		t.Errorf("%d bytes are left", len(got))
	}
}
