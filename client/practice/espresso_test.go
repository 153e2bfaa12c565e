package practice

import (
	"image"
	"image/jpeg"
	"os"
	"strings"
	"testing"
)

// The photo of the tour is known in any size, and no other picture is taken for it.
func TestTheOnePhotoIsKnown(t *testing.T) {
	f, err := os.Open("../../app/e2e/espresso.jpg")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	photo, err := jpeg.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	small, turned := image.NewRGBA(image.Rect(0, 0, 240, 160)), image.NewRGBA(photo.Bounds())
	for y := range turned.Rect.Dy() {
		for x := range turned.Rect.Dx() {
			small.Set(x*2/5, y*2/5, photo.At(x, y))
			turned.Set(x, y, photo.At(turned.Rect.Dx()-1-x, y))
		}
	}
	if !isEspresso(photo) || !isEspresso(small) {
		t.Errorf("it is known: %v, and smaller: %v", isEspresso(photo), isEspresso(small))
	}
	if isEspresso(turned) || isEspresso(image.NewRGBA(image.Rect(0, 0, 1, 1))) {
		t.Error("another picture is taken for it")
	}
	known, other := picture{espresso: true}, picture{pages: 1}
	if got := describe(translator{}, []picture{known}, "How?"); !strings.HasPrefix(got, "That is an **espresso**") || !strings.HasSuffix(got, closingNote) {
		t.Errorf("it says %q", got)
	}
	if got := describe(translator{}, []picture{known, other}, "How?"); strings.Contains(got, "espresso") {
		t.Errorf("of two it says %q", got)
	}
}
