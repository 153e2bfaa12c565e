package form

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/wheel"
	"parlando/views/widgets"
)

// Form is a column of controls that is built from values, anew by each Update. A control keeps its
// identity by its name, and with it the focus, the pointer and half-typed text. All of it is used
// on Fyne's thread.
type Form struct {
	// Scroll contains the form; nil if it does not scroll.
	Scroll *wheel.Scroll
	// Draft keeps the text of the fields that have a Field.Kept; nil keeps none.
	Draft *Draft
	// OnUpdate is called after each Update, to fit what is around the form to its height; nil for
	// none.
	OnUpdate func()

	build func(*Form)
	// column holds the lines, foot what stays below them on a page (nil without one). into is the
	// container that is being filled.
	column, foot, into *fyne.Container
	// scope precedes the names of controls, as two sections may have the same ones.
	scope string
	// controls are those of the last build, by their names, and its texts; order lists the controls
	// as they were built.
	controls map[string]fyne.CanvasObject
	order    []fyne.CanvasObject
	// names are those of order, without the scope. successors has those of NextFocus.
	names      []string
	successors map[fyne.CanvasObject]string
	// items are those that Scope named, inner ones first.
	items []listItem
	// previous are the controls of the build before, while building.
	previous map[string]fyne.CanvasObject
	headings []*widgets.Text
	// sections has the index in order of the first control of each section.
	sections []int
	expanded map[string]bool
	// builds counts the builds.
	builds int
	// building is true during a build; stale means that Update was called meanwhile.
	building, stale bool
	// reloading replaces what the user is typing.
	reloading bool
}

// New returns an empty form with a space of gap between its lines. Update fills it by build.
func New(gap float32, build func(*Form)) *Form {
	return &Form{build: build, column: container.New(&widgets.Column{Gap: gap}), expanded: map[string]bool{}}
}

// NewPage is New for a page that scrolls. frame contains its Scroll.
func NewPage(gap float32, build func(*Form)) (f *Form, frame fyne.CanvasObject) {
	f = New(gap, build)
	f.Scroll, frame = widgets.NewPageScroll(f.column)
	return f, frame
}

// Object returns the column of lines.
func (f *Form) Object() *fyne.Container { return f.column }

// Headings returns the headings, in order.
func (f *Form) Headings() []*widgets.Text { return f.headings }

// Update builds the form from the current values. If the focused control is gone, the one that
// NextFocus names gets the focus, else the one of its name in the next item of a list, or the one
// in its place. During a build, as when a kept text is shown and acts, it builds once more
// afterwards.
func (f *Form) Update() {
	if f.building {
		f.stale = true
		return
	}
	at, canvas := f.focused()
	next, name, list := "", "", ""
	if at >= 0 {
		next, name, list = f.successors[f.order[at]], f.names[at], f.list(at)
	}
	for f.stale = true; f.stale; {
		f.stale = false
		f.rebuild()
	}
	f.refresh()
	widgets.CallIfSet(f.OnUpdate)
	f.refocus(at, next, canvas, func(i int) bool { return list != "" && f.list(i) == list && f.names[i] == name })
}

func (f *Form) rebuild() {
	f.builds++
	f.previous, f.controls, f.order = f.controls, map[string]fyne.CanvasObject{}, nil
	f.names, f.items, f.successors = nil, nil, map[fyne.CanvasObject]string{}
	f.column.Objects, f.headings, f.sections, f.scope = nil, nil, nil, ""
	f.into = f.column
	f.building = true
	f.build(f)
	f.building, f.previous = false, nil
}

// refresh lays the lines out. The scroll does so once more, only if their height has changed.
func (f *Form) refresh() {
	if f.Scroll == nil {
		f.column.Refresh()
		return
	}
	c := f.Scroll.Content
	c.Refresh()
	if c.Size().Height != max(c.MinSize().Height, f.Scroll.Size().Height) {
		f.Scroll.Refresh()
	}
}

// Reload is Update for the values of something else, for instance of another chat: they replace
// even the text that the user is typing.
func (f *Form) Reload() {
	f.reloading = true
	f.Update()
	f.reloading = false
}

// Control returns the control with this name in the section that is being built: the existing one,
// or a new one by fresh. A name that the section has already means another control.
func Control[T fyne.CanvasObject](f *Form, name string, fresh func() T) T {
	control := reuse(f, name, fresh)
	f.order, f.names = append(f.order, control), append(f.names, name)
	return control
}

// reuse is Control for an object that never has the focus.
func reuse[T fyne.CanvasObject](f *Form, name string, fresh func() T) T {
	key := f.scope + name
	for f.controls[key] != nil {
		key += " again"
	}
	object, ok := f.previous[key].(T)
	if !ok {
		object = fresh()
	}
	f.controls[key] = object
	return object
}

// Controls returns the controls of a type, in order.
func Controls[T fyne.CanvasObject](f *Form) (all []T) {
	for _, o := range f.order {
		if control, ok := o.(T); ok {
			all = append(all, control)
		}
	}
	return all
}

// Named returns the first control with this name; nil if there is none.
func (f *Form) Named(name string) fyne.CanvasObject {
	if i := slices.Index(f.names, name); i >= 0 {
		return f.order[i]
	}
	return nil
}

// Focus focuses the first control with this name. c is the canvas of the window: the one of a form
// that was not painted yet is not known.
func (f *Form) Focus(c fyne.Canvas, name string) {
	if control, ok := f.Named(name).(fyne.Focusable); ok && c != nil {
		c.Focus(control)
	}
}

// SetText sets the text of the first field with this name as if the user had typed it.
func (f *Form) SetText(name, text string) {
	if w, ok := f.Named(name).(*widgets.Field); ok {
		w.SetText(text)
	}
}

// NextFocus sets the name of the control that gets the focus of another one when that is gone.
func (f *Form) NextFocus(control fyne.CanvasObject, name string) { f.successors[control] = name }

// Add adds objects, one below the other.
func (f *Form) Add(objects ...fyne.CanvasObject) {
	f.into.Objects = append(f.into.Objects, objects...)
}

// AddRow adds objects side by side, in as many rows as they need.
func (f *Form) AddRow(objects ...fyne.CanvasObject) {
	f.Add(container.New(&widgets.Flow{Gap: 8}, objects...))
}

// AddEndRow adds buttons at the end of a row, and at its start the button that discards what was
// typed.
func (f *Form) AddEndRow(buttons ...fyne.CanvasObject) {
	f.Add(container.New(&widgets.EndRow{Left: 1}, append([]fyne.CanvasObject{f.Draft.DiscardButton()}, buttons...)...))
}

// Group returns a container with what build adds, for instance to frame it.
func (f *Form) Group(layout fyne.Layout, build func()) *fyne.Container {
	outside := f.into
	group := container.New(layout)
	f.into = group
	build()
	f.into = outside
	return group
}

// Block adds what build adds, with a space of gap between its lines.
func (f *Form) Block(gap float32, build func()) {
	f.Add(f.Group(&widgets.Column{Gap: gap}, build))
}

// Scope gives the controls that build adds names of their own, for instance those of one item of a
// list.
func (f *Form) Scope(name string, build func()) {
	outside, from := f.scope, len(f.order)
	f.scope += name + "/"
	build()
	f.scope = outside
	f.items = append(f.items, listItem{"list " + outside, from, len(f.order)})
}

// listItem is the range of the controls of a Scope in the order of a Form. list is common to all
// items of a list.
type listItem struct {
	list     string
	from, to int
}

// list returns the list of the item that has a control, "" if it is in none.
func (f *Form) list(at int) string {
	for _, in := range f.items {
		if in.from <= at && at < in.to {
			return in.list
		}
	}
	return ""
}

// Heading begins a section.
func (f *Form) Heading(words string) {
	if len(f.into.Objects) > 0 {
		f.Add(widgets.Gap(12))
	}
	h := widgets.NewHeading(words).NoMargin()
	f.headings, f.sections = append(f.headings, h), append(f.sections, len(f.order))
	f.scope = strconv.Itoa(len(f.headings)) + "/"
	f.Add(h)
}

// More adds a button that shows and hides options that few users need.
func (f *Form) More(words string, options func()) {
	icon := "chevron-right"
	if f.expanded[words] {
		icon = "chevron-down"
	}
	f.Add(widgets.Gap(2))
	f.AddRow(f.Button(words, func() {
		f.expanded[words] = !f.expanded[words]
		f.Update()
	}).SetIcon(icon))
	if f.expanded[words] {
		options()
	}
}

// Expand shows the options below the button More with these words, from the next Update on.
func (f *Form) Expand(words string) { f.expanded[words] = true }

// ShowOver shows the form in a card over the window, and focuses its first field. The card has the
// height of the form.
func (f *Form) ShowOver(c fyne.Canvas, width float32) *widgets.Overlay {
	f.Update()
	o := widgets.ShowOverlay(c, f.column, true, widgets.Centered(width))
	f.OnUpdate = o.Relayout
	c.Focus(Controls[*widgets.Field](f)[0])
	return o
}

// ShowPage shows the form in a page over the window, above its Foot. The form scrolls if the window
// is too low.
func (f *Form) ShowPage(c fyne.Canvas, title string, width float32) *widgets.Overlay {
	f.foot = container.New(&widgets.Column{Gap: 12})
	f.Update()
	o, fit := widgets.ShowFormPage(c, title, f.column, f.foot, width)
	f.OnUpdate = fit
	return o
}

// Foot puts what build adds into the foot of a page shown with ShowPage.
func (f *Form) Foot(build func()) {
	f.foot.Objects = f.Group(f.foot.Layout, build).Objects
	f.foot.Refresh()
}

// FocusSection focuses the first control below a heading.
func (f *Form) FocusSection(section int) {
	c := widgets.CanvasOf(f.column)
	if c == nil {
		return
	}
	for _, o := range f.order[f.sections[section]:] {
		if control, ok := o.(fyne.Focusable); ok {
			c.Focus(control)
			return
		}
	}
}

// focused returns the index of the focused control and its canvas; -1 if the form has none.
func (f *Form) focused() (at int, c fyne.Canvas) {
	if len(f.order) == 0 {
		return -1, nil
	}
	if c = widgets.CanvasOf(f.column); c == nil {
		return -1, nil
	}
	focused, ok := c.Focused().(fyne.CanvasObject)
	if !ok {
		return -1, c
	}
	return slices.Index(f.order, focused), c
}

// refocus focuses the control named next, or the one that has taken the place of the focused one,
// if that is gone; before others one for which matches returns true.
func (f *Form) refocus(at int, next string, c fyne.Canvas, matches func(i int) bool) {
	if at < 0 {
		return
	}
	if now, _ := f.focused(); now >= 0 {
		return
	}
	if control, ok := f.Named(next).(fyne.Focusable); ok {
		c.Focus(control)
		return
	}
	for _, fits := range []func(int) bool{matches, func(int) bool { return true }} {
		for i := min(at, len(f.order)-1); i >= 0; i-- {
			if control, ok := f.order[i].(fyne.Focusable); ok && f.order[i].Visible() && fits(i) {
				c.Focus(control)
				return
			}
		}
	}
	c.Unfocus()
}
