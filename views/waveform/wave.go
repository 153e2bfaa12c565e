package waveform

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/screenreader"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

const (
	barWidth = 3
	barStep  = 4
)

// wave draws the waveform.
type wave struct {
	widgets.SeekControl

	levels []uint8
	step   time.Duration
}

func newWave(p *Player) *wave {
	w := &wave{}
	w.InitSeek(w, widgets.SeekCallbacks{
		Share: func(x float32) float32 {
			if width := w.Size().Width; width > 0 {
				return x / width
			}
			return 0
		},
		Moved: p.Refresh,
		Seek: func(to time.Duration) {
			p.sound.Position = to
			p.OnSeek(to)
		},
		Toggle: func() { p.OnToggle() },
	})
	return w
}

func (w *wave) set(at, length time.Duration) {
	before, sized := w.split(), w.Length() != length
	if w.SetPlaybackPosition(at, length) && (sized || before != w.split()) {
		w.Refresh()
	}
}

func (w *wave) setLevels(levels []uint8, step time.Duration) {
	w.levels, w.step = levels, step
	w.Refresh()
}

// bars returns the number of bars that fit.
func (w *wave) bars() int { return max(int((w.Size().Width+barStep-barWidth)/barStep), 0) }

// split returns the number of bars already played.
func (w *wave) split() int { return int(float64(w.bars()) * w.PlayedFraction()) }

// level returns the height of bar n of bars, 0 to 1; known is false if that part has not been
// measured yet.
func (w *wave) level(n, bars int) (height float32, known bool) {
	if w.Length() <= 0 || w.step <= 0 || bars == 0 {
		return 0, false
	}
	each := float64(w.Length()) / float64(bars) / float64(w.step)
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

// Cursor implements desktop.Cursorable.
func (w *wave) Cursor() desktop.Cursor { return desktop.PointerCursor }

// AccessibilityLabel implements fyne.Accessible.
func (w *wave) AccessibilityLabel() string {
	return format.Named(i18n.Text("Playback position"), percent(w.PlaybackPosition(), w.Length()))
}

// AccessibilityDescription implements screenreader.Describer.
func (w *wave) AccessibilityDescription() string {
	return screenreader.DescribeSlider(i18n.Text("Playback position"), words.FixedPositionTime(w.PlaybackPosition(), false))
}

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

// paint draws a bar for each interval: the played part in the accent color, the rest in the outline
// color, and a dot for a part not yet measured.
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
	accent, rest := fynetheme.Color(theme.ColorAccent), fynetheme.Color(theme.ColorOutline)
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
	if w.Focused() {
		r.ring.StrokeColor, r.ring.StrokeWidth = fynetheme.Color(theme.ColorAccent), 2
		r.ring.FillColor = theme.TransparentFill(r.ring.StrokeColor)
	}
	r.ring.Move(fyne.NewPos(-4, 0))
	r.ring.Resize(fyne.NewSize(size.Width+8, size.Height))
}

func (r *waveRenderer) Objects() []fyne.CanvasObject { return r.all }
func (r *waveRenderer) Destroy()                     {}
