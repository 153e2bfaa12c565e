package welcome

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Permissions holds the permissions the user gave after a first attempt. Each has its own button.
type Permissions struct {
	// AllowUnencrypted permits sending the key unencrypted, UseAnyway connecting without asking the
	// service first, and KeepUntilQuit keeping the key in memory only, not in the password store.
	AllowUnencrypted, UseAnyway, KeepUntilQuit bool
	// Name is the name of the local program at the address, if the form asks for its key.
	Name string
}

// AddressDescription is the interpretation of a typed address.
type AddressDescription struct {
	// Shown is the full address; Warning is shown next to it, Problem in its place.
	Shown, Warning, Problem string
}

// PastedAccess is the address and the key found in a pasted text: a curl command, or environment
// variables.
type PastedAccess struct {
	// Address and Key are "" if not found.
	Address, Key string
	// Explanation is a sentence about the values found.
	Explanation string
}

// KeyForm asks for the address of a service and its key. Use it only on Fyne's thread. A nil
// callback is not called.
type KeyForm struct {
	widget.BaseWidget

	// OnDescribe interprets the typed address after each key.
	OnDescribe func(address string) AddressDescription
	// OnPaste interprets a text pasted into a field, and reports whether it is more than an address
	// or a key alone.
	OnPaste func(text string) (PastedAccess, bool)
	// OnConnect starts connecting. Respond with ShowProblem, AskAllowUnencrypted or
	// AskKeepUntilQuit, or by removing the form.
	OnConnect func(address, key string, a Permissions)
	// OnGetKey opens the page where a service issues keys, and reports whether it succeeded.
	OnGetKey func(page string) bool
	// OnCancel cancels the attempt started by OnConnect; do not respond to it afterwards.
	OnCancel func()
	// OnGrown is called when the height of the form changes.
	OnGrown func()

	picker       servicePicker
	address, key *widgets.Field
	understood   *widgets.Text
	problem      *widgets.Text
	// understoodBox and problemBox wrap the texts to show and hide them.
	understoodBox, problemBox *widgets.Text
	connect, cancel           *widgets.Button
	extra                     *widgets.Button
	buttons, content          *fyne.Container
	answers                   Permissions
	connecting                bool
	// asked is the program last passed to AskForKey.
	asked struct{ name, address string }
}

// NewKeyForm returns a form with an initial address, which may be "".
func NewKeyForm(address string) *KeyForm {
	f := &KeyForm{}
	f.address = widgets.NewField(i18n.Text("Service address"), "https://")
	f.key = widgets.NewSecretField(i18n.Text("API key"), "")
	f.understood = widgets.NewMuted("")
	f.problem = widgets.NewMuted("")
	f.addPicker()
	f.connect = widgets.NewButton(i18n.Text("Connect"), widgets.Primary, func() { f.start(f.answers) })
	f.cancel = widgets.NewButton(i18n.Text("Cancel"), widgets.Secondary, func() { f.Cancel() })
	f.cancel.Hide()
	f.extra = widgets.NewButton("", widgets.Secondary, nil)
	f.understoodBox, f.problemBox = f.understood.NoMargin(), f.problem.NoMargin()
	f.understoodBox.Hide()
	f.problemBox.Hide()
	f.extra.Hide()
	f.setAddress(address)
	f.address.OnChanged = func(string) { f.edited() }
	f.key.OnChanged = func(string) { f.edited() }
	f.address.OnSubmitted = func(string) { f.submitted() }
	f.key.OnSubmitted = func(string) { f.submitted() }
	f.address.OnPaste, f.key.OnPaste = f.pasted, f.pasted
	// What is said while one writes stands below all that is pressed or written in, and has its
	// room from the start.
	f.buttons = container.New(&widgets.Flow{Gap: 8}, f.connect, f.cancel, f.extra)
	f.content = container.New(&widgets.Column{Gap: 4},
		f.picker.choice, widgets.Gap(2), label(i18n.Text("Service address")), f.address, widgets.Gap(2),
		f.keyRows(), widgets.Gap(8),
		f.buttons, room(f.understoodBox, f.problemBox))
	f.ExtendBaseWidget(f)
	return f
}

// Keep keeps what is typed until it is used or discarded, the key in memory alone. Call it once.
func (f *KeyForm) Keep(d *form.Draft) {
	d.Keep("address", f.address)
	d.Keep("key", f.key)
	f.buttons.Add(d.DiscardButton())
}

// setAddress sets the address field, with the caret at its end for a user who arrives by Tab.
func (f *KeyForm) setAddress(address string) {
	f.address.Fill(address)
	f.recognize()
}

// written returns the intended address: if a full one was pasted after the prefilled scheme, only
// the pasted one.
func (f *KeyForm) written() string {
	if rest, ok := strings.CutPrefix(f.address.Text, "https://"); ok {
		rest = strings.TrimSpace(rest)
		if strings.HasPrefix(rest, "https://") || strings.HasPrefix(rest, "http://") {
			return rest
		}
	}
	return f.address.Text
}

// CreateRenderer implements fyne.Widget.
func (f *KeyForm) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.content) }

// Focus focuses the first field to fill in.
func (f *KeyForm) Focus() { f.FocusIn(widgets.CanvasOf(f.address)) }

// FocusIn is like Focus for a form just put into an overlay, whose canvas Fyne does not know before
// the first paint.
func (f *KeyForm) FocusIn(c fyne.Canvas) {
	field := f.address
	if f.address.Text != "" {
		field = f.key
	}
	if c != nil {
		c.Focus(field)
	}
}

// AskForKey fills in the address of a program, and asks for its key.
func (f *KeyForm) AskForKey(name, address string) {
	if !f.connecting {
		f.asked.name, f.asked.address = name, address
		f.setAddress(address)
		f.edited()
		f.Focus()
	}
}

// submitted handles Enter in a field: it moves to a missing key, else connects.
func (f *KeyForm) submitted() {
	c := widgets.CanvasOf(f.key)
	if f.key.Text == "" && c != nil && c.Focused() == fyne.Focusable(f.address) {
		c.Focus(f.key)
		return
	}
	f.start(f.answers)
}

// edited updates the description of the address. It withdraws permissions, which applied to the
// previous input.
func (f *KeyForm) edited() {
	f.answers = Permissions{}
	f.extra.Hide()
	f.setProblem("", theme.ColorDanger)
	f.recognize()
	f.describe(false)
	f.relayout()
}

// pasted fills both fields from a pasted text, and says so. It does not connect.
func (f *KeyForm) pasted(text string) bool {
	if f.OnPaste == nil || f.connecting {
		return false
	}
	t, ok := f.OnPaste(text)
	if !ok {
		return false
	}
	if t.Address != "" {
		f.setAddress(t.Address)
	}
	if t.Key != "" {
		f.key.SetText(t.Key)
	}
	f.edited()
	f.setProblem(t.Explanation, theme.ColorMuted)
	f.relayout()
	return true
}

// describe shows the interpretation of the address, and reports whether it is usable. A problem is
// red only if done is set, and muted while the user is still typing.
func (f *KeyForm) describe(done bool) bool {
	if f.OnDescribe == nil {
		return true
	}
	text := f.written()
	if !done && (text == "" || text == "https://" || text == "http://") {
		f.understoodBox.Hide()
		return false
	}
	d := f.OnDescribe(text)
	switch {
	case d.Problem != "":
		f.understood.SetColor(theme.ColorMuted)
		if done {
			f.understood.SetColor(theme.ColorDanger)
		}
		f.understood.SetText(d.Problem)
	case d.Warning != "":
		f.understood.SetColor(theme.ColorCaution)
		f.understood.SetText(d.Shown + "\n" + d.Warning)
	default:
		f.understood.SetColor(theme.ColorMuted)
		f.understood.SetText(d.Shown)
	}
	f.understoodBox.Show()
	return d.Problem == ""
}

// start calls OnConnect if the address is usable and the form is not connecting already.
func (f *KeyForm) start(a Permissions) {
	if f.connecting {
		return
	}
	if !f.describe(true) {
		f.relayout()
		return
	}
	f.answers = a
	f.connecting = true
	f.extra.Hide()
	f.setProblem(i18n.Text("Connecting…"), theme.ColorMuted)
	f.connect.SetDisabled(i18n.Text("Waiting for the service to answer"))
	f.cancel.Show()
	f.relayout()
	if f.OnConnect != nil {
		a.Name = ""
		if f.asked.address == f.written() {
			a.Name = f.asked.name
		}
		f.OnConnect(f.written(), f.key.Text, a)
	}
}

// Clear empties the form after connecting, so that no widget retains the key.
func (f *KeyForm) Clear() {
	f.asked.name, f.asked.address = "", ""
	f.setAddress("")
	f.key.ClearSecret()
	f.answers = Permissions{}
	f.understoodBox.Hide()
	f.stopped("", theme.ColorDanger)
}

// ShowProblem shows why connecting failed. With canUseAnyway, it offers to connect anyway.
func (f *KeyForm) ShowProblem(sentence string, canUseAnyway bool) {
	f.stopped(sentence, theme.ColorDanger)
	if canUseAnyway {
		f.offer(i18n.Text("Use it anyway"), func(a *Permissions) { a.UseAnyway = true })
	}
}

// AskAllowUnencrypted warns that the key would be sent unencrypted, and offers to connect anyway.
// Nothing has been sent. A non-empty address replaces the entered one.
func (f *KeyForm) AskAllowUnencrypted(address string) {
	if address != "" {
		f.setAddress(address)
		f.describe(true)
	}
	f.stopped(i18n.Text("This address isn't encrypted: others on the network could read your key and messages. Your key has not been sent."), theme.ColorCaution)
	f.offer(i18n.Text("Connect without encryption"), func(a *Permissions) { a.AllowUnencrypted = true })
}

// AskKeepUntilQuit shows why the key was not stored, and offers to keep it until Parlando quits.
func (f *KeyForm) AskKeepUntilQuit(sentence string) {
	f.stopped(sentence, theme.ColorCaution)
	f.offer(i18n.Text("Keep until I quit"), func(a *Permissions) { a.KeepUntilQuit = true })
}

// ShowElapsed shows how long connecting has taken so far.
func (f *KeyForm) ShowElapsed(waited time.Duration) {
	if f.connecting {
		f.setProblem(i18n.Text("Connecting… {{.Seconds}} s", map[string]any{"Seconds": int(waited.Seconds())}), theme.ColorMuted)
		f.relayout()
	}
}

// Cancel cancels connecting, and reports whether it was in progress. The fields keep their text;
// permissions must be given again.
func (f *KeyForm) Cancel() bool {
	if !f.connecting {
		return false
	}
	f.answers = Permissions{}
	c := widgets.CanvasOf(f.cancel)
	pressed := c != nil && c.Focused() == fyne.Focusable(f.cancel)
	f.stopped("", theme.ColorDanger)
	if pressed {
		c.Focus(f.connect)
	}
	widgets.CallIfSet(f.OnCancel)
	return true
}

// ShowWaiting shows the reason for a delay, such as the password store.
func (f *KeyForm) ShowWaiting(sentence string) {
	if f.connecting {
		f.setProblem(sentence, theme.ColorMuted)
		f.relayout()
	}
}

func (f *KeyForm) stopped(sentence string, color fyne.ThemeColorName) {
	f.connecting = false
	f.connect.SetDisabled("")
	f.cancel.Hide()
	f.extra.Hide()
	f.setProblem(sentence, color)
	f.relayout()
}

// offer shows a second button that gives a permission and tries again.
func (f *KeyForm) offer(words string, agree func(*Permissions)) {
	f.extra.SetText(words)
	f.extra.SetOnTapped(func() {
		a := f.answers
		agree(&a)
		f.start(a)
	})
	f.extra.Show()
	f.relayout()
}

func (f *KeyForm) setProblem(sentence string, color fyne.ThemeColorName) {
	f.problem.SetText(sentence)
	f.problem.SetColor(color)
	widgets.SetVisible(f.problemBox, sentence != "")
}

// relayout lays the form out again after objects were shown or hidden.
func (f *KeyForm) relayout() {
	f.content.Refresh()
	f.Refresh()
	widgets.CallIfSet(f.OnGrown)
}
