package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"

	"parlando/views/screenreader"
)

// pressable is embedded by all controls that can be pressed: it handles pointer and keyboard, and
// has a name and a reason for being disabled.
type pressable struct {
	tooltip.ToolTipWidget
	KeyRecorder

	self     fyne.Widget
	name     string
	onTapped func()
	onFocus  func(bool)
	onHover  func(bool)
	hovered  bool
	focused  bool
	disabled bool
	chosen   bool
	hint     string
}

// ExtendBaseWidget implements Fyne's widget initialization. It stores the whole widget, because
// CanvasOf does not find the embedded part.
func (p *pressable) ExtendBaseWidget(self fyne.Widget) {
	p.self = self
	p.ToolTipWidget.ExtendBaseWidget(self)
}

// SetDisabled disables the control and shows the reason in its tooltip; "" enables it.
func (p *pressable) SetDisabled(reason string) {
	p.disabled = reason != ""
	if p.disabled {
		p.SetToolTip(reason)
	} else {
		p.SetToolTip(p.hint)
	}
	p.Refresh()
}

// SetOnTapped changes the action.
func (p *pressable) SetOnTapped(f func()) { p.onTapped = f }

// SetChosen sets whether the control looks selected.
func (p *pressable) SetChosen(chosen bool) {
	if p.chosen != chosen {
		p.chosen = chosen
		p.Refresh()
	}
}

// Disabled reports whether the control is disabled.
func (p *pressable) Disabled() bool { return p.disabled }

// SetHint sets the tooltip.
func (p *pressable) SetHint(hint string) {
	if hint != p.hint {
		p.dropTooltip()
	}
	p.hint = hint
	if !p.disabled {
		p.SetToolTip(hint)
	}
}

func (p *pressable) press() {
	// The tooltip may be wrong after the press: the Send button becomes the Stop button.
	p.dropTooltip()
	if !p.disabled {
		CallIfSet(p.onTapped)
	}
}

// Tapped implements fyne.Tappable.
func (p *pressable) Tapped(*fyne.PointEvent) {
	PointerPressed()
	p.press()
}

// ringed reports whether the control is painted with the ring of the focus.
func (p *pressable) ringed() bool { return p.focused && RingIsShown() }

// MouseIn implements desktop.Hoverable.
func (p *pressable) MouseIn(e *desktop.MouseEvent) {
	showTooltip(p.self, &p.ToolTipWidget, e)
	p.hover(true)
}

// MouseOut implements desktop.Hoverable.
func (p *pressable) MouseOut() {
	p.dropTooltip()
	p.hover(false)
}

func (p *pressable) hover(hovered bool) {
	p.hovered = hovered
	p.Refresh()
	CallWith(p.onHover, hovered)
}

// SetOnHover sets a callback for the pointer entering and leaving the control, because the object
// below receives no pointer events meanwhile.
func (p *pressable) SetOnHover(f func(hovered bool)) { p.onHover = f }

func (p *pressable) dropTooltip() { hideTooltip(p.self, &p.ToolTipWidget) }

// FocusGained implements fyne.Focusable.
func (p *pressable) FocusGained() { p.focus(true) }

// FocusLost implements fyne.Focusable.
func (p *pressable) FocusLost() { p.focus(false) }

func (p *pressable) focus(focused bool) {
	p.focused = focused
	p.Refresh()
	if focused && !p.hovered { // scrolling would move a clicked control away from the pointer
		Reveal(p.self)
	}
	CallWith(p.onFocus, focused)
}

// SetOnFocus sets a callback for gaining and losing the focus.
func (p *pressable) SetOnFocus(f func(focused bool)) { p.onFocus = f }

// TypedRune implements fyne.Focusable.
func (p *pressable) TypedRune(rune) {}

// TypedKey presses the control on Space and Enter; Escape goes to the window.
func (p *pressable) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		AfterKey(e, p.press)
	default:
		KeyToWindow(p.self, e)
	}
}

// AccessibilityDescription implements screenreader.Describer.
func (p *pressable) AccessibilityDescription() string {
	return screenreader.DescribeChoice(p.name, p.chosen)
}

// AccessibilityLabel implements fyne.Accessible.
func (p *pressable) AccessibilityLabel() string { return p.name }

// AccessibilityRole implements fyne.Accessible.
func (p *pressable) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
