package player

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
	"parley/views/widgets"
)

// The measures of the track, in device-independent pixels.
const (
	thumbSize = 12
	lineSize  = 4
	// step is how far an arrow key goes.
	step = 5 * time.Second
)

// track is where in the sound one is. It is dragged, clicked and moved by keys; only where it is let go is gone to.
type track struct {
	widget.BaseWidget
	bar *Bar

	at, length time.Duration
	// held is where it is dragged to.
	held     time.Duration
	dragging bool
	// moved says that the person has gone to at, and it was not told yet where that is.
	moved          bool
	focused, hover bool
}

func newTrack(b *Bar) *track {
	t := &track{bar: b}
	t.ExtendBaseWidget(t)
	return t
}

// set shows a place. It does not move under the hand that drags it.
func (t *track) set(at, length time.Duration) {
	if at = max(at, 0); length > 0 {
		at = min(at, length)
	}
	if t.at == at && t.length == length {
		return
	}
	t.at, t.length = at, length
	t.Refresh()
}

// now is the place that is shown.
func (t *track) now() time.Duration {
	if t.dragging {
		return t.held
	}
	return t.at
}

// point is the place at x.
func (t *track) point(x float32) time.Duration {
	room := t.Size().Width - thumbSize
	if room <= 0 {
		return 0
	}
	share := min(max((x-thumbSize/2)/room, 0), 1)
	return time.Duration(float64(share) * float64(t.length))
}

// seek goes to a place and shows it at once.
func (t *track) seek(to time.Duration) {
	if t.length <= 0 {
		return
	}
	t.at, t.moved = min(max(to, 0), t.length), true
	t.Refresh()
	t.bar.Refresh()
	if t.bar.Controls.OnSeek != nil {
		t.bar.Controls.OnSeek(t.at)
	}
}

// Tapped implements fyne.Tappable.
func (t *track) Tapped(e *fyne.PointEvent) { t.seek(t.point(e.Position.X)) }

// Dragged implements fyne.Draggable.
func (t *track) Dragged(e *fyne.DragEvent) {
	if t.length <= 0 {
		return
	}
	t.dragging, t.held = true, t.point(e.Position.X)
	t.Refresh()
	t.bar.Refresh()
}

// DragEnd implements fyne.Draggable.
func (t *track) DragEnd() {
	if t.dragging {
		t.dragging = false
		t.seek(t.held)
	}
}

// MouseIn implements desktop.Hoverable.
func (t *track) MouseIn(*desktop.MouseEvent) { t.hover = true; t.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (t *track) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *track) MouseOut() { t.hover = false; t.Refresh() }

// FocusGained implements fyne.Focusable.
func (t *track) FocusGained() { t.focused = true; t.Refresh() }

// FocusLost implements fyne.Focusable.
func (t *track) FocusLost() { t.focused = false; t.Refresh() }

// TypedRune implements fyne.Focusable.
func (t *track) TypedRune(rune) {}

// TypedKey goes five seconds with the arrows, to an end with Home and End, and pauses with Space.
func (t *track) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		t.seek(t.at - step)
	case fyne.KeyRight, fyne.KeyUp:
		t.seek(t.at + step)
	case fyne.KeyHome:
		t.seek(0)
	case fyne.KeyEnd:
		t.seek(t.length)
	case fyne.KeySpace:
		call(t.bar.Controls.OnToggle)
	default:
		widgets.KeyToWindow(t, e)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (t *track) AccessibilityLabel() string { return lang.L("Place in the sound") }

// AccessibilityRole implements fyne.Accessible.
func (t *track) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

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
	share := float32(0)
	if r.t.length > 0 {
		share = float32(r.t.now()) / float32(r.t.length)
	}
	x := share * (size.Width - thumbSize)
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
	if t.focused || t.hover {
		r.thumb.StrokeWidth, r.thumb.StrokeColor = 2, fynetheme.Color(fynetheme.ColorNameForeground)
	}
	r.Layout(t.Size())
	canvas.Refresh(t)
}

func (r *trackRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.line, r.fill, r.thumb}
}
func (r *trackRenderer) Destroy() {}
