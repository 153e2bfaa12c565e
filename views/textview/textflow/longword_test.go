package textflow_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/views/textview/textflow"
)

// counted is a measure that adds up the bytes it measures.
func counted(bytes *int) textflow.Measure {
	return func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32) {
		*bytes += len(text)
		return square(text, size, style)
	}
}

// A line of a very long word must not measure all that follows it.
func TestALongWordIsMeasuredInParts(t *testing.T) {
	for name, text := range map[string]string{
		"letters": strings.Repeat("a", 60_000), "Arabic": strings.Repeat("ا", 30_000), "Chinese": strings.Repeat("東", 20_000),
		"signs": strings.Repeat("→", 20_000), "marks": "a" + strings.Repeat("\u0301", 30_000), "words": strings.Repeat("word ", 12_000),
	} {
		t.Run(name, func(t *testing.T) {
			measured := 0
			flow := textflow.LayOut(nil, []textflow.Run{{Text: text, End: len(text)}}, 700, textflow.NewRuler(counted(&measured)))
			if most := 20 * len(text); measured > most {
				t.Errorf("%d bytes are measured for %d", measured, len(text))
			}
			end := 0
			for i, l := range flow.Lines {
				for _, f := range l.Fragments {
					if f.Start != end+len(f.Separator) {
						t.Fatalf("line %d goes on at %d, not at %d", i, f.Start, end)
					}
					end = f.End
				}
			}
			if end != len(strings.TrimRight(text, " ")) {
				t.Errorf("the lines end at %d of %d", end, len(text))
			}
		})
	}
}

// What fits into a cell of a table is found without measuring all of a long text.
func TestFitMeasuresNotMuchMoreThanFits(t *testing.T) {
	measured := 0
	ruler := textflow.NewRuler(counted(&measured))
	if n := ruler.Fit(strings.Repeat("word ", 20_000), textflow.Style{Size: 14}, 405); n != 40 {
		t.Errorf("%d bytes fit", n)
	}
	if measured > 5000 {
		t.Errorf("%d bytes are measured", measured)
	}
}
