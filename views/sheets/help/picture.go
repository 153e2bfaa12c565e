package help

import (
	"bytes"
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/image/webp"

	"parlando/docs/help"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// frameWidth is the width of the line around a picture.
const frameWidth = 1

// picture shows the picture of a page, in the colors of a light or a dark window as the window is,
// at the left of its place. It is as large as it was taken, or smaller where there is no room, so
// that it is sharp.
type picture struct {
	widget.BaseWidget

	// page is the name of the page.
	page          string
	light, colors image.Image
	// dark is nil until the window is dark.
	dark  image.Image
	shown *canvas.Image
}

// newPicture shows the picture of a page, nil if there is none.
func newPicture(page help.Page) *picture {
	data, table := page.Picture()
	light, err := webp.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	colors, err := webp.Decode(bytes.NewReader(table))
	if err != nil {
		return nil
	}
	p := &picture{page: page.Name, light: light, colors: colors, shown: canvas.NewImageFromImage(light)}
	p.shown.FillMode = canvas.ImageFillContain
	p.shown.CornerRadius = theme.RadiusCard - frameWidth
	p.ExtendBaseWidget(p)
	return p
}

// darkened returns a picture in other colors: each color of the first row of colors becomes that of
// the second.
func darkened(light, colors image.Image) image.Image {
	becomes := map[color.Color]color.Color{}
	for x := range colors.Bounds().Dx() {
		becomes[colors.At(x, 0)] = colors.At(x, 1)
	}
	dark := image.NewNRGBA(light.Bounds())
	for y := range light.Bounds().Dy() {
		for x := range light.Bounds().Dx() {
			if c, ok := becomes[light.At(x, y)]; ok { // a test wants all
				dark.Set(x, y, c)
			}
		}
	}
	return dark
}

// sizeIn returns the size of the picture with its frame in a place of this width.
func (p *picture) sizeIn(width float32) fyne.Size {
	size := p.light.Bounds().Size()
	inside := min(max(width-2*frameWidth, 0), float32(size.X))
	return fyne.NewSize(inside+2*frameWidth, float32(int(inside*float32(size.Y)/float32(size.X)))+2*frameWidth)
}

// MinSize implements fyne.CanvasObject. The height applies to the width of the last Resize.
func (p *picture) MinSize() fyne.Size { return fyne.NewSize(0, p.sizeIn(p.Size().Width).Height) }

// CreateRenderer implements fyne.Widget.
func (p *picture) CreateRenderer() fyne.WidgetRenderer {
	frame := widgets.NewThemedRectangle(theme.RadiusCard)
	return widgets.Renderer{
		Place: func(s fyne.Size) {
			size := p.sizeIn(s.Width)
			frame.Resize(size)
			widgets.Place(p.shown, frameWidth, frameWidth, size.Width-2*frameWidth, size.Height-2*frameWidth)
		},
		Paint: func() {
			p.shown.Image = p.light
			if theme.IsDark() {
				if p.dark == nil {
					p.dark = darkened(p.light, p.colors)
				}
				p.shown.Image = p.dark
			}
			p.shown.Refresh()
			frame.Paint(theme.ColorCard, theme.ColorLine, frameWidth)
		},
	}.Of(p, frame.Rectangle, p.shown)
}
