package settings

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/widgets"
)

// reuse returns the control with this name in the section being built: the existing one, so that it
// keeps the focus and the pointer, or a new one.
func reuse[T fyne.CanvasObject](p *page, name string, fresh func() T) T {
	key := strconv.Itoa(len(p.headings)) + name
	for p.controls[key] != nil {
		key += " again"
	}
	control, ok := p.lastControls[key].(T)
	if !ok {
		control = fresh()
	}
	p.controls[key] = control
	return control
}

// button returns a button that keeps its position on the screen when pressing it changes the page.
func (p *page) button(words string, do func()) *widgets.Button {
	b := reuse(p, words, func() *widgets.Button { return widgets.NewButton(words, widgets.Secondary, nil) })
	b.SetText(words)
	b.SetOnTapped(func() { p.keepPlace(b, do) })
	return b
}

// link returns a button that opens a target.
func (p *page) link(words string, to Target) *widgets.Button {
	b := p.button(words, nil)
	// the page is hidden then, and keeps its place
	b.SetOnTapped(func() { widgets.CallWith(p.OnOpen, to) })
	return b
}

// more adds a button that shows and hides the options of a section that few users need.
func (p *page) more(words string, options func()) {
	icon := "chevron-right"
	if p.expanded[words] {
		icon = "chevron-down"
	}
	b := p.button(words, func() {
		p.expanded[words] = !p.expanded[words]
		p.build()
	})
	p.add(widgets.Gap(2), row(b.SetIcon(icon)))
	if p.expanded[words] {
		options()
	}
}

// choice returns a row of buttons, one of them selected.
func (p *page) choice(words []string, chosen int, pick func(int)) fyne.CanvasObject {
	c := container.New(&widgets.Flow{Gap: 8})
	for i, w := range words {
		b, icon := p.button(w, func() { pick(i) }), ""
		if i == chosen {
			icon = "check"
		}
		b.SetIcon(icon).SetChosen(i == chosen)
		c.Add(b)
	}
	return c
}

// field returns a field of one line that shows a value. told is called with the trimmed text when
// the user submits or leaves the field.
func (p *page) field(name, placeholder string, value string, told func(string)) fyne.CanvasObject {
	f := reuse(p, name, func() *widgets.Field { return widgets.NewField(name, "") })
	f.SetPlaceHolder(placeholder)
	p.fill(f, value)
	done := func() {
		if typed := strings.TrimSpace(f.Text); typed != value {
			value = typed
			told(typed)
		}
	}
	f.OnSubmitted = func(string) { done() }
	f.OnFocusLost = done
	return f
}

// model adds the choice of a model: a menu, a field for the ID of any other, and what is said of
// one that ends. chosen is "" if the user has chosen none, so that defaultModel is used; now
// returns the current choice.
func (p *page) model(name, chosen, defaultModel string, now func() modelchoice.Choice) {
	var menu *widgets.Dropdown
	showMenu := func() { widgets.ShowMenu(menu, now().Items(nil)) }
	menu = reuse(p, name+" menu", func() *widgets.Dropdown { return widgets.NewDropdown(i18n.Text("Model"), func() { showMenu() }) })
	menu.Set(now().Name(now().Model))
	note := p.notes[name]
	if note == nil {
		note = modelchoice.NewNote()
		p.notes[name] = note
	}
	note.Next = menu
	note.Set(now(), showMenu)
	p.add(menu, p.field(name, defaultModel, chosen, func(typed string) {
		if typed == "" {
			now().Choose("")
			return
		}
		now().Enter(typed)
	}), note.Object)
}

// onOff returns a choice between on and off.
func (p *page) onOff(on bool, set func(*settings.Settings, bool)) fyne.CanvasObject {
	chosen := 0
	if on {
		chosen = 1
	}
	return p.choice([]string{i18n.Text("Off"), i18n.Text("On")}, chosen, func(i int) {
		p.choose(func(c *settings.Settings) { set(c, i == 1) })
	})
}

// fill sets the value of a field unless the user is typing in it.
func (p *page) fill(f *widgets.Field, value string) {
	if c := widgets.CanvasOf(p); f.Text != value && (c == nil || c.Focused() != fyne.Focusable(f)) {
		f.SetText(value)
	}
}

// keepView runs change, which may rebuild the page. The focused control, or else the first visible
// one, keeps its position on the screen.
func (p *page) keepView(change func()) {
	inSight := func(control fyne.CanvasObject) bool {
		y, ok := p.top(control)
		return ok && y >= p.scroll.Offset.Y && y < p.scroll.Offset.Y+p.scroll.Size().Height
	}
	if c := widgets.CanvasOf(p); c != nil {
		if control, ok := c.Focused().(fyne.CanvasObject); ok && inSight(control) {
			p.keepPlace(control, change)
			return
		}
	}
	i := slices.IndexFunc(p.list.Objects, func(o fyne.CanvasObject) bool { return inSight(controlOf(o)) })
	if i < 0 {
		change()
		return
	}
	p.keepPlace(controlOf(p.list.Objects[i]), change)
}

// keepPlace runs change, which may rebuild the page. control keeps its position on the screen.
func (p *page) keepPlace(control fyne.CanvasObject, change func()) {
	// The title above the page grows with the text, too.
	above := func() float32 {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(p.scroll).Y - p.scroll.Offset.Y
	}
	y, was := p.top(control)
	before := above() + y
	change()
	if y, is := p.top(control); was && is {
		p.scroll.ScrollToOffset(fyne.NewPos(0, p.scroll.Offset.Y+above()+y-before))
	}
}

// top returns the y position of a control on the page; ok is false if the page does not show it.
func (p *page) top(control fyne.CanvasObject) (y float32, ok bool) {
	for _, o := range p.list.Objects {
		if o == control {
			return o.Position().Y, true
		}
		if row, is := o.(*fyne.Container); is && slices.Contains(row.Objects, control) {
			return o.Position().Y + control.Position().Y, true
		}
	}
	return 0, false
}

// controlOf returns the first control in a line of the page; nil if there is none.
func controlOf(line fyne.CanvasObject) fyne.CanvasObject {
	if row, ok := line.(*fyne.Container); ok && len(row.Objects) > 0 {
		line = row.Objects[0]
	}
	if _, ok := line.(fyne.Focusable); ok {
		return line
	}
	return nil
}
