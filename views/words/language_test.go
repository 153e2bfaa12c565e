package words

import "testing"

func TestALanguageThatWasNotHeardIsSaidOnlyWhereItIsCertain(t *testing.T) {
	for _, c := range []struct{ chosen, heard, want string }{
		{"", "en", ""},
		{"de", "german", ""},
		{"pt", "pt-BR", ""},
		{"no", "nb", ""},
		{"de", "tlh", ""},
		{"en", "eng", ""},
		{"nn", "no", "You chose Norwegian Nynorsk, but the service heard Norwegian."},
		{"de", "norwegian", "You chose German, but the service heard Norwegian."},
		{"nn", "", "This model doesn't accept Norwegian Nynorsk, so it detected the language itself."},
	} {
		if got := LanguageNotHeard(c.chosen, c.heard); got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.chosen, c.heard, got, c.want)
		}
	}
}
