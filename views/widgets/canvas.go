package widgets

import "fyne.io/fyne/v2"

// CanvasOf returns the canvas that an object is shown on, or that gives it the keys; nil when there
// is none. Fyne forgets the canvas of what it has not painted for a minute, also of what still has
// the focus: then every shortcut of the window would be lost in it.
func CanvasOf(o fyne.CanvasObject) fyne.Canvas {
	app := fyne.CurrentApp()
	if app == nil {
		return nil
	}
	if c := app.Driver().CanvasForObject(o); c != nil {
		return c
	}
	for _, w := range app.Driver().AllWindows() {
		if focused, ok := w.Canvas().Focused().(fyne.CanvasObject); ok && focused == o {
			return w.Canvas()
		}
	}
	return nil
}

// Focus gives a control the keyboard.
func Focus(control interface {
	fyne.CanvasObject
	fyne.Focusable
},
) {
	if c := CanvasOf(control); c != nil {
		c.Focus(control)
	}
}

// KeyToWindow gives the window a key that a focused control has no use for. Without it, Escape
// would close nothing while something is focused.
func KeyToWindow(focused fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := CanvasOf(focused); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}

// HoldsShift reports whether Shift is held down.
func HoldsShift() bool {
	d, ok := fyne.CurrentApp().Driver().(interface {
		CurrentKeyModifiers() fyne.KeyModifier
	})
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

// ShortcutToWindow gives the window a shortcut that a focused control has no use for, and reports
// whether there is a window: Fyne gives what has the focus every shortcut, and drops those it does
// not know.
func ShortcutToWindow(focused fyne.CanvasObject, s fyne.Shortcut) bool {
	c, ok := CanvasOf(focused).(fyne.Shortcutable)
	if ok {
		c.TypedShortcut(s)
	}
	return ok
}
