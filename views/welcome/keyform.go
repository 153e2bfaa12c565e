package welcome

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Permissions holds the permissions the user gave after a first attempt. Each has its own button.
type Permissions struct {
	// AllowUnencrypted permits sending the key unencrypted. UseAnyway permits connecting without
	// asking the service first. KeepUntilQuit permits storing the key in memory only, not in the
	// password store.
	AllowUnencrypted, UseAnyway, KeepUntilQuit bool
	// Name is the name of the local program whose key the form asks for, "" for another service.
	Name string
}

// AddressDescription is the interpretation of a typed address.
type AddressDescription struct {
	// Shown is the full address. Warning is shown below Shown, Problem in place of Shown.
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
	*form.Form

	// OnDescribe interprets the typed address after each keystroke.
	OnDescribe func(address string) AddressDescription
	// OnPaste interprets a text pasted into a field. ok is true if the text contains more than an
	// address or a key alone.
	OnPaste func(text string) (PastedAccess, bool)
	// OnConnect starts connecting. Respond with ShowProblem, AskAllowUnencrypted or
	// AskKeepUntilQuit, or by removing the form.
	OnConnect func(address, key string, a Permissions)
	// OnGetKey opens the page where a service issues keys, and reports whether the page was opened.
	OnGetKey func(page string) bool
	// OnCancel cancels the attempt started by OnConnect; do not respond to it afterwards.
	OnCancel func()
	// OnAsk is called before the form asks for the key of a program.
	OnAsk func()

	address, key *widgets.Field
	// listed shows the list of services, of which marked is marked by the arrow keys, -1 for none.
	listed bool
	marked int
	// described shows the interpretation of the address; checked shows a problem as an error.
	described, checked bool
	// said is the sentence below the description of the address, "" for none.
	said      string
	saidColor fyne.ThemeColorName
	// offered is the label of the button that gives the permission agree sets, "" for no button.
	offered    string
	agree      func(*Permissions)
	answers    Permissions
	connecting bool
	// asked is the program last passed to AskForKey.
	asked struct{ name, address string }
}

// NewKeyForm returns a form with an initial address. Without one, it lists the known services.
func NewKeyForm(address string) *KeyForm {
	f := &KeyForm{listed: address == "", marked: -1}
	f.Form = form.New(4, f.build)
	f.Update()
	f.address.Fill(address)
	return f
}

// build adds the controls and, in a reserved space below them, the messages shown while the user
// types.
func (f *KeyForm) build(*form.Form) {
	f.Label(i18n.Text("Address of the service"))
	f.address = f.Field(form.Field{
		Name: i18n.Text("Address of the service"), Placeholder: i18n.Text("Search, or enter an address"), Value: textOf(f.address), Kept: "address",
		OnChange: func(string) { f.edited() }, OnSubmit: f.submitted,
	})
	f.address.OnPaste, f.address.OnKey = f.pasted, f.listKey
	f.Add(f.address)
	f.addServices()
	f.Add(widgets.Gap(2))
	f.addKey()
	f.Add(widgets.Gap(8))
	f.addButtons()
	addRoom(f.Form, func() {
		f.describe()
		if f.said != "" {
			f.Text(f.said, f.saidColor, fynetheme.SizeNameCaptionText)
		}
	})
}

func (f *KeyForm) addButtons() {
	words := i18n.Text("Connect")
	connect := f.Primary(words, func() { f.start(f.answers) })
	buttons := []fyne.CanvasObject{connect}
	add := func(b *widgets.Button) {
		f.NextFocus(b, words)
		buttons = append(buttons, b)
	}
	if f.connecting {
		connect.SetDisabled(i18n.Text("Waiting for the service"))
		add(f.Button(i18n.Text("Cancel"), func() { f.Cancel() }))
	}
	if f.offered != "" {
		add(f.Button(f.offered, func() {
			a := f.answers
			f.agree(&a)
			f.start(a)
		}))
	}
	if f.Draft != nil {
		buttons = append(buttons, f.Draft.DiscardButton())
	}
	f.AddRow(buttons...)
}

// textOf returns the text of a field, "" for nil.
func textOf(f *widgets.Field) string {
	if f == nil {
		return ""
	}
	return f.Text
}

// Keep stores the typed text until it is used or discarded, the key in memory only. Call it once.
func (f *KeyForm) Keep(d *form.Draft) {
	f.Draft = d
	f.Update()
}

// written returns the intended address: if a full address was pasted after the prefilled scheme,
// only the pasted address.
func (f *KeyForm) written() string {
	typed := textOf(f.address)
	if rest, ok := strings.CutPrefix(typed, "https://"); ok {
		rest = strings.TrimSpace(rest)
		if strings.HasPrefix(rest, "https://") || strings.HasPrefix(rest, "http://") {
			return rest
		}
	}
	return typed
}

// FocusIn focuses the first field to fill in. c is the window's canvas, which Fyne cannot look up
// for a form that has not been painted yet.
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
		f.address.Fill(address)
		f.edited()
		widgets.CallIfSet(f.OnAsk)
		f.FocusIn(widgets.CanvasOf(f.address))
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
	f.answers, f.offered, f.marked = Permissions{}, "", -1
	f.described, f.checked = f.OnDescribe != nil, false
	f.say("", theme.ColorDanger)
}

// pasted fills the fields from a pasted text, but does not connect. It reports whether it did.
func (f *KeyForm) pasted(text string) bool {
	if f.OnPaste == nil || f.connecting {
		return false
	}
	t, ok := f.OnPaste(text)
	if !ok {
		return false
	}
	if t.Address != "" {
		f.address.Fill(t.Address)
	}
	if t.Key != "" {
		f.key.SetText(t.Key)
	}
	f.edited()
	f.say(t.Explanation, theme.ColorMuted)
	return true
}

// describe adds the interpretation of the address. A problem is red only if the address is
// complete, and muted while the user is still typing.
func (f *KeyForm) describe() {
	text := f.written()
	if !f.described || !f.checked && (text == "" || text == "https://" || text == "http://") {
		return
	}
	switch d := f.OnDescribe(text); {
	case d.Problem != "" && f.checked:
		f.Wrong(d.Problem)
	case d.Problem != "":
		f.Muted(d.Problem)
	case d.Warning != "":
		f.Caution(d.Shown + "\n" + d.Warning)
	default:
		f.Muted(d.Shown)
	}
}

// check describes the address as complete.
func (f *KeyForm) check() { f.described, f.checked = f.OnDescribe != nil, true }

// start calls OnConnect if the address is usable and the form is not connecting already.
func (f *KeyForm) start(a Permissions) {
	if f.connecting {
		return
	}
	f.check()
	if f.described && f.OnDescribe(f.written()).Problem != "" {
		f.Update()
		return
	}
	f.answers, f.connecting, f.offered = a, true, ""
	f.say(i18n.Text("Connecting…"), theme.ColorMuted)
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
	f.address.Fill("")
	f.key.ClearSecret()
	f.answers, f.described = Permissions{}, false
	f.stopped("", theme.ColorDanger)
}

// ShowProblem shows why connecting failed. anyway is the label of a button that connects without
// asking the service, "" for no button.
func (f *KeyForm) ShowProblem(sentence, anyway string) {
	f.stopped(sentence, theme.ColorDanger)
	if anyway != "" {
		f.offer(anyway, func(a *Permissions) { a.UseAnyway = true })
	}
}

// AskAllowUnencrypted warns that the key would be sent unencrypted, and offers to connect anyway.
// Nothing has been sent. A non-empty address replaces the entered one.
func (f *KeyForm) AskAllowUnencrypted(address string) {
	if address != "" {
		f.address.Fill(address)
		f.check()
	}
	f.stopped(i18n.Text("This address isn't secure: other people on the network could read your key and messages. Your key hasn't been sent."), theme.ColorCaution)
	f.offer(i18n.Text("Connect anyway, not securely"), func(a *Permissions) { a.AllowUnencrypted = true })
}

// AskKeepUntilQuit shows why the key was not stored, and offers to keep it until Parlando quits.
func (f *KeyForm) AskKeepUntilQuit(sentence string) {
	f.stopped(sentence, theme.ColorCaution)
	f.offer(i18n.Text("Keep the key until I close Parlando"), func(a *Permissions) { a.KeepUntilQuit = true })
}

// ShowElapsed shows how long connecting has taken so far.
func (f *KeyForm) ShowElapsed(waited time.Duration) {
	f.ShowWaiting(i18n.Text("Connecting… {{.Seconds}} s", map[string]any{"Seconds": int(waited.Seconds())}))
}

// ShowWaiting shows the reason for a delay, such as the password store.
func (f *KeyForm) ShowWaiting(sentence string) {
	if f.connecting {
		f.say(sentence, theme.ColorMuted)
	}
}

// Cancel cancels connecting, and reports whether it was in progress. The fields keep their text;
// permissions must be given again.
func (f *KeyForm) Cancel() bool {
	if !f.connecting {
		return false
	}
	f.answers = Permissions{}
	f.stopped("", theme.ColorDanger)
	widgets.CallIfSet(f.OnCancel)
	return true
}

func (f *KeyForm) stopped(sentence string, color fyne.ThemeColorName) {
	f.connecting, f.offered = false, ""
	f.say(sentence, color)
}

// offer shows a second button, which gives a permission and connects again.
func (f *KeyForm) offer(words string, agree func(*Permissions)) {
	f.offered, f.agree = words, agree
	f.Update()
}

// say shows a sentence below the description of the address, "" for none.
func (f *KeyForm) say(sentence string, color fyne.ThemeColorName) {
	f.said, f.saidColor = sentence, color
	f.Update()
}
