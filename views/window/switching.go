package window

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/app/connections"
	"parley/views/composer"
	connectionsview "parley/views/connections"
	"parley/views/topbar"
	"parley/views/widgets"
	"parley/views/words"
)

// servicesAtOnce is how many connections the menu of them shows; all of them are in the settings and in the picker.
const servicesAtOnce = 12

// modelsOfAll are the models of the open chat's connection, then those of each other one.
func (v *Window) modelsOfAll() []topbar.Item {
	own := v.connection()
	items := itemsOf(v.core.Catalog.Models(own))
	for _, c := range v.core.Connections.List() {
		if c.ID == own {
			continue
		}
		of := itemsOf(v.core.Catalog.Models(c.ID))
		if len(of) == 0 {
			of = []topbar.Item{{}} // the way there all the same
		}
		for i := range of {
			of[i].Connection, of[i].Service = string(c.ID), connectionsview.Name(c)
		}
		items = append(items, of...)
	}
	return items
}

func itemsOf(models []catalog.Model) []topbar.Item {
	items := make([]topbar.Item, len(models))
	for i, m := range models {
		items[i] = topbar.Item{
			ID: m.ID, Name: m.Name, Sees: topbar.Tri(m.Sees), Favourite: m.Favourite, LastUsed: m.LastUsed,
		}
	}
	return items
}

// serviceShown is the name of the open chat's connection, where there is another one to tell it from.
func (v *Window) serviceShown() string {
	c, ok := v.core.Connections.Find(v.connection())
	if !ok || len(v.core.Connections.List()) < 2 {
		return ""
	}
	return connectionsview.Name(c)
}

// connectionOf is the one a model of the picker belongs to.
func (v *Window) connectionOf(i topbar.Item) chat.ID {
	if i.Connection != "" {
		return chat.ID(i.Connection)
	}
	return v.connection()
}

// pick is what was chosen in the picker: a model, or a connection with one.
func (v *Window) pick(i topbar.Item) {
	if i.Connection != "" {
		v.moveChat(chat.ID(i.Connection), i.ID)
		return
	}
	v.pickModel(i.ID)
	if id := v.unanswered; v.view.Has(id) { // it is not asked again unasked
		v.frame.Toasts.Say(lang.L("This chat goes on with {{.Model}}.", map[string]any{"Model": v.modelName(i.ID)}), lang.L("Try again"), func() { v.regenerate(id) })
	}
	v.unanswered = ""
}

// moveChat lets the open chat speak to another connection, with "" its usual model. It says so, and how to undo it: what was said in the
// chat is sent there with the next message.
func (v *Window) moveChat(to chat.ID, model string) {
	c, ok := v.core.Connections.Find(to)
	if !ok {
		return
	}
	if model != "" {
		v.core.Catalog.Used(to, model)
	} else {
		model = v.core.Connections.Begins(to).Model
	}
	id, from, before := v.open.ID, v.open.Connection, v.open.Model
	v.setConnection(to, model)
	v.composer.FocusText()
	if id == "" || from == to {
		return
	}
	sentence := lang.L("This chat goes on with {{.Name}}.", map[string]any{"Name": connectionsview.Name(c)})
	if _, there := v.core.Connections.Find(from); !there {
		v.frame.Toasts.Say(sentence, "", nil)
		return
	}
	v.frame.Toasts.Say(sentence, lang.L("Undo"), func() {
		if v.open.ID == id {
			v.setConnection(from, before)
			return
		}
		v.frame.Change(func(ctx context.Context) error { return v.core.History.SetModel(ctx, id, from, before) })
	})
}

// setConnection changes what the open chat speaks to, and keeps that.
func (v *Window) setConnection(to chat.ID, model string) {
	v.open.Connection, v.open.Model = to, model
	if c := v.open; c.ID != "" {
		v.frame.Change(func(ctx context.Context) error { return v.core.History.SetModel(ctx, c.ID, c.Connection, c.Model) })
	}
	v.refreshModel()
}

// showServices opens the menu of connections: the open chat goes on with the one that is chosen.
func (v *Window) showServices(anchor fyne.CanvasObject) {
	var items []widgets.MenuItem
	own := v.connection()
	all := v.core.Connections.List()
	if len(all) > servicesAtOnce {
		// The chat's own is among them wherever it stands.
		at := slices.IndexFunc(all, func(c connections.Connection) bool { return c.ID == own })
		last := max(at, servicesAtOnce-1)
		all = append(slices.Clone(all[:servicesAtOnce-1]), all[last])
	}
	for _, c := range all {
		items = append(items, widgets.MenuItem{
			Icon: connectionsview.KindIcon(c.Kind), Words: connectionsview.Name(c), Chosen: c.ID == own,
			Do: func() {
				if c.ID != own {
					v.moveChat(c.ID, "")
				}
			},
		})
	}
	items = append(items, widgets.MenuItem{Icon: "settings", Words: lang.L("All connections…"), Do: v.connections.Open})
	widgets.ShowMenu(anchor, items)
}

// chooseService is the key that opens the menu of connections, where there is a choice; else it shows the one there is.
func (v *Window) chooseService() {
	v.showChat()
	if len(v.core.Connections.List()) > 1 || v.forgotten() {
		v.showServices(v.top.ServiceAnchor())
		return
	}
	v.connections.Open()
}

// beginWith lets the open chat begin as chats with a connection do; "" is the current one.
func (v *Window) beginWith(id chat.ID) {
	b := v.core.Connections.Begins(id)
	v.open.Connection, v.open.Model, v.open.Params = b.Connection, b.Model, b.Parameters
}

// forgotten reports whether the connection of the open chat is not there any more.
func (v *Window) forgotten() bool { return v.core.Connections.Of(v.open.Connection).Gone }

// refreshService says above the message when the connection of the chat is not there any more, and offers another. A chat in which
// nothing was said yet goes to the current one by itself.
func (v *Window) refreshService() {
	way := v.core.Connections.Of(v.open.Connection)
	current, ok := v.core.Connections.Current()
	if way.Gone && v.open.ID == "" && ok {
		v.beginWith("")
		v.adjust.Set(v.open.Params)
		v.refreshModel()
		return
	}
	if !way.Gone || v.open.ID == "" {
		v.composer.ClearNotice("service")
		return
	}
	n := composer.Notice{Key: "service", Text: lang.L("This chat used a connection that is not there any more. Everything in it can be read, copied and searched.")}
	if way.Name != "" {
		n.Text = lang.L("This chat used “{{.Name}}”, which is no longer connected. Everything in it can be read, copied and searched.", map[string]any{"Name": way.Name})
	}
	switch {
	case !ok:
		n.Button, n.Action = lang.L("Add a connection"), v.connector.Add
	case len(v.core.Connections.List()) == 1:
		n.Button = lang.L("Use {{.Name}} for this chat", map[string]any{"Name": words.Short(connectionsview.Name(current), words.InSentence)})
		n.Action = func() { v.moveChat(current.ID, "") }
	default:
		n.Button, n.Action = lang.L("Choose another"), func() { v.showServices(v.composer) }
	}
	v.composer.SetNotice(n)
}

// enterKey helps where a service had no key: message is the reply that failed, or "". A chat whose service was forgotten may go on
// with the one that is used now.
func (v *Window) enterKey(message chat.ID) {
	current, ok := v.core.Connections.Current()
	switch {
	case !ok || !v.forgotten():
		v.connector.ChangeKey(v.connection(), v.askAgain(message))
		return
	case len(v.core.Connections.List()) > 1:
		v.showServices(v.composer)
		return
	}
	detail := lang.L("The service this chat spoke to was forgotten. {{.Name}} can go on with it, and is then sent what was said here.", map[string]any{"Name": current.Name})
	v.frame.Ask(lang.L("Use {{.Name}} for this chat?", map[string]any{"Name": current.Name}), detail, lang.L("Use {{.Name}}", map[string]any{"Name": current.Name}), func() {
		v.moveChat(current.ID, "")
		if message != "" {
			v.regenerate(message)
		}
	})
}

// askAgain offers to ask again once a service was connected: it is not done unasked.
func (v *Window) askAgain(message chat.ID) func() {
	return func() {
		if message == "" || !v.view.Has(message) {
			return
		}
		v.frame.Toasts.Say(lang.L("The service is connected."), lang.L("Try again"), func() { v.regenerate(message) })
	}
}
