package transcript

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parlando/views/theme"
)

// longLine is a line of n numbered words that differ in length.
func longLine(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "word%d%s ", i, strings.Repeat("i", i/500%7)+strings.Repeat("w", i/900%5))
	}
	return b.String()
}

// textLines returns the lines of text in view, from above to below, with their tops.
func textLines(w *world) (words []string, tops []float32) {
	for _, o := range w.lines.paint.Content.Objects {
		if o, ok := o.(*canvas.Text); ok && o.Visible() && strings.HasPrefix(o.Text, "word") {
			words, tops = append(words, o.Text), append(tops, o.Position().Y)
		}
	}
	return words, tops
}

func TestALongLineScrollsWithoutJumps(t *testing.T) {
	for _, share := range []float32{0, 0.4, 1} {
		for _, by := range []float32{-400, -15, 15, 400} {
			w := open(t, theme.Light, 744, 748)
			w.Set(done(), true)
			w.SetLines("t", []Line{{ID: 1, Text: longLine(40_000)}})
			w.lines.goTo(share)
			before, tops := textLines(w)
			for step := range 60 {
				w.lines.scroll(by)
				now, at := textLines(w)
				if slices.Equal(now, before) {
					break // the end, or the beginning
				}
				i := 0
				for ; i < len(before) && !slices.Contains(now, before[i]); i++ {
				}
				if i == len(before) {
					t.Fatalf("from %v by %v: nothing is left in view after step %d", share, by, step)
				}
				n := slices.Index(now, before[i])
				if moved := tops[i] - at[n]; (moved < by-1 || moved > by+1) && !nearEdge(w) {
					t.Fatalf("from %v by %v: step %d moves %.10s by %v", share, by, step, before[i], moved)
				}
				before, tops = now, at
			}
		}
	}
}

// nearEdge reports whether the view is so near an end of the lines that it cannot be scrolled on.
func nearEdge(w *world) bool {
	over, whole := w.lines.table.extent()
	return over < 400 || over > whole-748-400
}

func TestALongLineIsReadToItsEnds(t *testing.T) {
	text := longLine(40_000)
	w := open(t, theme.Light, 744, 748)
	w.Set(done(), true)
	w.SetLines("t", []Line{{ID: 1, Text: text}, {ID: 2, Text: "The next."}})
	words := strings.Fields(text)
	w.lines.goTo(1)
	w.lines.scroll(-40)
	if shown, _ := textLines(w); !slices.ContainsFunc(shown, func(s string) bool { return strings.Contains(s, words[len(words)-1]) }) {
		t.Errorf("its end is not shown: %q", shown)
	}
	w.lines.goTo(0)
	if shown, _ := textLines(w); len(shown) == 0 || !strings.HasPrefix(shown[0], words[0]) {
		t.Errorf("its beginning is not shown: %q", shown)
	}
	w.lines.writer.begin(1, 0)
	w.lines.writer.overEdge(fyne.KeyUp)
	if at := w.lines.writer.caret.At; w.lines.table.written.row != 0 || at < len(text)-200 {
		t.Errorf("up from the next line leads to %d of %d", at, len(text))
	}
}
