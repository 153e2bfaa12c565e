package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/connections"
	"parley/app/settings"
	connectionsview "parley/views/connections"
	"parley/views/topbar"
	"parley/views/welcome"
	"parley/views/widgets"
)

// ways are the pages of connections that are open; what is nil is not.
type ways struct {
	list *connectionsview.List
	page *connectionsview.Page
	// of is the connection whose page it is.
	of chat.ID
}

// refreshWays brings the open pages up to date.
func (v *Window) refreshWays() {
	if v.ways.list != nil {
		v.ways.list.Set(v.connectionLines())
		v.ways.list.Proxy.Set(v.core.Connections.Proxy())
	}
	if v.ways.page == nil {
		return
	}
	if s, ok := v.connectionState(v.ways.of); ok {
		v.ways.page.Set(s)
	}
}

func (v *Window) connectionLines() []connectionsview.Line {
	all := v.core.Connections.List()
	current, _ := v.core.Connections.Current()
	lines := make([]connectionsview.Line, len(all))
	for i, c := range all {
		lines[i] = connectionsview.Line{
			ID: c.ID, Kind: c.Kind, Name: connectionsview.Name(c), Where: connectionsview.Where(c), Current: c.ID == current.ID,
			Trouble: connectionsview.Wrong(v.core.Connections.Abilities(c.ID)),
		}
	}
	return lines
}

func (v *Window) connectionState(id chat.ID) (connectionsview.State, bool) {
	c, ok := v.core.Connections.Find(id)
	if !ok {
		return connectionsview.State{}, false
	}
	current, _ := v.core.Connections.Current()
	model, _ := v.core.Catalog.Model(id, c.Model)
	return connectionsview.State{
		Connection: c, Current: c.ID == current.ID, UntilQuit: v.core.Connections.KeptUntilQuit(id), Model: model.Name,
		Abilities: v.core.Connections.Abilities(id), Proxy: v.core.Connections.Proxy(), Now: time.Now(),
	}, true
}

// showConnections lays the page of all connections over the window.
func (v *Window) showConnections() {
	l := connectionsview.NewList(v.thread.After)
	l.OnOpen, l.OnUse, l.OnForget = v.showConnection, v.useConnection, v.forget
	l.OnRename = func(id chat.ID, name string) { v.unlessGone(v.core.Connections.Rename(id, name)) }
	l.OnMove = func(id chat.ID, to int) { v.unlessGone(v.core.Connections.Move(id, to)) }
	l.OnAdd = v.anotherService
	l.OnMenu = v.popup
	l.Proxy.OnSet = func(w connectionsview.ProxyWish) { v.setProxy(l.Proxy, w) }
	v.ways.list = l
	v.refreshWays()
	o := widgets.Page(v.window.Canvas(), lang.L("Connections"), lang.L("Close"), l, 560, 620)
	o.OnHide = func() {
		v.ways.list = nil
		l.Toasts.Clear()
		v.backIfNoneIsLeft()
	}
	v.popup(o)
	l.FocusFirst(v.window.Canvas())
}

// backIfNoneIsLeft shows the way in again once the last connection was forgotten.
func (v *Window) backIfNoneIsLeft() {
	if _, ok := v.core.Connections.Current(); ok || v.atWelcome() {
		return
	}
	v.closeAll()
	v.showWelcome()
	v.frame.setAlone(v.welcome.scene, false) // who was connected knows the sidebar
}

// closeAll closes whatever lies over the window.
func (v *Window) closeAll() {
	for len(v.over) > 0 {
		v.over[len(v.over)-1].Hide()
	}
}

// unlessGone reports whether a connection was changed, and says so if it is not there any more.
func (v *Window) unlessGone(err error) bool {
	if err != nil {
		v.core.Log.Warn("Connection was not changed", "error", err)
		v.toasts.Say(lang.L("This connection was removed."), "", nil)
	}
	v.refreshModel()
	v.refreshWays()
	return err == nil
}

// useConnection lets new chats begin with a connection. A chat in which nothing was said yet is one of them.
func (v *Window) useConnection(id chat.ID) {
	v.unlessGone(v.core.Connections.Select(id))
	if v.open.ID == "" {
		v.beginWith(id)
		v.adjust.Set(v.open.Params)
		v.refreshModel()
	}
}

// beginWith lets the open chat begin as chats with a connection do; "" is the current one.
func (v *Window) beginWith(id chat.ID) {
	b := v.core.Connections.Begins(id)
	v.open.Connection, v.open.Model, v.open.Params = b.Connection, b.Model, b.Parameters
}

// forget forgets a connection, and offers to take that back.
func (v *Window) forget(id chat.ID) {
	c, ok := v.core.Connections.Find(id)
	if !ok {
		return
	}
	name := connectionsview.Name(c)
	v.unlessGone(v.core.Connections.Forget(id))
	toasts := v.toasts
	if v.ways.list != nil {
		toasts = v.ways.list.Toasts
		v.ways.list.FocusFirst(v.window.Canvas())
	}
	toasts.Say(lang.L("“{{.Name}}” is forgotten. Your chats stay.", map[string]any{"Name": short(name)}), lang.L("Undo"), func() {
		if err := v.core.Connections.Restore(id); err != nil {
			toasts.Say(lang.L("It is too late to take that back. Add the connection again."), "", nil)
		}
		v.refreshModel()
		v.refreshWays()
		if v.ways.list != nil {
			v.ways.list.FocusFirst(v.window.Canvas())
		}
	})
}

// short is a name that fits into a toast.
func short(name string) string {
	const most = 32
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

// showConnection lays the page of one connection over that of all.
func (v *Window) showConnection(id chat.ID) {
	s, ok := v.connectionState(id)
	if !ok {
		return
	}
	p := connectionsview.NewPage(s)
	o := widgets.Page(v.window.Canvas(), lang.L("Connection"), lang.L("Close"), p, 560, 680)
	o.OnHide = func() {
		v.ways.page = nil
		if v.ways.list != nil {
			v.ways.list.FocusFirst(v.window.Canvas())
		}
	}
	v.ways.page, v.ways.of = p, id
	v.popup(o)
	p.OnRename = func(name string) { v.unlessGone(v.core.Connections.Rename(id, name)) }
	p.OnUse = func() { v.useConnection(id) }
	p.OnChangeKey = func() { v.changeKeyOf(id, v.refreshWays) }
	p.OnForget = func() {
		o.Hide()
		v.forget(id)
	}
	p.OnTest = func(k connections.Check) { v.testConnection(p, id, k) }
	p.OnCopy = v.copyOnly
	p.OnDirect = func(on bool) { v.unlessGone(v.core.Connections.SetDirect(id, on)) }
	v.chooseDefaults(p, id)
}

// chooseDefaults lets the page of a connection choose what new chats with it begin with.
func (v *Window) chooseDefaults(p *connectionsview.Page, id chat.ID) {
	set := func(change func(c *connections.Connection)) {
		c, ok := v.core.Connections.Find(id)
		if !ok {
			return
		}
		change(&c)
		v.unlessGone(v.core.Connections.SetDefaults(id, c.Model, c.Parameters))
	}
	p.OnModelUsed = func() { set(func(c *connections.Connection) { c.Model = "" }) }
	p.OnDials = func(ofThisChat bool) {
		params := v.open.Params.Clone()
		set(func(c *connections.Connection) {
			c.Parameters = nil
			if ofThisChat {
				c.Parameters = &params
			}
		})
	}
	p.OnModel = func(anchor fyne.CanvasObject) {
		c, _ := v.core.Connections.Find(id)
		picker := v.top.Choose(anchor, string(id), itemsOf(v.core.Catalog.Models(id)), c.Model, func(i topbar.Item) {
			set(func(c *connections.Connection) { c.Model = i.ID })
		})
		if picker != nil {
			v.popup(picker)
		}
	}
}

// testConnection makes one check.
func (v *Window) testConnection(p *connectionsview.Page, id chat.ID, k connections.Check) {
	v.thread.Go(func() func() {
		checked, err := v.core.Connections.Test(v.ctx, id, k)
		return func() {
			if err != nil {
				v.core.Log.Warn("Connection was not tested", "error", err)
				p.NotTested(k)
			} else {
				p.Tested(checked)
			}
			v.refreshModel()
			v.refreshWays()
		}
	})
}

// setProxy changes how requests leave this computer.
func (v *Window) setProxy(p *connectionsview.Proxy, w connectionsview.ProxyWish) {
	wish := connections.ProxyWish{
		Mode: w.Mode, Address: w.Address, Name: w.Name, Password: w.Password, KeepLogin: w.Kept, KeepUntilQuit: w.KeepUntilQuit,
	}
	v.thread.Go(func() func() {
		trouble, err := v.core.Connections.SetProxy(v.ctx, wish)
		return func() {
			switch {
			case err != nil:
				p.ShowTrouble(proxyTrouble(err))
			case trouble != "":
				p.AskKeepUntilQuit(storeTrouble(trouble))
			default:
				p.Done(v.core.Connections.Proxy())
			}
		}
	})
}

// askForConnection asks for another connection, in the ways of the way in.
func (v *Window) askForConnection() {
	practice := true
	for _, c := range v.core.Connections.List() {
		practice = practice && c.Kind != settings.Practice
	}
	var page *widgets.Overlay
	add := connectionsview.NewAdd(practice, func() {
		if page != nil {
			page.Relayout()
		}
	})
	page = widgets.Page(v.window.Canvas(), lang.L("Add a connection"), lang.L("Close"), add, 560, 620)
	page.SetSticky(true)
	v.popup(page)
	done := func() {
		v.closeAll()
		v.beginConnected()
	}
	v.connectForm(add.Form, connections.ConnectOptions{New: true}, done)
	v.offerPrograms(add.Programs, add.Form, done)
	add.OnPractice = func() { v.usePractice(done) }
	add.Form.FocusIn(v.window.Canvas())
	v.findLocal(add.Programs)
}

// offerPrograms lets the programs on this computer be used: one that wants a key by the form, the others at once.
func (v *Window) offerPrograms(p *welcome.Programs, f *welcome.KeyForm, done func()) {
	use := v.useLocal(p, done)
	p.OnUse = func(l welcome.Local) {
		if l.NeedsKey {
			f.Ask(l.Name, l.Address)
			return
		}
		use(l)
	}
	p.OnAgain = func() { v.findLocal(p) }
	p.OnMenu = v.popup
}
