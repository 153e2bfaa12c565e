package waveform

import (
	"image/color"
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

const (
	barWidth = 3
	barStep  = 4
	// skip is how far an arrow key goes.
	skip = 5 * time.Second
)

// wave is the picture of the sound: it can be clicked, dragged, and moved with the keyboard.
type wave struct {
	widget.BaseWidget
	player *Player

	levels []uint8
	step   time.Duration

	at, length time.Duration
	// held is where it is dragged to.
	held             time.Duration
	dragging         bool
	focused, hovered bool
}

func newWave(p *Player) *wave {
	w := &wave{player: p}
	w.ExtendBaseWidget(w)
	return w
}

func (w *wave) set(at, length time.Duration) {
	if at = max(at, 0); length > 0 {
		at = min(at, length)
	}
	if w.at == at && w.length == length {
		return
	}
	before, sized := w.split(), w.length != length
	w.at, w.length = at, length
	if sized || before != w.split() {
		w.Refresh()
	}
}

func (w *wave) setLevels(levels []uint8, step time.Duration) {
	w.levels, w.step = levels, step
	w.Refresh()
}

// now is the place that is shown: where it is dragged to, while it is.
func (w *wave) now() time.Duration {
	if w.dragging {
		return w.held
	}
	return w.at
}

// bars is how many bars there is room for.
func (w *wave) bars() int { return max(int((w.Size().Width+barStep-barWidth)/barStep), 0) }

// split is how many bars were heard.
func (w *wave) split() int {
	if w.length <= 0 {
		return 0
	}
	return int(float64(w.bars()) * float64(w.now()) / float64(w.length))
}

// level is the height of bar n of so many, 0 to 1; known is false where the sound was not measured yet.
func (w *wave) level(n, bars int) (height float32, known bool) {
	if w.length <= 0 || w.step <= 0 || bars == 0 {
		return 0, false
	}
	each := float64(w.length) / float64(bars) / float64(w.step)
	from, to := int(float64(n)*each), int(float64(n+1)*each)
	if to == from {
		to++
	}
	if from >= len(w.levels) {
		return 0, false
	}
	most := uint8(0)
	for _, l := range w.levels[from:min(to, len(w.levels))] {
		most = max(most, l)
	}
	return float32(most) / 255, true
}

// point is the place at x.
func (w *wave) point(x float32) time.Duration {
	room := w.Size().Width
	if room <= 0 {
		return 0
	}
	return time.Duration(float64(min(max(x/room, 0), 1)) * float64(w.length))
}

func (w *wave) seek(to time.Duration) {
	if w.length <= 0 {
		return
	}
	w.at = min(max(to, 0), w.length)
	w.Refresh()
	w.player.sound.Place = w.at
	w.player.Refresh()
	w.player.OnSeek(w.at)
}

// Tapped implements fyne.Tappable.
func (w *wave) Tapped(e *fyne.PointEvent) { w.seek(w.point(e.Position.X)) }

// Dragged implements fyne.Draggable.
func (w *wave) Dragged(e *fyne.DragEvent) {
	if w.length <= 0 {
		return
	}
	w.dragging, w.held = true, w.point(e.Position.X)
	w.player.Refresh()
}

// DragEnd implements fyne.Draggable.
func (w *wave) DragEnd() {
	if w.dragging {
		w.dragging = false
		w.seek(w.held)
	}
}

// MouseIn implements desktop.Hoverable.
func (w *wave) MouseIn(*desktop.MouseEvent) { w.hovered = true }

// MouseMoved implements desktop.Hoverable.
func (w *wave) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (w *wave) MouseOut() { w.hovered = false }

// Cursor implements desktop.Cursorable.
func (w *wave) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained implements fyne.Focusable.
func (w *wave) FocusGained() { w.focused = true; w.Refresh() }

// FocusLost implements fyne.Focusable.
func (w *wave) FocusLost() { w.focused = false; w.Refresh() }

// TypedRune implements fyne.Focusable: the space bar plays and pauses.
func (w *wave) TypedRune(r rune) {
	if r == ' ' {
		w.player.OnToggle()
	}
}

// TypedKey implements fyne.Focusable.
func (w *wave) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		w.seek(w.at - skip)
	case fyne.KeyRight, fyne.KeyUp:
		w.seek(w.at + skip)
	case fyne.KeyPageDown:
		w.seek(w.at + 6*skip)
	case fyne.KeyPageUp:
		w.seek(w.at - 6*skip)
	case fyne.KeyHome:
		w.seek(0)
	case fyne.KeyEnd:
		w.seek(w.length)
	case fyne.KeySpace: // typed as a rune too
	default:
		widgets.KeyToWindow(w, e)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (w *wave) AccessibilityLabel() string {
	return lang.L("Place in the sound") + ": " + percent(w.now(), w.length) + " %"
}

// AccessibilityRole implements fyne.Accessible.
func (w *wave) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// MinSize implements fyne.Widget.
func (w *wave) MinSize() fyne.Size {
	w.ExtendBaseWidget(w)
	return fyne.NewSize(40, 40)
}

// CreateRenderer implements fyne.Widget.
func (w *wave) CreateRenderer() fyne.WidgetRenderer {
	r := &waveRenderer{w: w, ring: canvas.NewRectangle(color.Transparent)}
	r.ring.CornerRadius = theme.RadiusControl
	r.Refresh()
	return r
}

type waveRenderer struct {
	w    *wave
	bars []*canvas.Rectangle
	all  []fyne.CanvasObject
	ring *canvas.Rectangle
}

func (r *waveRenderer) MinSize() fyne.Size { return fyne.NewSize(40, 40) }

func (r *waveRenderer) Layout(fyne.Size) { r.paint() }

func (r *waveRenderer) Refresh() {
	r.paint()
	canvas.Refresh(r.w)
}

// paint draws a bar for each stretch: what was heard in the colour of the accent, the rest in that of lines, and where the sound is not known yet
// as a dot.
func (r *waveRenderer) paint() {
	w := r.w
	size := w.Size()
	bars := w.bars()
	for len(r.bars) < bars {
		b := canvas.NewRectangle(color.Transparent)
		b.CornerRadius = barWidth / 2
		r.bars = append(r.bars, b)
	}
	r.all = append(r.all[:0], r.ring)
	heard := w.split()
	accent, rest := fynetheme.Color(theme.ColorAccent), fynetheme.Color(theme.ColorLine)
	for n, b := range r.bars[:bars] {
		level, _ := w.level(n, bars)
		high := max(level*(size.Height-8), 3)
		b.FillColor = rest
		if n < heard {
			b.FillColor = accent
		}
		b.Resize(fyne.NewSize(barWidth, high))
		b.Move(fyne.NewPos(float32(n)*barStep, (size.Height-high)/2))
		r.all = append(r.all, b)
	}
	r.ring.FillColor, r.ring.StrokeWidth = color.Transparent, 0
	if w.focused {
		r.ring.StrokeColor, r.ring.StrokeWidth = fynetheme.Color(theme.ColorAccent), 2
		r.ring.FillColor = theme.Hollow(r.ring.StrokeColor)
	}
	r.ring.Move(fyne.NewPos(-4, 0))
	r.ring.Resize(fyne.NewSize(size.Width+8, size.Height))
}

func (r *waveRenderer) Objects() []fyne.CanvasObject { return r.all }
func (r *waveRenderer) Destroy()                     {}
