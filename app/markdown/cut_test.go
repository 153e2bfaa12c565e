package markdown

import (
	"strings"
	"testing"
)

func TestAPartOfATextIsCutOutOfItsBlocks(t *testing.T) {
	const text = "# Head\n\nSome **bold** words.\n\n- first item\n- second $x^2$ item\n\n| a | b |\n|---|---|\n| one | two |\n| three | four |\n\n```go\nx := 1\n\ny := 2\n```\n\nend"
	var d Document
	d.Set(text)
	for _, c := range []struct{ from, to, want string }{
		{"# Head", "", PlainText(d.Blocks())},
		{"bold", " words", "bold"},
		{"ome", ".", "ome bold words"},
		{"item\n- second", " item\n\n|", "item\n• second x²"},
		{"first", "$ item", "• first item\n• second x²"},
		{"two", "four", "\ttwo\nthree\t"},
		{"one", "\n\n```", "one\ttwo\nthree\tfour"},
		{"a |", "\n| three", "a\tb\none\ttwo"},
		{":= 1", " 2\n```", ":= 1\n\ny :="},
		{"2\n```", "nd", "2\n\ne"},
		{"\n\nSome", "Some", ""},
	} {
		from, to := strings.Index(text, c.from), len(text)
		if c.to != "" {
			to = from + strings.Index(text[from:], c.to)
		}
		if got := PlainText(Slice(d.Blocks(), from, to)); got != c.want {
			t.Errorf("from %q to %q: %q, not %q", c.from, c.to, got, c.want)
		}
	}
	if cut := Slice(d.Blocks(), strings.Index(text, "two"), strings.Index(text, "three")); len(cut) != 1 || cut[0].Table.Head != nil {
		t.Errorf("a head that is not of it: %+v", cut)
	}
	for from := range len(text) { // any place is one
		for to := from; to <= len(text); to += 7 {
			PlainText(Slice(d.Blocks(), from, to))
		}
	}
}
