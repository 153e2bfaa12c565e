package costs

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/ledger"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// rowGrouping selects the costs that each row of the table adds up.
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
	// HasPage means that the connection's account page can be opened.
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
	// Month is the start of the shown month, Days its number of days. Today is the current day of
	// the month; 0 if today is in another month.
	Month       time.Time
	Days, Today int
	Accounts    []account
	ByDay       []day
	By          rowGrouping
	Rows        []costRow
	// Problem is the error shown if the costs could not be read, else "".
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
	*form.Form
	calls

	shown monthCosts
	// month is in the title bar; frame contains the page.
	month *widgets.Dropdown
	frame fyne.CanvasObject
}

// newPage returns an empty page.
func newPage(c calls) *page {
	p := &page{calls: c}
	p.month = widgets.NewDropdown(i18n.Text("Month"), func() { p.OnMonths(p.month) })
	p.Form, p.frame = form.NewPage(14, p.fill)
	return p
}

// Set shows the costs of a month.
func (p *page) Set(s monthCosts) {
	p.shown = s
	p.month.Set(words.MonthName(s.Month))
	p.Update()
}

func (p *page) fill(*form.Form) {
	s := p.shown
	if s.Problem != "" {
		p.Body(s.Problem)
		p.AddRow(p.Button(i18n.Text("Try again"), p.OnTryAgain))
		return
	}
	setPrices := i18n.Text("Set prices…")
	if len(s.Accounts) == 0 {
		p.Body(i18n.Text("No paid requests this month."))
		p.AddRow(p.Button(setPrices, p.OnPrices))
		return
	}
	p.Add(p.Group(&widgets.Flow{Gap: 28}, p.accounts), newBars(s))
	view := p.Dropdown(i18n.Text("Group by"), groupingName(s.By), p.chooseView)
	p.Add(container.NewHBox(view.WithRoomFor(groupingName(byPurpose), groupingName(byChat), groupingName(byDay))), newTable(s))
	p.Block(4, func() {
		for _, note := range notes(s) {
			p.Muted(note)
		}
	})
	p.Add(container.New(&widgets.Flow{Gap: 10}, p.Button(setPrices, p.OnPrices), p.Button(i18n.Text("Save as spreadsheet…"), p.OnSave)))
}

// monthChoice returns the button that opens the menu of months, for the title bar.
func (p *page) monthChoice() fyne.CanvasObject {
	return p.month.WithRoomFor(words.MonthName(time.Date(2000, time.September, 1, 0, 0, 0, 0, time.UTC)))
}

// accounts adds the total of each connection.
func (p *page) accounts() {
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
			label := i18n.Text("Open account page of {{.Name}}", map[string]any{"Name": words.ShortName(a.Name, 30)})
			column.Add(container.NewHBox(p.ButtonCalled("account "+string(a.ID), label, widgets.Secondary, func() { p.OnPage(a.ID) })))
		}
		p.Add(column)
	}
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

func (p *page) chooseView(anchor *widgets.Dropdown) {
	var items []widgets.MenuItem
	for v := byPurpose; v <= byDay; v++ {
		items = append(items, widgets.MenuItem{Text: groupingName(v), Chosen: v == p.shown.By, Do: func() { p.OnGroup(v) }})
	}
	widgets.ShowMenu(anchor, items)
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
