package costs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/ledger"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// rowGrouping selects the costs that each row of the table adds up.
type rowGrouping uint8

const (
	byModel rowGrouping = iota
	byPurpose
	byChat
	byProject
)

// account is a connection with an account page.
type account struct {
	ID   chat.ID
	Name string
}

// costRow is a row of the table.
type costRow struct {
	What string
	ledger.Total
}

// unpricedModel is a model of a connection whose requests have no price.
type unpricedModel struct {
	Connection chat.ID
	Model      string
}

// shownCosts is the content of the page.
type shownCosts struct {
	// Periods are the names of the periods, Period is the shown one.
	Periods []string
	Period  period
	// Earlier and Later report whether there is a month or year before and after the shown one that
	// can be shown.
	Earlier, Later bool
	Total          ledger.Total
	// Said counts what was paid for.
	Said string
	// Bars are the bars of the chart, First and Last the names of its ends, Chart its name.
	Bars               []bar
	First, Last, Chart string
	By                 rowGrouping
	// HasProjects reports whether the costs can be grouped by project.
	HasProjects bool
	Rows        []costRow
	// Unpriced is the model with the most requests without a price, among those of connections that
	// are still there.
	Unpriced unpricedModel
	Accounts []account
	Limits   []shownLimit
	// Problem is the error shown if the costs could not be read, else "".
	Problem string
}

// calls holds the callbacks of the page.
type calls struct {
	OnPeriod func(period)
	// OnStep shows the month or year before (-1) or after (1) the shown one.
	OnStep func(by int)
	// OnGroup is called with the chosen grouping.
	OnGroup func(rowGrouping)
	// OnPage opens the account page of a connection.
	OnPage func(chat.ID)
	// OnPrice opens the price of a model.
	OnPrice func(unpricedModel)
	// OnLimit opens the form of a limit.
	OnLimit func(shownLimit)
	// OnPrices opens the prices, OnSave exports the costs for a spreadsheet, OnTryAgain reads them
	// again.
	OnPrices, OnSave, OnTryAgain func()
}

// page shows the costs of a period.
type page struct {
	*form.Form
	calls

	shown shownCosts
	// periods is in the title bar; frame contains the page.
	periods *widgets.SegmentedControl
	frame   fyne.CanvasObject
}

// newPage returns an empty page.
func newPage(c calls) *page {
	p := &page{calls: c}
	p.periods = widgets.NewSegmentedControl(i18n.Text("Time shown"))
	p.periods.OnChosen = func(i int) { p.OnPeriod(period(i)) }
	p.Form, p.frame = form.NewPageWithFoot(14, p.fill)
	return p
}

// Set shows the costs of a period.
func (p *page) Set(s shownCosts) {
	p.shown = s
	p.periods.Set(s.Periods, int(s.Period))
	p.Update()
}

func (p *page) fill(*form.Form) {
	s := p.shown
	if s.Problem != "" {
		p.Foot(func() {})
		p.Body(s.Problem)
		p.AddRow(p.Button(i18n.Text("Try again"), p.OnTryAgain))
		return
	}
	p.Add(p.Group(&headLayout{}, p.head))
	if len(s.Rows) > 0 {
		chart := form.Control(p.Form, "chart", newBars)
		chart.Set(s.Chart, s.First, s.Last, s.Bars)
		p.Add(chart, newTable(s))
	}
	p.Block(4, func() {
		if n := s.Total.Sum.Unknown; n > 0 {
			p.Add(p.Group(&widgets.Flow{Gap: 4}, func() {
				p.Add(container.New(layout.NewCustomPaddedLayout(bareDrop, 0, 0, 0), widgets.NewMuted(unpriced(n, s.Total.Requests)).NoWrap().NoMargin()))
				if s.Unpriced == (unpricedModel{}) {
					return // the connection was removed
				}
				p.Add(p.ButtonCalled("set a price", i18n.Text("Set a price"), widgets.Bare, func() { p.OnPrice(s.Unpriced) }).SetSmall().SetAccent())
			}))
		}
		for _, note := range notes(s) {
			p.Muted(note)
		}
	})
	var more []fyne.CanvasObject
	if len(s.Rows) > 0 {
		view := p.Dropdown(i18n.Text("Group by"), groupingName(s.By), p.chooseView)
		more = append(more, view.WithRoomFor(groupingName(byModel), groupingName(byPurpose), groupingName(byChat), groupingName(byProject)), p.Button(i18n.Text("Save as spreadsheet…"), p.OnSave))
	}
	more = append(more, p.Button(i18n.Text("Set prices…"), p.OnPrices))
	for _, a := range s.Accounts {
		label := i18n.Text("Open account page of {{.Name}}", map[string]any{"Name": words.ShortName(a.Name, 30)})
		more = append(more, p.ButtonCalled("account "+string(a.ID), label, widgets.Secondary, func() { p.OnPage(a.ID) }))
	}
	p.AddRow(more...)
	if len(s.Limits) <= maxFootLimits {
		p.Foot(p.limits)
		return
	}
	p.Foot(func() {})
	p.limits()
}

// unpriced returns the sentence about the requests without a price, n of all.
func unpriced(n, requests int) string {
	if n >= requests {
		return i18n.Plural("{{.N}} requests have no price yet.", n)
	}
	return i18n.Text("Requests without a price: {{.Unpriced}} of {{.All}}.", map[string]any{"Unpriced": format.Number(n), "All": format.Number(requests)})
}

// maxFootLimits is the number of connections whose limits stay visible below the page. Those of
// more connections would leave no room for it.
const maxFootLimits = 2

// head adds the sum and what it was paid for, and the arrows to earlier months and years.
func (p *page) head() {
	s := p.shown
	sum := i18n.Text("No costs")
	if len(s.Total.Sum.Amounts) > 0 {
		sum = words.CostText(cost.Sum{Amounts: s.Total.Sum.Amounts})
	}
	p.Add(container.New(&sumLayout{beside: widgets.NewMuted(s.Said).NoWrap().NoMargin().MinSize().Width + 1},
		widgets.NewText(sum, fynetheme.ColorNameForeground, theme.SizeNameDisplay, fyne.TextStyle{Bold: true}).NoWrap().NoMargin(),
		widgets.NewMuted(s.Said).NoMargin()))
	if s.Period < month {
		return
	}
	earlier, later := i18n.Text("Earlier month"), i18n.Text("Later month")
	if s.Period == year {
		earlier, later = i18n.Text("Earlier year"), i18n.Text("Later year")
	}
	back, on := p.IconButton("chevron-left", earlier, func() { p.OnStep(-1) }), p.IconButton("chevron-right", later, func() { p.OnStep(1) })
	if !s.Earlier {
		back.SetDisabled(i18n.Text("There are no earlier costs."))
	}
	if !s.Later {
		on.SetDisabled(i18n.Text("There are no later costs."))
	}
	p.Add(container.New(layout.NewCustomPaddedHBoxLayout(0), back, on))
}

func groupingName(v rowGrouping) string {
	switch v {
	case byPurpose:
		return i18n.Text("By activity")
	case byChat:
		return i18n.Text("By chat")
	case byProject:
		return i18n.Text("By project")
	}
	return i18n.Text("By model")
}

func (p *page) chooseView(anchor *widgets.Dropdown) {
	var items []widgets.MenuItem
	last := byChat
	if p.shown.HasProjects {
		last = byProject
	}
	for v := byModel; v <= last; v++ {
		items = append(items, widgets.MenuItem{Text: groupingName(v), Chosen: v == p.shown.By, Do: func() { p.OnGroup(v) }})
	}
	widgets.ShowMenu(anchor, items)
}

// notes returns the sentences below the table about the sources of its numbers.
func notes(s shownCosts) (all []string) {
	if s.Total.Sum.About {
		all = append(all, i18n.Text("Some amounts are estimates, because the service didn't say what was used or a reply was stopped."))
	}
	for _, m := range s.Total.Sum.Amounts {
		if m.Currency == words.PlayMoney {
			all = append(all, i18n.Text("The practice service uses made-up prices. You don't pay anything."))
		}
	}
	if len(s.Accounts) > 0 {
		all = append(all, i18n.Text("What you were really charged is on your account page with the service."))
	}
	return all
}

// headLayout places the sum at the left, and the arrows at the right.
type headLayout struct{}

// MinSize implements fyne.Layout.
func (l *headLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := objects[0].MinSize()
	if len(objects) > 1 {
		size.Height = max(size.Height, objects[1].MinSize().Height)
	}
	return fyne.NewSize(0, size.Height)
}

// Layout implements fyne.Layout.
func (l *headLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := size.Width
	if len(objects) > 1 {
		m := objects[1].MinSize()
		width -= m.Width + 8
		widgets.Place(objects[1], size.Width-m.Width, 0, m.Width, m.Height)
	}
	widgets.Place(objects[0], 0, 0, width, size.Height)
}

// bareDrop aligns small text with the text of a bare button beside it.
const bareDrop = 2

// sumLayout places a sentence beside the sum, with both on one baseline, or below it where there is
// no room.
type sumLayout struct {
	// beside is the width of the sentence on one line.
	beside, width float32
}

// sumGap is the space between the sum and the sentence, sumDrop the difference of their feet.
const sumGap, sumDrop = 14, 5

// MinSize implements fyne.Layout.
func (l *sumLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.place(objects, l.width, false))
}

// Layout implements fyne.Layout.
func (l *sumLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	l.place(objects, size.Width, true)
}

func (l *sumLayout) place(objects []fyne.CanvasObject, width float32, move bool) (height float32) {
	sum := objects[0].MinSize()
	x, y, room := sum.Width+sumGap, float32(0), width
	if wraps := width > 0 && x+l.beside > width; wraps {
		x, y = 0, sum.Height+4
	} else {
		room = l.beside
	}
	said := widgets.HeightAt(objects[1], room)
	if y == 0 {
		y = sum.Height - said - sumDrop
	}
	if move {
		widgets.Place(objects[0], 0, 0, min(sum.Width, width), sum.Height)
		widgets.Place(objects[1], x, y, room, said)
	}
	return max(sum.Height, y+said)
}
