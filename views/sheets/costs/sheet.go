// Package costs is the sheet with the costs of a month. It exports them for a spreadsheet, and
// links to the prices and the account page.
package costs

import (
	"cmp"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/cost"
	"parlando/app/history"
	"parlando/app/ledger"
	"parlando/app/spreadsheet"
	"parlando/views/askfile"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Owners holds the services that the sheet uses.
type Owners struct {
	Ledger      *ledger.Ledger
	Connections *connections.Connections
	Chats       *history.Store
	// Now returns the current time.
	Now func() time.Time
}

// Links connects the sheet to other parts of the program.
type Links struct {
	// AccountPage returns the account page of a connection, "" for none; OpenPage opens an address.
	AccountPage func(id chat.ID) string
	OpenPage    func(address string)
	// Prices opens the prices of models.
	Prices func()
	Saving *askfile.Asker
}

// Sheet shows the costs of a month over the window. Use it only on the window's thread.
type Sheet struct {
	frame  shell.Host
	thread *uithread.Thread
	log    *slog.Logger
	owners Owners
	links  Links

	page  *page // nil while the sheet is closed
	loads *uithread.Scope
	month time.Time
	by    rowGrouping
	read  monthTotals
}

// monthTotals holds the totals of a month.
type monthTotals struct {
	groups []ledger.Group
	months []time.Time
	chats  []ledger.ChatTotal
	titles map[chat.ID]chat.Summary
}

// New returns the sheet, which is not open yet.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, owners Owners, links Links) *Sheet {
	return &Sheet{frame: f, thread: t, log: log, owners: owners, links: links, loads: uithread.NewScope(t)}
}

// Open shows the sheet over the window with the current month.
func (s *Sheet) Open() {
	s.read = monthTotals{}
	s.page = newPage(calls{
		OnMonths: s.showMonths, OnGroup: s.show, OnSave: s.save, OnTryAgain: s.reload, OnPrices: s.links.Prices,
		OnPage: func(id chat.ID) { s.links.OpenPage(s.links.AccountPage(id)) },
	})
	s.month, _ = ledger.MonthOf(s.owners.Now())
	stop := s.frame.Subscribe(func(cs []changes.Change) {
		if slices.ContainsFunc(cs, func(c changes.Change) bool { return c.Topic == changes.Costs }) {
			s.reload()
		}
	})
	o := shell.ShowStep(s.frame, i18n.Text("Costs"), s.page.frame, 850, 720, s.page.monthChoice())
	o.OnHide = func() {
		stop()
		s.loads.Reset()
		s.page = nil
	}
	s.reload()
}

// reload reads the costs of the shown month again if the sheet is open.
func (s *Sheet) reload() {
	if s.page == nil {
		return
	}
	s.loads.Reset()
	month, by := s.month, s.by
	uithread.Load(s.loads, func() (r monthTotals, err error) {
		ctx := s.frame.Context()
		if r.months, err = s.owners.Ledger.Months(ctx, month.Location()); err != nil {
			return r, err
		}
		if r.groups, err = s.owners.Ledger.Month(ctx, month); err != nil || by != byChat {
			return r, err
		}
		if r.chats, err = s.owners.Ledger.Chats(ctx, month); err != nil {
			return r, err
		}
		r.chats = mostExpensive(r.chats)
		ids := make([]chat.ID, len(r.chats))
		for i, c := range r.chats {
			ids[i] = c.Conversation
		}
		r.titles, err = s.owners.Chats.Summaries(ctx, ids)
		return r, err
	}, func(r monthTotals) {
		s.read = r
		s.page.Set(s.state())
	}, func(err error) {
		if s.frame.Context().Err() != nil {
			return // Parlando is closing
		}
		s.log.Error("The costs were not read", "error", err)
		state := s.state()
		state.Problem = i18n.Text("The costs couldn't be read. They are still saved.")
		s.page.Set(state)
	})
}

// maxChats is the number of chats with a row of their own.
const maxChats = 50

// mostExpensive returns the maxChats most expensive chats and, in an entry whose Conversation is
// others, the total of the remaining ones.
func mostExpensive(all []ledger.ChatTotal) []ledger.ChatTotal {
	amount := func(t ledger.ChatTotal) int64 {
		if len(t.Sum.Amounts) == 0 {
			return 0
		}
		return t.Sum.Amounts[0].Micros
	}
	slices.SortStableFunc(all, func(a, b ledger.ChatTotal) int { return cmp.Compare(amount(b), amount(a)) })
	if len(all) <= maxChats {
		return all
	}
	rest := ledger.ChatTotal{Conversation: others}
	for _, c := range all[maxChats:] {
		rest.Add(c.Total)
	}
	return append(all[:maxChats:maxChats], rest)
}

// others identifies the total of all chats without a row of their own.
const others = chat.ID("others")

// show changes the grouping of the rows.
func (s *Sheet) show(by rowGrouping) {
	s.by = by
	s.reload()
}

// state returns the content of the page.
func (s *Sheet) state() monthCosts {
	now := s.owners.Now()
	_, end := ledger.MonthOf(s.month)
	state := monthCosts{Month: s.month, Days: end.AddDate(0, 0, -1).Day(), By: s.by}
	if this, _ := ledger.MonthOf(now); this.Equal(s.month) {
		state.Today = now.Day()
	}
	purposes := map[cost.Purpose]ledger.Total{}
	for _, g := range s.read.groups {
		i := slices.IndexFunc(state.Accounts, func(a account) bool { return a.ID == g.Connection })
		if i < 0 {
			i = len(state.Accounts)
			state.Accounts = append(state.Accounts, s.account(g.Connection))
		}
		state.Accounts[i].Add(g.Total)
		if n := len(state.ByDay); n == 0 || state.ByDay[n-1].Day != g.Day {
			state.ByDay = append(state.ByDay, day{Day: g.Day})
		}
		state.ByDay[len(state.ByDay)-1].Add(g.Total)
		t := purposes[g.Purpose]
		t.Add(g.Total)
		purposes[g.Purpose] = t
	}
	slices.SortStableFunc(state.Accounts, func(a, b account) int { return b.Requests - a.Requests })
	state.Rows = s.rows(state, purposes)
	return state
}

func (s *Sheet) account(id chat.ID) account {
	way := s.owners.Connections.ForChat(id)
	a := account{ID: id, Name: way.Name, HasPage: s.links.AccountPage(id) != ""}
	if described, err := connections.Describe(way.Connection.Address); err == nil {
		a.Host = described.Host
	}
	if a.Name == "" {
		a.Name = i18n.Text("A removed connection")
	}
	return a
}

// rows returns the rows of the table.
func (s *Sheet) rows(state monthCosts, purposes map[cost.Purpose]ledger.Total) (rows []costRow) {
	switch s.by {
	case byDay:
		for _, d := range slices.Backward(state.ByDay) {
			rows = append(rows, costRow{What: words.DayName(s.month.AddDate(0, 0, d.Day-1)), Total: d.Total})
		}
	case byChat:
		for _, c := range s.read.chats {
			rows = append(rows, costRow{What: s.chatTitle(c.Conversation), Total: c.Total})
		}
	default:
		for _, p := range cost.Purposes() {
			if t, ok := purposes[p]; ok {
				rows = append(rows, costRow{What: words.CostPurpose(p), Total: t})
			}
		}
	}
	return rows
}

func (s *Sheet) chatTitle(id chat.ID) string {
	switch id {
	case "":
		return i18n.Text("Outside chats")
	case others:
		return i18n.Text("Other chats")
	}
	if c, ok := s.read.titles[id]; ok {
		return words.ShortName(sidebar.Title(c), 60)
	}
	return i18n.Text("A deleted chat")
}

// showMonths opens the menu of months.
func (s *Sheet) showMonths(anchor fyne.CanvasObject) {
	months := s.read.months
	if this, _ := ledger.MonthOf(s.owners.Now()); !slices.ContainsFunc(months, this.Equal) {
		months = append([]time.Time{this}, months...)
	}
	items := make([]widgets.MenuItem, len(months))
	for i, m := range months {
		items[i] = widgets.MenuItem{Text: words.MonthName(m), Chosen: m.Equal(s.month), Do: func() {
			s.month = m
			s.reload()
		}}
	}
	widgets.ShowMenu(anchor, items)
}

// fileHead returns the headings of the columns that ledger.Save writes.
func fileHead() []string {
	return []string{
		i18n.Text("Time"), i18n.Text("Connection"), i18n.Text("Purpose"), i18n.Text("Model"), i18n.Text("Requests"), i18n.Text("Status"),
		i18n.Text("Input tokens"), i18n.Text("Tokens read from cache"), i18n.Text("Tokens written to cache"), i18n.Text("Output tokens"),
		i18n.Text("Thinking tokens"), i18n.Text("Audio input tokens"), i18n.Text("Audio output tokens"), i18n.Text("Audio seconds"),
		i18n.Text("Characters"), i18n.Text("Pictures"), i18n.Text("Cost"), i18n.Text("Currency"), i18n.Text("Estimate"), i18n.Text("Price source"),
	}
}

// save exports the month for a spreadsheet.
func (s *Sheet) save() {
	month := s.month
	names := ledger.Names{
		Connection: func(e ledger.Entry) string { return s.owners.Connections.ForChat(e.Connection).Name }, Purpose: words.CostPurpose,
		Head: fileHead(),
	}
	name := i18n.Text("Costs {{.Month}}", map[string]any{"Month": fmt.Sprintf("%d-%02d", month.Year(), month.Month())})
	formats := spreadsheet.Formats()
	format := formats[0]
	label := func(f spreadsheet.Format) string { return words.FileFormat(f.Ext()) }
	s.links.Saving.Ask(askfile.Question{
		Purpose: shell.SaveText, Title: i18n.Text("Save costs"), Names: []string{name}, FileType: i18n.Text("Table"), Extension: func() string { return format.Ext() },
		Options: func(f *form.Form) { askfile.AddTableTypes(f, formats, label, &format) },
	}, func(name, folder string) {
		s.thread.Go(func() func() {
			path, err := s.owners.Ledger.Save(s.frame.Context(), folder, name, format, month, i18n.Locale(), names)
			return func() {
				if err != nil {
					s.frame.ReportWriteError(err)
					return
				}
				s.links.Saving.Saved(path)
			}
		})
	})
}
