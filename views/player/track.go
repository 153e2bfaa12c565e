package player

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/screenreader"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Sizes of the track, in device-independent pixels.
const (
	thumbSize = 12
	lineSize  = 4
)

// track is the slider for the position in the audio.
type track struct {
	widgets.SeekControl
	// moved is set after the user has sought, until the new position is reported.
	moved bool
}

// newTrack returns a track. changed is called when the user has moved its thumb; controls returns
// what it controls.
func newTrack(changed func(), controls func() Controls) *track {
	t := &track{}
	t.InitSeek(t, widgets.SeekCallbacks{
		Share: func(x float32) float32 {
			if room := t.Size().Width - thumbSize; room > 0 {
				return (x - thumbSize/2) / room
			}
			return 0
		},
		Moved: changed,
		Seek: func(to time.Duration) {
			t.moved = true
			controls().Seek(to)
		},
		Toggle: func() { controls().Toggle() },
	})
	return t
}

// set shows a position.
func (t *track) set(at, length time.Duration) {
	if t.SetPlaybackPosition(at, length) {
		t.Refresh()
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (t *track) AccessibilityLabel() string { return i18n.Text("Playback position") }

// AccessibilityDescription implements screenreader.Describer.
func (t *track) AccessibilityDescription() string {
	return screenreader.DescribeSlider(t.AccessibilityLabel(), words.FixedPositionTime(t.PlaybackPosition(), false))
}

// CreateRenderer implements fyne.Widget.
func (t *track) CreateRenderer() fyne.WidgetRenderer {
	line, fill, thumb := canvas.NewRectangle(nil), canvas.NewRectangle(nil), canvas.NewCircle(nil)
	line.CornerRadius, fill.CornerRadius = lineSize/2, lineSize/2
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(60, 16) },
		Place: func(size fyne.Size) {
			x, y := float32(t.PlayedFraction())*(size.Width-thumbSize), (size.Height-lineSize)/2
			widgets.Place(line, 0, y, size.Width, lineSize)
			known := t.Length() > 0
			widgets.SetVisible(fill, known)
			widgets.Place(fill, 0, y, x+thumbSize/2, lineSize)
			widgets.Place(thumb, x, (size.Height-thumbSize)/2, thumbSize, thumbSize)
		},
		Paint: func() {
			line.FillColor, fill.FillColor = fynetheme.Color(theme.ColorOutline), fynetheme.Color(theme.ColorAccent)
			widgets.SetVisible(thumb, t.Length() > 0 || t.Focused())
			thumb.FillColor, thumb.StrokeColor, thumb.StrokeWidth = fill.FillColor, fill.FillColor, 0
			if t.Focused() || t.Hovered() {
				thumb.StrokeColor, thumb.StrokeWidth = fynetheme.Color(fynetheme.ColorNameForeground), 2
			}
			canvas.Refresh(t)
		},
	}.Of(t, line, fill, thumb)
}
