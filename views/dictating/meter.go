package dictating

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
)

// Sizes of a meter, in device-independent pixels.
const (
	meterBars  = 64
	barWidth   = 3
	barGap     = 2
	meterTall  = 24
	meterLeast = 40 // minimum width
)

// Meter shows the recent input levels as bars.
type Meter struct {
	widget.BaseWidget

	levels []float32 // the newest last
	voice  bool
}

// NewMeter returns a silent meter.
func NewMeter() *Meter {
	m := &Meter{levels: make([]float32, meterBars)}
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
	if was.Phase != now.Phase || was.Recording != now.Recording {
		m.Clear()
	}
	switch {
	case now.Phase == Listening && was.Live.Elapsed != now.Live.Elapsed:
		m.Add(now.Live.Level, now.Live.Voice)
	case now.Phase == Speaking && was.Level != now.Level:
		m.Add(now.Level, true)
	}
}

// Clear resets the levels.
func (m *Meter) Clear() {
	clear(m.levels)
	m.voice = false
	m.Refresh()
}

// MinSize implements fyne.Widget.
func (m *Meter) MinSize() fyne.Size {
	m.ExtendBaseWidget(m)
	return fyne.NewSize(meterLeast, meterTall)
}

// CreateRenderer implements fyne.Widget.
func (m *Meter) CreateRenderer() fyne.WidgetRenderer {
	r := &meterRenderer{m: m}
	for range meterBars {
		bar := canvas.NewRectangle(nil)
		bar.CornerRadius = barWidth / 2.0
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
	fit := min(int((size.Width+barGap)/(barWidth+barGap)), meterBars)
	tall := min(size.Height, meterTall)
	for i, bar := range r.bars {
		place := i - (meterBars - fit)
		if place < 0 {
			bar.Hide()
			continue
		}
		bar.Show()
		high := barWidth + r.m.levels[i]*(tall-barWidth)
		if theme.ReducesMotion() {
			high = barWidth
		}
		bar.Resize(fyne.NewSize(barWidth, high))
		bar.Move(fyne.NewPos(float32(place)*(barWidth+barGap), (size.Height-high)/2))
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
