package dictating

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
)

// The measures of a meter, in device-independent pixels.
const (
	barWidth   = 3
	barGap     = 2
	leastBar   = 3
	meterBars  = 64
	meterTall  = 24
	meterLeast = 40
)

// Meter shows how loud it was in the last moments, the newest at the right.
type Meter struct {
	widget.BaseWidget

	levels [meterBars]float32
	voice  bool
}

// NewMeter makes a meter of silence.
func NewMeter() *Meter {
	m := &Meter{}
	m.ExtendBaseWidget(m)
	return m
}

// Add shows one more level, 0 to 1; voice says that somebody speaks.
func (m *Meter) Add(level float64, voice bool) {
	copy(m.levels[:], m.levels[1:])
	m.levels[meterBars-1] = float32(min(max(level, 0), 1))
	m.voice = voice
	m.Refresh()
}

// Clear forgets what was shown.
func (m *Meter) Clear() {
	m.levels, m.voice = [meterBars]float32{}, false
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
	fit := min(int(size.Width+barGap)/(barWidth+barGap), meterBars)
	tall := min(size.Height, meterTall)
	for i, bar := range r.bars {
		place := i - (meterBars - fit)
		if place < 0 {
			bar.Hide()
			continue
		}
		bar.Show()
		high := leastBar + r.m.levels[i]*(tall-leastBar)
		if theme.Still() {
			high = leastBar
		}
		bar.Resize(fyne.NewSize(barWidth, high))
		bar.Move(fyne.NewPos(float32(place)*(barWidth+barGap), (size.Height-high)/2))
	}
}

func (r *meterRenderer) Refresh() {
	color := fynetheme.Color(theme.ColorFieldBorder)
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
