package widgets

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parlando/views/theme"
)

// DropZone is an area with a dashed border that invites dropping files on the window; tapping it
// opens a file dialog instead.
type DropZone struct {
	pressable
	detail string
}

// NewDropZone returns a drop zone. words is the invitation, detail lists the kinds of files;
// onTapped opens a file dialog.
func NewDropZone(words, detail string, onTapped func()) *DropZone {
	z := &DropZone{detail: detail}
	z.name, z.onTapped = words, onTapped
	z.ExtendBaseWidget(z)
	return z
}

// CreateRenderer implements fyne.Widget.
func (z *DropZone) CreateRenderer() fyne.WidgetRenderer {
	r := &dropZoneRenderer{
		z: z, ground: NewThemedRectangle(theme.RadiusCard), edge: canvas.NewImageFromResource(nil), icon: newPicture("upload", theme.IconSize),
		words: NewMuted(z.name).NoMargin().Center(), detail: NewMuted(z.detail).NoMargin().Center(),
	}
	r.edge.FillMode = canvas.ImageFillStretch
	return Renderer{MinSize: r.least, Place: r.place, Paint: r.paint}.Of(z, r.ground.Rectangle, r.edge, r.icon.Image, r.words, r.detail)
}

type dropZoneRenderer struct {
	z             *DropZone
	ground        ThemedRectangle
	edge          *canvas.Image
	icon          *picture
	words, detail *Text
}

func (r *dropZoneRenderer) least() fyne.Size {
	return fyne.NewSize(120, 2*dropMargin+theme.ScaledIconSize()+dropGap+r.words.MinSize().Height+r.detail.MinSize().Height)
}

func (r *dropZoneRenderer) place(s fyne.Size) {
	r.ground.Resize(s)
	r.edge.Resize(s)
	r.dash(s)
	width := max(s.Width-2*dropMargin, 0)
	words, detail := HeightAt(r.words, width), HeightAt(r.detail, width)
	y := max((s.Height-theme.ScaledIconSize()-dropGap-words-detail)/2, 0)
	side := theme.ScaledIconSize()
	Place(r.icon, (s.Width-side)/2, y, side, side)
	y += side + dropGap
	Place(r.words, dropMargin, y, width, words)
	Place(r.detail, dropMargin, y+words, width, detail)
}

func (r *dropZoneRenderer) paint() {
	fill, ring := fyne.ThemeColorName(""), fyne.ThemeColorName("")
	if r.z.hovered {
		fill = theme.ColorHover
	}
	if r.z.ringed() {
		ring = theme.ColorAccent
	}
	r.ground.Paint(fill, ring, 2)
	r.icon.paint("upload", theme.ColorMuted)
	r.words.SetText(r.z.name)
	r.words.Refresh()
	r.detail.Refresh()
}

// dash draws the border, because Fyne's rectangle has no dashes.
func (r *dropZoneRenderer) dash(s fyne.Size) {
	if s.Width < 2 || s.Height < 2 {
		return
	}
	red, green, blue, _ := colorOf(theme.ColorOutline).RGBA()
	hex := fmt.Sprintf("%02x%02x%02x", red>>8, green>>8, blue>>8)
	name := fmt.Sprintf("dashes-%s-%.0fx%.0f.svg", hex, s.Width, s.Height)
	if r.edge.Resource != nil && r.edge.Resource.Name() == name {
		return
	}
	r.edge.Resource = fyne.NewStaticResource(name, fmt.Appendf(nil,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]g" height="%[2]g" viewBox="0 0 %[1]g %[2]g"><rect x="0.5" y="0.5" width="%[3]g" height="%[4]g" rx="%[5]d" ry="%[5]d" fill="none" stroke="#%[6]s" stroke-width="1" stroke-dasharray="4 3"/></svg>`,
		s.Width, s.Height, s.Width-1, s.Height-1, int(theme.RadiusCard), hex))
	r.edge.Refresh()
}

const (
	dropMargin = 18
	dropGap    = 4
)
