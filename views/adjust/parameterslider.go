package adjust

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// parameterSlider edits one numeric parameter: its plain name and value, a sentence about its
// effect, and a slider with a label at each end. The technical name is the tooltip of the name and
// the slider. A click on the number edits it as text.
type parameterSlider struct {
	chat.NumberParameter
	object fyne.CanvasObject
	noted  *fyne.Container // object with the note below it
	panel  *Panel
	line   *settingLine
	slider *widgets.Slider
	note   complaint
}

func newParameterSlider(n chat.NumberParameter, w words.SliderText, p *Panel) *parameterSlider {
	d := &parameterSlider{NumberParameter: n, panel: p, note: newNote(p)}
	d.line = newLine(w.Name, w.Technical, d.typed, func() { d.set(nil) })
	d.slider = widgets.NewSlider(w.Name, n.Range.Min, n.Range.Max, n.Step)
	d.slider.SetHint(w.Technical)
	d.slider.OnChanged = func(v float64) { d.set(&v) }
	d.object = newSliderBox(d.line, w.About, d.slider, w.Low, w.High)
	d.noted = container.New(&widgets.Column{Gap: 4}, d.object, d.note.Text)
	d.note.object = d.noted
	d.show(nil)
	return d
}

// set stores a value chosen by the user.
func (d *parameterSlider) set(v *float64) {
	*d.Of(&d.panel.params) = v
	d.show(v)
	d.panel.changed()
}

// show displays a value.
func (d *parameterSlider) show(v *float64) {
	d.slider.Set(v)
	d.note.say("")
	if v == nil {
		d.line.show("")
		return
	}
	d.line.show(strconv.FormatFloat(*v, 'f', -1, 64))
}

// typed parses a number entered as text and clamps it to the range; invalid input lets the model
// decide. Either is told.
func (d *parameterSlider) typed(text string) {
	v, err := strconv.ParseFloat(strings.TrimSpace(strings.NewReplacer(",", ".", "−", "-", "–", "-").Replace(text)), 64)
	if err != nil || math.IsNaN(v) {
		d.set(nil)
		if strings.TrimSpace(text) != "" {
			d.note.say(i18n.Text("Enter a number from {{.Min}} to {{.Max}}.", map[string]any{"Min": d.Range.Min, "Max": d.Range.Max}))
		}
		return
	}
	clamped := d.Range.Clamp(v)
	d.set(&clamped)
	d.note.say(limitSentence(v, d.Range.Min, d.Range.Max))
}

// newSliderBox stacks a line, a sentence, a slider and the labels of its ends.
func newSliderBox(l *settingLine, about string, slider *widgets.Slider, low, high string) fyne.CanvasObject {
	ends := container.New(&endsLayout{}, small(low), small(high).AlignRight())
	return container.New(&sliderLayout{}, l.Container, small(about), slider, ends)
}

// sliderLayout stacks the parts of a slider closely, so that they read as one control.
type sliderLayout struct{ width float32 }

// sliderGaps is the gap above each part.
var sliderGaps = [...]float32{0, -2, 2, -2}

func (y *sliderLayout) place(o []fyne.CanvasObject, move bool) (total float32) {
	for i, one := range o {
		total += sliderGaps[i]
		h := widgets.HeightAt(one, y.width)
		if move {
			widgets.Place(one, 0, total, y.width, h)
		}
		total += h
	}
	return total
}

// MinSize implements fyne.Layout. The height is that of the width it was last laid out in.
func (y *sliderLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(max(o[0].MinSize().Width, o[2].MinSize().Width), y.place(o, false))
}

// Layout implements fyne.Layout.
func (y *sliderLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y.width = size.Width
	y.place(o, true)
}

// endsLayout gives the left and the right label half of the width each.
type endsLayout struct{ width float32 }

func (y *endsLayout) half() float32 { return max((y.width-8)/2, 0) }

// MinSize implements fyne.Layout. The height is that of the width it was last laid out in.
func (y *endsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(widgets.HeightAt(o[0], y.half()), widgets.HeightAt(o[1], y.half())))
}

// Layout implements fyne.Layout.
func (y *endsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y.width = size.Width
	widgets.Place(o[0], 0, 0, y.half(), size.Height)
	widgets.Place(o[1], size.Width-y.half(), 0, y.half(), size.Height)
}
