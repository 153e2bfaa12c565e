package widgets

import (
	"fyne.io/fyne/v2"

	"parlando/views/uithread"
)

// CanvasOf returns the canvas that shows an object or in which the object is focused; nil for none.
// Fyne forgets the canvas of an object that was not painted for a minute; if such an object is
// focused, the window's shortcuts would be lost.
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

// Focus focuses a control.
func Focus(control interface {
	fyne.CanvasObject
	fyne.Focusable
},
) {
	if c := CanvasOf(control); c != nil {
		c.Focus(control)
	}
}

// KeyToWindow passes a key that a focused control does not handle to the window. Otherwise Escape
// would not close anything while a control is focused.
func KeyToWindow(focused fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := CanvasOf(focused); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}

// AfterKey runs the action of a key. For the space key, it first waits for the space character,
// which would otherwise go to the text that the action focuses.
func AfterKey(e *fyne.KeyEvent, do func()) {
	if e.Name == fyne.KeySpace {
		uithread.AfterEvent(do)
		return
	}
	do()
}

// ShiftIsDown reports whether Shift is held down.
func ShiftIsDown() bool {
	d, ok := fyne.CurrentApp().Driver().(interface {
		CurrentKeyModifiers() fyne.KeyModifier
	})
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

// ShortcutToWindow passes a shortcut that a focused control does not handle to the window, and
// reports whether there is a window. Fyne sends every shortcut to the focused control and drops
// those it does not handle.
func ShortcutToWindow(focused fyne.CanvasObject, s fyne.Shortcut) bool {
	c, ok := CanvasOf(focused).(fyne.Shortcutable)
	if ok {
		c.TypedShortcut(s)
	}
	return ok
}
