// Package prices is the sheet of model prices from the service or typed by the user, with the form
// to edit a price.
package prices

import (
	"cmp"
	"context"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/cost"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Connections provides the connections.
type Connections interface {
	List() []connections.Connection
	Current() (connections.Connection, bool)
}

// Used provides the models that were used with a connection, the last used first.
type Used interface {
	Models(ctx context.Context, connection chat.ID) ([]string, error)
}

// Sheet shows the prices over the window. Use it only on the window's thread.
type Sheet struct {
	frame       shell.Host
	models      *catalog.Catalog
	connections Connections
	used        Used

	list       *modelList // nil while the sheet is closed
	connection chat.ID
	// charged lists the models used with connection, also before the connection was added again.
	// The scope loads reads them and then sets isRead.
	charged []string
	isRead  bool
	loads   *uithread.Scope
	// currency is the last used currency, "" at first.
	currency string
}

// New returns the sheet, which is not open yet.
func New(f shell.Host, t *uithread.Thread, m *catalog.Catalog, c Connections, u Used) *Sheet {
	return &Sheet{frame: f, models: m, connections: c, used: u, loads: uithread.NewScope(t)}
}

// Open shows the sheet over the window with the models of a connection; "" is the current one. If
// model is not "", it opens the price of that model above.
func (s *Sheet) Open(connection chat.ID, model string) {
	if connection == "" {
		current, _ := s.connections.Current()
		connection = current.ID
	}
	s.connection = connection
	l := newModelList(s.edit)
	s.list = l
	stop := s.frame.Subscribe(func(cs []changes.Change) {
		for _, c := range cs {
			if c.Topic == changes.Models {
				s.show()
				return
			}
		}
	})
	o := shell.ShowStep(s.frame, i18n.Text("Prices"), l, 600, 620, s.choice()...)
	o.OnHide = func() {
		stop()
		s.loads.Reset()
		s.list = nil
	}
	s.choose(connection)
	l.Focus(s.frame.Canvas(), "")
	if model != "" {
		s.edit(model)
	}
}

// choice returns the control that chooses a connection, nil if there is only one.
func (s *Sheet) choice() []fyne.CanvasObject {
	all := s.connections.List()
	if len(all) < 2 {
		return nil
	}
	var choice *widgets.Dropdown
	name := func(c connections.Connection) string {
		return words.ShortName(words.ConnectionName(c), words.MaxNameOnButton)
	}
	choice = widgets.NewDropdown(i18n.Text("Connection"), func() {
		var items []widgets.MenuItem
		for _, c := range all {
			items = append(items, widgets.MenuItem{Text: name(c), Chosen: c.ID == s.connection, Do: func() {
				choice.Set(name(c))
				s.choose(c.ID)
			}})
		}
		widgets.ShowMenu(choice, items)
	})
	var names []string
	for _, c := range all {
		if names = append(names, name(c)); c.ID == s.connection {
			choice.Set(name(c))
		}
	}
	return []fyne.CanvasObject{choice.WithRoomFor(names...)}
}

// choose shows the models of a connection, and reads which of its models were used.
func (s *Sheet) choose(connection chat.ID) {
	s.connection, s.charged, s.isRead = connection, nil, false
	s.loads.Reset()
	s.show()
	s.readUsed()
}

func (s *Sheet) readUsed() {
	connection := s.connection
	uithread.Load(s.loads, func() ([]string, error) {
		return s.used.Models(s.frame.Context(), connection)
	}, func(charged []string) {
		s.charged, s.isRead = charged, true
		s.show()
	}, s.frame.ReadErrorHandler(i18n.Text("The models you used couldn't be read."), s.readUsed))
}

// show updates the list if the sheet is open.
func (s *Sheet) show() {
	if s.list == nil {
		return
	}
	all := s.models.Billable(s.connection)
	for _, id := range s.charged {
		if !slices.ContainsFunc(all, func(m catalog.Model) bool { return m.ID == id }) {
			m, _ := s.models.Model(s.connection, id)
			all = append(all, m)
		}
	}
	s.list.Set(all, s.isRead)
}

// edit shows the price form of a model, "" for a model that is not in the list.
func (s *Sheet) edit(model string) {
	m, _ := s.models.Model(s.connection, model)
	title := m.Name
	if model == "" {
		title = i18n.Text("Another model")
	}
	f := newPriceForm(s.defaultCurrency(), model == "")
	if len(s.others(model)) > 0 {
		f.OnCopy = func(anchor fyne.CanvasObject) { s.copyFrom(f, anchor, model) }
	}
	draft := form.Open(s.frame.Forms(), "price/"+string(s.connection)+"/"+model)
	f.Open(m.Price, draft)
	var o *widgets.Overlay
	done := func(model string, p *cost.Price) {
		draft.Used()
		o.Hide()
		s.models.SetPrice(s.connection, model, p)
		s.show()
		if s.list != nil {
			s.list.Focus(s.frame.Canvas(), model)
		}
	}
	save := func() {
		typed, p, ok := f.Get()
		if !ok {
			return
		}
		s.currency = p.Currency
		if model != "" {
			typed = model
		}
		done(typed, &p)
	}
	buttons := container.New(&widgets.Flow{Gap: 8}, widgets.NewButton(i18n.Text("Save"), widgets.Primary, save))
	if m.PriceTyped {
		buttons.Add(widgets.NewButton(i18n.Text("Use the service's price"), widgets.Secondary, func() { done(model, nil) }))
	}
	buttons.Add(draft.DiscardButton())
	o, f.OnUpdate = widgets.ShowFormPage(s.frame.Canvas(), title, f.Object(), buttons, 560)
	f.OnUpdate()
	f.Focus(s.frame.Canvas(), f.First())
}

// defaultCurrency returns the initial currency of a form: the last used one, or else the currency
// of the connection's prices.
func (s *Sheet) defaultCurrency() string {
	return cmp.Or(s.currency, s.models.Currency(s.connection))
}

// maxCopies is the maximum number of models in the menu to copy a price from.
const maxCopies = 12

// others returns the models whose price can be copied to the given model.
func (s *Sheet) others(model string) (all []catalog.Model) {
	for _, m := range s.models.PricedModels(s.connection) {
		if m.ID != model && len(all) < maxCopies {
			all = append(all, m)
		}
	}
	return all
}

func (s *Sheet) copyFrom(f *priceForm, anchor fyne.CanvasObject, model string) {
	var items []widgets.MenuItem
	for _, m := range s.others(model) {
		items = append(items, widgets.MenuItem{Text: words.ShortName(m.Name, words.MaxNameInSentence), Do: func() { f.Set(*m.Price) }})
	}
	widgets.ShowMenu(anchor, items)
}
