package adjust

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/chat"
	"parley/views/theme"
	"parley/views/widgets"
)

// dial is one number with its plain name above, its technical name below, and a slider between. A click on the number lets
// it be typed.
type dial struct {
	object fyne.CanvasObject
	of     func(*chat.Parameters) **float64

	panel  *Panel
	span   chat.Range
	name   string
	slider *widgets.Slider
	number *number
	reset  *widgets.IconButton
}

func newDial(name, technical string, span chat.Range, step float64, p *Panel, of func(*chat.Parameters) **float64) *dial {
	d := &dial{of: of, panel: p, span: span, name: name}
	d.slider = widgets.NewSlider(name, span.Min, span.Max, step)
	d.slider.OnChanged = func(v float64) { d.set(&v) }
	d.number = newNumber(name, func(text string) { d.typed(text) })
	d.reset = widgets.NewIconButton("rotate-ccw", lang.L("Let the model decide"), func() { d.set(nil) })
	d.reset.SetSide(24)
	d.reset.Hide()
	head := container.New(layout.NewCustomPaddedHBoxLayout(0),
		widgets.NewBody(name).NoWrap(), layout.NewSpacer(), container.NewCenter(d.number), container.NewCenter(d.reset))
	small := widgets.NewWords(technical, theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoWrap()
	d.object = container.New(layout.NewCustomPaddedVBoxLayout(-6), head, inset(d.slider), small)
	d.show(nil)
	return d
}

// inset lines a slider up with the words above it.
func inset(o fyne.CanvasObject) fyne.CanvasObject {
	return container.New(layout.NewCustomPaddedLayout(0, 0, 8, 4), o)
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
		d.number.set(lang.L("model decides"))
		d.reset.Hide()
		return
	}
	d.number.set(strconv.FormatFloat(*v, 'f', -1, 64))
	d.reset.Show()
}

// typed takes a number from the keyboard, held to the range; what is no number lets the model decide.
func (d *dial) typed(text string) {
	v, err := strconv.ParseFloat(strings.TrimSpace(strings.NewReplacer(",", ".", "−", "-").Replace(text)), 64)
	if err != nil || v != v {
		d.set(nil)
		return
	}
	v = d.span.Hold(v)
	d.set(&v)
}
