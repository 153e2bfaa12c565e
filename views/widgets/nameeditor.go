package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
)

// NameEditor edits a name in place. Escape discards the new name. Enter keeps it, and so does
// everything else that ends the editing, such as a click elsewhere or closing the card. An empty
// name restores the old name.
type NameEditor struct {
	// Field replaces the name during the editing. It is hidden at first.
	Field *Field

	// OnEnd is called when the user has ended the editing, before OnName. byKey means that a key
	// ended it: then the field is still focused, and OnEnd must move the focus.
	OnEnd func(byKey bool)
	// OnName is called with the new name if the name has changed. The name is one line without
	// surrounding space, and not empty.
	OnName func(name string)

	old string
}

// NewNameEditor returns an editor. name is the name of its field for screen readers.
func NewNameEditor(name string) *NameEditor {
	n := &NameEditor{Field: NewField(name, "")}
	n.Field.OnSubmitted = func(string) { n.ended(true, true) }
	n.Field.OnEscape = func() { n.ended(false, true) }
	n.Field.OnFocusLost = func() { n.ended(true, false) }
	n.Field.names = true
	n.Field.Hide()
	return n
}

// Begin shows the field with the current name. Call Focus once the field is laid out.
func (n *NameEditor) Begin(name string) {
	n.old = name
	n.Field.SetText(name)
	n.Field.Show()
}

// Focus focuses the field and selects the name.
func (n *NameEditor) Focus(c fyne.Canvas) {
	if c != nil && n.Open() {
		c.Focus(n.Field)
		n.Field.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// Open reports whether the name is being edited.
func (n *NameEditor) Open() bool { return n.Field.Visible() }

// End ends the editing from outside and hides the field. It returns the new name, one line without
// surrounding space, or "" if the name has not changed. It makes no callbacks.
func (n *NameEditor) End() string {
	if !n.Open() {
		return ""
	}
	return n.take(true)
}

// Leave ends the editing from outside, like a click elsewhere: it calls OnName, but not OnEnd. If
// the field is focused, to gets the focus, or nothing if to is nil.
func (n *NameEditor) Leave(c fyne.Canvas, to fyne.Focusable) {
	name := n.End()
	if c != nil && c.Focused() == fyne.Focusable(n.Field) {
		c.Unfocus() // an empty list would not accept the focus
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
	CallWith(n.OnEnd, byKey)
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
