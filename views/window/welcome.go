package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/app/connections"
	"parley/views/sidebar"
	"parley/views/welcome"
)

// welcoming is the page that asks how to connect. On the first start it stands alone; where there are chats, they stand beside it.
type welcoming struct {
	window *Window
	scene  *scene
	top    *welcome.Top
	page   *welcome.Welcome
}

func (w *welcoming) stage() *scene       { return w.scene }
func (w *welcoming) entry() sidebar.Page { return sidebar.Chats }
func (w *welcoming) title() string       { return "" }

func (w *welcoming) arrive() { w.window.findLocal(w.page.Programs) }

// depart leaves nothing of what was typed in the fields, the key least of all.
func (w *welcoming) depart() { w.page.Form.Clear() }

func (w *welcoming) setFolded(folded, recording bool) { w.top.SetSidebarButton(folded, recording) }
func (w *welcoming) focusText()                       { w.page.Form.FocusIn(w.window.window.Canvas()) }

func (w *welcoming) take(paths []string) { w.window.waiting = append(w.window.waiting, paths...) }

func (w *welcoming) togglePanel() {}
func (w *welcoming) panelClosed() {}
func (w *welcoming) chooseModel() {}
func (w *welcoming) chooseFile()  {}
func (w *welcoming) read()        {}
func (w *welcoming) again()       {}
func (w *welcoming) escape()      {}

// atWelcome reports whether the page that asks how to connect is shown.
func (v *Window) atWelcome() bool { return v.welcome != nil && v.shown == page(v.welcome) }

// showWelcome asks how to connect.
func (v *Window) showWelcome() {
	if v.welcome == nil {
		v.buildWelcome()
	}
	v.goTo(v.welcome)
}

func (v *Window) buildWelcome() {
	w := &welcoming{window: v, top: welcome.NewTop(), page: welcome.New()}
	w.scene = &scene{top: w.top, body: w.page, alone: len(v.list) == 0}
	w.top.OnSidebar = func() { v.frame.toggleSidebar() }
	v.connectForm(w.page.Form, connections.ConnectOptions{}, v.arrived)
	v.offerPrograms(w.page.Programs, w.page.Form, v.arrived)
	w.page.OnPractice = func() { v.usePractice(v.arrived) }
	v.welcome = w
}

// usePractice connects to the gateway inside the program.
func (v *Window) usePractice(done func()) {
	v.typeAhead()
	v.thread.Go(func() func() {
		err := v.core.Connections.UsePractice(v.ctx)
		return func() {
			if err != nil {
				v.core.Log.Error("Practice", "error", err)
			}
			done()
		}
	})
}

// arrived goes on from the welcome to a new chat. Whoever has left it for another page stays there.
func (v *Window) arrived() {
	if v.atWelcome() {
		v.beginConnected()
		return
	}
	v.refreshModel()
	v.toasts.Say(lang.L("The service is connected."), lang.L("New chat"), v.newChat)
	v.typeRest()
}

// beginConnected begins a chat with the connection that was just made.
func (v *Window) beginConnected() {
	v.open.Model = ""
	v.refreshModel()
	v.leave()
	v.beginChat()
	v.takeWaiting()
	v.typeRest()
}

// typedAhead is what is typed while Parley connects: it belongs into the message, not into what had the keyboard before.
type typedAhead struct {
	before fyne.Focusable
	typed  []rune
}

// typeAhead takes the keyboard from the fields and buttons until typeRest or notArrived.
func (v *Window) typeAhead() {
	c := v.window.Canvas()
	if v.ahead == nil {
		v.ahead = &typedAhead{before: c.Focused()}
	}
	c.Unfocus()
}

// typeRest types what was typed meanwhile into the message.
func (v *Window) typeRest() {
	ahead := v.ahead
	v.ahead = nil
	if ahead == nil || v.shown != page(v.chat) {
		return
	}
	for _, r := range ahead.typed {
		v.composer.TypeOn(r)
	}
}

// notArrived gives the keyboard back to what had it.
func (v *Window) notArrived() {
	ahead := v.ahead
	v.ahead = nil
	if c := v.window.Canvas(); ahead != nil && ahead.before != nil && c.Focused() == nil {
		c.Focus(ahead.before)
	}
}
