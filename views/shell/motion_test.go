package shell

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"parlando/views/motion"
	"parlando/views/motion/motiontest"
	"parlando/views/theme"
	"parlando/views/widgets"
)

type low struct{ *fyne.Container }

func (low) HeightFor(float32) float32 { return 40 }

type top struct{ *fyne.Container }

func (top) SetSidebarButton(bool, bool) {}

// The sidebar and the panel slide in when they are opened, beside the body or over it, and nothing
// moves when they are closed or the window changes its size.
func TestRegionsThatOpenSlideIn(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	l := newRegions(container.NewStack(), low{container.NewStack()}, widgets.Gap(0))
	panel := container.NewStack()
	l.setScene(&Scene{Top: top{container.NewStack()}, Body: container.NewStack(), Panel: panel})
	w := test.NewTempWindow(t, l.root)
	w.SetPadded(false)
	clock := motiontest.Start(t)
	for _, width := range []float32{1280, 720} {
		w.Resize(fyne.NewSize(width, 600))
		narrow := width == 720
		if l.sidebarOpen = false; !narrow {
			l.root.Refresh()
		}
		if clock.Running() != 0 {
			t.Fatal("something moves when the window changes its size")
		}
		for name, c := range map[string]struct {
			open, close func()
			region      fyne.CanvasObject
			place       float32
		}{
			"sidebar": {l.toggleSidebar, l.toggleSidebar, l.sidebar, 0},
			"panel":   {func() { l.showPanel(true) }, func() { l.showPanel(false) }, panel, width - panelWidth() + 1},
		} {
			c.open()
			start := c.region.Position().X
			clock.Advance(0)
			l.root.Refresh() // whatever else happens in the window meanwhile
			if again := c.region.Position().X; again != start {
				t.Errorf("%v wide, %s: at %v, laid out again at %v", width, name, start, again)
			}
			_, _, _, dim := l.scrim.fill.FillColor.RGBA()
			clock.Advance(motion.Duration)
			end := c.region.Position().X
			if way := start - end; end != c.place || way == 0 || way > motion.Most || way < -motion.Most || !c.region.Visible() {
				t.Errorf("%v wide, %s: from %v to %v", width, name, start, end)
			}
			if _, _, _, dimmed := l.scrim.fill.FillColor.RGBA(); narrow && (dim != 0 || dimmed == 0) {
				t.Errorf("%s: the scrim is %d dark at first and %d in the end", name, dim, dimmed)
			}
			c.close()
			clock.Advance(motion.Duration)
			if c.region.Visible() || clock.Running() != 0 {
				t.Errorf("%v wide: the %s is still there", width, name)
			}
		}
	}
}
