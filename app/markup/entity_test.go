package markup

import "testing"

func TestEntity(t *testing.T) {
	for _, c := range []struct {
		text, shown string
		size        int
	}{
		{"&amp;x", "&", 5},
		{"&#x41;", "A", 6},
		{"&#65;", "A", 5},
		{"&nothing;", "", 0},
		{"&a b;", "", 0},
		{"& &amp;", "", 0},
		{"&#&amp;", "", 0},
		{"&;", "", 0},
		{"&amp", "", 0},
		{"&CounterClockwiseContourIntegral;", "∳", 33},
	} {
		if shown, size := Entity([]byte(c.text)); shown != c.shown || size != c.size {
			t.Errorf("%q: %q, %d; want %q, %d", c.text, shown, size, c.shown, c.size)
		}
	}
}
