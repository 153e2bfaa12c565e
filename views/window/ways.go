package window

import (
	"context"
	"errors"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/connections"
	"parley/app/secrets"
	"parley/views/welcome"
	"parley/views/widgets"
	"parley/views/words"
)

// buildWelcome makes the way in.
func (v *Window) buildWelcome() {
	v.welcome = welcome.New()
	v.connectForm(v.welcome.Form, "", v.arrived)
	v.welcome.OnLocal = v.useLocal
	v.welcome.OnPractice = func() {
		v.thread.Go(func() func() {
			err := v.core.Connections.UsePractice(v.ctx)
			return func() {
				if err != nil {
					v.core.Log.Error("Practice", "error", err)
				}
				v.arrived()
			}
		})
	}
}

// showWelcome fills the window with the way in and asks this computer for programs that serve models.
func (v *Window) showWelcome() {
	if v.welcome == nil {
		v.buildWelcome()
	}
	v.frame.setFront(v.welcome)
	v.thread.Go(func() func() {
		found := v.core.Connections.FindLocal(v.ctx)
		return func() { v.offerLocal(found) }
	})
}

func (v *Window) offerLocal(found []connections.Found) {
	local := make([]welcome.Local, len(found))
	for i, f := range found {
		local[i] = welcome.Local{Name: f.Name, Address: f.Address, Models: f.Models}
	}
	v.welcome.SetLocal(local)
}

func (v *Window) useLocal(l welcome.Local) {
	v.thread.Go(func() func() {
		r, err := v.core.Connections.UseLocal(v.ctx, connections.Found{Name: l.Name, Address: l.Address, Models: l.Models})
		return func() {
			if err != nil || !r.Connected {
				v.core.Log.Warn("Local program", "error", err)
				v.welcome.ShowLocalTrouble(lang.L("{{.Name}} does not answer any more.", map[string]any{"Name": l.Name}))
				return
			}
			v.arrived()
		}
	})
}

// arrived leaves the way in for a chat with the connection that was just made.
func (v *Window) arrived() {
	v.frame.setFront(nil)
	v.open.Model = ""
	v.refreshModel()
	v.newChat()
}

// connectForm lets a form describe addresses and connect; change is the connection it is about, or "".
func (v *Window) connectForm(f *welcome.KeyForm, change chat.ID, done func()) {
	f.OnDescribe = describe
	f.OnConnect = func(address, key string, a welcome.Answers) {
		o := connections.ConnectOptions{AllowPlain: a.AllowPlain, UseAnyway: a.UseAnyway, KeepUntilQuit: a.KeepUntilQuit, Change: change}
		v.tellIfLocked(f)
		v.thread.Go(func() func() {
			result, err := v.core.Connections.Connect(v.ctx, address, key, o)
			return func() { v.connected(f, result, err, done) }
		})
	}
}

// tellIfLocked says that the password store waits for the person, once it has been slow.
func (v *Window) tellIfLocked(f *welcome.KeyForm) {
	v.thread.After(slowStore, func() {
		if v.core.Connections.Waiting() {
			f.Wait(lang.L("Waiting for this computer's password store. It may be asking for your password."))
		}
	})
}

func (v *Window) connected(f *welcome.KeyForm, r connections.Result, err error, done func()) {
	switch {
	case err != nil:
		v.core.Log.Warn("Not connected", "error", err)
		f.ShowTrouble(addressTrouble(err), false)
	case r.Connected:
		done()
	case r.NeedsAllowPlain:
		f.AskPlain()
	case r.KeyTrouble != "":
		f.AskKeepUntilQuit(storeTrouble(r.KeyTrouble))
	case r.Problem != nil:
		t := words.For(r.Problem.Kind)
		f.ShowTrouble(t.Title, r.CanUseAnyway)
	}
}

// describe says what an address is understood as.
func describe(address string) welcome.Description {
	d, err := connections.Describe(address)
	if err != nil {
		return welcome.Description{Trouble: addressTrouble(err)}
	}
	out := welcome.Description{Shown: d.Address}
	if d.Warn {
		out.Warning = lang.L("This address is not encrypted.")
	}
	return out
}

func addressTrouble(err error) string {
	switch {
	case errors.Is(err, connections.ErrEmptyAddress):
		return lang.L("Enter the address of your service.")
	case errors.Is(err, connections.ErrUserInfo):
		return lang.L("Leave the name and password out of the address; the key goes into its own field.")
	case errors.Is(err, connections.ErrTwoAddresses):
		return lang.L("These are two addresses in one. Enter the first alone.")
	case errors.Is(err, connections.ErrNotHTTP):
		return lang.L("An address begins with https://")
	case errors.Is(err, context.Canceled):
		return ""
	}
	return lang.L("This is not an address Parley understands.")
}

func storeTrouble(k secrets.Kind) string {
	switch k {
	case secrets.Locked:
		return lang.L("This computer's password store is locked, so the key was not kept there.")
	case secrets.Missing:
		return lang.L("This computer has no password store that is running, so the key was not kept.")
	case secrets.Slow:
		return lang.L("This computer's password store did not answer, so the key was not kept there.")
	case secrets.NotFound, secrets.Failed:
	}
	return lang.L("This computer's password store did not take the key.")
}

// enterKey helps where a service had no key: message is the reply that failed, or "". A chat whose service was forgotten may go on
// with the one that is used now.
func (v *Window) enterKey(message chat.ID) {
	current, ok := v.core.Connections.Current()
	if !ok || !v.forgotten() {
		v.changeKeyOf(v.connection(), v.askAgain(message))
		return
	}
	detail := lang.L("The service this chat spoke to was forgotten. {{.Name}} can go on with it, and is then sent what was said here.", map[string]any{"Name": current.Name})
	v.question(lang.L("Use {{.Name}} for this chat?", map[string]any{"Name": current.Name}), detail, lang.L("Use {{.Name}}", map[string]any{"Name": current.Name}), func() {
		v.useCurrent()
		if message != "" {
			v.regenerate(message)
		}
	})
}

// forgotten reports whether the service of the open chat is not there any more.
func (v *Window) forgotten() bool {
	_, ok := v.core.Settings.Get().Find(v.open.Connection)
	return v.open.Connection != "" && !ok
}

// useCurrent lets the open chat speak to the service that new chats use, and its usual model.
func (v *Window) useCurrent() {
	current, ok := v.core.Connections.Current()
	if !ok {
		return
	}
	v.open.Connection = current.ID
	v.open.Model = v.core.Catalog.Default(current.ID)
	if c := v.open; c.ID != "" {
		v.change(func(ctx context.Context) error { return v.core.History.SetModel(ctx, c.ID, c.Connection, c.Model) })
	}
	v.refreshModel()
	v.composer.FocusText()
}

// askAgain offers to ask again once a service was connected: it is not done unasked.
func (v *Window) askAgain(message chat.ID) func() {
	return func() {
		if message == "" || !v.view.Has(message) {
			return
		}
		v.toasts.Say(lang.L("The service is connected."), lang.L("Try again"), func() { v.regenerate(message) })
	}
}

// changeKeyOf asks for the address and the key of a connection again; then runs once it is connected.
func (v *Window) changeKeyOf(id chat.ID, then func()) {
	c, ok := v.core.Settings.Get().Find(id)
	if !ok || c.Kind == connections.Practice {
		// Practice has its key; there is none to change.
		v.anotherService()
		return
	}
	v.askForService(lang.L("Address and key"), c.Address, c.ID, then)
}

// anotherService asks for a further service.
func (v *Window) anotherService() { v.askForService(lang.L("Add a service"), "", "", func() {}) }

func (v *Window) askForService(title, address string, change chat.ID, then func()) {
	form := welcome.NewKeyForm(address)
	page := widgets.Page(v.window.Canvas(), title, lang.L("Close"), form, 460, 0)
	page.SetSticky(true)
	form.OnGrown = page.Relayout
	v.popup(page)
	v.connectForm(form, change, func() {
		page.Hide()
		if change == "" {
			v.arrived()
		}
		v.refreshModel()
		then()
	})
	form.Focus()
}

// question asks something with a yes and a no.
func (v *Window) question(title, detail, yes string, do func()) {
	v.popup(widgets.Ask(v.window.Canvas(), title, widgets.NewBody(detail), yes, lang.L("Cancel"), do))
}

// popup remembers what lies over the window, so that Escape closes it.
func (v *Window) popup(o *widgets.Overlay) {
	v.over = append(v.over, o)
	before := o.OnHide
	o.OnHide = func() {
		v.noMore(o)
		if before != nil {
			before()
		}
	}
}

// noMore forgets what does not lie over the window any more.
func (v *Window) noMore(o hider) {
	v.over = slices.DeleteFunc(v.over, func(other hider) bool { return other == o })
}

// hider is something that lies over the window until it is hidden.
type hider interface{ Hide() }

// closePopup closes what lies on top and reports whether anything did.
func (v *Window) closePopup() bool {
	if v.top.ClosePicker() {
		return true
	}
	if len(v.over) == 0 {
		return false
	}
	v.over[len(v.over)-1].Hide()
	return true
}

// ShowCannotStart says in a window why Parley does not start.
func ShowCannotStart(w fyne.Window, err error, running bool) {
	title, detail := lang.L("Parley cannot start"), err.Error()
	if running {
		title, detail = lang.L("Parley is already open"), lang.L("Another window of Parley has your chats open. Two at once could spoil them, so this one stays closed.")
	}
	w.SetContent(widgets.NewBox(newMessage(title, detail, w.Close), "", "", 0, 24, 20))
	w.Resize(fyne.NewSize(480, 200))
}
