package prices

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/cost"
	"parlando/views/form"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// amount is the field for one amount of a price.
type amount struct {
	// id identifies the field within the form.
	id     string
	per    cost.Unit
	of     func(*cost.Price) **int64
	field  *widgets.Field
	wrong  *widgets.Text
	object fyne.CanvasObject
	// shown is the amount that the text of the field was made from. The text may have fewer
	// decimals.
	shown   *int64
	written string
}

func (f *priceForm) newAmount(id, name, unit string, per cost.Unit, of func(*cost.Price) **int64) *amount {
	a := &amount{id: id, per: per, of: of, field: widgets.NewField(name+", "+unit, ""), wrong: wrong()}
	a.field.OnChanged = func(string) {
		if a.wrong.Visible() {
			a.say("")
			f.resized()
		}
	}
	a.object = container.New(&widgets.Column{Gap: 4}, form.Labeled(name+", "+unit, a.field), a.wrong)
	return a
}

func (a *amount) set(micros *int64) {
	a.shown, a.written = micros, ""
	if micros != nil {
		a.written = cost.FormatAmount(*micros, a.per)
	}
	a.say("")
	a.field.SetText(a.written)
}

// get returns the amount, nil for an empty field.
func (a *amount) get() (*int64, error) {
	text := strings.TrimSpace(a.field.Text)
	if text == a.written {
		return a.shown, nil
	}
	if text == "" {
		return nil, nil
	}
	micros, err := cost.ParseAmount(text, a.per)
	if err != nil {
		return nil, err
	}
	return &micros, nil
}

func (a *amount) say(sentence string) {
	a.wrong.SetText(sentence)
	widgets.SetVisible(a.wrong, sentence != "")
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
		row, high := o[i:min(i+columns, len(o))], float32(0)
		if height > 0 {
			height += rowGap
		}
		for _, one := range row {
			high = max(high, widgets.HeightAt(one, each))
		}
		for j, one := range row {
			widgets.Place(one, float32(j)*(each+pairGap), height, each, high)
		}
		height += high
	}
	return height
}

// MinSize implements fyne.Layout. The height is that of the width it was last laid out in.
func (w *pairs) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, w.place(o, max(w.width, 1)))
}

// Layout implements fyne.Layout.
func (w *pairs) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w.width = size.Width
	w.place(o, size.Width)
}
