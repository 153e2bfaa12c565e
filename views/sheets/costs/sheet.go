// Package costs is the sheet with the costs of a day, a week, a month or a year. It exports them
// for a spreadsheet, and links to the prices and the account page.
package costs

import (
	"cmp"
	"log/slog"
	"slices"
	"strings"
	"time"

	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/cost"
	"parlando/app/history"
	"parlando/app/ledger"
	"parlando/app/limits"
	"parlando/app/projects"
	"parlando/app/spreadsheet"
	"parlando/docs/help"
	"parlando/views/askfile"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/sidebar"
	"parlando/views/uithread"
	"parlando/views/words"
)

// Owners holds the services that the sheet uses.
type Owners struct {
	Ledger      *ledger.Ledger
	Connections *connections.Connections
	Chats       *history.Store
	Projects    *projects.Projects
	Models      *catalog.Catalog
	Limits      *limits.Limits
	// Now returns the current time.
	Now func() time.Time
}

// Links connects the sheet to other parts of the program.
type Links struct {
	// AccountPage returns the account page of a connection, "" for none; OpenPage opens an address.
	AccountPage func(id chat.ID) string
	OpenPage    func(address string)
	// Prices opens the prices of a connection, and that of a model if model is not ""; an empty
	// connection is the one in use.
	Prices func(connection chat.ID, model string)
	Saving *askfile.Asker
}

// Sheet shows the costs of a period over the window. Use it only on the window's thread.
type Sheet struct {
	frame  shell.Host
	thread *uithread.Thread
	log    *slog.Logger
	owners Owners
	links  Links

	page   *page // nil while the sheet is closed
	loads  *uithread.Scope
	period period
	// month and year are in the shown month and the shown year; the zero time means the present
	// one.
	month, year time.Time
	by          rowGrouping
	read        costsRead
}

// costsRead holds the costs that the page shows, from the ledger.
type costsRead struct {
	span   ledger.Span
	bars   []ledger.Span
	groups []ledger.Group
	first  time.Time
	chats  []ledger.ChatTotal
	titles map[chat.ID]chat.Summary
	// projects are the projects; chats has the totals of these if they are shown.
	projects []projects.Project
}

// New returns the sheet, which is not open yet.
func New(f shell.Host, t *uithread.Thread, log *slog.Logger, owners Owners, links Links) *Sheet {
	return &Sheet{frame: f, thread: t, log: log, owners: owners, links: links, loads: uithread.NewScope(t), period: month}
}

// Open shows the sheet over the window with the present month.
func (s *Sheet) Open() {
	s.page = newPage(calls{
		OnPeriod: s.choose, OnStep: s.step, OnGroup: s.group, OnSave: s.save, OnTryAgain: s.reload, OnLimit: s.changeLimit,
		OnPrices: func() { s.links.Prices("", "") }, OnPrice: func(u unpricedModel) { s.links.Prices(u.Connection, u.Model) },
		OnPage: func(id chat.ID) { s.links.OpenPage(s.links.AccountPage(id)) },
	})
	s.page.periods.Set(s.periodNames(), int(s.period))
	stop := s.frame.Subscribe(func(cs []changes.Change) {
		if slices.ContainsFunc(cs, func(c changes.Change) bool { return c.Topic == changes.Costs }) {
			s.reload()
		}
	})
	o := shell.ShowStep(s.frame, i18n.Text("Costs"), s.page.frame, 850, 720, s.page.periods, shell.NewHelpButton(s.frame, help.Costs))
	o.OnHide = func() {
		stop()
		s.loads.Reset()
		s.page = nil
	}
	s.reload()
}

// at returns a time in the shown period.
func (s *Sheet) at(p period) time.Time {
	switch {
	case p == month && !s.month.IsZero():
		return s.month
	case p == year && !s.year.IsZero():
		return s.year
	}
	return s.owners.Now()
}

// choose shows a period: the present one, if the user chooses it again.
func (s *Sheet) choose(p period) {
	s.period = p
	s.reload()
}

// step shows the month or year before or after the shown one.
func (s *Sheet) step(by int) {
	from := spanOf(s.period, s.at(s.period)).From
	if s.period == year {
		s.year = from.AddDate(by, 0, 0)
	} else {
		s.month = from.AddDate(0, by, 0)
	}
	s.reload()
}

// reload reads the costs of the shown period again if the sheet is open.
func (s *Sheet) reload() {
	if s.page == nil {
		return
	}
	s.loads.Reset()
	now, by := s.owners.Now(), s.by
	span := spanOf(s.period, s.at(s.period))
	bars := barsOf(s.period, span, now)
	uithread.Load(s.loads, func() (r costsRead, err error) {
		ctx := s.frame.Context()
		r.span, r.bars = span, bars
		if r.first, err = s.owners.Ledger.First(ctx, now.Location()); err != nil {
			return r, err
		}
		if r.projects, err = s.owners.Projects.List(ctx); err != nil {
			return r, err
		}
		if r.groups, err = s.owners.Ledger.Totals(ctx, bars); err != nil || by < byChat {
			return r, err
		}
		if by == byProject {
			r.chats, err = s.owners.Ledger.Projects(ctx, span)
			r.chats = mostExpensive(r.chats)
			return r, err
		}
		if r.chats, err = s.owners.Ledger.Chats(ctx, span); err != nil {
			return r, err
		}
		r.chats = mostExpensive(r.chats)
		ids := make([]chat.ID, len(r.chats))
		for i, c := range r.chats {
			ids[i] = c.Conversation
		}
		r.titles, err = s.owners.Chats.Summaries(ctx, ids)
		return r, err
	}, func(r costsRead) {
		s.read = r
		if s.by == byProject && len(r.projects) == 0 {
			s.group(byModel) // the last project was deleted
			return
		}
		s.page.Set(s.state())
	}, func(err error) {
		if s.frame.Context().Err() != nil {
			return // Parlando is closing
		}
		s.log.Error("The costs were not read", "error", err)
		s.page.Set(shownCosts{Periods: s.periodNames(), Period: s.period, Problem: i18n.Text("The costs couldn't be read. They're still saved.")})
	})
}

// periodNames returns the names of the periods.
func (s *Sheet) periodNames() []string {
	names := periodNames(s.at(month), s.at(year))
	if s.at(month).Year() != s.owners.Now().Year() {
		names[month] = format.Month(s.at(month))
	}
	return names
}

// maxChats is the number of chats with a row of their own.
const maxChats = 50

// mostExpensive returns the maxChats most expensive chats and, in an entry whose Conversation is
// others, the total of the remaining ones.
func mostExpensive(all []ledger.ChatTotal) []ledger.ChatTotal {
	slices.SortStableFunc(all, func(a, b ledger.ChatTotal) int { return cmp.Compare(amountOf(b.Total), amountOf(a.Total)) })
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

// group changes the grouping of the rows.
func (s *Sheet) group(by rowGrouping) {
	s.by = by
	s.reload()
}

// state returns the content of the page.
func (s *Sheet) state() shownCosts {
	r, now := s.read, s.owners.Now()
	state := shownCosts{
		Periods: s.periodNames(), Period: s.period, By: s.by, HasProjects: len(r.projects) > 0,
		Earlier: !r.first.IsZero() && r.first.Before(r.span.From), Later: !r.span.To.After(now),
	}
	counts := map[cost.Purpose]ledger.Group{}
	models := map[unpricedModel]int{}
	for _, g := range r.groups {
		state.Total.Add(g.Total)
		count := counts[g.Purpose]
		count.Answered += g.Answered
		count.Add(g.Total)
		counts[g.Purpose] = count
		if _, ok := s.owners.Connections.Find(g.Connection); ok {
			models[unpricedModel{g.Connection, g.Model}] += g.Sum.Unknown
		}
		if page := s.links.AccountPage(g.Connection); page != "" && !slices.ContainsFunc(state.Accounts, func(a account) bool { return a.ID == g.Connection }) {
			state.Accounts = append(state.Accounts, account{g.Connection, s.connectionName(g.Connection)})
		}
	}
	most := 0
	for model, n := range models {
		if n > most || n == most && n > 0 && cmp.Or(strings.Compare(model.Model, state.Unpriced.Model), strings.Compare(string(model.Connection), string(state.Unpriced.Connection))) < 0 {
			most, state.Unpriced = n, model
		}
	}
	state.Said = paidFor(counts)
	s.setBars(&state, now)
	state.Rows, state.Limits = s.rows(counts), s.limits()
	return state
}

// paidFor counts the paid requests of each kind: "182 replies, 42 min of recordings".
func paidFor(counts map[cost.Purpose]ledger.Group) string {
	var all []string
	if n := counts[cost.Chatting].Answered; n > 0 {
		all = append(all, i18n.Plural("{{.N}} replies", n))
	}
	if sound := counts[cost.Transcribing].Counts.Sound + counts[cost.Dictating].Counts.Sound; sound > 0 {
		all = append(all, i18n.Text("{{.Length}} of recordings", map[string]any{"Length": words.AudioLength(time.Duration(sound) * time.Millisecond)}))
	}
	if n := counts[cost.ReadingAloud].Counts.Characters + counts[cost.SoundFile].Counts.Characters; n > 0 {
		all = append(all, i18n.Plural("{{.N}} characters read aloud", int(n)))
	}
	return format.List(all)
}

// setBars sets the bars: the costs in the currency with the highest total or, without any price,
// the number of requests.
func (s *Sheet) setBars(state *shownCosts, now time.Time) {
	r := s.read
	currency := ""
	if sums := state.Total.Sum.Amounts; len(sums) > 0 && sums[0].Micros > 0 {
		currency = sums[0].Currency
	}
	state.Bars = make([]bar, len(r.bars))
	for _, g := range r.groups {
		b := &state.Bars[g.Span]
		if currency == "" {
			b.Value += int64(g.Requests)
			continue
		}
		for _, m := range g.Sum.Amounts {
			if m.Currency == currency {
				b.Value += m.Micros
			}
		}
	}
	state.Chart = i18n.Text("Requests over time")
	if currency != "" {
		state.Chart = i18n.Text("Costs over time")
	}
	for i, span := range r.bars {
		b := &state.Bars[i]
		figure := words.RequestsMade(int(b.Value))
		if currency != "" {
			figure = words.Amount(cost.Money{Micros: b.Value, Currency: currency})
		}
		name := barName(s.period, span.From)
		b.Says = i18n.Text("{{.When}}: {{.Figure}}", map[string]any{"When": name, "Figure": figure})
		if i == 0 {
			state.First = name
		}
		if state.Last = name; !span.From.After(now) && span.To.After(now) {
			state.Last = nowName(s.period)
		}
	}
}

// connectionName returns the name of a connection, also of a removed one.
func (s *Sheet) connectionName(id chat.ID) string {
	return cmp.Or(words.ChatConnectionName(s.owners.Connections.ForChat(id)), i18n.Text("A removed connection"))
}

// rows returns the rows of the table.
func (s *Sheet) rows(counts map[cost.Purpose]ledger.Group) (rows []costRow) {
	switch s.by {
	case byPurpose:
		for _, p := range cost.Purposes() {
			if t, ok := counts[p]; ok {
				rows = append(rows, costRow{What: words.CostPurpose(p), Total: t.Total})
			}
		}
		return rows
	case byChat:
		for _, c := range s.read.chats {
			rows = append(rows, costRow{What: s.chatTitle(c.Conversation), Total: c.Total})
		}
		return rows
	case byProject:
		for _, p := range s.read.chats {
			rows = append(rows, costRow{What: s.projectName(p.Conversation), Total: p.Total})
		}
		return rows
	}
	for _, g := range s.read.groups {
		m, _ := s.owners.Models.Model(g.Connection, g.Model)
		what := s.connectionName(g.Connection)
		if m.Name != "" {
			what += " · " + m.Name
		}
		i := slices.IndexFunc(rows, func(r costRow) bool { return r.What == what })
		if i < 0 {
			i = len(rows)
			rows = append(rows, costRow{What: what})
		}
		rows[i].Add(g.Total)
	}
	slices.SortStableFunc(rows, func(a, b costRow) int {
		return cmp.Or(cmp.Compare(amountOf(b.Total), amountOf(a.Total)), cmp.Compare(b.Requests, a.Requests))
	})
	return rows
}

// amountOf returns the largest amount of a total.
func amountOf(t ledger.Total) int64 {
	if len(t.Sum.Amounts) == 0 {
		return 0
	}
	return t.Sum.Amounts[0].Micros
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

func (s *Sheet) projectName(id chat.ID) string {
	for _, p := range s.read.projects {
		if p.ID == id {
			return words.ShortName(p.Name, 60)
		}
	}
	if id == others {
		return i18n.Text("Other projects")
	}
	return i18n.Text("Outside projects")
}

// fileHead returns the headings of the columns that ledger.Save writes.
func fileHead() []string {
	return []string{
		i18n.Text("Time"), i18n.Text("Connection"), i18n.Text("Activity"), i18n.Text("Model"), i18n.Text("Requests"), i18n.Text("Status"),
		i18n.Text("Input tokens"), i18n.Text("Tokens read from cache"), i18n.Text("Tokens written to cache"), i18n.Text("Output tokens"),
		i18n.Text("Thinking tokens"), i18n.Text("Audio input tokens"), i18n.Text("Audio output tokens"), i18n.Text("Audio seconds"),
		i18n.Text("Characters"), i18n.Text("Pictures"), i18n.Text("Cost"), i18n.Text("Currency"), i18n.Text("Estimate"), i18n.Text("Price source"),
	}
}

// save exports the shown costs for a spreadsheet.
func (s *Sheet) save() {
	span := s.read.span
	names := ledger.Names{
		Connection: func(e ledger.Entry) string {
			return words.ChatConnectionName(s.owners.Connections.ForChat(e.Connection))
		}, Purpose: words.CostPurpose,
		Head: fileHead(),
	}
	name := i18n.Text("Costs {{.Month}}", map[string]any{"Month": span.From.Format(map[period]string{month: "2006-01", year: "2006"}[s.period])})
	if s.period < month {
		name = i18n.Text("Costs {{.Month}}", map[string]any{"Month": format.FileDate(span.From)})
	}
	formats := spreadsheet.Formats()
	format := formats[0]
	label := func(f spreadsheet.Format) string { return words.FileFormat(f.Ext()) }
	s.links.Saving.Ask(askfile.Question{
		Purpose: shell.SaveText, Title: i18n.Text("Save costs"), Names: []string{name}, FileType: i18n.Text("Table"), Extension: func() string { return format.Ext() },
		Options: func(f *form.Form) { askfile.AddTableTypes(f, formats, label, &format) },
	}, func(name, folder string) {
		s.thread.Go(func() func() {
			path, err := s.owners.Ledger.Save(s.frame.Context(), folder, name, format, span, i18n.Locale(), names)
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
