package theme

import (
	"bytes"
	"fmt"
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/assets"
)

// icon is a Lucide icon in a colour of the theme. It looks the colour up each time it is read, so that a widget that
// refreshes its image after a change of theme shows it in the new colour.
type icon struct {
	name  string
	svg   []byte
	color fyne.ThemeColorName
}

// Icon returns the Lucide icon with this name (a file of assets/icons) in a colour of the theme. An unknown name gives an
// empty picture.
func Icon(name string, color fyne.ThemeColorName) fyne.Resource {
	svg := assets.Icon(name)
	if svg == nil {
		svg = []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"></svg>`)
	}
	return icon{name, svg, color}
}

// Name implements fyne.Resource; it holds the colour because Fyne keeps drawn icons by name.
func (i icon) Name() string { return i.name + "-" + i.hex() + ".svg" }

// Content implements fyne.Resource.
func (i icon) Content() []byte {
	return bytes.ReplaceAll(i.svg, []byte("currentColor"), []byte("#"+i.hex()))
}

func (i icon) hex() string {
	c, _ := color.NRGBAModel.Convert(fynetheme.Color(i.color)).(color.NRGBA)
	return fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B)
}
