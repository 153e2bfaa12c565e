package welcome

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Answers are the user's permissions after a first try. Each is asked for by its own button.
type Answers struct {
	// AllowPlain: the key may leave this computer unencrypted. UseAnyway: connect without asking
	// the service first. KeepUntilQuit: the key is not put into the password store.
	AllowPlain, UseAnyway, KeepUntilQuit bool
	// Name is that of the program whose address it is, where the form asks for its key.
	Name string
}

// Description is the meaning of a typed address.
type Description struct {
	// Shown is the whole address; Warning is said beside it, Problem in its place.
	Shown, Warning, Problem string
}

// PastedAccess is the address and the key in a pasted text: a curl line, or lines of an
// environment.
type PastedAccess struct {
	// Address and Key are "" where there was none.
	Address, Key string
	// Said tells in a sentence what was taken.
	Said string
}

// KeyForm asks for the address of a service and its key. All of it is used on Fyne's thread. A nil
// callback is not called.
type KeyForm struct {
	widget.BaseWidget

	// OnDescribe interprets a typed address, at every key.
	OnDescribe func(address string) Description
	// OnPaste interprets a text that is pasted into a field, and reports whether it is more than an
	// address or a key alone.
	OnPaste func(text string) (PastedAccess, bool)
	// OnConnect begins to connect. It is answered with one of ShowProblem, AskPlain and
	// AskKeepUntilQuit, or by taking the form away.
	OnConnect func(address, key string, a Answers)
	// OnGetKey opens the page on which a service gives keys, and reports whether that worked.
	OnGetKey func(page string) bool
	// OnCancel ends what OnConnect has begun; the form is not answered any more.
	OnCancel func()
	// OnGrown says that the form wants another height.
	OnGrown func()

	picker       servicePicker
	address, key *widgets.Field
	understood   *widgets.Words
	problem      *widgets.Words
	// The boxes are shown and hidden.
	understoodBox, problemBox *widgets.Words
	connect, cancel           *widgets.Button
	extra                     *widgets.Button
	content                   *fyne.Container
	answers                   Answers
	connecting                bool
	// asked is the program that Ask was about.
	asked struct{ name, address string }
}

// NewKeyForm makes a form with an address to begin with, or "".
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
	f.understoodBox, f.problemBox = f.understood.Flush(), f.problem.Flush()
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
	f.content = container.New(&widgets.Column{Gap: 4},
		f.picker.choice, widgets.Gap(2), label(i18n.Text("Service address")), f.address, widgets.Gap(2),
		f.keyRows(), widgets.Gap(8),
		container.New(&widgets.Flow{Gap: 8}, f.connect, f.cancel, f.extra), room(f.understoodBox, f.problemBox))
	f.ExtendBaseWidget(f)
	return f
}

// setAddress puts an address into its field, and the caret behind it: whoever comes by Tab goes on
// writing there.
func (f *KeyForm) setAddress(address string) {
	f.address.SetText(address)
	f.address.CursorColumn = len([]rune(address))
	f.address.Refresh()
	f.recognize()
}

// written is the address as it was meant: whoever pastes a whole one behind the scheme that stands
// there means the whole one.
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

// Focus puts the caret where there is something to write.
func (f *KeyForm) Focus() { f.FocusIn(widgets.CanvasOf(f.address)) }

// FocusIn is Focus for a form that was laid over a window just now: no canvas knows it before it is
// painted.
func (f *KeyForm) FocusIn(c fyne.Canvas) {
	field := f.address
	if f.address.Text != "" {
		field = f.key
	}
	if c != nil {
		c.Focus(field)
	}
}

// Ask puts the address of a program into the form and asks for its key.
func (f *KeyForm) Ask(name, address string) {
	if !f.connecting {
		f.asked.name, f.asked.address = name, address
		f.setAddress(address)
		f.edited()
		f.Focus()
	}
}

// submitted is Enter in a field: on to the key if that is missing, else connect.
func (f *KeyForm) submitted() {
	c := widgets.CanvasOf(f.key)
	if f.key.Text == "" && c != nil && c.Focused() == fyne.Focusable(f.address) {
		c.Focus(f.key)
		return
	}
	f.start(f.answers)
}

// edited describes the address again. What was agreed to held for what was written before.
func (f *KeyForm) edited() {
	f.answers = Answers{}
	f.extra.Hide()
	f.setProblem("", theme.ColorDanger)
	f.recognize()
	f.describe(false)
	f.relayout()
}

// pasted fills both fields from what was pasted as a whole, and says so. Nothing is connected by
// that.
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
	f.setProblem(t.Said, theme.ColorMuted)
	f.relayout()
	return true
}

// describe shows what the address is understood as, and reports whether it can be used. While
// somebody still writes, a problem is not worth a red sentence.
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

// start asks to connect, once at a time.
func (f *KeyForm) start(a Answers) {
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

// Clear empties the form for the next time, once it has connected or is put away: no widget goes on
// holding the key.
func (f *KeyForm) Clear() {
	f.asked.name, f.asked.address = "", ""
	f.setAddress("")
	f.key.Forget()
	f.answers = Answers{}
	f.understoodBox.Hide()
	f.stopped("", theme.ColorDanger)
}

// ShowProblem shows the reason why it did not connect. With canUseAnyway the user may connect all
// the same.
func (f *KeyForm) ShowProblem(sentence string, canUseAnyway bool) {
	f.stopped(sentence, theme.ColorDanger)
	if canUseAnyway {
		f.offer(i18n.Text("Use it anyway"), func(a *Answers) { a.UseAnyway = true })
	}
}

// AskPlain says that the key would leave this computer unencrypted, and offers to connect all the
// same. Nothing was sent. An address that is not "" takes the place of what was entered.
func (f *KeyForm) AskPlain(address string) {
	if address != "" {
		f.setAddress(address)
		f.describe(true)
	}
	f.stopped(i18n.Text("This address is not encrypted: everyone on the way could read your key and your messages. Your key has not been sent."), theme.ColorCaution)
	f.offer(i18n.Text("Connect without encryption"), func(a *Answers) { a.AllowPlain = true })
}

// AskKeepUntilQuit shows the reason why the key was not stored, and offers to keep it until
// Parlando quits.
func (f *KeyForm) AskKeepUntilQuit(sentence string) {
	f.stopped(sentence, theme.ColorCaution)
	f.offer(i18n.Text("Keep it until I quit"), func(a *Answers) { a.KeepUntilQuit = true })
}

// ShowWaited shows the time since it began to connect.
func (f *KeyForm) ShowWaited(waited time.Duration) {
	if f.connecting {
		f.setProblem(i18n.Text("Connecting… {{.Seconds}} s", map[string]any{"Seconds": int(waited.Seconds())}), theme.ColorMuted)
		f.relayout()
	}
}

// Cancel stops connecting, and reports whether it was. The fields keep what was typed; what was
// agreed to is asked again.
func (f *KeyForm) Cancel() bool {
	if !f.connecting {
		return false
	}
	f.answers = Answers{}
	c := widgets.CanvasOf(f.cancel)
	pressed := c != nil && c.Focused() == fyne.Focusable(f.cancel)
	f.stopped("", theme.ColorDanger)
	if pressed {
		c.Focus(f.connect)
	}
	widgets.Call(f.OnCancel)
	return true
}

// Wait names what the form waits for, such as the password store.
func (f *KeyForm) Wait(sentence string) {
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

// offer shows the second button: agree to one more thing and try again.
func (f *KeyForm) offer(words string, agree func(*Answers)) {
	f.extra.SetWords(words)
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
	widgets.Show(f.problemBox, sentence != "")
}

// relayout makes room for what was shown or hidden.
func (f *KeyForm) relayout() {
	f.content.Refresh()
	f.Refresh()
	widgets.Call(f.OnGrown)
}
