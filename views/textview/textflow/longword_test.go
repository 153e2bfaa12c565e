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
			if most := 7 * len(text); measured > most {
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

// Where a line of a long word ends is nearly known from the width of the word.
func TestALineOfALongWordTakesFewMeasurements(t *testing.T) {
	for name, text := range map[string]string{
		"even": strings.Repeat("ab", 5000), "narrow, then wide": strings.Repeat(strings.Repeat("i", 120)+strings.Repeat("東", 8), 70),
	} {
		count := 0
		measure := func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32) {
			count++
			wide := strings.Count(text, "東")
			return fyne.NewSize(float32(len(text)-3*wide)+100*float32(wide), 20), 15
		}
		flow := textflow.LayOut(nil, []textflow.Run{{Text: text, End: len(text)}}, 90, textflow.NewRuler(measure))
		if most := 6 * len(flow.Lines); count > most {
			t.Errorf("%s: %d measurements for %d lines", name, count, len(flow.Lines))
		}
	}
}

// A word that changes its direction at each letter is not divided into characters at each again.
func TestAWordOfTwoDirectionsIsDividedOnce(t *testing.T) {
	text := strings.Repeat("שa", 2000)
	ruler := textflow.NewRuler(square)
	allocations := testing.AllocsPerRun(2, func() {
		textflow.LayOut(nil, []textflow.Run{{Text: text, End: len(text)}}, 700, ruler)
	})
	if most := 4000.0; allocations > most {
		t.Errorf("%v allocations for 4000 letters", allocations)
	}
}

// Fyne draws text with tabs letter by letter, each on the whole line.
func TestTabsAreDrawnAsSpaces(t *testing.T) {
	if got := textflow.Drawn("a\tb", textflow.Style{}); got != "a b" {
		t.Errorf("%q", got)
	}
	var measured []string
	ruler := textflow.NewRuler(func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32) {
		measured = append(measured, text)
		return square(text, size, style)
	})
	ruler.MeasureOnce("ש\tb", textflow.Style{Size: 14})
	if last := measured[len(measured)-1]; !strings.Contains(last, "ש b") {
		t.Errorf("measured %q", last)
	}
}
