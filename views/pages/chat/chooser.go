package chat

import (
	"cmp"
	"context"
	"slices"
	"time"

	"parlando/app/history"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/views/composer"
	"parlando/views/connector"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/topbar"
	"parlando/views/widgets"
	"parlando/views/words"
)

// maxConnectionsInMenu bounds the menu of connections; the settings and the picker list all of
// them.
const maxConnectionsInMenu = 12

// chooser selects the connection and the model of the open chat.
type chooser struct {
	*base
	connections *connections.Connections
	connector   *connector.Connector
	history     *history.Store

	sender *sender
	// onChanged is called after the user has chosen another connection or model, and when more is
	// known about a connection or model.
	onChanged func()
	// onChosen is called after the user has chosen another connection or model.
	onChosen func()
	// unanswered is the failed reply whose card asked for another model.
	unanswered chat.ID
	// asked is the question shown last.
	asked modelQuestion
}

// connect sets the callbacks of the top bar.
func (m *chooser) connect() {
	m.top.OnPick = m.pick
	m.top.OnFavorite = func(i topbar.ModelItem, on bool) { m.catalog.SetFavorite(m.connectionOf(i), i.ID, on) }
	m.top.OnAcceptsPictures = func(i topbar.ModelItem, sees bool) {
		known := catalog.No
		if sees {
			known = catalog.Yes
		}
		m.catalog.SetAcceptsPictures(m.connectionOf(i), i.ID, known)
		m.onChanged()
	}
	m.top.OnServiceMenu, m.top.ModelName = m.showConnections, m.ModelName
	m.top.OnRefresh = m.listModels
}

// refresh shows the connection and the model of the open chat, and the alternatives.
func (m *chooser) refresh() {
	m.top.SetModels(m.models())
	m.top.SetService(m.connectionShown())
	m.top.SetModel(m.open.model())
	m.view.SetModel(m.open.model())
	m.panel.SetModel(m.knownModel(), m.catalog.Refusals(m.open.connection(), m.open.model()))
	m.refreshGone()
	m.refreshQuestion()
	m.onChanged()
}

// pickModel changes the model of the open chat.
func (m *chooser) pickModel(id string) {
	m.catalog.RecordUse(m.open.connection(), id)
	m.set(m.open.Connection, id)
	if m.Frame.Canvas().Overlays().Top() == nil { // a sheet that is open keeps the focus
		m.composer.FocusText()
	}
}

// recordChoice records a model that the user chose. Chosen for a new chat, or in place of the
// default model because that failed, it is the default model of later new chats.
func (m *chooser) recordChoice(connection chat.ID, model string) {
	replaces := m.unanswered != "" && m.open.model() == m.connections.ChatDefaults(m.open.connection()).Model
	if m.open.ID == "" || replaces {
		m.catalog.RecordChoice(connection, model)
	}
}

// models returns the models of the open chat's connection, followed by those of the other
// connections.
func (m *chooser) models() []topbar.ModelItem {
	own := m.open.connection()
	items := PickerItems(m.catalog.Models(own), time.Now())
	for _, c := range m.connections.List() {
		if c.ID == own {
			continue
		}
		of := PickerItems(m.catalog.Models(c.ID), time.Now())
		if len(of) == 0 {
			of = []topbar.ModelItem{{}} // a connection without listed models can be chosen, too
		}
		for i := range of {
			of[i].Connection, of[i].Service = string(c.ID), words.ConnectionName(c)
		}
		items = append(items, of...)
	}
	return items
}

// PickerItems converts models to items of the picker.
func PickerItems(models []catalog.Model, now time.Time) []topbar.ModelItem {
	items := make([]topbar.ModelItem, len(models))
	for i, model := range models {
		items[i] = topbar.ModelItem{
			ID: model.ID, Name: model.Name, AcceptsPictures: topbar.Tristate(model.Sees), Draws: topbar.Tristate(model.Draws()), Searches: topbar.Tristate(model.Searches()), Tools: topbar.Tristate(model.Tools), Favorite: model.Favorite, LastUsed: model.LastUsed,
			Hint: words.ModelHint(model, now), Gone: model.Gone,
		}
	}
	return items
}

// connectionShown returns the name of the open chat's connection, "" if it is the only connection.
func (m *chooser) connectionShown() string {
	c, ok := m.connections.Find(m.open.connection())
	if !ok || len(m.connections.List()) < 2 {
		return ""
	}
	return words.ConnectionName(c)
}

// connectionOf returns the connection of a picker item.
func (m *chooser) connectionOf(i topbar.ModelItem) chat.ID {
	return cmp.Or(chat.ID(i.Connection), m.open.connection())
}

// pick applies the item chosen in the picker: a model, or a connection with a model.
func (m *chooser) pick(i topbar.ModelItem) {
	if i.Connection != "" {
		m.moveChat(chat.ID(i.Connection), i.ID)
		return
	}
	m.recordChoice(m.open.connection(), i.ID)
	m.pickModel(i.ID)
	if id := m.unanswered; m.view.HasMessage(id) { // offer to request the failed reply again
		m.Frame.Toasts().Say(i18n.Text("This chat now uses {{.Model}}.", map[string]any{"Model": m.modelName(i.ID)}), i18n.Text("Try again"), func() { m.sender.Regenerate(id) })
	}
	m.unanswered = ""
}

// moveChat moves the open chat to another connection; model "" is the connection's default. It
// tells the user and offers Undo, because the next message sends the whole chat to that connection.
func (m *chooser) moveChat(to chat.ID, model string) {
	c, ok := m.connections.Find(to)
	if !ok {
		return
	}
	if model != "" {
		m.catalog.RecordUse(to, model)
		m.recordChoice(to, model)
	} else {
		model = m.connections.ChatDefaults(to).Model
	}
	id, from, before := m.open.ID, m.open.Connection, m.open.Model
	m.set(to, model)
	m.composer.FocusText()
	if id == "" || from == to {
		return
	}
	sentence := i18n.Text("This chat now uses {{.Name}}.", map[string]any{"Name": words.ConnectionName(c)})
	if _, there := m.connections.Find(from); !there {
		m.Frame.Toasts().Say(sentence, "", nil)
		return
	}
	m.Frame.Toasts().Say(sentence, i18n.Text("Undo"), func() {
		if m.open.ID == id {
			m.set(from, before)
			return
		}
		m.Frame.Change(func(ctx context.Context) error { return m.history.SetModel(ctx, id, from, before) })
	})
}

// set stores a connection and a model for the open chat.
func (m *chooser) set(to chat.ID, model string) {
	m.open.setConnection(to, model)
	if c := m.open; c.ID != "" {
		m.Frame.Change(func(ctx context.Context) error { return m.history.SetModel(ctx, c.ID, c.Connection, c.Model) })
	}
	m.refresh()
	m.onChosen()
}

// showConnections opens the menu of connections. Choosing a connection moves the open chat to it.
func (m *chooser) showConnections(anchor fyne.CanvasObject) {
	var items []widgets.MenuItem
	own := m.open.connection()
	all := m.connections.List()
	if len(all) > maxConnectionsInMenu {
		// The chat's own connection is always listed.
		at := slices.IndexFunc(all, func(c connections.Connection) bool { return c.ID == own })
		last := max(at, maxConnectionsInMenu-1)
		all = append(slices.Clone(all[:maxConnectionsInMenu-1]), all[last])
	}
	for _, c := range all {
		items = append(items, widgets.MenuItem{
			Icon: connector.KindIcon(c.Kind), Text: words.ConnectionName(c), Chosen: c.ID == own,
			Do: func() {
				if c.ID != own {
					m.moveChat(c.ID, "")
				}
			},
		})
	}
	items = append(items, widgets.MenuItem{Icon: "settings", Text: i18n.Text("All connections…"), Do: m.Links.ShowConnections})
	widgets.ShowMenu(anchor, items)
}

// choose opens the menu of connections if there are several, else the list of connections.
func (m *chooser) choose() {
	m.Links.Show()
	if len(m.connections.List()) > 1 || m.open.gone() {
		m.showConnections(m.top.ServiceAnchor())
		return
	}
	m.Links.ShowConnections()
}

// refreshGone shows above the message that the connection of the chat was removed, and offers
// another connection. A new chat moves to the current connection without asking.
func (m *chooser) refreshGone() {
	way := m.connections.ForChat(m.open.Connection)
	current, ok := m.connections.Current()
	if way.Gone && m.open.ID == "" && ok {
		m.open.begin("")
		m.panel.Set(m.open.Params)
		m.refresh()
		return
	}
	if !way.Gone || m.open.ID == "" {
		m.composer.ClearNotice("service")
		return
	}
	n := composer.Notice{Key: "service", Text: i18n.Text("This chat's connection was removed. You can still read, copy and search this chat.")}
	if way.Name != "" {
		n.Text = i18n.Text("“{{.Name}}” was removed. You can still read, copy and search this chat.", map[string]any{"Name": way.Name})
	}
	switch {
	case !ok:
		n.Button, n.Action = i18n.Text("Add connection"), func() { m.replaceConnection("") }
	case len(m.connections.List()) == 1:
		n.Button = i18n.Text("Use {{.Name}} for this chat", map[string]any{"Name": words.ShortName(words.ConnectionName(current), words.MaxNameInSentence)})
		n.Action = func() { m.moveChat(current.ID, "") }
	default:
		n.Button, n.Action = i18n.Text("Choose another"), func() { m.showConnections(m.composer) }
	}
	m.composer.SetNotice(n)
}

// enterKey asks for the key of the chat's connection, or offers another connection if that one was
// removed. message is the reply that failed, or "".
func (m *chooser) enterKey(message chat.ID) {
	current, ok := m.connections.Current()
	switch {
	case !ok:
		m.replaceConnection(message)
		return
	case !m.open.gone():
		m.connector.ChangeKey(m.open.connection(), m.askAgain(message))
		return
	case len(m.connections.List()) > 1:
		m.showConnections(m.composer)
		return
	}
	name := map[string]any{"Name": words.ConnectionName(current)}
	detail := i18n.Text("This chat's connection was removed. {{.Name}} can continue it. Its messages will then be sent to {{.Name}}.", name)
	shell.Ask(m.Frame, i18n.Text("Use {{.Name}} for this chat?", name), detail, i18n.Text("Use {{.Name}}", name), func() {
		m.moveChat(current.ID, "")
		if message != "" {
			m.sender.Regenerate(message)
		}
	})
}

// replaceConnection asks for a connection in place of the open chat's removed one; the chat then
// uses it. message is the reply that failed, or "".
func (m *chooser) replaceConnection(message chat.ID) {
	id := m.open.ID
	m.connector.Replace(m.open.connection(), func() {
		if m.open.ID != id {
			return
		}
		if current, ok := m.connections.Current(); ok && m.open.gone() {
			m.moveChat(current.ID, "")
		}
		m.resume()
		m.askAgain(message)()
	})
}

// resume shows the open chat again after a connection was added.
func (m *chooser) resume() {
	m.Links.Show()
	m.refresh()
	m.composer.FocusText()
}

// askAgain returns a function that tells the user that the service is connected and offers to
// request the reply again. It never sends a request without the user.
func (m *chooser) askAgain(message chat.ID) func() {
	return func() {
		if message == "" || !m.view.HasMessage(message) {
			return
		}
		m.Frame.Toasts().Say(i18n.Text("The service is connected."), i18n.Text("Try again"), func() { m.sender.Regenerate(message) })
	}
}

func (m *chooser) listModels() {
	conn := m.open.connection()
	m.Thread.Go(func() func() {
		if err := m.connections.RefreshModels(m.Frame.Context(), conn); err != nil {
			m.Log.Warn("The models could not be listed", "error", err)
			return func() {
				m.Frame.Toasts().Say(i18n.Text("This service has no list of models. Enter the name of the model."), "", nil)
			}
		}
		return m.refresh
	})
}
