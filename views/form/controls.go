package form

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Label adds a label, in small muted text, for the control that is added next.
func (f *Form) Label(words string) {
	if n := len(f.into.Objects); n > 0 && !f.isHeading(f.into.Objects[n-1]) {
		f.Add(widgets.Gap(2))
	}
	f.Muted(words)
}

func (f *Form) isHeading(o fyne.CanvasObject) bool {
	n := len(f.headings)
	return n > 0 && o == fyne.CanvasObject(f.headings[n-1])
}

// Body adds text in the default color and size.
func (f *Form) Body(words string) {
	f.Text(words, fynetheme.ColorNameForeground, fynetheme.SizeNameText)
}

// Muted adds small muted text.
func (f *Form) Muted(words string) { f.caption(words, theme.ColorMuted) }

// Caution adds small text in the color of a warning.
func (f *Form) Caution(words string) { f.caption(words, theme.ColorCaution) }

// Wrong adds and returns small text in the color of an error.
func (f *Form) Wrong(words string) *widgets.Text { return f.caption(words, theme.ColorDanger) }

func (f *Form) caption(words string, color fyne.ThemeColorName) *widgets.Text {
	return f.Text(words, color, fynetheme.SizeNameCaptionText)
}

// Text adds and returns text in a color and a size. Texts of the previous build are reused, since
// layout is slow.
func (f *Form) Text(words string, color fyne.ThemeColorName, size fyne.ThemeSizeName) *widgets.Text {
	w := reuse(f, string(color)+" "+string(size)+" "+words, func() *widgets.Text {
		return widgets.NewText(words, color, size, fyne.TextStyle{}).NoMargin()
	})
	f.Add(w)
	return w
}

// Pair adds text, with a muted value at the end of the same line.
func (f *Form) Pair(words, value string) {
	f.Add(container.NewHBox(widgets.NewBody(words).NoWrap().NoMargin(), layout.NewSpacer(), widgets.NewMuted(value).NoWrap().NoMargin()))
}

// Button returns a button whose label is also its name. If pressing the button rebuilds the form,
// the button keeps its position on the screen.
func (f *Form) Button(words string, do func()) *widgets.Button {
	return f.ButtonCalled(words, words, widgets.Secondary, do)
}

// Primary returns a button in the filled style, for the form's main action.
func (f *Form) Primary(words string, do func()) *widgets.Button {
	return f.ButtonCalled(words, words, widgets.Primary, do)
}

// ButtonCalled returns a button of the given kind. Its name stays when its label, words, changes.
func (f *Form) ButtonCalled(name, words string, kind widgets.ButtonKind, do func()) *widgets.Button {
	b := Control(f, name, func() *widgets.Button { return widgets.NewButton(words, kind, nil) })
	b.SetText(words)
	b.SetKind(kind)
	b.SetIcon("")
	if b.Disabled() {
		b.SetDisabled("")
	}
	b.SetOnTapped(func() { f.keepPlace(b, do) })
	return b
}

// IconButton returns a button that shows only an icon. words is its name and its tooltip.
func (f *Form) IconButton(icon, words string, do func()) *widgets.IconButton {
	b := Control(f, words, func() *widgets.IconButton { return widgets.NewIconButton(icon, words, nil) })
	b.SetIcon(icon, words)
	if b.Disabled() {
		b.SetDisabled("")
	}
	b.SetOnTapped(do)
	return b
}

// Slider returns a slider for a number from low to high. A nil value means that no number is set.
func (f *Form) Slider(name string, low, high, step float64, value *float64, set func(float64)) *widgets.Slider {
	s := Control(f, name, func() *widgets.Slider { return widgets.NewSlider(name, low, high, step) })
	s.OnChanged = set
	s.Set(value)
	return s
}

// Refused adds said, the sentence about values of a setting that the model refused, and a button
// that calls retry. If loud is set, said is in the color of a warning. An empty said adds nothing.
func (f *Form) Refused(setting, said string, loud bool, retry func()) {
	if said == "" {
		return
	}
	f.Block(2, func() {
		if loud {
			f.Caution(said)
		} else {
			f.Muted(said)
		}
		f.AddRow(f.ButtonCalled("refused "+setting, i18n.Text("Try again"), widgets.Bare, retry).SetSmall())
	})
}

// Segments returns a control that shows options side by side, one of them chosen; -1 for none. pick
// receives the index of the option that the user chooses. name is for screen readers.
func (f *Form) Segments(name string, options []string, chosen int, pick func(int)) *widgets.SegmentedControl {
	c := Control(f, name, func() *widgets.SegmentedControl { return widgets.NewSegmentedControl(name) })
	c.OnChosen = nil
	c.Set(options, chosen)
	c.OnChosen = func(i int) { f.keepPlace(c, func() { pick(i) }) }
	return c
}

// Switch returns a switch. name is for screen readers. The form keeps its place if set rebuilds it.
func (f *Form) Switch(name string, on bool, set func(bool)) *widgets.Switch {
	s := Control(f, name, func() *widgets.Switch { return widgets.NewSwitch(name) })
	s.Set(on)
	s.OnChanged = func(on bool) { f.keepPlace(s, func() { set(on) }) }
	return s
}

// Choice adds a row with Segments.
func (f *Form) Choice(label, hint string, options []string, chosen int, pick func(int)) {
	f.Row(label, hint, f.Segments(label, options, chosen, pick))
}

// OnOff adds a row with a Switch.
func (f *Form) OnOff(label, hint string, on bool, set func(bool)) {
	f.Row(label, hint, f.Switch(label, on, set))
}

// Dropdown returns a control that shows the chosen option and calls open to show a menu at anchor.
func (f *Form) Dropdown(name, chosen string, open func(anchor *widgets.Dropdown)) *widgets.Dropdown {
	d := Control(f, name, func() *widgets.Dropdown { return widgets.NewDropdown(name, nil) })
	d.SetOnTapped(func() { open(d) })
	d.Set(chosen)
	return d
}

// DropdownOf returns a Dropdown that shows *chosen and opens a menu of all options. Picking an
// option sets *chosen and updates the form. words returns the label of an option.
func DropdownOf[T comparable](f *Form, name string, all []T, words func(T) string, chosen *T) *widgets.Dropdown {
	return f.Dropdown(name, words(*chosen), func(anchor *widgets.Dropdown) {
		items := make([]widgets.MenuItem, len(all))
		for i, one := range all {
			items[i] = widgets.MenuItem{Text: words(one), Chosen: one == *chosen, Do: func() {
				*chosen = one
				f.Update()
			}}
		}
		widgets.ShowMenu(anchor, items)
	})
}

// Check returns a check box.
func (f *Form) Check(words string, on bool, set func(bool)) *widgets.Check {
	return setCheck(Control(f, words, func() *widgets.Check { return widgets.NewCheck(words) }), on, set)
}

// WrappedCheck returns a check box whose label is shown whole, with a note below it unless that is
// "".
func (f *Form) WrappedCheck(words, note string, on bool, set func(bool)) *widgets.Check {
	c := setCheck(Control(f, words, func() *widgets.Check { return widgets.NewWrappedCheck(words) }), on, set)
	c.SetNote(note)
	return c
}

func setCheck(c *widgets.Check, on bool, set func(bool)) *widgets.Check {
	if c.Disabled() {
		c.SetDisabled("")
	}
	c.OnChanged = nil
	c.Set(on)
	c.OnChanged = set
	return c
}

// CheckOf returns a check box that shows and sets *on.
func (f *Form) CheckOf(words string, on *bool) *widgets.Check {
	return f.Check(words, *on, func(is bool) { *on = is })
}

// Field describes a text field.
type Field struct {
	// Name is for screen readers; Placeholder is shown in an empty field.
	Name, Placeholder string
	// Value is the text to show. It replaces text that is being typed only on Reload, and a draft
	// only after the draft was used or discarded.
	Value string
	// Rows makes the field multi-line, with at least this number of lines.
	Rows int
	// Secret shows dots in place of the text.
	Secret bool
	// Kept is the key under which the form's Draft stores what is typed. Empty: not stored.
	Kept string
	// OnChange receives the text at each change. OnDone receives the trimmed text when the user
	// submits or leaves the field, unless that text equals Value. Either may be nil.
	OnChange, OnDone func(string)
	// Wrong points to the error shown for the typed text. Typing clears the error. nil if the field
	// shows no errors.
	Wrong *string
	// OnSubmit is called after OnDone when the user submits the field, OnEscape when Escape is
	// pressed in it. Either may be nil.
	OnSubmit, OnEscape func()
}

// Field returns a text field.
func (f *Form) Field(d Field) *widgets.Field {
	made := false
	w := Control(f, d.Name, func() *widgets.Field {
		made = true
		switch {
		case d.Secret:
			return widgets.NewSecretField(d.Name, d.Placeholder)
		case d.Rows > 0:
			return widgets.NewTextArea(d.Name, d.Placeholder, d.Rows)
		}
		return widgets.NewField(d.Name, d.Placeholder)
	})
	w.SetPlaceHolder(d.Placeholder)
	f.show(w, d, made)
	w.OnSubmitted, w.OnFocusLost, w.OnEscape = nil, nil, d.OnEscape
	if d.OnDone == nil && d.OnSubmit == nil {
		return w
	}
	value := d.Value
	done := func() {
		if typed := strings.TrimSpace(w.Text); typed != value && d.OnDone != nil {
			value = typed
			d.OnDone(typed)
		}
	}
	w.OnSubmitted = func(string) {
		done()
		widgets.CallIfSet(d.OnSubmit)
	}
	w.OnFocusLost = done
	return w
}

// show sets the field's text: the draft if there is one, otherwise d.Value.
func (f *Form) show(w *widgets.Field, d Field, made bool) {
	kept := f.Draft != nil && d.Kept != ""
	known := kept && !made && f.Draft.index(d.Kept) >= 0
	w.OnChanged = nil
	if !known {
		f.fill(w, d.Value)
	} else if f.Draft.restart(d.Kept, d.Value) && w.Text != d.Value {
		w.SetText(d.Value)
	}
	changed := func(text string) {
		widgets.CallWith(d.OnChange, text)
		if d.Wrong != nil && *d.Wrong != "" {
			*d.Wrong = ""
			f.Update()
		}
	}
	w.OnChanged = changed
	if !kept {
		return
	}
	if !known {
		f.Draft.keepField(d.Kept, w)
	}
	// Store the text first: changed may call Update, which resets text that is not stored.
	w.OnChanged = func(text string) {
		f.Draft.changed(f.Draft.fields[f.Draft.index(d.Kept)])
		changed(text)
	}
}

// fill sets the text of a field unless the user is typing in it.
func (f *Form) fill(w *widgets.Field, text string) {
	if c := widgets.CanvasOf(f.column); w.Text != text && (f.reloading || c == nil || c.Focused() != fyne.Focusable(w)) {
		w.SetText(text)
	}
}
