package costs

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/limits"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// shownLimit is the monthly limit of a connection.
type shownLimit struct {
	Connection     chat.ID
	Name, Currency string
	// Set means that there is a limit.
	Set bool
	limits.Status
}

// limits returns the limits of the connections that can cost, those that are set first.
func (s *Sheet) limits() (all []shownLimit) {
	var without []shownLimit
	for _, c := range s.owners.Connections.List() {
		if c.Kind == settings.Local {
			continue
		}
		if l := s.limit(c); l.Set {
			all = append(all, l)
		} else {
			without = append(without, l)
		}
	}
	return append(all, without...)
}

// limit returns the limit of a connection.
func (s *Sheet) limit(c settings.Connection) shownLimit {
	l := shownLimit{Connection: c.ID, Name: words.ConnectionName(c), Currency: s.currency(c.ID)}
	if l.Status, l.Set = s.owners.Limits.Status(c.ID); l.Set {
		l.Currency = l.Limit.Currency
	}
	return l
}

// ChangeLimit shows the form for the limit of a connection over the window.
func (s *Sheet) ChangeLimit(connection chat.ID) {
	if c, ok := s.owners.Connections.Find(connection); ok {
		s.changeLimit(s.limit(c))
	}
}

// currency returns the currency in which a connection costs most in the shown period; without costs
// that of its prices.
func (s *Sheet) currency(connection chat.ID) string {
	var sum cost.Sum
	for _, g := range s.read.groups {
		if g.Connection == connection {
			sum.AddSum(g.Sum)
		}
	}
	if len(sum.Amounts) > 0 {
		return sum.Amounts[0].Currency
	}
	return s.owners.Models.Currency(connection)
}

// limits adds the monthly limits.
func (p *page) limits() {
	var add []fyne.CanvasObject
	for _, l := range p.shown.Limits {
		name := map[string]any{"Name": words.ShortName(l.Name, words.MaxNameOnButton)}
		if !l.Set {
			add = append(add, p.ButtonCalled("limit "+string(l.Connection), i18n.Text("Set a monthly limit for {{.Name}}…", name), widgets.Secondary, func() { p.OnLimit(l) }))
			continue
		}
		progress := form.Control(p.Form, "progress "+string(l.Connection), widgets.NewProgress)
		progress.Set(float64(l.Spent.Micros) / float64(l.Limit.Micros))
		progress.SetDanger(l.IsReached())
		change := p.ButtonCalled("limit "+string(l.Connection), i18n.Text("Change…"), widgets.Secondary, func() { p.OnLimit(l) })
		p.Add(container.NewBorder(nil, nil, nil, container.NewCenter(change), container.New(&limitLayout{},
			widgets.NewBody(i18n.Text("Monthly limit of {{.Name}}", name)).NoMargin(), progress, widgets.NewMuted(limitSentence(l.Status)).NoMargin())))
	}
	if len(add) > 0 {
		p.AddRow(add...)
	}
}

// limitSentence returns the spent amount and when Parlando asks.
func limitSentence(s limits.Status) string {
	data := words.SpentOfLimit(s.Spent, s.Limit)
	said := i18n.Text("{{.Spent}} spent this month, limit {{.Limit}}. Parlando asks before each request when the limit is reached.", data)
	switch {
	case s.IsReached() && s.Passed:
		said = i18n.Text("{{.Spent}} spent this month, limit {{.Limit}}. You chose to continue this month.", data)
	case s.IsReached():
		said = i18n.Text("{{.Spent}} spent this month, limit {{.Limit}}. Parlando asks before each message.", data)
	}
	if s.Unpriced > 0 {
		said = format.Sentences(said, i18n.Plural("{{.N}} requests without a price don't count.", s.Unpriced))
	}
	return said
}

// limitLayout stacks the name, the progress and the sentence of a limit.
type limitLayout struct{ width float32 }

// widestProgress is the maximum width of the progress of a limit.
const widestProgress, progressHeight, limitGap = 420, 6, 6

// MinSize implements fyne.Layout.
func (l *limitLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.place(objects, l.width, false))
}

// Layout implements fyne.Layout.
func (l *limitLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width - limitGap
	l.place(objects, l.width, true)
}

func (l *limitLayout) place(objects []fyne.CanvasObject, width float32, move bool) (y float32) {
	for i, o := range objects {
		wide, height := min(width, widestProgress), float32(progressHeight)
		if i != 1 {
			wide, height = width, widgets.HeightAt(o, width)
		}
		if i > 0 {
			y += limitGap
		}
		if move {
			widgets.Place(o, 0, y, wide, height)
		}
		y += height
	}
	return y
}

// changeLimit shows the form for the limit of a connection.
func (s *Sheet) changeLimit(l shownLimit) {
	name, text, wrong := i18n.Text("Monthly limit"), "", ""
	if l.Set {
		text = format.FieldText(cost.FormatAmount(l.Limit.Micros, cost.PerMillion))
	}
	draft := form.Open(s.frame.Forms(), "limit/"+string(l.Connection))
	var o *widgets.Overlay
	set := func(m cost.Money) {
		draft.Used()
		o.Hide()
		s.frame.ChangeThen(func(ctx context.Context) error { return s.owners.Limits.Set(ctx, l.Connection, m) }, s.reload)
	}
	var f *form.Form
	save := func() {
		plain, err := format.Plain(text)
		micros, unreadable := cost.ParseAmount(plain, cost.PerMillion)
		if err != nil || unreadable != nil || micros <= 0 {
			wrong = format.Question(err, i18n.Text("Enter an amount, such as {{.Example}}.", map[string]any{"Example": format.Amount(10_000_000, 2)}))
			f.Update()
			f.FocusFirst()
			return
		}
		set(cost.Money{Micros: micros, Currency: l.Currency})
	}
	f = form.New(12, func(f *form.Form) {
		f.Muted(i18n.Text("Parlando tells you at 80% of the limit. When it is reached, Parlando asks before you send, dictate or read aloud, and transcripts, translations and audio files wait. Running replies are never cut off."))
		f.Label(i18n.Text("Limit for a month, in {{.Currency}}", map[string]any{"Currency": words.CurrencyHeading(l.Currency)}))
		f.Add(f.Field(form.Field{Name: name, Placeholder: format.Amount(10_000_000, 2), Value: text, Kept: "amount", OnChange: func(typed string) { text = typed }, Wrong: &wrong, OnSubmit: save}))
		if wrong != "" {
			f.Wrong(wrong)
		}
		f.Foot(func() {
			buttons := []fyne.CanvasObject{f.Primary(i18n.Text("Save"), save)}
			if l.Set {
				buttons = append([]fyne.CanvasObject{f.Button(i18n.Text("No limit"), func() { set(cost.Money{}) })}, buttons...)
			}
			f.AddEndRow(buttons...)
		})
	})
	f.Draft = draft
	o = f.ShowPage(s.frame.Canvas(), i18n.Text("Monthly limit of {{.Name}}", map[string]any{"Name": words.ShortName(l.Name, words.MaxNameOnButton)}), 460)
	f.Focus(s.frame.Canvas(), name)
}
