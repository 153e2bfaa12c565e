package adjust

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parley/app/chat"
	"parley/views/widgets"
)

// dial is one number with its plain name above, its technical name below, and a slider between. A click on the number lets
// it be typed.
type dial struct {
	object fyne.CanvasObject
	of     func(*chat.Parameters) **float64

	panel  *Panel
	span   chat.Range
	line   *line
	slider *widgets.Slider
}

func newDial(name, technical string, span chat.Range, step float64, p *Panel, of func(*chat.Parameters) **float64) *dial {
	d := &dial{of: of, panel: p, span: span}
	d.line = newLine(name, d.typed, func() { d.set(nil) })
	d.slider = widgets.NewSlider(name, span.Min, span.Max, step)
	d.slider.OnChanged = func(v float64) { d.set(&v) }
	d.object = container.New(dialLayout{}, d.line.Container, d.slider, small(technical))
	d.show(nil)
	return d
}

// set is what a person chose.
func (d *dial) set(v *float64) {
	*d.of(&d.panel.params) = v
	d.show(v)
	d.panel.changed()
}

// show paints a value.
func (d *dial) show(v *float64) {
	d.slider.Set(v)
	if v == nil {
		d.line.show("")
		return
	}
	d.line.show(strconv.FormatFloat(*v, 'f', -1, 64))
}

// typed takes a number from the keyboard, held to the range; what is no number lets the model decide.
func (d *dial) typed(text string) {
	v, err := strconv.ParseFloat(strings.TrimSpace(strings.NewReplacer(",", ".", "−", "-", "–", "-").Replace(text)), 64)
	if err != nil || math.IsNaN(v) {
		d.set(nil)
		return
	}
	v = d.span.Hold(v)
	d.set(&v)
}

// dialLayout puts name, slider and technical name close under each other: they are one thing.
type dialLayout struct{}

func (dialLayout) place(o []fyne.CanvasObject) (slider, technical, total float32) {
	slider = o[0].MinSize().Height - 4
	technical = slider + o[1].MinSize().Height - 1
	return slider, technical, technical + o[2].MinSize().Height
}

// MinSize implements fyne.Layout.
func (y dialLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	_, _, total := y.place(o)
	return fyne.NewSize(max(o[0].MinSize().Width, o[1].MinSize().Width), total)
}

// Layout implements fyne.Layout.
func (y dialLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	slider, technical, _ := y.place(o)
	for i, top := range []float32{0, slider, technical} {
		o[i].Move(fyne.NewPos(0, top))
		o[i].Resize(fyne.NewSize(size.Width, o[i].MinSize().Height))
	}
}
