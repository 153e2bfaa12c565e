package markup

import "testing"

func TestPricesAreNoFormulas(t *testing.T) {
	for text, want := range map[string]int{
		"$x^2$ and":        5,
		"$a_1=b$.":         7,
		"$5 and $6":        0,
		"$5 = $6":          0,
		"$ x^2$":           0,
		"$x^2 $":           0,
		"$word$":           0,
		"$$x$$":            0,
		"$x^2$5":           0,
		"$":                0,
		"$x^2 without end": 0,
	} {
		if got := dollarFormula([]byte(text)); got != want {
			t.Errorf("%q: %d bytes, want %d", text, got, want)
		}
	}
}
