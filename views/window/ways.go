package window

import (
	"context"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/connections"
	"parley/app/secrets"
	"parley/views/welcome"
	"parley/views/widgets"
	"parley/views/words"
)

// findLocal asks this computer for programs that serve models, and shows them.
func (v *Window) findLocal(shown *welcome.Programs) {
	v.thread.Go(func() func() {
		found := v.core.Connections.FindLocal(v.ctx)
		local := make([]welcome.Local, len(found))
		for i, f := range found {
			local[i] = welcome.Local{Name: f.Name, Address: f.Address, Models: f.Models, NeedsKey: f.NeedsKey}
		}
		return func() { shown.Set(local) }
	})
}

// useLocal connects to a program on this computer; done runs once that is done.
func (v *Window) useLocal(shown *welcome.Programs, done func()) func(welcome.Local) {
	return func(l welcome.Local) {
		v.typeAhead()
		v.thread.Go(func() func() {
			r, err := v.core.Connections.UseLocal(v.ctx, connections.Found{Name: l.Name, Address: l.Address, Models: l.Models})
			return func() {
				if err != nil || !r.Connected {
					v.notArrived()
					v.core.Log.Warn("Local program", "error", err)
					shown.ShowTrouble(lang.L("{{.Name}} does not answer any more.", map[string]any{"Name": l.Name}))
					return
				}
				done()
			}
		})
	}
}

// connectForm lets a form describe addresses and connect, with options that say which connection it is about.
func (v *Window) connectForm(f *welcome.KeyForm, o connections.ConnectOptions, done func()) {
	f.OnDescribe, f.OnPaste = describe, readPaste
	f.OnConnect = func(address, key string, a welcome.Answers) {
		o.AllowPlain, o.UseAnyway, o.KeepUntilQuit, o.Name = a.AllowPlain, a.UseAnyway, a.KeepUntilQuit, a.Name
		v.tellIfLocked(f)
		if o.Change == "" {
			v.typeAhead()
		}
		v.thread.Go(func() func() {
			result, err := v.core.Connections.Connect(v.ctx, address, key, o)
			return func() {
				if !result.Connected {
					v.notArrived()
				}
				v.connected(f, result, err, done)
			}
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
		f.Clear()
		done()
	case r.NeedsAllowPlain:
		f.AskPlain(r.Address)
	case r.KeyTrouble != "":
		f.AskKeepUntilQuit(storeTrouble(r.KeyTrouble))
	case r.Problem != nil:
		t := words.Of(*r.Problem)
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

// readPaste tells which address and key are in something that was pasted: a curl line, or lines of an environment. An address or a key
// alone is pasted as any text is.
func readPaste(text string) (welcome.Taken, bool) {
	p, ok := connections.Read(text)
	alone := strings.TrimSpace(text)
	if !ok || p.Address == alone || p.Key.Reveal() == alone {
		return welcome.Taken{}, false
	}
	t := welcome.Taken{Address: p.Address, Key: p.Key.Reveal()}
	switch {
	case t.Address != "" && t.Key != "":
		t.Said = lang.L("The address and the key were taken from what you pasted. Nothing is sent before you press Connect.")
	case t.Address != "":
		t.Said = lang.L("The address was taken from what you pasted. There is no key in it.")
	case t.Key != "":
		t.Said = lang.L("The key was taken from what you pasted. There is no address in it.")
	default:
		return welcome.Taken{}, false
	}
	return t, true
}

func proxyTrouble(err error) string {
	switch {
	case errors.Is(err, connections.ErrEmptyProxy):
		return lang.L("Enter the address of the proxy.")
	case errors.Is(err, connections.ErrProxyScheme):
		return lang.L("The address of a proxy begins with http://, https:// or socks5://")
	case errors.Is(err, context.Canceled):
		return ""
	}
	return lang.L("This is not the address of a proxy. It looks like http://proxy.example:3128")
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
	switch {
	case !ok || !v.forgotten():
		v.changeKeyOf(v.connection(), v.askAgain(message))
		return
	case len(v.core.Connections.List()) > 1:
		v.showServices(v.composer)
		return
	}
	detail := lang.L("The service this chat spoke to was forgotten. {{.Name}} can go on with it, and is then sent what was said here.", map[string]any{"Name": current.Name})
	v.question(lang.L("Use {{.Name}} for this chat?", map[string]any{"Name": current.Name}), detail, lang.L("Use {{.Name}}", map[string]any{"Name": current.Name}), func() {
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

// anotherService asks for a further connection.
func (v *Window) anotherService() { v.askForConnection() }

func (v *Window) askForService(title, address string, change chat.ID, then func()) {
	form := welcome.NewKeyForm(address)
	page := widgets.Page(v.window.Canvas(), title, lang.L("Close"), form, 460, 0)
	page.SetSticky(true)
	form.OnGrown = page.Relayout
	v.popup(page)
	v.connectForm(form, connections.ConnectOptions{Change: change}, func() {
		page.Hide()
		v.refreshModel()
		then()
	})
	form.FocusIn(v.window.Canvas())
}

// question asks something with a yes and a no.
func (v *Window) question(title, detail, yes string, do func()) {
	v.popup(widgets.Ask(v.window.Canvas(), title, widgets.NewBody(detail), yes, lang.L("Cancel"), do))
}

// popup remembers what lies over the window, so that Escape closes it.
func (v *Window) popup(o *widgets.Overlay) {
	if o == nil { // there is no window yet, or any more
		return
	}
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
	n := len(v.over)
	if above := n > 0 && any(v.over[n-1]) == any(v.window.Canvas().Overlays().Top()); !above && v.top.ClosePicker() {
		return true
	}
	if n == 0 {
		return false
	}
	v.over[n-1].Hide()
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
