package markup

import "testing"

func TestBreakTagLength(t *testing.T) {
	for text, want := range map[string]int{
		"<br>": 4, "<br>a": 4, "<BR/>a>": 5, "<br />": 6, "<br   >": 7, "<br    >": 8, "<br     >": 0, "<br a>": 0,
		"<b>": 0, "<br": 0, "<br<br>": 0, "<!-- >": 0, "": 0,
	} {
		if got := BreakTagLength([]byte(text)); got != want {
			t.Errorf("%q: %d bytes, want %d", text, got, want)
		}
	}
}
