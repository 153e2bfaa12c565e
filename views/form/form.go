package form

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/i18n"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// Form is a column of controls that each Update rebuilds from values. A control with the same name
// as in the previous build is reused, and so keeps the focus, the pointer and half-typed text. Use
// a Form only on Fyne's thread.
type Form struct {
	// Scroll contains the form; nil if it does not scroll.
	Scroll *wheel.Scroll
	// Draft stores the text of the fields that have a Field.Kept; nil stores nothing.
	Draft *Draft
	// OnUpdate is called after each Update, to adapt the form's surroundings to its new height; may
	// be nil.
	OnUpdate func()

	build func(*Form)
	// column holds the form's lines. foot holds the objects below the scroll of a page; nil without
	// a page. into is the container that Add fills.
	column, foot, into *fyne.Container
	// scope is the prefix of the names of controls, as two sections may use the same name.
	scope string
	// controls maps names to the controls and texts of the current build; order lists the controls
	// as they were built.
	controls map[string]fyne.CanvasObject
	order    []fyne.CanvasObject
	// names has the names of order's controls, without scope. successors has the names of
	// NextFocus.
	names      []string
	successors map[fyne.CanvasObject]string
	// items lists the ranges of controls built by Scope, inner ranges first.
	items []listItem
	// previous holds the controls of the previous build; nil unless a build is running.
	previous map[string]fyne.CanvasObject
	headings []*widgets.Text
	expanded map[string]bool
	// builds counts the builds.
	builds int
	// building is true during a build, stale if Update was called meanwhile.
	building, stale bool
	// reloading lets new values replace the text that the user is typing.
	reloading bool
}

// New returns an empty form with the given gap between its lines. Update calls build to fill it.
func New(gap float32, build func(*Form)) *Form {
	return &Form{build: build, column: container.New(&widgets.Column{Gap: gap}), expanded: map[string]bool{}}
}

// NewPage returns a form that scrolls. frame is the object to show; it contains the form's Scroll.
func NewPage(gap float32, build func(*Form)) (f *Form, frame fyne.CanvasObject) {
	f = New(gap, build)
	f.Scroll, frame = widgets.NewPageScroll(f.column)
	return f, frame
}

// NewPageWithFoot is NewPage with a foot below the scroll, for Form.Foot.
func NewPageWithFoot(gap float32, build func(*Form)) (f *Form, frame fyne.CanvasObject) {
	f, frame = NewPage(gap, build)
	f.foot = newFoot()
	page := container.New(footLayout{}, frame, f.foot)
	f.OnUpdate = page.Refresh
	return f, page
}

// footLayout places the second of two objects below the first one, which gets the room that is
// left.
type footLayout struct{}

// footGap is the space above the foot of a page.
const footGap = 12

// MinSize implements fyne.Layout.
func (footLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(0, o[1].MinSize().Height)
}

// Layout implements fyne.Layout.
func (footLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	foot := widgets.HeightAt(o[1], size.Width)
	above := size.Height
	if foot > 0 {
		above -= foot + footGap
	}
	widgets.Place(o[0], 0, 0, size.Width, above)
	widgets.Place(o[1], 0, size.Height-foot, size.Width, foot)
}

// Object returns the column of lines.
func (f *Form) Object() *fyne.Container { return f.column }

// Update rebuilds the form from the current values. If the focused control is gone, the focus goes
// to the control set by NextFocus, else to the control of the same name in a neighboring item of
// the list, else to the control at the same index. An Update called during a build starts another
// build afterwards.
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
	f.column.Objects, f.headings, f.scope = nil, nil, ""
	f.into = f.column
	f.building = true
	f.build(f)
	f.building, f.previous = false, nil
}

// refresh lays out the lines; only if their height has changed does it refresh the scroll, too.
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

// Reload is Update with the values of another object, for instance of another chat: the values
// replace even the text that the user is typing.
func (f *Form) Reload() {
	f.reloading = true
	f.Update()
	f.reloading = false
}

// Control returns the control with this name in the current section, or a new one made by fresh. A
// second use of the name in the section returns another control.
func Control[T fyne.CanvasObject](f *Form, name string, fresh func() T) T {
	control := reuse(f, name, fresh)
	f.order, f.names = append(f.order, control), append(f.names, name)
	return control
}

// reuse is Control for an object that never gets the focus, so that order does not list it.
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

// Controls returns the controls of type T, in order.
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

// Focus focuses the first control with this name. c is the window's canvas, which Fyne cannot look
// up for a form that has not been painted yet.
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

// NextFocus names the control that gets the focus if control loses it by disappearing.
func (f *Form) NextFocus(control fyne.CanvasObject, name string) { f.successors[control] = name }

// Add adds objects, one below the other.
func (f *Form) Add(objects ...fyne.CanvasObject) {
	f.into.Objects = append(f.into.Objects, objects...)
}

// AddRow adds objects side by side, in as many rows as they need.
func (f *Form) AddRow(objects ...fyne.CanvasObject) {
	f.Add(container.New(&widgets.Flow{Gap: 8}, objects...))
}

// AddEndRow adds a row with the buttons at its end, and the draft's Discard button at its start.
func (f *Form) AddEndRow(buttons ...fyne.CanvasObject) {
	f.Add(container.New(&widgets.EndRow{Left: 1}, append([]fyne.CanvasObject{f.Draft.DiscardButton()}, buttons...)...))
}

// AddEndRowWithDelete is AddEndRow with a Delete button at the start of the row, away from the
// others.
func (f *Form) AddEndRowWithDelete(remove func(), buttons ...fyne.CanvasObject) {
	left := []fyne.CanvasObject{f.Button(i18n.Text("Delete"), remove), f.Draft.DiscardButton()}
	f.Add(container.New(&widgets.EndRow{Left: len(left)}, append(left, buttons...)...))
}

// Group returns a container with the objects that build adds, for instance to frame them.
func (f *Form) Group(layout fyne.Layout, build func()) *fyne.Container {
	outside := f.into
	group := container.New(layout)
	f.into = group
	build()
	f.into = outside
	return group
}

// Block adds the objects that build adds, with the given gap between them.
func (f *Form) Block(gap float32, build func()) {
	f.Add(f.Group(&widgets.Column{Gap: gap}, build))
}

// Scope prefixes the names of the controls that build adds, so that the items of a list can use the
// same names.
func (f *Form) Scope(name string, build func()) {
	outside, from := f.scope, len(f.order)
	f.scope += name + "/"
	build()
	f.scope = outside
	f.items = append(f.items, listItem{"list " + outside, from, len(f.order)})
}

// listItem is the range in Form.order of the controls built by one Scope. list is the same for all
// items of a list.
type listItem struct {
	list     string
	from, to int
}

// list returns the list that contains the control at an index of order, "" for none.
func (f *Form) list(at int) string {
	for _, in := range f.items {
		if in.from <= at && at < in.to {
			return in.list
		}
	}
	return ""
}

// Heading adds a heading, which begins a section.
func (f *Form) Heading(words string) {
	if len(f.into.Objects) > 0 {
		f.Add(widgets.Gap(12))
	}
	h := widgets.NewHeading(words).NoMargin()
	f.headings = append(f.headings, h)
	f.scope = strconv.Itoa(len(f.headings)) + "/"
	f.Add(h)
}

// More adds a button that expands and collapses rarely used options.
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

// Expand expands the options of the More button with this label, from the next Update on.
func (f *Form) Expand(words string) { f.expanded[words] = true }

// ShowOver shows the form in a card over the window, and focuses the form's first field. The card
// is as high as the form.
func (f *Form) ShowOver(c fyne.Canvas, width float32) *widgets.Overlay {
	f.Update()
	o := widgets.ShowOverlay(c, f.column, true, widgets.Centered(width))
	f.OnUpdate = o.Relayout
	c.Focus(Controls[*widgets.Field](f)[0])
	return o
}

// ShowPage shows the form in a page over the window, above the objects added by Foot. The form
// scrolls if the window is too low. beside is placed left of the close button.
func (f *Form) ShowPage(c fyne.Canvas, title string, width float32, beside ...fyne.CanvasObject) *widgets.Overlay {
	f.foot = newFoot()
	f.Update()
	o, fit := widgets.ShowFormPage(c, title, f.column, f.foot, width, beside...)
	f.OnUpdate = fit
	return o
}

func newFoot() *fyne.Container { return container.New(&widgets.Column{Gap: 12}) }

// Foot puts the objects that build adds into the foot of a page made by NewPageWithFoot or shown
// with ShowPage.
func (f *Form) Foot(build func()) {
	f.foot.Objects = f.Group(f.foot.Layout, build).Objects
	f.foot.Refresh()
}

// FocusFirst focuses the first focusable control.
func (f *Form) FocusFirst() {
	c := widgets.CanvasOf(f.column)
	if c == nil {
		return
	}
	for _, o := range f.order {
		if control, ok := o.(fyne.Focusable); ok {
			c.Focus(control)
			return
		}
	}
}

// focused returns the index in order of the focused control, -1 for none, and the form's canvas.
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

// refocus moves the focus if the control that had it, at index at, is gone: to the control named
// next, or else to the nearest one at or before at, preferably one for which matches returns true.
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
