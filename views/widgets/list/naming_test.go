package list

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

func TestTheFieldOfANameFitsItsRowAtEachSizeOfText(t *testing.T) {
	for _, scale := range []float32{0.85, 1, 2} {
		w := begin(t, "a name")
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, scale))
		height := max(theme.RowHeight, fyne.MeasureText("M", fynetheme.TextSize(), fyne.TextStyle{}).Height+14)
		l := NewFocus("Rows", Style{Heights: func() Heights { return Heights{OneLine: height} }}, w.calls())
		w.show(l)
		l.Set(1, false)
		l.Rename("a name")
		box := l.rows[0].field
		if need, has := box.MinSize().Height, box.Size().Height; !box.Visible() || need > has || has > height-2 {
			t.Errorf("text of %v: the field needs %v and has %v of a row of %v", scale, need, has, height)
		}
	}
}
