package prices

import (
	"strings"

	"fyne.io/fyne/v2"

	"parlando/app/cost"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// amount is one amount of a price, with the text of its field.
type amount struct {
	// id identifies the field within the form.
	id, name string
	per      cost.Unit
	of       func(*cost.Price) **int64
	// text is the text of the field, wrong the error below it; "" for none.
	text, wrong string
	// shown is the exact amount; written, its initial text, may have fewer decimals.
	shown   *int64
	written string
}

// newAmounts returns the amounts that have a field, without values.
func newAmounts() []*amount {
	return []*amount{
		{id: "input", name: i18n.Text("Input, per million tokens"), per: cost.PerMillion, of: func(p *cost.Price) **int64 { return &p.Input }},
		{id: "output", name: i18n.Text("Output, per million tokens"), per: cost.PerMillion, of: func(p *cost.Price) **int64 { return &p.Output }},
		{id: "cache read", name: i18n.Text("Input sent before (cached), per million tokens"), per: cost.PerMillion, of: func(p *cost.Price) **int64 { return &p.CacheRead }},
		{id: "audio", name: i18n.Text("Audio, per minute"), per: cost.PerMinute, of: func(p *cost.Price) **int64 { return &p.AudioHour }},
		{id: "characters", name: i18n.Text("Text to read aloud, per 1,000 characters"), per: cost.PerThousand, of: func(p *cost.Price) **int64 { return &p.Characters }},
	}
}

func (a *amount) set(micros *int64) {
	a.shown, a.written, a.wrong = micros, "", ""
	if micros != nil {
		a.written = format.FieldText(cost.FormatAmount(*micros, a.per))
	}
	a.text = a.written
}

// get returns the typed amount, nil for an empty field.
func (a *amount) get() (*int64, error) {
	text := strings.TrimSpace(a.text)
	if text == a.written {
		return a.shown, nil
	}
	if text == "" {
		return nil, nil
	}
	plain, err := format.Plain(text)
	if err != nil {
		return nil, err
	}
	micros, err := cost.ParseAmount(plain, a.per)
	if err != nil {
		return nil, err
	}
	return &micros, nil
}

// pairs lays out objects in two columns, or in one if there is little room.
type pairs struct{ width float32 }

const (
	pairGap = 16
	rowGap  = 12
	// leastPair is the width below which there is one column, at the default text size.
	leastPair = 380
)

func (w *pairs) place(o []fyne.CanvasObject, width float32) (height float32) {
	columns, each := 2, (width-pairGap)/2
	if width < leastPair*theme.ScaledIconSize()/theme.IconSize {
		columns, each = 1, width
	}
	for i := 0; i < len(o); i += columns {
		row, high, below := o[i:min(i+columns, len(o))], float32(0), float32(0)
		if height > 0 {
			height += rowGap
		}
		// Labels of different heights end at the same height, so that the fields are level.
		for _, one := range row {
			label := labelHeight(one, each)
			high, below = max(high, label), max(below, widgets.HeightAt(one, each)-label)
		}
		for j, one := range row {
			drop := high - labelHeight(one, each)
			widgets.Place(one, float32(j)*(each+pairGap), height+drop, each, high+below-drop)
		}
		height += high + below
	}
	return height
}

// labelHeight returns the height of the label of a field made by priceForm.labeled.
func labelHeight(labeled fyne.CanvasObject, width float32) float32 {
	if block, ok := labeled.(*fyne.Container); ok && len(block.Objects) > 0 {
		return widgets.HeightAt(block.Objects[0], width)
	}
	return 0
}

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (w *pairs) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, w.place(o, max(w.width, 1)))
}

// Layout implements fyne.Layout.
func (w *pairs) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w.width = size.Width
	w.place(o, size.Width)
}
