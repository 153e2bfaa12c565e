package attachments

import (
	"image"
	"testing"
)

func TestTheMemoryForPreviewsIsBoundedAndTheLastUsedStay(t *testing.T) {
	p := newPreviews(4 * 100 * 3) // three of 10x10
	small := image.NewNRGBA(image.Rect(0, 0, 10, 10))
	key := func(name string) previewKey { return previewKey{name, 10} }
	for _, name := range []string{"a", "b", "c"} {
		p.put(key(name), small)
	}
	p.get(key("a"))
	p.put(key("d"), small)
	p.put(key("d"), small)
	for name, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if _, ok := p.get(key(name)); ok != want {
			t.Errorf("%s is there: %v", name, ok)
		}
	}
	p.put(key("huge"), image.NewNRGBA(image.Rect(0, 0, 100, 100)))
	if p.used != 1200 || len(p.entries) != 3 || p.latest.Len() != 3 {
		t.Errorf("%d bytes, %d entries", p.used, len(p.entries))
	}
}
