package find

import "testing"

func TestAStretchIsFoundAmongManyParts(t *testing.T) {
	var text shownText
	for i := range 100 {
		text.add("ab", 10*i, 10*i+2)
		text.add("", 10*i+2, 10*i+4) // hidden markup
		text.add("é", 10*i+4, 10*i+9)
	}
	for _, c := range []struct {
		from, to int
		want     Span
	}{
		{0, 2, Span{0, 2}},
		{1, 2, Span{1, 2}},
		{2, 4, Span{4, 9}},
		{1, 4, Span{1, 9}},
		{396, 399, Span{990, 999}},
		{0, 400, Span{0, 999}},
		{3, 5, Span{4, 11}},
		{400, 400, Span{}},
	} {
		if got := text.source(c.from, c.to); got != c.want {
			t.Errorf("%d to %d: %v, want %v", c.from, c.to, got, c.want)
		}
	}
}
