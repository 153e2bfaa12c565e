package widgets

import (
	"fyne.io/fyne/v2"

	"parlando/views/theme"
)

// RegionWidth returns the width of a column of names or parameters at the current text size: base
// at the default size. It grows by a third as much as the text, so that most of the window is left
// for reading.
func RegionWidth(base float32) float32 {
	return float32(int(base * (1 + max(textSize()/theme.SizeText-1, 0)/3)))
}

// TopBarHeight returns the height of a bar at the top of a region: 52 at the default text size,
// more if its buttons are higher.
func TopBarHeight() float32 {
	return max(52, fyne.MeasureText("M", textSize(), fyne.TextStyle{}).Height+14+theme.ExtraTargetSize()+12)
}
