package crop

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// user chooses a part of a picture.
type user struct {
	*testing.T
	*Crop
	window fyne.Window
	taken  []image.Rectangle
	gaveUp int
}

// shows opens a window of a size with the picture of a desktop of 1600 by 900 pixels, shown half as
// large.
func shows(t *testing.T, width, height float32, screens ...image.Rectangle) *user {
	t.Helper()
	if len(screens) == 0 {
		screens = []image.Rectangle{image.Rect(0, 0, 1600, 900)}
	}
	p := &user{T: t, Crop: New(desk(), image.Pt(1600, 900), screens)}
	p.OnCrop = func(part image.Rectangle) { p.taken = append(p.taken, part) }
	p.OnCancel = func() { p.gaveUp++ }
	p.window = test.NewTempWindow(t, p.Crop)
	p.window.SetPadded(false)
	p.window.Resize(fyne.NewSize(width, height))
	p.Crop.Focus(p.window.Canvas())
	return p
}

// desk is something like a desktop, 800 by 450.
func desk() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 800, 450))
	fill := func(r image.Rectangle, c color.NRGBA) {
		draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(img.Bounds(), color.NRGBA{0x2a, 0x5c, 0x7d, 255})
	fill(image.Rect(60, 50, 420, 300), color.NRGBA{0xf6, 0xf3, 0xea, 255})
	fill(image.Rect(60, 50, 420, 70), color.NRGBA{0xd8, 0xd2, 0xc2, 255})
	fill(image.Rect(360, 180, 760, 420), color.NRGBA{0x22, 0x26, 0x2e, 255})
	for y := 90; y < 280; y += 16 {
		fill(image.Rect(80, y, 200+y%130, y+5), color.NRGBA{0x77, 0x70, 0x66, 255})
	}
	return img
}

// at is the position of a pixel of the picture.
func (p *user) at(x, y int) fyne.Position {
	at, _ := p.sheet.on(image.Rect(x, y, x, y))
	return at
}

// drags presses on one pixel and lets go on another.
func (p *user) drags(fromX, fromY, toX, toY int) {
	from, to := p.at(fromX, fromY), p.at(toX, toY)
	p.sheet.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}, Button: desktop.MouseButtonPrimary})
	for i := range 4 {
		step := float32(i+1) / 4
		p.sheet.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: from.AddXY((to.X-from.X)*step, (to.Y-from.Y)*step)}})
	}
	p.sheet.MouseUp(&desktop.MouseEvent{})
	p.sheet.DragEnd()
}

func (p *user) key(names ...fyne.KeyName) {
	for _, n := range names {
		p.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: n})
	}
}

// near reports whether two rectangles are the same to a pixel or two of the window.
func near(a, b image.Rectangle) bool {
	d := func(x, y int) bool { return x-y <= 3 && y-x <= 3 }
	return d(a.Min.X, b.Min.X) && d(a.Min.Y, b.Min.Y) && d(a.Max.X, b.Max.X) && d(a.Max.Y, b.Max.Y)
}

func (p *user) wants(want image.Rectangle) {
	p.Helper()
	if got := p.sheet.selected; !near(got, want) {
		p.Errorf("chosen is %v, want %v", got, want)
	}
}

func TestAPartIsDrawnMovedAndStretchedWithThePointer(t *testing.T) {
	test.NewTempApp(t)
	p := shows(t, 900, 600)
	p.drags(200, 100, 600, 400)
	p.wants(image.Rect(200, 100, 600, 400))
	p.drags(400, 250, 450, 300) // from inside
	p.wants(image.Rect(250, 150, 650, 450))
	p.drags(400, 250, 4000, -4000) // no further than the picture
	p.wants(image.Rect(1200, 0, 1600, 300))
	p.drags(1200, 150, 1000, 250) // the left edge
	p.wants(image.Rect(1000, 0, 1600, 300))
	p.drags(1000, 300, 900, 500) // a corner
	p.wants(image.Rect(900, 0, 1600, 500))
	p.drags(900, 250, 1700, 250) // beyond the other edge
	p.wants(image.Rect(1598, 0, 1600, 500).Intersect(p.sheet.selected))
	p.drags(1200, 800, 100, 600) // from outside, backwards
	p.wants(image.Rect(100, 600, 1200, 800))
	p.drags(50, 50, 51, 51) // a click
	p.wants(image.Rectangle{})
	if len(p.taken) != 0 || !p.take.Disabled() {
		t.Errorf("%v was taken", p.taken)
	}
	p.window.Canvas().Unfocus()
	p.drags(200, 100, 600, 400)
	if p.window.Canvas().Focused() != fyne.Focusable(p.sheet) {
		t.Error("the keys do not follow the pointer")
	}
	test.Tap(p.take)
	if len(p.taken) != 1 || !near(p.taken[0], image.Rect(200, 100, 600, 400)) {
		t.Errorf("%v was taken", p.taken)
	}
}

func TestAPartIsChosenWithTheKeysAlone(t *testing.T) {
	test.NewTempApp(t)
	p := shows(t, 900, 600)
	p.key(fyne.KeyReturn)
	if len(p.taken) != 0 {
		t.Error("nothing was chosen, and it was taken")
	}
	p.key(fyne.KeyRight)
	p.wants(image.Rect(225, 225, 1375, 675))
	p.key(fyne.KeyRight, fyne.KeyDown, fyne.KeyDown)
	p.wants(image.Rect(235, 245, 1385, 695))
	p.sheet.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	p.key(fyne.KeyLeft, fyne.KeyUp, fyne.KeyUp)
	p.sheet.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	p.wants(image.Rect(235, 245, 1375, 675))
	for range 100 {
		p.key(fyne.KeyLeft)
	}
	p.wants(image.Rect(0, 245, 1140, 675))
	p.key(fyne.KeyReturn)
	if len(p.taken) != 1 || p.taken[0] != p.sheet.selected {
		t.Errorf("%v was taken", p.taken)
	}
	p.key(fyne.KeyEscape)
	if p.gaveUp != 1 {
		t.Error("Escape does not give up")
	}
}

func TestOneOfSeveralScreensIsChosen(t *testing.T) {
	test.NewTempApp(t)
	left, right := image.Rect(0, 0, 1000, 900), image.Rect(1000, 200, 1600, 700)
	p := shows(t, 900, 600, left, right)
	test.Tap(p.whole)
	test.Tap(p.choices[1])
	if got := p.sheet.img.Bounds().Size(); got != image.Pt(300, 250) {
		t.Errorf("of the second screen %v is shown", got)
	}
	p.drags(1100, 300, 1200, 400)
	p.wants(image.Rect(1100, 300, 1200, 400))
	test.Tap(p.whole)
	test.Tap(p.choices[2])
	p.wants(image.Rectangle{})
	test.Tap(p.whole)
	want := []image.Rectangle{left, right, image.Rect(0, 0, 1600, 900)}
	if len(p.taken) != 3 || p.taken[0] != want[0] || p.taken[1] != want[1] || p.taken[2] != want[2] {
		t.Errorf("%v, want %v", p.taken, want)
	}
}
