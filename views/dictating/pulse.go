package dictating

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// pulse shows the level of the voice that speaks as rings around a disk, which grow with it. With
// reduced motion it keeps its size.
type pulse struct {
	widget.BaseWidget

	level float32
	// quiet means that nobody can speak now, as while the microphone is muted.
	quiet bool
}

// Sizes of the pulse, in device-independent pixels.
const (
	pulseSide  = 264 // with the rings of the loudest voice
	pulseLeast = 96
	pulseDisk  = 124
	// pulseFall is the part of the level that remains after a step without sound, so that the rings
	// shrink more slowly than they grow.
	pulseFall = 0.75
)

// pulseRings are the distances of the rings from the disk as drawn, outermost first, and the
// opacity that each adds.
func pulseRings() []struct {
	wide    float32
	opacity float64
} {
	return []struct {
		wide    float32
		opacity float64
	}{{46, 0.12}, {32, 0.16}, {18, 0.26}}
}

func newPulse() *pulse {
	p := &pulse{}
	p.ExtendBaseWidget(p)
	return p
}

// Set shows a level, 0 to 1.
func (p *pulse) Set(level float64, quiet bool) {
	next := max(float32(level), p.level*pulseFall)
	if next < 0.01 {
		next = 0
	}
	if next != p.level || quiet != p.quiet {
		p.level, p.quiet = next, quiet
		p.Refresh()
	}
}

// reach is the part of the drawn distance at which the rings are.
func (p *pulse) reach() float32 {
	if theme.ReducesMotion() {
		return 1
	}
	return 0.15 + 1.35*p.level
}

// MinSize implements fyne.Widget.
func (p *pulse) MinSize() fyne.Size {
	p.ExtendBaseWidget(p)
	return fyne.NewSquareSize(pulseLeast)
}

// CreateRenderer implements fyne.Widget.
func (p *pulse) CreateRenderer() fyne.WidgetRenderer {
	var all []fyne.CanvasObject
	for range len(pulseRings()) + 1 {
		all = append(all, canvas.NewCircle(color.Transparent))
	}
	return widgets.Renderer{
		MinSize: p.MinSize,
		Place: func(size fyne.Size) {
			scale := min(size.Width, size.Height) / pulseSide
			place := func(o fyne.CanvasObject, side float32) {
				widgets.Place(o, (size.Width-side)/2, (size.Height-side)/2, side, side)
			}
			for i, ring := range pulseRings() {
				place(all[i], (pulseDisk+2*ring.wide*p.reach())*scale)
			}
			place(all[len(all)-1], pulseDisk*scale)
		},
		Paint: func() {
			name := theme.ColorAccent
			if p.quiet {
				name = theme.ColorOutline
			}
			disk, _ := color.NRGBAModel.Convert(fynetheme.Color(name)).(color.NRGBA)
			for i, ring := range pulseRings() {
				faint := disk
				faint.A = uint8(255 * ring.opacity)
				all[i].(*canvas.Circle).FillColor = faint //nolint:forcetypeassert // made above
			}
			all[len(all)-1].(*canvas.Circle).FillColor = disk //nolint:forcetypeassert // made above
			canvas.Refresh(p)
		},
	}.Of(p, all...)
}
