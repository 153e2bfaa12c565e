package adjust

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// sliderSetting adds one numeric parameter: its plain name and value, a sentence about its effect,
// and a slider with a label at each end. The technical name is the tooltip of the name and the
// slider. A click on the number edits it as text.
func (p *Panel) sliderSetting(f *form.Form, n chat.NumberParameter, w words.SliderText) {
	set := func(v *float64, note string) {
		*n.Of(&p.params), p.notes[n.Name] = v, note
		p.changed()
	}
	value, l := *n.Of(&p.params), settingLine{name: w.Name, technical: w.Technical}
	if value != nil {
		l.value = strconv.FormatFloat(*value, 'f', -1, 64)
	}
	l.typed, l.clear = func(text string) { set(parseNumber(n.Range, text)) }, func() { set(nil, "") }
	p.setting(f, 4, func() {
		p.sliderBox(f, l, w, f.Slider(w.Name, n.Range.Min, n.Range.Max, n.Step, value, func(v float64) { set(&v, "") }))
		p.note(f, n.Name)
	}, n.Name)
}

// parseNumber parses a typed number and clamps it to a range; invalid text gives nil, so that the
// model decides. note explains either change to the user.
func parseNumber(r chat.Range, text string) (v *float64, note string) {
	text = strings.TrimSpace(strings.NewReplacer(",", ".", "−", "-", "–", "-").Replace(text))
	typed, err := strconv.ParseFloat(text, 64)
	switch {
	case text == "":
		return nil, ""
	case err != nil || math.IsNaN(typed):
		return nil, i18n.Text("Enter a number from {{.Min}} to {{.Max}}.", map[string]any{"Min": r.Min, "Max": r.Max})
	}
	clamped := r.Clamp(typed)
	return &clamped, limitSentence(typed, r.Min, r.Max)
}

// sliderBox stacks a settingLine, a sentence, a slider and the labels of the slider's ends.
func (p *Panel) sliderBox(f *form.Form, l settingLine, w words.SliderText, slider *widgets.Slider) {
	slider.SetHint(w.Technical)
	f.Add(f.Group(&sliderLayout{}, func() {
		p.line(f, l)
		f.Muted(w.About)
		f.Add(slider, form.Control(f, "ends", func() *fyne.Container {
			return container.New(&endsLayout{}, widgets.NewMuted(w.Low).NoMargin(), widgets.NewMuted(w.High).NoMargin().AlignRight())
		}))
	}))
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

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (y *sliderLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(max(o[0].MinSize().Width, o[2].MinSize().Width), y.place(o, false))
}

// Layout implements fyne.Layout.
func (y *sliderLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y.width = size.Width
	y.place(o, true)
}

// endsLayout gives the label of each end of a slider half of the width.
type endsLayout struct{ width float32 }

func (y *endsLayout) half() float32 { return max((y.width-8)/2, 0) }

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (y *endsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(widgets.HeightAt(o[0], y.half()), widgets.HeightAt(o[1], y.half())))
}

// Layout implements fyne.Layout.
func (y *endsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y.width = size.Width
	widgets.Place(o[0], 0, 0, y.half(), size.Height)
	widgets.Place(o[1], size.Width-y.half(), 0, y.half(), size.Height)
}
