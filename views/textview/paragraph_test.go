package textview

import (
	"math"
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
	for _, text := range []string{"أحب أن أقرأ الكتب القديمة في المساء", "שלום לכולם וברוכים הבאים", "The word كتاب قديم is mine, و 12 is a number"} {
		var p Paragraph
		p.LayOut(text, 1000, format)
		_, line := p.line(0)
		drawn := fyne.MeasureText(text, 14, fyne.TextStyle{}).Width
		if len(line.Fragments) != 1 || math.Abs(float64(drawn-line.Width)) > 1 {
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
		at   int
		want string
	}{{0, "it's"}, {4, "it's"}, {5, "a_name"}, {12, ""}, {13, "été"}} {
		text := "it's a_name  été"
		if from, to := WordAt(text, c.at); text[from:to] != c.want {
			t.Errorf("at %d: %q, want %q", c.at, text[from:to], c.want)
		}
	}
}
