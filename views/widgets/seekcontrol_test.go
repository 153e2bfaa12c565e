package widgets

import (
	"image/color"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// seeker is the smallest SeekControl.
type seeker struct{ SeekControl }

func (s *seeker) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}

// A drag moves what is shown, and the sound only when it is released; one that is not loaded stays.
func TestASoundSeeksWhereADragIsReleased(t *testing.T) {
	test.NewTempApp(t)
	var sought []time.Duration
	s := &seeker{}
	s.InitSeek(s, SeekCallbacks{
		Share: func(x float32) float32 { return x / 100 }, Moved: func() {}, Seek: func(at time.Duration) { sought = append(sought, at) },
	})
	drag := func(x float32) { s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 5)}}) }
	drag(50)
	s.DragEnd()
	if len(sought) != 0 {
		t.Errorf("without a sound it seeks to %v", sought)
	}
	s.SetPlaybackPosition(10*time.Second, 100*time.Second)
	drag(30)
	drag(140)
	drag(50)
	s.SetPlaybackPosition(11*time.Second, 100*time.Second)
	if got := s.PlaybackPosition(); got != 50*time.Second || len(sought) != 0 {
		t.Errorf("during the drag it shows %v, and has sought to %v", got, sought)
	}
	s.DragEnd()
	s.DragEnd()
	if got := s.PlaybackPosition(); got != 50*time.Second || len(sought) != 1 || sought[0] != 50*time.Second {
		t.Errorf("after it, it shows %v, and has sought to %v", got, sought)
	}
	for _, c := range []struct {
		key  fyne.KeyName
		want time.Duration
	}{
		{fyne.KeyRight, 55 * time.Second},
		{fyne.KeyLeft, 50 * time.Second},
		{fyne.KeyPageDown, 80 * time.Second},
		{fyne.KeyPageUp, 50 * time.Second},
		{fyne.KeyEnd, 100 * time.Second},
		{fyne.KeyUp, 100 * time.Second},
		{fyne.KeyHome, 0},
		{fyne.KeyDown, 0},
	} {
		s.TypedKey(key(c.key))
		if got := sought[len(sought)-1]; got != c.want {
			t.Errorf("%s seeks to %v, want %v", c.key, got, c.want)
		}
	}
}
