package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

func TestAMenuOpenedByAKeyWithShiftLosesNoLetterTypedAfterIt(t *testing.T) {
	test.NewTempApp(t)
	field := NewField("Text", "")
	window := test.NewTempWindow(t, field)
	c := window.Canvas()
	c.Focus(field)
	field.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	menu := ShowMenu(field, []MenuItem{{Text: "One", Do: func() {}}})
	menu.Hide() // Shift went up while the menu had the keyboard
	c.Focus(field)
	field.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	field.MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	field.TypedRune('q')
	field.TypedRune('r')
	if field.Text != "qr" {
		t.Errorf("%q was typed", field.Text)
	}
}
