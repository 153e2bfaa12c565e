package direction_test

import (
	"strings"
	"testing"

	"parlando/app/direction"
)

func TestRightToLeftIsNoticed(t *testing.T) {
	for s, want := range map[string]bool{"hello": false, "größe 東京": false, "say שלום": true, "مرحبا": true} {
		if got := direction.HasRightToLeft(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// A short name before a text from right to left does not turn it.
func TestTheFirstLetterOrMostLettersSetTheDirection(t *testing.T) {
	for s, want := range map[string]bool{
		"12. שלום and more": true, "and now שלום": false, "東京都と京都 שלום": false, "한국 사람 שלום": false, "… 12": false,
		"and שלום": true, "Parlando: תוכנה לדיבור": true, "ab אב": false, "ab\nשלום": false,
		strings.Repeat("word ", 200) + strings.Repeat("שלום ", 300): false,
	} {
		if got := direction.RightToLeft(s); got != want {
			t.Errorf("%.40q: %v", s, got)
		}
	}
}
