package markdowntest

import "testing"

func TestShapesAreTheSameEachTime(t *testing.T) {
	const size = 3000
	again := Shapes()
	names := map[string]bool{}
	for i, s := range Shapes() {
		if names[s.Name] {
			t.Errorf("two shapes are named %q", s.Name)
		}
		names[s.Name] = true
		text := s.Text(size)
		if len(text) < size || len(text) > size+1000 {
			t.Errorf("%s has %d bytes", s.Name, len(text))
		}
		if text != again[i].Text(size) {
			t.Errorf("%s is another text the second time", s.Name)
		}
	}
	if len(names) != shapeCount {
		t.Errorf("%d shapes, want %d", len(names), shapeCount)
	}
	if n := len(Prose(size)); n < size || n > size+1000 {
		t.Errorf("the prose has %d bytes", n)
	}
}
