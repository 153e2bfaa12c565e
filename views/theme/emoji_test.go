package theme

import (
	"image"
	"image/color"
	"reflect"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// The pictures of these are as high as any other, and narrow.
func TestNarrowEmojiAreWhole(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(New(Light, 1))
	for _, emoji := range []string{"👍", "👍🏽", "👎🏿", "💡", "🎈", "🚶🏽"} {
		const size = 64
		text := canvas.NewText(emoji, color.Black)
		text.TextSize = size
		w := test.NewTempWindow(t, text)
		w.Resize(fyne.NewSize(120, 120))
		if high := inkOf(w.Canvas().Capture()).Dy(); high < size*9/10 {
			t.Errorf("%s is %d high of %d", emoji, high, size)
		}
	}
}

// inkOf returns the part of a picture that is not in the color of its corner.
func inkOf(m image.Image) image.Rectangle {
	ink, b := image.Rectangle{}, m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if m.At(x, y) != m.At(b.Min.X, b.Min.Y) {
				ink = ink.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return ink
}

// The pictures of emoji are cached, at each size.
func TestEmojiLookTheSameAgain(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(New(Light, 1))
	draw := func(size float32) image.Image {
		text := canvas.NewText("😀a👍🏽😀👩‍👩‍👧‍👦🎈", color.Black)
		text.TextSize = size
		w := test.NewTempWindow(t, text)
		w.Resize(fyne.NewSize(400, 80))
		return w.Canvas().Capture()
	}
	small, large := draw(20), draw(41)
	for _, again := range []struct {
		size  float32
		first image.Image
	}{{20, small}, {41, large}} {
		if !reflect.DeepEqual(draw(again.size), again.first) {
			t.Errorf("at %v they look different the second time", again.size)
		}
	}
}
