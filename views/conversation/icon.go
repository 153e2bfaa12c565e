package conversation

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parlando/views/theme"
)

// icon returns the canvas object of an icon in a color of the theme.
func icon(name string, color fyne.ThemeColorName, size float32) *canvas.Image {
	img := canvas.NewImageFromResource(theme.Icon(name, color))
	img.FillMode = canvas.ImageFillContain
	img.Resize(fyne.NewSize(size, size))
	return img
}
