package textview

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestEveryPlaceIsFoundWhereItIs(t *testing.T) {
	test.NewTempApp(t)
	format := NewFormat(14, 21)
	for _, text := range []string{"", "one line", strings.Repeat("word and word ", 700), "שלום לכולם וברוכים הבאים", strings.Repeat("long", 2000)} {
		var p Paragraph
		p.LayOut(text, 300, format)
		for n := range p.Lines() {
			begin, finish := p.LineStart(n), p.LineEnd(n)
			if begin > finish || p.LineOf(begin) != n {
				t.Fatalf("%.12q: line %d is from %d to %d, and begins on line %d", text, n, begin, finish, p.LineOf(begin))
			}
			for _, at := range []int{begin, finish} {
				if got := p.OffsetInLine(n, p.X(n, at)); got != at {
					t.Fatalf("%.12q: %d on line %d is found at %d", text, at, n, got)
				}
			}
		}
		if end := p.LineEnd(p.Lines() - 1); end != len(text) {
			t.Errorf("%.12q: it ends at %d", text, end)
		}
	}
}

// Its spaces are those of another font than the Latin ones.
func TestALineFromRightToLeftIsAsWideAsItIsDrawn(t *testing.T) {
	test.NewTempApp(t)
	format := NewFormat(14, 21)
	for text, want := range map[string]int{
		"أحب أن أقرأ الكتب القديمة في المساء": 1, "שלום לכולם וברוכים הבאים": 1,
		// one for each change of direction, and for the number
		"The word كتاب قديم is mine, و 12 is a number": 6,
	} {
		var p Paragraph
		p.LayOut(text, 1000, format)
		_, line := p.line(0)
		drawn := fyne.MeasureText(text, 14, fyne.TextStyle{}).Width
		if len(line.Fragments) != want || math.Abs(float64(drawn-line.Width)) > 1 {
			t.Errorf("%s: %.1f wide in %d fragments, and drawn %.1f", text, line.Width, len(line.Fragments), drawn)
		}
	}
}

func TestWhatDidNotChangeIsNotLaidOutAgain(t *testing.T) {
	test.NewTempApp(t)
	format := NewFormat(14, 21)
	var p Paragraph
	text := strings.Repeat("word ", 3000)
	p.LayOut(text, 300, format)
	was := p.chunks[0].flow
	p.LayOut(text+"more", 300, format)
	if p.chunks[0].flow != was {
		t.Error("the beginning was laid out again")
	}
	if p.LayOut(text, 200, format); p.chunks[0].flow == was {
		t.Error("another width changed nothing")
	}
}

func TestAWordIsFound(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		want string
	}{
		{"it's a_name  été", 0, "it's"},
		{"it's a_name  été", 4, "it's"},
		{"it's a_name  été", 5, "a_name"},
		{"it's a_name  été", 12, ""},
		{"it's a_name  été", 13, "été"},
		{"costs 3,141.5 of", 9, "3,141.5"},
		{"(word)", 0, ""},
		{"(word)", 3, "word"},
		{"👍🏽 ok", 0, ""},
		{"東京タワー。", 0, "東"},
		{"東京タワー。", 6, "タワー"},
		{"วันแรกเดือน", 12, "แรก"},
		{"say ខ្ញុំ", 7, "ខ្ញុំ"},
		{"שלום עולם", 10, "עולם"},
	} {
		if from, to := WordAt(c.text, c.at); c.text[from:to] != c.want {
			t.Errorf("at %d of %q: %q, want %q", c.at, c.text, c.text[from:to], c.want)
		}
	}
}

// A selection that ends inside of words from right to left is in two places.
func TestASelectionOfTwoDirectionsIsInTwoPlaces(t *testing.T) {
	test.NewTempApp(t)
	var p Paragraph
	text := "one two שלום עולם three four"
	p.LayOut(text, 1000, NewFormat(14, 21))
	for _, c := range []struct {
		from, to string // the range begins before from and ends after to
		want     int
	}{{"one", "two", 1}, {"two", "שלום", 2}, {"שלום", "עולם", 1}, {"עולם", "three", 2}, {"one", "four", 1}} {
		from, to := strings.Index(text, c.from), strings.Index(text, c.to)+len(c.to)
		got := p.stretches(0, from, to, 0)
		if len(got) != c.want {
			t.Errorf("%q is at %v, want %d places", text[from:to], got, c.want)
		}
		for at := range text[from:to] {
			x := p.X(0, from+at)
			if !slices.ContainsFunc(got, func(s stretch) bool { return s.left <= x && x <= s.right }) {
				t.Errorf("%q is at %v, but %q at %.1f", text[from:to], got, text[from+at:], x)
			}
		}
	}
}
