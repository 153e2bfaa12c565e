package textflow_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"parlando/views/textview/textflow"
)

// BidiCharacterTest.txt is Unicode's test of UAX 9. The lines that let the text choose its
// direction are left out: paragraphs of ours choose it in another way (package direction).
func TestUnicodesTestOfDirections(t *testing.T) {
	count, wrong := 0, 0
	for line := range unicodeTest(t, "BidiCharacterTest") {
		fields := strings.Split(line, ";")
		if len(fields) != 5 || fields[1] == "2" {
			continue
		}
		count++
		var letters strings.Builder
		for _, code := range strings.Fields(fields[0]) {
			letters.WriteRune(rune(number(code, 16)))
		}
		var want, got []textflow.Level // without the characters that rule X9 removes
		var places []int
		levels := textflow.ParagraphLevels(letters.String(), fields[1] == "1")
		for i, l := range strings.Fields(fields[3]) {
			if l == "x" {
				continue
			}
			want, got, places = append(want, textflow.Level(number(l, 10))), append(got, levels[i]), append(places, i)
		}
		var order []int
		for _, i := range textflow.VisualOrder(got) {
			order = append(order, places[i])
		}
		var wantOrder []int
		for _, i := range strings.Fields(fields[4]) {
			wantOrder = append(wantOrder, number(i, 10))
		}
		if !slices.Equal(got, want) || !slices.Equal(order, wantOrder) {
			if wrong++; wrong < 10 {
				t.Errorf("%s: levels %v, want %v; order %v, want %v", line, got, want, order, wantOrder)
			}
		}
	}
	if wrong > 0 || count < 60_000 {
		t.Errorf("%d of %d wrong", wrong, count)
	}
	t.Log(count, "lines")
}

// seen returns the fragments of a line from left to right.
func seen(l textflow.Line) string {
	fragments := slices.Clone(l.Fragments)
	slices.SortFunc(fragments, func(a, b textflow.Fragment) int { return cmp.Compare(a.X, b.X) })
	var out []string
	for _, f := range fragments {
		out = append(out, f.Text)
	}
	return strings.Join(out, "|")
}

func TestWordsStandInTheOrderOfTheirDirections(t *testing.T) {
	for _, c := range []struct {
		text  string
		right bool
		want  string // the words from left to right
	}{
		{"x שלום 12 abc", false, "x |12|שלום | abc"},
		{"السطر 12 (مهم).", true, ").|مهم| (|12|السطر "},
		{"שלום, this is עברית (test) 123.", true, ".|123|) |test|(|עברית | |this is|, |שלום"},
		{"In English: שלום (עולם), 3 apples", false, "In English: |3|), |עולם|(|שלום | apples"},
		{"first\nשלום 12", false, "first"},
		{"Parlando: תוכנה לדיבור", true, "תוכנה לדיבור|: |Parlando"},
		{"plain", false, "plain"},
	} {
		line := lay(c.text, 1000).Lines[0]
		if got := seen(line); line.RightToLeft != c.right || got != c.want {
			t.Errorf("%q: from the right %v, %q, want %q", c.text, line.RightToLeft, got, c.want)
		}
	}
	if lines := lay("first\nשלום 12", 1000).Lines; !lines[1].RightToLeft || seen(lines[1]) != "12|שלום " {
		t.Errorf("the second paragraph is %+v", lines[1])
	}
}

func TestALineIsDrawnInTheOrderOfItsDirections(t *testing.T) {
	const left, right, end = "\u202d", "\u202e", "\u202c"
	for text, want := range map[string]string{
		"plain":   "plain",
		"שלום 12": left + "12" + end + right + "שלום " + end,
		"a שלום.": right + "." + end + right + "שלום" + end + right + " " + end + left + "a" + end,
	} {
		if got := textflow.OneLine(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
