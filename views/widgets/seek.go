package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// seekStep is how far an arrow key goes.
const seekStep = 5 * time.Second

// Seek is embedded by a control that shows a place in a sound. It can be clicked, dragged and moved
// by keys; only where it is let go is gone to. The control calls InitSeek.
type Seek struct {
	widget.BaseWidget
	control fyne.Widget
	calls   SeekCalls

	at, length time.Duration
	// target is the time it is dragged to.
	target           time.Duration
	dragging         bool
	focused, hovered bool
}

// SeekCalls are what a Seek asks of its control.
type SeekCalls struct {
	// Share returns how much of the sound lies before x, from 0 to 1; what is outside of that is
	// held to it.
	Share func(x float32) float32
	// Moved is called when another place is shown because of the user, Seek once that is gone to.
	Moved func()
	Seek  func(time.Duration)
	// Toggle pauses and goes on.
	Toggle func()
}

// InitSeek prepares a control that embeds s.
func (s *Seek) InitSeek(control fyne.Widget, calls SeekCalls) {
	s.control, s.calls = control, calls
	s.ExtendBaseWidget(control)
}

// SetPlace shows a place, and reports whether it is another one. It does not move under the hand
// that drags it.
func (s *Seek) SetPlace(at, length time.Duration) bool {
	if at = max(at, 0); length > 0 {
		at = min(at, length)
	}
	changed := s.at != at || s.length != length
	s.at, s.length = at, length
	return changed
}

// Place is the one that is shown: where it is dragged to, while it is.
func (s *Seek) Place() time.Duration {
	if s.dragging {
		return s.target
	}
	return s.at
}

// Length is that of the sound, 0 if it is not known.
func (s *Seek) Length() time.Duration { return s.length }

// Played is how much of the sound lies before Place, from 0 to 1.
func (s *Seek) Played() float64 {
	if s.length <= 0 {
		return 0
	}
	return float64(s.Place()) / float64(s.length)
}

// Focused reports whether the keyboard is at it, Hovered whether the pointer is.
func (s *Seek) Focused() bool { return s.focused }

// Hovered reports whether the pointer is over it.
func (s *Seek) Hovered() bool { return s.hovered }

// seek goes to a place and shows it at once.
func (s *Seek) seek(to time.Duration) {
	if s.length <= 0 {
		return
	}
	s.at = min(max(to, 0), s.length)
	s.moved()
	s.calls.Seek(s.at)
}

func (s *Seek) moved() {
	s.control.Refresh()
	s.calls.Moved()
}

func (s *Seek) point(x float32) time.Duration {
	return time.Duration(float64(min(max(s.calls.Share(x), 0), 1)) * float64(s.length))
}

// Tapped implements fyne.Tappable.
func (s *Seek) Tapped(e *fyne.PointEvent) { s.seek(s.point(e.Position.X)) }

// Dragged implements fyne.Draggable.
func (s *Seek) Dragged(e *fyne.DragEvent) {
	if s.length > 0 {
		s.dragging, s.target = true, s.point(e.Position.X)
		s.moved()
	}
}

// DragEnd implements fyne.Draggable.
func (s *Seek) DragEnd() {
	if s.dragging {
		s.dragging = false
		s.seek(s.target)
	}
}

// MouseIn implements desktop.Hoverable.
func (s *Seek) MouseIn(*desktop.MouseEvent) { s.hovered = true; s.control.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (s *Seek) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (s *Seek) MouseOut() { s.hovered = false; s.control.Refresh() }

// FocusGained implements fyne.Focusable.
func (s *Seek) FocusGained() { s.focused = true; s.control.Refresh() }

// FocusLost implements fyne.Focusable.
func (s *Seek) FocusLost() { s.focused = false; s.control.Refresh() }

// TypedRune implements fyne.Focusable.
func (s *Seek) TypedRune(rune) {}

// TypedKey goes five seconds with the arrows, half a minute with the keys of pages, to an end with
// Home and End, and pauses with Space.
func (s *Seek) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.seek(s.at - seekStep)
	case fyne.KeyRight, fyne.KeyUp:
		s.seek(s.at + seekStep)
	case fyne.KeyPageDown:
		s.seek(s.at + 6*seekStep)
	case fyne.KeyPageUp:
		s.seek(s.at - 6*seekStep)
	case fyne.KeyHome:
		s.seek(0)
	case fyne.KeyEnd:
		s.seek(s.length)
	case fyne.KeySpace:
		s.calls.Toggle()
	default:
		KeyToWindow(s.control, e)
	}
}

// AccessibilityRole implements fyne.Accessible.
func (s *Seek) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
