package conversation

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestALongTextIsSpokenInPassagesThatEndWithASentence(t *testing.T) {
	sentence := "The keeper, Dr. Okafor, lights the lamp at dusk and looks at the sea. "
	passages := spokenPassages(strings.Repeat(sentence, 10))
	if len(passages) < 3 {
		t.Fatalf("%d passages", len(passages))
	}
	for _, p := range passages {
		if !strings.HasPrefix(p, "The keeper") || !strings.HasSuffix(p, "sea.") || utf8.RuneCountInString(p) > maxSpoken {
			t.Errorf("a passage is %q", p)
		}
	}
	if whole := strings.Join(passages, " "); whole != strings.TrimSpace(strings.Repeat(sentence, 10)) {
		t.Errorf("the passages are %q", whole)
	}
	long := strings.Repeat("and on ", 100) + "it goes."
	if got := strings.Join(spokenPassages("Short. "+long), " "); got != "Short. "+long {
		t.Errorf("of a long sentence is spoken: %q", got)
	}
	if got := spokenPassages(" "); len(got) > 0 {
		t.Errorf("an empty text is spoken: %q", got)
	}
}

func TestAPlaceGoesThroughTheTextsInBothDirections(t *testing.T) {
	long := strings.Repeat("One sentence of many in a long paragraph. ", 12)
	texts := []string{"", "Title", long, "", "End"}
	text := func(i int) string { return texts[i] }
	var down, up []string
	for p := (spokenPlace{text: -1}); p.step(1, len(texts), text); {
		words, _ := spokenAt(p, len(texts), text)
		down = append(down, words)
	}
	for p := (spokenPlace{text: len(texts)}); p.step(-1, len(texts), text); {
		words, _ := spokenAt(p, len(texts), text)
		up = append(up, words)
	}
	if want := slices.Concat([]string{"Title"}, spokenPassages(long), []string{"End"}); !slices.Equal(down, want) {
		t.Errorf("down: %q", down)
	}
	if slices.Reverse(up); !slices.Equal(up, down) {
		t.Errorf("up: %q", up)
	}
}
