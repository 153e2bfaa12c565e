package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"
)

// lastInput is the layout of a window's content, which fills the window. It knows whether the last
// input was a key or the pointer: the ring around the focused control is shown only after a key.
type lastInput struct {
	pointer bool
	key     time.Time              // when a key was pressed last
	tip     *tooltip.ToolTipWidget // the last tooltip of the window, nil for none
}

// TrackInput returns the content of a window that knows what the last input was. Before the first
// input it counts as the pointer.
func TrackInput(content fyne.CanvasObject, c fyne.Canvas) fyne.CanvasObject {
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(func(*fyne.KeyEvent) { KeyPressed() }) // if no control is focused
	}
	return &fyne.Container{Layout: &lastInput{pointer: true}, Objects: []fyne.CanvasObject{content}}
}

// KeyPressed records that the last input was a key, and shows the ring.
func KeyPressed() { record(false) }

// SinceKey returns the time since a key was pressed in any window, a long time if never.
func SinceKey() time.Duration {
	var last time.Time
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if in := lastInputOf(w); in != nil && in.key.After(last) {
			last = in.key
		}
	}
	return time.Since(last)
}

// PointerPressed records that the last input was the pointer. A ring that is shown stays until the
// focus moves.
func PointerPressed() { record(true) }

// record sets what the last input was, in all windows.
func record(pointer bool) {
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		in := lastInputOf(w)
		if in == nil {
			continue
		}
		if !pointer {
			in.key = time.Now()
		}
		if in.pointer == pointer {
			continue
		}
		in.pointer = pointer
		if focused, ok := w.Canvas().Focused().(fyne.CanvasObject); ok && !pointer {
			focused.Refresh()
		}
	}
}

// RingIsShown reports whether the focused control has a ring: the last input was a key, or the
// window does not track its input.
func RingIsShown() bool {
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if in := lastInputOf(w); in != nil {
			return !in.pointer
		}
	}
	return true
}

func lastInputOf(w fyne.Window) *lastInput {
	content, ok := w.Content().(*fyne.Container)
	if !ok {
		return nil
	}
	in, _ := content.Layout.(*lastInput)
	return in
}

// inputOn returns what the window of a canvas knows, nil if the window does not track its input.
func inputOn(c fyne.Canvas) *lastInput {
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if w.Canvas() == c {
			return lastInputOf(w)
		}
	}
	return nil
}

// endTooltip hides the tooltip of a window, because Fyne reports to no control that an overlay now
// lies between it and the pointer.
func endTooltip(c fyne.Canvas) {
	if in := inputOn(c); in != nil && in.tip != nil {
		in.tip.MouseOut()
		in.tip = nil
	}
}

// Layout implements fyne.Layout.
func (*lastInput) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

// MinSize implements fyne.Layout.
func (*lastInput) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// KeyRecorder is embedded by a focusable control that needs no KeyDown of its own. It records that
// the last input was a key before Fyne moves the focus or types the key.
type KeyRecorder struct{}

// KeyDown implements desktop.Keyable.
func (KeyRecorder) KeyDown(*fyne.KeyEvent) { KeyPressed() }

// KeyUp implements desktop.Keyable.
func (KeyRecorder) KeyUp(*fyne.KeyEvent) {}
