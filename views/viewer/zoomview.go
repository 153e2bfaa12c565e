package viewer

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

const (
	// step is the zoom factor of one key press.
	step = 1.25
	// nearest is the maximum zoom, in screen pixels per pixel of the picture.
	nearest = 16
	// pixelsFrom is the zoom from which the pixels of the picture are drawn without smoothing.
	pixelsFrom = 3
	// pan is the distance moved by one arrow key.
	pan = 80
)

// zoomView shows the picture, panned and zoomed.
type zoomView struct {
	widget.BaseWidget

	viewer *Viewer
	// width and height are the size of the picture, in pixels.
	width, height int
	// zoom is in screen pixels per pixel of the picture; at is the picture's top left corner in the
	// view.
	zoom   float32
	at     fyne.Position
	fitted bool
	// ringed means that the focus ring is shown.
	ringed bool
	// damaged is the reason for which the picture cannot be shown.
	damaged string

	clip *container.Clip
	// ground is the background of the picture, ring the focus ring around it.
	ground, ring *canvas.Rectangle
	whole, part  *canvas.Image
	words        *widgets.Text
	// region is the region shown by part, asked the region that was requested but not received yet,
	// wanted the region to request next.
	region, asked, wanted image.Rectangle
	shownAt               float32 // zoom at which part was rendered
	askedAt               float32
	asking                bool
}

var (
	_ fyne.Focusable      = (*zoomView)(nil)
	_ fyne.Scrollable     = (*zoomView)(nil)
	_ fyne.Draggable      = (*zoomView)(nil)
	_ fyne.DoubleTappable = (*zoomView)(nil)
	_ desktop.Cursorable  = (*zoomView)(nil)
	_ desktop.Keyable     = (*zoomView)(nil)
	_ desktop.Mouseable   = (*zoomView)(nil)
)

func newZoomView(v *Viewer) *zoomView {
	s := &zoomView{viewer: v, zoom: 1, fitted: true}
	s.ground = canvas.NewRectangle(nil)
	s.ring = canvas.NewRectangle(color.Transparent)
	s.ground.CornerRadius, s.ring.CornerRadius = theme.RadiusControl, theme.RadiusControl
	s.ring.StrokeWidth = 2
	s.ring.Hide()
	s.whole, s.part = canvas.NewImageFromImage(nil), canvas.NewImageFromImage(nil)
	for _, img := range []*canvas.Image{s.whole, s.part} {
		img.ScaleMode = canvas.ImageScaleFastest // the graphics card scales
		img.Hide()
	}
	s.clip = container.NewClip(container.NewWithoutLayout(s.whole, s.part))
	s.words = widgets.NewMuted("").NoMargin()
	s.ExtendBaseWidget(s)
	return s
}

// ready reports whether there is a picture to zoom and pan.
func (s *zoomView) ready() bool { return s.width > 0 && s.whole.Image != nil }

func (s *zoomView) clear() {
	s.width, s.height, s.damaged, s.fitted = 0, 0, "", true
	s.whole.Image, s.part.Image = nil, nil
	s.whole.Hide()
	s.part.Hide()
	s.asking, s.region, s.wanted = false, image.Rectangle{}, image.Rectangle{}
	s.say(i18n.Text("Loading picture…"))
}

func (s *zoomView) say(words string) {
	s.words.SetText(words)
	s.Refresh()
}

func (s *zoomView) setDamaged(sentence string) {
	s.damaged = sentence
	s.say(sentence)
}

func (s *zoomView) setWhole(width, height int, img image.Image) {
	s.width, s.height = width, height
	s.whole.Image = img
	s.whole.Show()
	s.whole.Refresh()
	s.say("")
	s.fitIn()
}

// setPart shows a requested region, and requests the visible one if the picture has moved.
func (s *zoomView) setPart(region image.Rectangle, img image.Image) {
	s.asking = false
	if img != nil {
		s.region, s.shownAt = region, s.askedAt
		s.part.Image = img
		s.part.ScaleMode = canvas.ImageScaleFastest
		if s.zoom >= pixelsFrom {
			s.part.ScaleMode = canvas.ImageScalePixels
		}
		s.part.Show()
		s.part.Refresh()
	}
	s.place()
}

// scale returns the number of screen pixels per device-independent pixel.
func (s *zoomView) scale() float32 {
	if c := widgets.CanvasOf(s); c != nil && c.Scale() > 0 {
		return c.Scale()
	}
	return 1
}

// size returns the displayed size of the picture, in device-independent pixels.
func (s *zoomView) size() fyne.Size {
	z := s.zoom / s.scale()
	return fyne.NewSize(float32(s.width)*z, float32(s.height)*z)
}

// fitting returns the zoom at which the whole picture fits into the view. It does not enlarge
// beyond one device-independent pixel per pixel of the picture; a limit of one screen pixel would
// halve the pictures on high-density screens.
func (s *zoomView) fitting() float32 {
	if s.width == 0 || s.height == 0 {
		return 1
	}
	room, scale := s.Size(), s.scale()
	return max(min(room.Width*scale/float32(s.width), room.Height*scale/float32(s.height), scale), 0.001)
}

func (s *zoomView) fitIn() {
	s.fitted = true
	s.zoom = s.fitting()
	s.place()
	s.viewer.say()
}

func (s *zoomView) pixelByPixel() { s.zoomTo(1, s.middle()) }

func (s *zoomView) middle() fyne.Position {
	return fyne.NewPos(s.Size().Width/2, s.Size().Height/2)
}

func (s *zoomView) zoomBy(by float32) { s.zoomTo(s.zoom*by, s.middle()) }

// zoomTo sets the zoom; the point of the picture at around stays there.
func (s *zoomView) zoomTo(zoom float32, around fyne.Position) {
	if !s.ready() {
		return
	}
	fit := s.fitting()
	zoom = min(max(zoom, min(fit, 1)), max(nearest, fit))
	for _, whole := range []float32{1, fit} { // let the wheel reach these zooms exactly
		if math.Abs(float64(zoom/whole-1)) < 0.02 {
			zoom = whole
		}
	}
	before := s.zoom
	s.zoom, s.fitted = zoom, zoom == fit && zoom != 1
	ratio := zoom / before
	s.at = fyne.NewPos(around.X-(around.X-s.at.X)*ratio, around.Y-(around.Y-s.at.Y)*ratio)
	s.place()
	s.viewer.say()
}

// moveBy pans the picture within its bounds, and reports whether it moved.
func (s *zoomView) moveBy(dx, dy float32) bool {
	before := s.at
	s.at = s.at.AddXY(dx, dy)
	s.place()
	return s.at != before
}

// place positions the picture, and requests the visible region if rendering it would be sharper.
func (s *zoomView) place() {
	if s.fitted {
		s.zoom = s.fitting()
	}
	room, size := s.Size(), s.size()
	within := func(at, size, room float32) float32 {
		if size <= room {
			return (room - size) / 2
		}
		return min(max(at, room-size), 0)
	}
	s.at = fyne.NewPos(within(s.at.X, size.Width, room.Width), within(s.at.Y, size.Height, room.Height))
	s.whole.Resize(size)
	s.whole.Move(s.at)
	z := s.zoom / s.scale()
	if s.part.Image != nil {
		s.part.Resize(fyne.NewSize(float32(s.region.Dx())*z, float32(s.region.Dy())*z))
		s.part.Move(s.at.AddXY(float32(s.region.Min.X)*z, float32(s.region.Min.Y)*z))
	}
	s.ask()
	canvas.Refresh(s)
}

// seen returns the visible region of the picture, in its pixels.
func (s *zoomView) seen() image.Rectangle {
	z := s.zoom / s.scale()
	room := s.Size()
	r := image.Rect(
		int(math.Floor(float64(-s.at.X/z))), int(math.Floor(float64(-s.at.Y/z))),
		int(math.Ceil(float64((room.Width-s.at.X)/z))), int(math.Ceil(float64((room.Height-s.at.Y)/z))))
	return r.Intersect(image.Rect(0, 0, s.width, s.height))
}

// ask requests the visible region. Only one request is active at a time.
func (s *zoomView) ask() {
	if !s.ready() || s.viewer.OnReadRegion == nil || s.asking {
		return
	}
	seen := s.seen()
	sharp := s.part.Image != nil && (s.shownAt == s.zoom || s.zoom >= 1 && s.shownAt >= 1)
	if seen.Empty() || sharp && seen.In(s.region) {
		return
	}
	z := min(s.zoom, 1)
	if s.whole.Image.Bounds().Dx() == int(math.Round(float64(float32(s.width)*z))) && s.zoom < pixelsFrom {
		s.part.Hide()
		return // the image of the whole picture is already as sharp
	}
	s.asking, s.asked, s.askedAt = true, seen, s.zoom
	s.viewer.OnReadRegion(s.viewer.Shown(), seen, int(float32(seen.Dx())*z+0.5), int(float32(seen.Dy())*z+0.5))
}

// Scrolled implements fyne.Scrollable: the wheel or two fingers zoom at the pointer.
func (s *zoomView) Scrolled(e *fyne.ScrollEvent) {
	s.zoomTo(s.zoom*float32(math.Exp(float64(e.Scrolled.DY)*0.008)), e.Position)
}

// Dragged implements fyne.Draggable.
func (s *zoomView) Dragged(e *fyne.DragEvent) {
	s.moveBy(e.Dragged.DX, e.Dragged.DY)
}

// DragEnd implements fyne.Draggable.
func (s *zoomView) DragEnd() {}

// MouseDown implements desktop.Mouseable: it takes the focus.
func (s *zoomView) MouseDown(*desktop.MouseEvent) { widgets.Focus(s) }

// MouseUp implements desktop.Mouseable.
func (s *zoomView) MouseUp(*desktop.MouseEvent) {}

// DoubleTapped implements fyne.DoubleTappable: it toggles between the fitting zoom and full size at
// the pointer.
func (s *zoomView) DoubleTapped(e *fyne.PointEvent) {
	if s.fitted || s.zoom < 1 {
		to := float32(1)
		if s.fitting() >= 1 {
			to = 2
		}
		s.zoomTo(to, e.Position)
		return
	}
	s.fitIn()
}

// Cursor implements desktop.Cursorable.
func (s *zoomView) Cursor() desktop.Cursor {
	if size, room := s.size(), s.Size(); s.ready() && (size.Width > room.Width || size.Height > room.Height) {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// FocusGained implements fyne.Focusable.
func (s *zoomView) FocusGained() {}

// FocusLost implements fyne.Focusable.
func (s *zoomView) FocusLost() { s.showRing(false) }

// KeyDown implements desktop.Keyable.
func (s *zoomView) KeyDown(*fyne.KeyEvent) { widgets.KeyPressed() }

// KeyUp implements desktop.Keyable. It shows the focus ring after Tab, but not for a picture that
// was just opened.
func (s *zoomView) KeyUp(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyTab {
		s.showRing(true)
	}
}

func (s *zoomView) showRing(shown bool) {
	s.ringed = shown
	s.Refresh()
}

// TypedRune implements fyne.Focusable.
func (s *zoomView) TypedRune(r rune) {
	switch r {
	case '+', '=':
		s.zoomBy(step)
	case '-', '−', '_':
		s.zoomBy(1 / step)
	case '0':
		s.fitIn()
	case '1':
		s.pixelByPixel()
	}
}

// TypedKey implements fyne.Focusable: the arrow keys pan a picture larger than the window,
// otherwise they show another picture.
func (s *zoomView) TypedKey(e *fyne.KeyEvent) {
	wide := s.ready() && s.size().Width > s.Size().Width+0.5
	switch e.Name {
	case fyne.KeyEscape:
		s.viewer.shut()
	case fyne.KeyLeft:
		if wide {
			s.moveBy(pan, 0)
		} else {
			s.viewer.Step(-1)
		}
	case fyne.KeyRight:
		if wide {
			s.moveBy(-pan, 0)
		} else {
			s.viewer.Step(+1)
		}
	case fyne.KeyUp:
		s.moveBy(0, pan)
	case fyne.KeyDown:
		s.moveBy(0, -pan)
	case fyne.KeyHome:
		s.viewer.Step(-s.viewer.at)
	case fyne.KeyEnd:
		s.viewer.Step(len(s.viewer.pictures) - 1 - s.viewer.at)
	case fyne.KeyPageUp:
		s.viewer.Step(-1)
	case fyne.KeyPageDown, fyne.KeySpace:
		s.viewer.Step(+1)
	default:
		widgets.KeyToWindow(s, e)
	}
}

// TypedShortcut implements fyne.Shortcutable: the shortcuts to copy and to save apply to the
// picture; all others are ignored while the viewer is open.
func (s *zoomView) TypedShortcut(short fyne.Shortcut) {
	switch short := short.(type) {
	case *fyne.ShortcutCopy:
		s.viewer.copy.Tapped(nil)
	case *desktop.CustomShortcut:
		if short.KeyName == fyne.KeyS && short.Modifier == fyne.KeyModifierShortcutDefault {
			s.viewer.save.Tapped(nil)
		}
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (s *zoomView) AccessibilityLabel() string { return titleOf(s.viewer) }

// AccessibilityRole implements fyne.Accessible.
func (s *zoomView) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleContainer }

// CreateRenderer implements fyne.Widget.
func (s *zoomView) CreateRenderer() fyne.WidgetRenderer {
	r := &zoomViewRenderer{s}
	r.paint()
	return r
}

type zoomViewRenderer struct{ s *zoomView }

func (r *zoomViewRenderer) MinSize() fyne.Size { return fyne.NewSize(160, 120) }

func (r *zoomViewRenderer) Layout(size fyne.Size) {
	s := r.s
	s.ground.Resize(size)
	s.ring.Resize(size)
	s.clip.Resize(size)
	width := min(size.Width-48, 480)
	s.words.Resize(fyne.NewSize(width, 1))
	h := s.words.MinSize().Height
	widgets.Place(s.words, (size.Width-width)/2, (size.Height-h)/2, width, h)
	s.place()
	s.viewer.say()
}

func (r *zoomViewRenderer) paint() {
	s := r.s
	s.ground.FillColor = fynetheme.Color(fynetheme.ColorNameBackground)
	s.ground.Refresh()
	s.ring.StrokeColor = fynetheme.Color(theme.ColorAccent)
	widgets.SetVisible(s.ring, s.ringed)
	s.ring.Refresh()
}

func (r *zoomViewRenderer) Refresh() {
	r.paint()
	r.s.words.Refresh()
	canvas.Refresh(r.s)
}

func (r *zoomViewRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.ground, r.s.clip, r.s.words, r.s.ring}
}

func (r *zoomViewRenderer) Destroy() {}
