package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
)

// NameEditor edits a name in place: Enter keeps what is written, and so does whatever else
// ends it, a click elsewhere or the end of the card it stands in; Escape takes it back. Where
// nothing is written the old name stays.
type NameEditor struct {
	// Field is shown in place of the name while that is changed. It is hidden at first.
	Field *Field

	// OnEnd is called when the user has ended it, before the new name is told. By a key the
	// keyboard is still at the field and has to go somewhere.
	OnEnd func(byKey bool)
	// OnName is told the new name, if it is another one: one line, without space around it, not
	// empty.
	OnName func(name string)

	old string
}

// NewNameEditor makes one whose field is called name.
func NewNameEditor(name string) *NameEditor {
	n := &NameEditor{Field: NewField(name, "")}
	n.Field.OnSubmitted = func(string) { n.ended(true, true) }
	n.Field.OnEscape = func() { n.ended(false, true) }
	n.Field.OnFocusLost = func() { n.ended(true, false) }
	n.Field.names = true
	n.Field.Hide()
	return n
}

// Begin shows the field with the name there is. Focus follows once the field has its place.
func (n *NameEditor) Begin(name string) {
	n.old = name
	n.Field.SetText(name)
	n.Field.Show()
}

// Focus puts the keyboard at the field, with all of the name selected.
func (n *NameEditor) Focus(c fyne.Canvas) {
	if c != nil && n.Open() {
		c.Focus(n.Field)
		n.Field.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// Open reports whether the name is being changed.
func (n *NameEditor) Open() bool { return n.Field.Visible() }

// Take ends it from outside: it hides the field and returns the new name, one line and without
// space around it, or "" if the old one stays. Nobody is told.
func (n *NameEditor) Take() string {
	if !n.Open() {
		return ""
	}
	return n.take(true)
}

// Leave ends it from outside as a click elsewhere does: OnName is told, OnEnd is not. Where the
// keyboard is at the field it goes to another place, or nowhere for nil.
func (n *NameEditor) Leave(c fyne.Canvas, to fyne.Focusable) {
	name := n.Take()
	if c != nil && c.Focused() == fyne.Focusable(n.Field) {
		c.Unfocus() // an empty list takes no keyboard
		if to != nil {
			c.Focus(to)
		}
	}
	if name != "" && n.OnName != nil {
		n.OnName(name)
	}
}

func (n *NameEditor) ended(keep, byKey bool) {
	if !n.Open() {
		return
	}
	name := n.take(keep)
	Tell(n.OnEnd, byKey)
	if name != "" && n.OnName != nil {
		n.OnName(name)
	}
}

func (n *NameEditor) take(keep bool) string {
	n.Field.Hide()
	name := strings.Join(strings.Fields(n.Field.Text), " ")
	if !keep || name == n.old {
		return ""
	}
	return name
}
