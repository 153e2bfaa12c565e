package words

import "testing"

func TestOnlyALongNameIsShortened(t *testing.T) {
	for name, want := range map[string]string{"": "", "Zürich": "Zürich", "Zürich!": "Züric…", "👨‍👩‍👧‍👦👍🏽 ab": "👨‍👩‍👧‍👦👍🏽 ab", "👨‍👩‍👧‍👦👍🏽👍🏽👍🏽👍🏽👍🏽👍🏽": "👨‍👩‍👧‍👦👍🏽👍🏽👍🏽👍🏽…"} {
		if got := ShortName(name, 6); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
