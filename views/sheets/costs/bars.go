package costs

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/cost"
	"parlando/app/ledger"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

const (
	barsHeight = 68
	// barShare is the fraction of a day's width that its bar takes; leastBar is the minimum height
	// of a bar.
	barShare = 0.65
	leastBar = 3
)

// bars shows a bar for each day of a month.
type bars struct {
	widget.BaseWidget

	name string
	// values has one value per day, most is the maximum.
	values []int64
	most   int64
	today  int
}

// newBars returns bars of the daily costs in the currency with the highest total or, without any
// price, of the daily number of requests.
func newBars(s monthCosts) fyne.CanvasObject {
	b := &bars{values: make([]int64, s.Days), most: 1, today: s.Today}
	var sum cost.Sum
	for _, d := range s.ByDay {
		sum.AddSum(d.Sum)
	}
	paid := len(sum.Amounts) > 0 && sum.Amounts[0].Micros > 0
	for _, d := range s.ByDay {
		v := int64(d.Requests)
		if paid {
			v = amountIn(d.Total, sum.Amounts[0].Currency)
		}
		b.values[d.Day-1] += v
		b.most = max(b.most, b.values[d.Day-1])
	}
	b.name = i18n.Text("Requests per day (highest: {{.Most}})", map[string]any{"Most": i18n.Number(int(b.most))})
	if paid {
		b.name = i18n.Text("Cost per day (highest: {{.Most}})", map[string]any{"Most": words.Amount(cost.Money{Micros: b.most, Currency: sum.Amounts[0].Currency})})
	}
	b.ExtendBaseWidget(b)
	var numbers []fyne.CanvasObject
	for _, day := range []int{1, (s.Days + 1) / 2, s.Days} {
		numbers = append(numbers, widgets.NewMuted(strconv.Itoa(day)).NoWrap().NoMargin())
	}
	return container.New(&widgets.Column{Gap: 4}, b, container.New(&daysLayout{s.Days}, numbers...), widgets.NewMuted(b.name).NoMargin())
}

// amountIn returns the amount of a total in a currency.
func amountIn(t ledger.Total, currency string) int64 {
	for _, m := range t.Sum.Amounts {
		if m.Currency == currency {
			return m.Micros
		}
	}
	return 0
}

// AccessibilityLabel implements fyne.Accessible.
func (b *bars) AccessibilityLabel() string { return b.name }

// AccessibilityRole implements fyne.Accessible.
func (b *bars) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (b *bars) CreateRenderer() fyne.WidgetRenderer {
	objects := make([]fyne.CanvasObject, len(b.values))
	for i := range b.values {
		r := canvas.NewRectangle(nil)
		r.CornerRadius = 2
		objects[i] = r
	}
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(0, barsHeight) },
		Place: func(s fyne.Size) {
			for i, v := range b.values {
				height := float32(0)
				if v > 0 {
					height = max(leastBar, s.Height*float32(v)/float32(b.most))
				}
				x, width := dayRoom(i, len(b.values), s.Width)
				widgets.Place(objects[i], x, s.Height-height, width, height)
				widgets.SetVisible(objects[i], v > 0)
			}
		},
		Paint: func() {
			for i, o := range objects {
				r, g, blue, _ := fynetheme.Color(theme.ColorAccent).RGBA()
				paint := color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(blue >> 8), 140}
				if i+1 == b.today {
					paint.A = 255
				}
				o.(*canvas.Rectangle).FillColor = paint
			}
		},
	}.Of(b, objects...)
}

// dayRoom returns the left edge and the width of a day's bar.
func dayRoom(i, days int, width float32) (x, w float32) {
	room := width / float32(days)
	return float32(i) * room, room * barShare
}

// daysLayout places the numbers of the first, the middle and the last day below their bars.
type daysLayout struct{ days int }

// MinSize implements fyne.Layout.
func (l *daysLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, objects[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (l *daysLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for i, day := range []int{0, (l.days+1)/2 - 1, l.days - 1} {
		x, w := dayRoom(day, l.days, size.Width)
		least := objects[i].MinSize()
		x += (w - least.Width) / 2
		widgets.Place(objects[i], max(0, min(x, size.Width-least.Width)), 0, least.Width, least.Height)
	}
}
