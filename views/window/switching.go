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
		v.toasts.Say(lang.L("This chat goes on with {{.Model}}.", map[string]any{"Model": v.modelName(i.ID)}), lang.L("Try again"), func() { v.regenerate(id) })
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
		v.toasts.Say(sentence, "", nil)
		return
	}
	v.toasts.Say(sentence, lang.L("Undo"), func() {
		if v.open.ID == id {
			v.setConnection(from, before)
			return
		}
		v.change(func(ctx context.Context) error { return v.core.History.SetModel(ctx, id, from, before) })
	})
}

// setConnection changes what the open chat speaks to, and keeps that.
func (v *Window) setConnection(to chat.ID, model string) {
	v.open.Connection, v.open.Model = to, model
	if c := v.open; c.ID != "" {
		v.change(func(ctx context.Context) error { return v.core.History.SetModel(ctx, c.ID, c.Connection, c.Model) })
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
	items = append(items, widgets.MenuItem{Icon: "settings", Words: lang.L("All connections…"), Do: v.showConnections})
	if menu := widgets.ShowMenu(anchor, items); menu != nil {
		v.popup(menu)
	}
}

// chooseService is the key that opens the menu of connections, where there is a choice; else it shows the one there is.
func (v *Window) chooseService() {
	v.showChat()
	if len(v.core.Connections.List()) > 1 || v.forgotten() {
		v.showServices(v.top.ServiceAnchor())
		return
	}
	v.showConnections()
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
		n.Button, n.Action = lang.L("Add a connection"), v.anotherService
	case len(v.core.Connections.List()) == 1:
		n.Button = lang.L("Use {{.Name}} for this chat", map[string]any{"Name": short(connectionsview.Name(current))})
		n.Action = func() { v.moveChat(current.ID, "") }
	default:
		n.Button, n.Action = lang.L("Choose another"), func() { v.showServices(v.composer) }
	}
	v.composer.SetNotice(n)
}
