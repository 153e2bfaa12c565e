package textflow_test

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/textview/textflow"
	"parlando/views/textview/textflow/unicodetest"
)

// BidiCharacterTest.txt is Unicode's test of UAX 9. The lines that let the text choose its
// direction are left out: paragraphs of ours choose it in another way (package direction).
func TestUnicodesTestOfDirections(t *testing.T) {
	var l levelsTest
	for line := range unicodetest.Lines(t, "BidiCharacterTest") {
		fields := strings.Split(line, ";")
		if len(fields) != 5 || fields[1] == "2" {
			continue
		}
		var letters strings.Builder
		for _, code := range strings.Fields(fields[0]) {
			letters.WriteRune(unicodetest.Character(t, code))
		}
		l.check(t, letters.String(), fields[1] == "1", strings.Fields(fields[3]), strings.Fields(fields[4]))
	}
	l.end(t, 91_000)
}

// BidiTest.txt has each sequence of up to four classes of characters.
func TestUnicodesTestOfDirectionsByClass(t *testing.T) {
	t.Parallel()
	letter := map[string]string{
		"L": "a", "R": "א", "AL": "ا", "EN": "1", "ES": "+", "ET": "$", "AN": "٠", "CS": ",", "NSM": "\u0300",
		"BN": "\u00ad", "B": "\u2029", "S": "\t", "WS": " ", "ON": "!", "LRE": "\u202a", "RLE": "\u202b",
		"LRO": "\u202d", "RLO": "\u202e", "PDF": "\u202c", "LRI": "\u2066", "RLI": "\u2067", "FSI": "\u2068", "PDI": "\u2069",
	}
	const fromLeft, fromRight = 2, 4
	var l levelsTest
	var levels, order []string
	for line := range unicodetest.Lines(t, "BidiTest") {
		if rest, ok := strings.CutPrefix(line, "@Levels:"); ok {
			levels = strings.Fields(rest)
			continue
		}
		if rest, ok := strings.CutPrefix(line, "@Reorder:"); ok {
			order = strings.Fields(rest)
			continue
		}
		classes, directions, _ := strings.Cut(line, ";")
		var text strings.Builder
		for _, class := range strings.Fields(classes) {
			text.WriteString(letter[class])
		}
		given := unicodetest.Number(t, strings.TrimSpace(directions))
		if given&fromLeft != 0 {
			l.check(t, text.String(), false, levels, order)
		}
		if given&fromRight != 0 {
			l.check(t, text.String(), true, levels, order)
		}
	}
	l.end(t, 513_000)
}

// levelsTest compares levels and orders with those of Unicode's tests.
type levelsTest struct{ count, wrong int }

// check compares the levels of a text, "x" for those of characters that rule X9 removes, and the
// places of its other characters from left to right.
func (l *levelsTest) check(t *testing.T, text string, right bool, wantLevels, wantOrder []string) {
	t.Helper()
	var levels []textflow.Level
	var places, order []int
	all := textflow.ParagraphLevels(text, right)
	ok := len(all) == len(wantLevels)
	for i := 0; ok && i < len(all); i++ {
		if wantLevels[i] == "x" {
			continue
		}
		ok = strconv.Itoa(int(all[i])) == wantLevels[i]
		levels, places = append(levels, all[i]), append(places, i)
	}
	for _, i := range textflow.VisualOrder(levels) {
		order = append(order, places[i])
	}
	ok = ok && slices.EqualFunc(order, wantOrder, func(at int, want string) bool { return strconv.Itoa(at) == want })
	l.count++
	if ok {
		return
	}
	if l.wrong++; l.wrong < 10 {
		t.Errorf("%q, right to left %v: levels %v, want %v; order %v, want %v", text, right, all, wantLevels, order, wantOrder)
	}
}

// end reports how many were wrong of at least so many.
func (l *levelsTest) end(t *testing.T, least int) {
	t.Helper()
	if l.wrong > 0 || l.count < least {
		t.Errorf("%d of %d wrong", l.wrong, l.count)
	}
	t.Log(l.count, "texts")
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
	test.NewTempApp(t)
	for _, c := range []struct {
		text  string
		right bool
		want  string // the words from left to right
	}{
		{"x שלום 12 abc", false, "x |12|שלום | abc"},
		{"السطر 12 (مهم).", true, ").|مهم| (|12|السطر "},
		{"افتح الملف src/auth.ts وعدّل السطر 12 (مهم).", true, ").|مهم| (|12|وعدّل السطر | |src/auth.ts|افتح الملف "},
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
	test.NewTempApp(t)
	const left, right, leftEnd, rightEnd = "\u202d", "\u202e", "\u200e\u202c", "\u200f\u202c"
	for text, want := range map[string]string{
		"plain":   "plain",
		"שלום 12": left + "12" + leftEnd + right + "שלום " + rightEnd,
		"a שלום.": right + "." + rightEnd + right + "שלום" + rightEnd + left + " " + leftEnd + left + "a" + leftEnd,
	} {
		if got := textflow.OneLine(text, fyne.TextStyle{}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
