package theme

import (
	"bytes"
	"fmt"
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/assets"
)

// icon is a Lucide icon in a color of the theme. It resolves the color on each read, so that it
// follows changes of the theme when a widget refreshes its image.
type icon struct {
	name  string
	svg   []byte
	color fyne.ThemeColorName
	// leading adds empty space after the icon, before the text of a field.
	leading bool
	// line is the stroke width, in device-independent pixels.
	line float32
}

// Icon returns the Lucide icon with this name (a file of assets/icons) in a color of the theme. An
// unknown name returns an empty image.
func Icon(name string, color fyne.ThemeColorName) fyne.Resource {
	svg := assets.Icon(name)
	if svg == nil {
		svg = []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"></svg>`)
	}
	return icon{name: name, svg: svg, color: color, line: line}
}

// DisplayIcon returns an icon for display at the given size, in device-independent pixels, with a
// stroke in proportion.
func DisplayIcon(name string, color fyne.ThemeColorName, size float32) fyne.Resource {
	i, _ := Icon(name, color).(icon)
	i.line = size * line / IconSize
	return i
}

// LeadingIcon returns an icon for display before the text of a field. At SizeNameInlineIcon and a
// text size of 14, it is 16 wide and followed by 4 of empty space.
func LeadingIcon(name string, color fyne.ThemeColorName) fyne.Resource {
	i, _ := Icon(name, color).(icon)
	i.leading = true
	return i
}

// Name implements fyne.Resource. It includes color and stroke width because Fyne caches rendered
// icons by name.
func (i icon) Name() string { return i.name + "-" + i.hex() + "-" + i.stroke() + ".svg" }

// Content implements fyne.Resource.
func (i icon) Content() []byte {
	svg := bytes.ReplaceAll(i.svg, []byte("currentColor"), []byte("#"+i.hex()))
	if i.leading {
		svg = bytes.Replace(svg, []byte(`viewBox="0 0 24 24"`), []byte(`viewBox="0 -3 30 30"`), 1)
	}
	return bytes.Replace(svg, []byte(`stroke-width="2"`), []byte(`stroke-width="`+i.stroke()+`"`), 1)
}

// line is the stroke width at IconSize, in device-independent pixels: Lucide's 2 of 24.
const line = 1.5

// stroke returns the stroke width in screen pixels: the SVG renderer scales shapes but not strokes.
func (i icon) stroke() string {
	scale := float32(1)
	if app := fyne.CurrentApp(); app != nil {
		for _, w := range app.Driver().AllWindows() {
			scale = max(scale, w.Canvas().Scale())
		}
	}
	return strconv.FormatFloat(float64(i.line*scale), 'f', 2, 32)
}

func (i icon) hex() string {
	c, _ := color.NRGBAModel.Convert(fynetheme.Color(i.color)).(color.NRGBA)
	return fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B)
}
