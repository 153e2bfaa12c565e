package textview

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/textview/textflow"
)

// countingFormat is a format that adds the bytes it measures to measured.
func countingFormat(measured *int) *Format {
	f := NewFormat(14, 21)
	f.Ruler = textflow.NewRuler(func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32) {
		*measured += len(text)
		return fyne.NewSize(7*float32(len(text)), 16), 12
	})
	return f
}

// numberedWords are words of about size bytes in all, no two alike.
func numberedWords(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "word%d ", i)
	}
	return b.String()
}

func TestALongParagraphIsLaidOutWhereItIsAskedFor(t *testing.T) {
	test.NewTempApp(t)
	for name, text := range map[string]string{"words": numberedWords(1 << 20), "one word": strings.Repeat("train", 1<<20/5)} {
		t.Run(name, func(t *testing.T) {
			measured := 0
			format := countingFormat(&measured)
			var p Paragraph
			p.LayOut(text, 300, format)
			p.LineOf(len(text) / 2)
			if measured > 400_000 {
				t.Errorf("%d bytes were measured to lay it out", measured)
			}
			for _, at := range []int{0, len(text) / 2, len(text)} {
				measured = 0
				text = text[:at] + "x" + text[at:]
				p.LayOut(text, 300, format)
				p.LineOf(at)
				if measured > 40_000 {
					t.Errorf("%d bytes were measured for a letter at %d", measured, at)
				}
			}
		})
	}
}

func TestALongParagraphHasEachPartOfItsTextOnce(t *testing.T) {
	test.NewTempApp(t)
	measured := 0
	format := countingFormat(&measured)
	r := rand.New(rand.NewPCG(1, 2))
	text := numberedWords(100_000)
	var p Paragraph
	p.LayOut(text, 300, format)
	for range 300 {
		from := r.IntN(len(text) + 1)
		to := min(from+r.IntN(200), len(text))
		if r.IntN(10) == 0 {
			to = min(from+r.IntN(9000), len(text))
		}
		with := []string{"", "a", "é", "some words ", numberedWords(5000)}[r.IntN(5)]
		text = text[:from] + with + text[to:]
		p.LayOut(text, 300, format)
		at := 0
		for i, c := range p.chunks {
			if c.start != at || c.text != text[at:at+len(c.text)] {
				t.Fatalf("chunk %d starts at %d, want %d", i, c.start, at)
			}
			if last := i == len(p.chunks)-1; len(c.text) > maxChunk || len(c.text) < maxChunk/4 && !last {
				t.Fatalf("chunk %d of %d has %d bytes", i, len(p.chunks), len(c.text))
			}
			at += len(c.text)
		}
		if at != len(text) {
			t.Fatalf("%d of %d bytes", at, len(text))
		}
		if n := p.LineOf(from); p.LineStart(n) > from || n+1 < p.Lines() && p.LineStart(n+1) < from {
			t.Fatalf("%d is on line %d from %d to %d", from, n, p.LineStart(n), p.LineStart(n+1))
		}
	}
}
