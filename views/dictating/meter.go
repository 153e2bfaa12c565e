package dictating

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
)

// meterSize holds the sizes of a meter, in device-independent pixels.
type meterSize struct {
	bars              int
	width, gap, tall  float32
	least             float32 // minimum width of the meter
	newestInTheMiddle bool
}

var (
	smallMeter = meterSize{bars: 64, width: 3, gap: 2, tall: 24, least: 40}
	largeMeter = meterSize{bars: 41, width: 5, gap: 5, tall: 96, least: 405, newestInTheMiddle: true}
)

// Meter shows the recent input levels as bars.
type Meter struct {
	widget.BaseWidget

	size   meterSize
	levels []float32 // the newest last
	voice  bool
}

// NewMeter returns a small, silent meter.
func NewMeter() *Meter { return newMeter(smallMeter) }

func newMeter(size meterSize) *Meter {
	m := &Meter{size: size, levels: make([]float32, size.bars)}
	m.ExtendBaseWidget(m)
	return m
}

// Add appends a level, 0 to 1; voice reports whether speech was detected.
func (m *Meter) Add(level float64, voice bool) {
	copy(m.levels[:], m.levels[1:])
	m.levels[len(m.levels)-1] = float32(min(max(level, 0), 1))
	m.voice = voice
	m.Refresh()
}

// follow updates the meter for the transition from one state to the next.
func (m *Meter) follow(was, now State) {
	if now.Phase != Listening {
		return
	}
	if was.Phase != Listening || was.Recording != now.Recording {
		m.Clear()
	}
	if was.Live.Elapsed != now.Live.Elapsed {
		m.Add(now.Live.Level, now.Live.Voice)
	}
}

// Clear resets the levels.
func (m *Meter) Clear() {
	clear(m.levels)
	m.voice = false
	m.Refresh()
}

// level returns the level of a bar, counted from the left.
func (m *Meter) level(bar int) float32 {
	if m.size.newestInTheMiddle {
		middle := len(m.levels) / 2
		bar = len(m.levels) - 1 - max(bar-middle, middle-bar)
	}
	return m.levels[bar]
}

// MinSize implements fyne.Widget.
func (m *Meter) MinSize() fyne.Size {
	m.ExtendBaseWidget(m)
	return fyne.NewSize(m.size.least, m.size.tall)
}

// CreateRenderer implements fyne.Widget.
func (m *Meter) CreateRenderer() fyne.WidgetRenderer {
	r := &meterRenderer{m: m}
	for range m.size.bars {
		bar := canvas.NewRectangle(nil)
		bar.CornerRadius = m.size.width / 2
		r.bars = append(r.bars, bar)
	}
	r.Refresh()
	return r
}

type meterRenderer struct {
	m    *Meter
	bars []*canvas.Rectangle
}

func (r *meterRenderer) MinSize() fyne.Size { return r.m.MinSize() }

func (r *meterRenderer) Layout(size fyne.Size) {
	is := r.m.size
	fit := min(int((size.Width+is.gap)/(is.width+is.gap)), is.bars)
	tall := min(size.Height, is.tall)
	for i, bar := range r.bars {
		place := i - (is.bars - fit)
		if place < 0 {
			bar.Hide()
			continue
		}
		bar.Show()
		high := is.width + r.m.level(i)*(tall-is.width)
		if theme.ReducesMotion() {
			high = is.width
		}
		bar.Resize(fyne.NewSize(is.width, high))
		bar.Move(fyne.NewPos(float32(place)*(is.width+is.gap), (size.Height-high)/2))
	}
}

func (r *meterRenderer) Refresh() {
	color := fynetheme.Color(theme.ColorOutline)
	if r.m.voice {
		color = fynetheme.Color(theme.ColorAccent)
	}
	for _, bar := range r.bars {
		bar.FillColor = color
	}
	r.Layout(r.m.Size())
	canvas.Refresh(r.m)
}

func (r *meterRenderer) Objects() []fyne.CanvasObject {
	out := make([]fyne.CanvasObject, len(r.bars))
	for i, b := range r.bars {
		out[i] = b
	}
	return out
}

func (r *meterRenderer) Destroy() {}
