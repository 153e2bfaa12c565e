package picture_test

import (
	"encoding/binary"
	"image"
	"testing"

	"parlando/media/picture"
)

func TestAPartOfALargePictureFollowsItsOrientation(t *testing.T) {
	seen := photo(64, 48)
	for turned := 1; turned <= 8; turned++ {
		data := withEXIF(asJPEG(t, stored(seen, turned)), exif(turned, binary.BigEndian))
		whole, err := picture.Preview(t.Context(), data, 64)
		if err != nil {
			t.Fatal(err)
		}
		l, err := picture.DecodeLarge(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if w, h := l.Size(); w != 64 || h != 48 {
			t.Errorf("%d: %d by %d", turned, w, h)
		}
		region := image.Rect(16, 8, 48, 24)
		part, err := l.RenderRegion(t.Context(), region, 32, 16)
		if err != nil || part.Rect.Dx() != 32 || part.Rect.Dy() != 16 {
			t.Fatalf("%d: %v, %v", turned, part.Rect, err)
		}
		for y := range 16 {
			for x := range 32 {
				if got, want := part.At(x, y), whole.At(16+x, 8+y); got != want {
					t.Fatalf("%d: at %d,%d it is %v, not %v", turned, x, y, got, want)
				}
			}
		}
		small, err := l.RenderRegion(t.Context(), region, 8, 4)
		if err != nil || small.Rect != image.Rect(0, 0, 8, 4) {
			t.Errorf("%d: smaller: %v, %v", turned, small.Rect, err)
		}
	}
}

func TestAPartOutsideALargePictureIsCut(t *testing.T) {
	l, err := picture.DecodeLarge(t.Context(), asPNG(t, photo(20, 10)))
	if err != nil {
		t.Fatal(err)
	}
	if part, err := l.RenderRegion(t.Context(), image.Rect(15, -5, 40, 5), 100, 100); err != nil || part.Rect != image.Rect(0, 0, 5, 5) {
		t.Errorf("%v, %v", part.Rect, err)
	}
	if part, err := l.RenderRegion(t.Context(), image.Rect(50, 50, 60, 60), 10, 10); err != nil || !part.Rect.Empty() {
		t.Errorf("%v, %v", part.Rect, err)
	}
}
