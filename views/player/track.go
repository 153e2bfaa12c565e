package player

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
	"parley/views/widgets"
)

// The measures of the track, in device-independent pixels.
const (
	thumbSize = 12
	lineSize  = 4
)

// track is where in the sound one is.
type track struct {
	widgets.Seek
	// moved says that the user has gone to a place, and it was not told yet where that is.
	moved bool
}

func newTrack(b *Bar) *track {
	t := &track{}
	t.InitSeek(t, widgets.SeekCalls{
		Share: func(x float32) float32 {
			if room := t.Size().Width - thumbSize; room > 0 {
				return (x - thumbSize/2) / room
			}
			return 0
		},
		Moved: b.Refresh,
		Seek: func(to time.Duration) {
			if t.moved = true; b.Controls.OnSeek != nil {
				b.Controls.OnSeek(to)
			}
		},
		Toggle: func() { widgets.Call(b.Controls.OnToggle) },
	})
	return t
}

// set shows a place.
func (t *track) set(at, length time.Duration) {
	if t.SetPlace(at, length) {
		t.Refresh()
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (t *track) AccessibilityLabel() string { return lang.L("Place in the sound") }

// CreateRenderer implements fyne.Widget.
func (t *track) CreateRenderer() fyne.WidgetRenderer {
	r := &trackRenderer{t: t, line: canvas.NewRectangle(nil), fill: canvas.NewRectangle(nil), thumb: canvas.NewCircle(nil)}
	r.line.CornerRadius, r.fill.CornerRadius = lineSize/2, lineSize/2
	r.Refresh()
	return r
}

type trackRenderer struct {
	t          *track
	line, fill *canvas.Rectangle
	thumb      *canvas.Circle
}

func (r *trackRenderer) MinSize() fyne.Size { return fyne.NewSize(60, 16) }

func (r *trackRenderer) Layout(size fyne.Size) {
	y := (size.Height - lineSize) / 2
	r.line.Move(fyne.NewPos(0, y))
	r.line.Resize(fyne.NewSize(size.Width, lineSize))
	x := float32(r.t.Played()) * (size.Width - thumbSize)
	r.fill.Move(fyne.NewPos(0, y))
	r.fill.Resize(fyne.NewSize(x+thumbSize/2, lineSize))
	r.thumb.Move(fyne.NewPos(x, (size.Height-thumbSize)/2))
	r.thumb.Resize(fyne.NewSquareSize(thumbSize))
}

func (r *trackRenderer) Refresh() {
	t := r.t
	r.line.FillColor = fynetheme.Color(theme.ColorLine)
	r.fill.FillColor = fynetheme.Color(theme.ColorAccent)
	r.thumb.FillColor = fynetheme.Color(theme.ColorAccent)
	r.thumb.StrokeWidth, r.thumb.StrokeColor = 0, fynetheme.Color(theme.ColorAccent)
	if t.Focused() || t.Hovered() {
		r.thumb.StrokeWidth, r.thumb.StrokeColor = 2, fynetheme.Color(fynetheme.ColorNameForeground)
	}
	r.Layout(t.Size())
	canvas.Refresh(t)
}

func (r *trackRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.line, r.fill, r.thumb}
}
func (r *trackRenderer) Destroy() {}
