package sidebar

import (
	"strings"
	"testing"
)

func TestTheFoundWordIsNearTheBeginningOfWhatIsShown(t *testing.T) {
	for _, snippet := range []string{
		"What do you see in this photo, please?",
		"photo of a tree",
		"A photo of a tree",
		"Gartenhausfensterbankblumentopf photo",
		"Ein äöüß äöüß äöüß äöüß photo",
	} {
		at := strings.Index(snippet, "photo")
		h := Hit{Message: "m", Snippet: snippet, Marks: [][2]int{{at, at + 5}}}
		from := begin(h)
		got := snippet[from:at]
		if at > 0 && got == "" || len([]rune(got)) > before {
			t.Errorf("%q begins with %q", snippet, got)
		}
		if from > 0 && snippet[from-1] != ' ' && strings.Contains(got[:len(got)-1], " ") {
			t.Errorf("%q begins inside a word: %q", snippet, got)
		}
	}
	if got := begin(Hit{Snippet: "a", Marks: [][2]int{{5, 9}}}); got != 0 {
		t.Errorf("a mark beyond the snippet gives %d", got)
	}
}
