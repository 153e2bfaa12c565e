package costs

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/ledger"
	"parlando/views/i18n"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/words"
)

// rowGrouping is the kind of the table's rows.
type rowGrouping uint8

const (
	byPurpose rowGrouping = iota
	byChat
	byDay
)

// account is the total of a connection.
type account struct {
	ID chat.ID
	// Name is the displayed name of the connection, Host the host of its service.
	Name, Host string
	// HasPage means that its account page can be opened.
	HasPage bool
	ledger.Total
}

// costRow is a row of the table.
type costRow struct {
	What string
	ledger.Total
}

// day is the total of a day of the month, from 1.
type day struct {
	Day int
	ledger.Total
}

// monthCosts is the content of the page.
type monthCosts struct {
	// Month is the start of the shown month; Days is its number of days, Today the current day, 0
	// if it is in another month.
	Month       time.Time
	Days, Today int
	Accounts    []account
	ByDay       []day
	By          rowGrouping
	Rows        []costRow
	// Problem explains that the costs could not be read, "" if they were.
	Problem string
}

// calls holds the callbacks of the page.
type calls struct {
	// OnMonths opens the menu of months at anchor.
	OnMonths func(anchor fyne.CanvasObject)
	// OnGroup is called with the chosen grouping.
	OnGroup func(rowGrouping)
	// OnPage opens the account page of a connection.
	OnPage func(chat.ID)
	// OnPrices opens the prices, OnSave exports the month for a spreadsheet, OnTryAgain reads the
	// costs again.
	OnPrices, OnSave, OnTryAgain func()
}

// page shows the costs of a month.
type page struct {
	widget.BaseWidget
	calls

	month   *widgets.Dropdown
	shown   monthCosts
	column  *fyne.Container
	scroll  *wheel.Scroll
	frame   fyne.CanvasObject // around scroll
	buttons map[string]*widgets.Button
	view    *widgets.Dropdown
}

// newPage returns an empty page.
func newPage(c calls) *page {
	p := &page{calls: c, column: container.New(&widgets.Column{Gap: 14}), buttons: map[string]*widgets.Button{}}
	p.month = widgets.NewDropdown(i18n.Text("Month"), func() { p.OnMonths(p.month) })
	p.view = widgets.NewDropdown(i18n.Text("Group by"), p.chooseView)
	p.scroll, p.frame = widgets.NewPageScroll(p.column)
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }

// Set shows other values.
func (p *page) Set(s monthCosts) {
	p.shown = s
	p.month.Set(words.MonthName(s.Month))
	p.view.Set(groupingName(s.By))
	p.column.Objects = p.objects()
	p.column.Refresh()
	p.scroll.Content.Refresh()
	p.scroll.Refresh()
}

func (p *page) objects() []fyne.CanvasObject {
	s := p.shown
	if s.Problem != "" {
		again := p.button("again", i18n.Text("Try again"), p.OnTryAgain)
		return []fyne.CanvasObject{widgets.NewBody(s.Problem).NoMargin(), container.New(&widgets.Flow{Gap: 8}, again)}
	}
	foot := container.New(&widgets.Flow{Gap: 10}, p.button("prices", i18n.Text("Set prices…"), p.OnPrices))
	if len(s.Accounts) == 0 {
		return []fyne.CanvasObject{widgets.NewBody(i18n.Text("No paid requests this month.")).NoMargin(), foot}
	}
	foot.Add(p.button("save", i18n.Text("Save as spreadsheet…"), p.OnSave))
	said := container.New(&widgets.Column{Gap: 4})
	for _, note := range notes(s) {
		said.Add(widgets.NewMuted(note).NoMargin())
	}
	view := container.NewHBox(p.view.WithRoomFor(groupingName(byPurpose), groupingName(byChat), groupingName(byDay)))
	return []fyne.CanvasObject{p.accounts(), newBars(s), view, newTable(s), said, foot}
}

// button returns the button of a key, which is reused so that it keeps the focus.
func (p *page) button(key, label string, do func()) *widgets.Button {
	if p.buttons[key] == nil {
		p.buttons[key] = widgets.NewButton(label, widgets.Secondary, do)
	}
	return p.buttons[key]
}

// monthChoice returns the button that opens the menu of months, for the title bar.
func (p *page) monthChoice() fyne.CanvasObject {
	return p.month.WithRoomFor(words.MonthName(time.Date(2000, time.September, 1, 0, 0, 0, 0, time.UTC)))
}

// accounts adds the total of each connection.
func (p *page) accounts() fyne.CanvasObject {
	flow := container.New(&widgets.Flow{Gap: 28})
	for _, a := range p.shown.Accounts {
		name := a.Name
		if a.Host != "" && a.Host != a.Name {
			name += " · " + a.Host
		}
		said := words.RequestsMade(a.Requests)
		if tokens := a.Counts.InputTokens() + a.Counts.OutputTokens(); tokens > 0 {
			said += " · " + words.TokensUsed(tokens)
		}
		if other := words.UsageCounts(a.Counts); other != "" {
			said += " · " + other
		}
		amount := widgets.NewText(words.CostText(a.Sum), fynetheme.ColorNameForeground, fynetheme.SizeNameHeadingText, fyne.TextStyle{Bold: true}).NoWrap().NoMargin()
		column := container.New(layout.NewCustomPaddedVBoxLayout(4), widgets.NewMuted(name).NoWrap().NoMargin(), amount, widgets.NewMuted(said).NoWrap().NoMargin())
		if a.Sum.Unknown > 0 && len(a.Sum.Amounts) > 0 {
			column.Add(widgets.NewMuted(i18n.Text("and {{.Requests}} without a known price", map[string]any{"Requests": words.RequestsMade(a.Sum.Unknown)})).NoWrap().NoMargin())
		}
		if a.HasPage {
			id := a.ID
			column.Add(container.NewHBox(p.button("account "+string(id), i18n.Text("Open account page of {{.Name}}", map[string]any{"Name": words.ShortName(a.Name, 30)}), func() { p.OnPage(id) })))
		}
		flow.Add(column)
	}
	return flow
}

func groupingName(v rowGrouping) string {
	switch v {
	case byChat:
		return i18n.Text("By chat")
	case byDay:
		return i18n.Text("By day")
	}
	return i18n.Text("By purpose")
}

func (p *page) chooseView() {
	var items []widgets.MenuItem
	for v := byPurpose; v <= byDay; v++ {
		items = append(items, widgets.MenuItem{Text: groupingName(v), Chosen: v == p.shown.By, Do: func() { p.OnGroup(v) }})
	}
	widgets.ShowMenu(p.view, items)
}

// notes returns the sentences below the table about the sources of its numbers.
func notes(s monthCosts) (all []string) {
	var t ledger.Total
	for _, a := range s.Accounts {
		t.Add(a.Total)
	}
	if t.Counts.CacheRead > 0 {
		all = append(all, i18n.Plural("{{.N}} of the input tokens came from a cache.", t.Counts.CacheRead))
	}
	if t.Counts.Reasoning > 0 {
		all = append(all, i18n.Plural("{{.N}} of the output tokens were used for thinking.", t.Counts.Reasoning))
	}
	if t.Unanswered > 0 {
		all = append(all, i18n.Text("Sent but never answered, so possibly billed: {{.Requests}}.", map[string]any{"Requests": words.RequestsMade(t.Unanswered)}))
	}
	if t.Estimated {
		all = append(all, i18n.Text("Where the service reported no usage, or a reply was stopped, the amounts are estimates."))
	}
	for _, m := range t.Sum.Amounts {
		if m.Currency == words.PlayMoney {
			all = append(all, i18n.Text("Practice uses made-up prices. You are not billed."))
		}
	}
	if slices.ContainsFunc(s.Accounts, func(a account) bool { return a.HasPage }) {
		all = append(all, i18n.Text("See your account page for what you were actually charged."))
	}
	return all
}
