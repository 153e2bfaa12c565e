package widgets

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

// A title that is a little longer than its field was drawn over the left edge of the field, or over
// the icon there.
func TestALongTitleIsCutInsideItsField(t *testing.T) {
	for _, preference := range []theme.Preference{theme.Light, theme.Dark} {
		app := test.NewTempApp(t)
		app.Settings().SetTheme(theme.New(preference, 1))
		plain, searching := NewField("Title", ""), NewField("Search", "")
		searching.SetLeading("search")
		w := test.NewTempWindow(t, container.NewWithoutLayout(plain, searching))
		w.SetPadded(false)
		w.Resize(fyne.NewSize(300, 100))
		ground := color.RGBAModel.Convert(fynetheme.Color(fynetheme.ColorNameInputBackground))
		for i, f := range []*Field{plain, searching} {
			Place(f, 10, float32(5+45*i), 210, f.MinSize().Height)
			f.Fill("Question number 1 about my garden and")
			w.Canvas().Focus(f)
			w.Canvas().Unfocus()
			inner := test.WidgetRenderer(f).(*fieldRenderer).over.inner
			if inner.Offset.X == 0 {
				t.Fatal("the title fits")
			}
			picture := w.Canvas().Capture()
			// Left of the place of the first letter of a short title, below the icon's corners.
			from, end := int(10+inner.Position().X)+2, int(10+inner.Position().X+fynetheme.InnerPadding())-1
			if i == 1 {
				from = int(10+fynetheme.InnerPadding()+theme.IconSize) + 1
			}
			middle := int(f.Position().Y + f.Size().Height/2)
			for x := from; x < end; x++ {
				for y := middle - 10; y < middle+10; y++ {
					if got := color.RGBAModel.Convert(picture.At(x, y)); got != ground {
						t.Fatalf("%v, field %d: %v at %d, %d, want the ground %v", preference, i, got, x, y, ground)
					}
				}
			}
		}
	}
}
