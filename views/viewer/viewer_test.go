package viewer

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/theme/inktest"
	"parlando/views/widgets"
)

// wall is a viewer in a window, with pictures that are painted when they are asked for.
type wall struct {
	*Viewer
	window fyne.Window
	parts  []image.Rectangle
	sizes  []image.Point
	closed int
}

// painted is a picture whose color tells the place.
func painted(r image.Rectangle, w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			at := image.Pt(x*r.Dx()/w, y*r.Dy()/h).Add(r.Min)
			img.SetNRGBA(x, y, color.NRGBA{uint8(at.X / 8), uint8(at.Y / 8), uint8(60 + 120*((at.X/100+at.Y/100)%2)), 255})
		}
	}
	return img
}

func hang(t *testing.T, p theme.Preference, width, height float32, pictures ...Picture) *wall {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(p, 1))
	w := &wall{Viewer: New(pictures, 0)}
	w.window = test.NewWindow(widgets.NewMuted("behind"))
	t.Cleanup(w.window.Close)
	w.window.SetPadded(false)
	w.window.Resize(fyne.NewSize(width, height))
	w.OnReadPicture = func(p Picture) {
		if p.Width == 0 {
			w.SetDamaged(p.SHA256, "This picture is damaged or incomplete. It can be saved as it came.")
			return
		}
		w.SetPicture(p.SHA256, p.Width, p.Height, painted(image.Rect(0, 0, p.Width, p.Height), max(p.Width/8, 1), max(p.Height/8, 1)))
	}
	w.OnReadRegion = func(p Picture, region image.Rectangle, width, height int) {
		w.parts, w.sizes = append(w.parts, region), append(w.sizes, image.Pt(width, height))
		w.SetRegion(p.SHA256, region, painted(region, width, height))
	}
	w.OnClose = func() { w.closed++ }
	widgets.ShowOverlay(w.window.Canvas(), w.Viewer, false, func(window, _ fyne.Size) (fyne.Position, fyne.Size) { return fyne.Position{}, window })
	w.Start(w.window.Canvas())
	return w
}

func (w *wall) key(name fyne.KeyName) { w.zoomView.TypedKey(&fyne.KeyEvent{Name: name}) }

var (
	large = Picture{SHA256: "a", Name: "harbor.jpg", Width: 4000, Height: 3000, Bytes: 3_400_000}
	small = Picture{SHA256: "b", Name: "icon.png", Width: 64, Height: 48, Bytes: 900}
	torn  = Picture{SHA256: "c"}
)

func TestAPictureIsFittedAndNotMadeLarger(t *testing.T) {
	w := hang(t, theme.Light, 1000, 700, large, small)
	if s := w.zoomView.size(); s.Width > w.zoomView.Size().Width+1 || s.Height > w.zoomView.Size().Height+1 || s.Height < w.zoomView.Size().Height-1 {
		t.Errorf("shown at %v in %v", s, w.zoomView.Size())
	}
	w.key(fyne.KeyRight)
	if w.Shown() != small || w.zoomView.zoom != 1 {
		t.Errorf("%v at %v", w.Shown(), w.zoomView.zoom)
	}
	w.key(fyne.KeyLeft)
	if w.Shown() != large {
		t.Error("there is no way back")
	}
}

// What is done in one viewer, and what comes late for it, changes nothing in another.
func TestTwoViewersShowTheirOwnPictures(t *testing.T) {
	one := hang(t, theme.Light, 1000, 700, large, small, torn)
	other := &wall{Viewer: New([]Picture{large, small}, 0), window: test.NewTempWindow(t, widgets.NewMuted("behind"))}
	other.window.SetPadded(false)
	other.window.Resize(fyne.NewSize(1000, 700))
	var waiting []Picture // for what the other viewer has asked for
	other.OnReadPicture = func(p Picture) { waiting = append(waiting, p) }
	other.OnReadRegion = func(Picture, image.Rectangle, int, int) {}
	other.OnClose = func() { other.closed++ }
	widgets.ShowOverlay(other.window.Canvas(), other.Viewer, false, func(window, _ fyne.Size) (fyne.Position, fyne.Size) { return fyne.Position{}, window })
	other.Start(other.window.Canvas())
	fitted := one.zoomView.zoom
	other.key(fyne.KeyRight)
	one.zoomView.TypedRune('1')
	zoomed := one.zoomView.zoom
	if zoomed == fitted || one.Shown() != large || other.Shown() != small {
		t.Fatalf("one shows %v, the other %v", one.Shown(), other.Shown())
	}
	for _, p := range waiting {
		other.SetPicture(p.SHA256, p.Width, p.Height, painted(image.Rect(0, 0, p.Width, p.Height), 8, 8))
	}
	other.SetDamaged(small.SHA256, "This picture is damaged.")
	if one.zoomView.zoom != zoomed || one.Shown() != large {
		t.Errorf("one shows %v at %v, and was at %v", one.Shown(), one.zoomView.zoom, zoomed)
	}
	if found := seen.Find(one.window.Canvas(), true, "This picture is damaged."); found.Best() != nil {
		t.Error("what is damaged in the other is told in this one")
	}
	if found := seen.Find(other.window.Canvas(), true, "This picture is damaged."); found.Best() == nil {
		t.Errorf("it says %q", seen.Texts(other.window.Canvas()))
	}
	other.key(fyne.KeyEscape)
	if one.closed != 0 || other.closed != 1 {
		t.Errorf("one was closed %d times, the other %d times", one.closed, other.closed)
	}
}

func TestAPictureIsAsLargeWhereTheDotsOfTheScreenAreHalfAsLarge(t *testing.T) {
	w := hang(t, theme.Light, 1000, 700, small, large)
	before := w.zoomView.size()
	canvas, ok := w.window.Canvas().(interface{ SetScale(scale float32) })
	if !ok {
		t.Fatal("the window has no scale")
	}
	canvas.SetScale(2)
	w.window.Resize(fyne.NewSize(1000, 701))
	if s := w.zoomView.size(); s != before {
		t.Errorf("shown at %v at 200 %%, at %v at 100 %%", s, before)
	}
	w.zoomView.TypedRune('1')
	if s := w.zoomView.size(); s.Width != before.Width/2 {
		t.Errorf("pixel by pixel it is %v", s)
	}
	w.key(fyne.KeyRight)
	if s := w.zoomView.size(); s.Height > w.zoomView.Size().Height+1 || s.Height < w.zoomView.Size().Height-1 {
		t.Errorf("a large one is shown at %v in %v", s, w.zoomView.Size())
	}
}

func TestLargeLettersHaveRoomAboveThePicture(t *testing.T) {
	for _, width := range []float32{1280, 720} {
		w := hang(t, theme.Light, width, 700, large, small)
		fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, 2))
		w.Refresh()
		w.zoomView.TypedRune('1')
		w.zoomView.zoomBy(100)
		if foot := w.about.Position().Y + w.about.MinSize().Height; foot > w.zoomView.Position().Y {
			t.Errorf("%v wide: the words end at %v, the picture begins at %v", width, foot, w.zoomView.Position().Y)
		}
		if w.about.Text != w.facts {
			t.Errorf("%v wide: the words are cut off: %q", width, w.about.Text)
		}
		if room := w.percent.Size().Width; w.percent.MinSize().Width > room {
			t.Errorf("%v wide: %q needs %v and has %v", width, w.percent.Text, w.percent.MinSize().Width, room)
		}
		if least := w.save.MinSize(); w.save.Size().Width < least.Width || w.save.Size().Height < least.Height {
			t.Errorf("%v wide: a button is %v and should be %v", width, w.save.Size(), least)
		}
		for _, b := range []fyne.CanvasObject{w.before, w.actual, w.save} {
			y := b.Position().Y
			if x := b.Position().X; x < 0 || y < 0 || y+b.Size().Height > 700 || y < w.zoomView.Position().Y+w.zoomView.Size().Height && y+b.Size().Height > w.zoomView.Position().Y {
				t.Errorf("%v wide: a button stands at %v, %v large", width, b.Position(), b.Size())
			}
		}
		w.zoomView.TypedRune('0')
	}
}

func TestTheWheelEnlargesTowardsThePointer(t *testing.T) {
	w := hang(t, theme.Dark, 1000, 700, large)
	at := fyne.NewPos(300, 200)
	under := func() (x, y float32) {
		z := w.zoomView.zoom / w.zoomView.scale()
		return (at.X - w.zoomView.at.X) / z, (at.Y - w.zoomView.at.Y) / z
	}
	w.zoomView.TypedRune('1')
	x, y := under()
	for range 4 {
		e := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 25)}
		e.Position = at
		w.zoomView.Scrolled(e)
	}
	nx, ny := under()
	if w.zoomView.zoom < 2 || nx-x > 2 || x-nx > 2 || ny-y > 2 || y-ny > 2 {
		t.Errorf("at %v the pixel %v,%v is %v,%v", w.zoomView.zoom, x, y, nx, ny)
	}
}

func TestOnlyWhatIsSeenIsAskedForAndNoSharperThanItIsShown(t *testing.T) {
	w := hang(t, theme.Light, 1000, 700, large)
	last := func() (image.Rectangle, image.Point) {
		return w.parts[len(w.parts)-1], w.sizes[len(w.sizes)-1]
	}
	if r, s := last(); r != image.Rect(0, 0, 4000, 3000) || s.X > 1000 || s.Y > 700 {
		t.Errorf("fitted: %v at %v", r, s)
	}
	w.zoomView.TypedRune('1')
	if r, s := last(); s != r.Size() || s.X > 1002 || s.Y > 702 {
		t.Errorf("pixel by pixel: %v at %v", r, s)
	}
	n := len(w.parts)
	w.zoomView.TypedRune('+') // what is seen is a part of what is there
	if len(w.parts) != n {
		t.Errorf("asked again for %v", w.parts[n:])
	}
	w.key(fyne.KeyDown)
	w.key(fyne.KeyRight)
	if r, _ := last(); w.zoomView.at.X >= 0 || r.Max.X <= w.parts[n-1].Max.X && len(w.parts) > n {
		t.Errorf("moved to %v, asked for %v", w.zoomView.at, r)
	}
	w.zoomView.TypedRune('0')
	if !w.zoomView.fitted {
		t.Error("not fitted again")
	}
}

func TestThePictureStaysInTheWindow(t *testing.T) {
	w := hang(t, theme.Light, 1000, 700, large)
	w.zoomView.TypedRune('1')
	w.zoomView.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(9000, 9000)})
	if w.zoomView.at != fyne.NewPos(0, 0) {
		t.Errorf("dragged to %v", w.zoomView.at)
	}
	w.zoomView.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(-9000, -9000)})
	if size, room := w.zoomView.size(), w.zoomView.Size(); w.zoomView.at.X != room.Width-size.Width || w.zoomView.at.Y != room.Height-size.Height {
		t.Errorf("dragged to %v", w.zoomView.at)
	}
	w.zoomView.DragEnd()
	w.zoomView.DoubleTapped(&fyne.PointEvent{Position: fyne.NewPos(500, 300)})
	if !w.zoomView.fitted {
		t.Error("two clicks do not fit it again")
	}
}

func TestWhatCannotBeShownSaysSoAndCanBeSaved(t *testing.T) {
	w := hang(t, theme.Light, 720, 600, torn, large)
	saved := 0
	w.OnSave = func(p Picture) { saved++ }
	w.SetCopy("Parlando needs xclip.")
	test.Tap(w.save)
	if saved != 1 || !w.nearer.Disabled() || w.save.Disabled() || !w.copy.Disabled() {
		t.Errorf("saved %d", saved)
	}
	w.zoomView.TypedRune('+') // nothing happens
	w.key(fyne.KeyPageDown)
	if w.Shown().SHA256 != "a" || w.nearer.Disabled() {
		t.Error("the next one is not shown")
	}
	facts := w.about.Text
	w.Say("Saved as harbor.jpg.")
	if w.about.Text != "Saved as harbor.jpg." {
		t.Errorf("says %q", w.about.Text)
	}
	w.Say("")
	if w.about.Text != facts {
		t.Errorf("says %q, not %q", w.about.Text, facts)
	}
	w.key(fyne.KeyEscape)
	if w.closed != 1 {
		t.Error("Escape does not close it")
	}
}

func TestAnAnswerForAnotherPictureIsDropped(t *testing.T) {
	w := hang(t, theme.Light, 720, 600, large, small)
	w.SetPicture("b", 64, 48, painted(image.Rect(0, 0, 64, 48), 64, 48))
	w.SetDamaged("b", "damaged")
	if w.zoomView.width != 4000 || w.zoomView.damaged != "" {
		t.Error("the answer for the other one was taken")
	}
}

func TestNoLetterOfANameIsCut(t *testing.T) {
	inktest.NothingIsCut(t, func(t *testing.T, zoom float32) fyne.Canvas {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, zoom))
		all := container.NewGridWithColumns(3)
		for _, word := range inktest.Words[4:16] {
			v := New([]Picture{{SHA256: "a", Name: word, Width: 80, Height: 60}}, 0)
			v.said = word
			all.Add(v)
		}
		w := test.NewTempWindow(t, all)
		w.Resize(fyne.NewSize(1050, 1100))
		return w.Canvas()
	})
}
