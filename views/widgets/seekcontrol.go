package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// seekStep is the distance by which an arrow key seeks.
const seekStep = 5 * time.Second

// SeekControl is embedded by a control that shows a position in a sound. Clicks, drags and keys
// change the position; a drag seeks only when it ends. The embedding control must call InitSeek.
type SeekControl struct {
	widget.BaseWidget
	KeyRecorder
	control fyne.Widget
	calls   SeekCallbacks

	at, length time.Duration
	// target is the position under the pointer during a drag.
	target           time.Duration
	dragging         bool
	focused, hovered bool
}

// SeekCallbacks holds the callbacks of a SeekControl.
type SeekCallbacks struct {
	// Share returns the position at x as a fraction of the sound, clamped to 0 to 1.
	Share func(x float32) float32
	// Moved is called when the user has changed the shown position, Seek when playback must seek to
	// a position.
	Moved func()
	Seek  func(time.Duration)
	// Toggle pauses or resumes the sound.
	Toggle func()
}

// InitSeek prepares a control that embeds s.
func (s *SeekControl) InitSeek(control fyne.Widget, calls SeekCallbacks) {
	s.control, s.calls = control, calls
	s.ExtendBaseWidget(control)
}

// SetPlaybackPosition sets the position of playback, and reports whether the position has changed.
// During a drag, the control keeps showing the target of the drag.
func (s *SeekControl) SetPlaybackPosition(at, length time.Duration) bool {
	if at = max(at, 0); length > 0 {
		at = min(at, length)
	}
	changed := s.at != at || s.length != length
	s.at, s.length = at, length
	return changed
}

// PlaybackPosition returns the shown position: that of playback, or the target of a drag.
func (s *SeekControl) PlaybackPosition() time.Duration {
	if s.dragging {
		return s.target
	}
	return s.at
}

// Length returns the length of the sound, 0 if it is not known.
func (s *SeekControl) Length() time.Duration { return s.length }

// PlayedFraction returns PlaybackPosition as a fraction of the length, from 0 to 1.
func (s *SeekControl) PlayedFraction() float64 {
	if s.length <= 0 {
		return 0
	}
	return float64(s.PlaybackPosition()) / float64(s.length)
}

// Focused reports whether the control is focused.
func (s *SeekControl) Focused() bool { return s.focused }

// Hovered reports whether the pointer is over the control.
func (s *SeekControl) Hovered() bool { return s.hovered }

// seek seeks to a position and shows it at once.
func (s *SeekControl) seek(to time.Duration) {
	if s.length <= 0 {
		return
	}
	s.at = min(max(to, 0), s.length)
	s.moved()
	s.calls.Seek(s.at)
}

func (s *SeekControl) moved() {
	s.control.Refresh()
	s.calls.Moved()
}

func (s *SeekControl) point(x float32) time.Duration {
	return time.Duration(float64(min(max(s.calls.Share(x), 0), 1)) * float64(s.length))
}

// Tapped implements fyne.Tappable.
func (s *SeekControl) Tapped(e *fyne.PointEvent) { s.seek(s.point(e.Position.X)) }

// Dragged implements fyne.Draggable.
func (s *SeekControl) Dragged(e *fyne.DragEvent) {
	if s.length > 0 {
		s.dragging, s.target = true, s.point(e.Position.X)
		s.moved()
	}
}

// DragEnd implements fyne.Draggable.
func (s *SeekControl) DragEnd() {
	if s.dragging {
		s.dragging = false
		s.seek(s.target)
	}
}

// MouseIn implements desktop.Hoverable.
func (s *SeekControl) MouseIn(*desktop.MouseEvent) { s.hovered = true; s.control.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (s *SeekControl) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (s *SeekControl) MouseOut() { s.hovered = false; s.control.Refresh() }

// FocusGained implements fyne.Focusable.
func (s *SeekControl) FocusGained() { s.focused = true; s.control.Refresh() }

// FocusLost implements fyne.Focusable.
func (s *SeekControl) FocusLost() { s.focused = false; s.control.Refresh() }

// TypedRune implements fyne.Focusable.
func (s *SeekControl) TypedRune(rune) {}

// TypedKey seeks by five seconds with the arrow keys, by half a minute with the page keys, to an
// end with Home and End, and pauses with Space.
func (s *SeekControl) TypedKey(e *fyne.KeyEvent) {
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
func (s *SeekControl) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
