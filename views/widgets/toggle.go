package widgets

import "fyne.io/fyne/v2"

// toggle is embedded by controls that the user turns on and off.
type toggle struct {
	pressable

	// OnChanged is called for each change by the user, not by Set.
	OnChanged func(on bool)

	on bool
}

// Set turns the control on or off.
func (t *toggle) Set(on bool) {
	if t.on != on {
		t.on = on
		t.Refresh()
	}
}

// AccessibilityRole implements fyne.Accessible.
func (t *toggle) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (t *toggle) flip() {
	t.Set(!t.on)
	CallWith(t.OnChanged, t.on)
}
