package widgets

import (
	"fyne.io/fyne/v2"

	"parlando/views/theme"
)

// RegionWidth scales the width of a column of names or parameters with the text. It is base at the
// default size and grows by a third of what the text grows by, so that more of its words are seen
// and most of the window is left to what is read.
func RegionWidth(base float32) float32 {
	return float32(int(base * (1 + max(textSize()/theme.SizeText-1, 0)/3)))
}

// TopHeight is how high a bar at the top of a region is: 52 with text of the usual size, more where
// its buttons are higher.
func TopHeight() float32 {
	return max(52, fyne.MeasureText("M", textSize(), fyne.TextStyle{}).Height+14+theme.Larger()+12)
}
