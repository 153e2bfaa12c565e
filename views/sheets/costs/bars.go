package costs

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
	"parlando/views/widgets"
)

const (
	barsHeight = 90
	// barShare is the fraction of its room that a bar takes, widestBar its maximum width, and
	// leastBar its minimum height.
	barShare  = 0.83
	widestBar = 56
	leastBar  = 3
	// tipGap is the space between a bar and its figure; tipSide and tipEnd are around the figure.
	tipGap, tipSide, tipEnd = 8, 11, 6
)

// bar is one bar of a chart.
type bar struct {
	Value int64
	// Says is the time of the bar and its figure.
	Says string
}

// bars shows a bar for each hour, day or month. The bar under the pointer, or that the arrow keys
// have chosen, tells its figure above it.
type bars struct {
	widget.BaseWidget
	widgets.KeyRecorder

	name string
	all  []bar
	most int64
	// marked is the bar that tells its figure, -1 for none.
	marked           int
	focused, hovered bool
	// first and last name the ends of the chart.
	first, last *widgets.Text
}

func newBars() *bars {
	b := &bars{marked: -1, most: 1, first: widgets.NewMuted("").NoWrap().NoMargin(), last: widgets.NewMuted("").NoWrap().NoMargin()}
	b.ExtendBaseWidget(b)
	return b
}

// Set shows bars. first and last name the ends, name is for screen readers.
func (b *bars) Set(name, first, last string, all []bar) {
	b.name, b.all, b.most = name, all, 1
	for _, one := range all {
		b.most = max(b.most, one.Value)
	}
	b.marked = min(b.marked, len(all)-1)
	if b.first.SetText(first); len(all) < 2 {
		b.first.SetText("")
	}
	b.last.SetText(last)
	b.Refresh()
}

// mark lets a bar tell its figure; -1 none.
func (b *bars) mark(i int) {
	if i = min(i, len(b.all)-1); i != b.marked {
		b.marked = i
		b.Refresh()
	}
}

// markAt marks the bar at x.
func (b *bars) markAt(x float32) {
	if len(b.all) > 0 {
		b.mark(min(max(int(x/b.room()), 0), len(b.all)-1))
	}
}

// room returns the width of a bar with the space beside it.
func (b *bars) room() float32 {
	return min(b.Size().Width/float32(max(len(b.all), 1)), widestBar/barShare)
}

// MouseIn implements desktop.Hoverable.
func (b *bars) MouseIn(e *desktop.MouseEvent) { b.hovered = true; b.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (b *bars) MouseMoved(e *desktop.MouseEvent) { b.markAt(e.Position.X) }

// MouseOut implements desktop.Hoverable.
func (b *bars) MouseOut() {
	if b.hovered = false; !b.focused {
		b.mark(-1)
	}
}

// Tapped implements fyne.Tappable, so that the figures can be read without a mouse, too.
func (b *bars) Tapped(e *fyne.PointEvent) { b.markAt(e.Position.X) }

// FocusGained implements fyne.Focusable.
func (b *bars) FocusGained() {
	b.focused = true
	if b.marked < 0 {
		b.mark(len(b.all) - 1)
	}
	widgets.Reveal(b)
}

// FocusLost implements fyne.Focusable.
func (b *bars) FocusLost() {
	if b.focused = false; !b.hovered {
		b.mark(-1)
	}
}

// TypedRune implements fyne.Focusable.
func (b *bars) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (b *bars) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft:
		b.mark(max(b.marked-1, 0))
	case fyne.KeyRight:
		b.mark(b.marked + 1)
	case fyne.KeyHome:
		b.mark(0)
	case fyne.KeyEnd:
		b.mark(len(b.all) - 1)
	default:
		widgets.KeyToWindow(b, e)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (b *bars) AccessibilityLabel() string {
	if b.marked < 0 || b.marked >= len(b.all) {
		return b.name
	}
	return b.all[b.marked].Says
}

// AccessibilityRole implements fyne.Accessible.
func (b *bars) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (b *bars) CreateRenderer() fyne.WidgetRenderer {
	r := &barsRenderer{b: b, tip: widgets.NewThemedRectangle(theme.RadiusControl), says: canvas.NewText("", color.Transparent)}
	return widgets.Renderer{MinSize: r.least, Place: r.place, Paint: r.paint, Objects: r.shown, RefreshesChildren: true}.Of(b)
}

type barsRenderer struct {
	b     *bars
	rects []*canvas.Rectangle
	tip   widgets.ThemedRectangle
	says  *canvas.Text
}

func (r *barsRenderer) shown() (all []fyne.CanvasObject) {
	for _, rect := range r.rects {
		all = append(all, rect)
	}
	return append(all, r.b.first, r.b.last, r.tip.Rectangle, r.says)
}

// tipHeight returns the height of the figure above a bar.
func (r *barsRenderer) tipHeight() float32 {
	height, _ := widgets.TextHeight("0", r.says)
	return height + 2*tipEnd
}

func (r *barsRenderer) least() fyne.Size {
	return fyne.NewSize(0, r.tipHeight()+tipGap+barsHeight+tipGap+r.b.last.MinSize().Height)
}

func (r *barsRenderer) place(size fyne.Size) {
	b, room := r.b, r.b.room()
	foot := r.tipHeight() + tipGap + barsHeight
	width := room * barShare
	gap := room - width
	// The last bar ends where the text does.
	if spread := size.Width - room*float32(len(b.all)) + gap; spread > 0 && spread < room && len(b.all) > 1 {
		room += spread / float32(len(b.all)-1)
	}
	end := float32(0)
	widgets.SetVisible(r.tip, false)
	widgets.SetVisible(r.says, false)
	for i, rect := range r.rects {
		height := float32(0)
		if v := b.all[i].Value; v > 0 {
			height = max(leastBar, barsHeight*float32(v)/float32(b.most))
		}
		x := room * float32(i)
		widgets.Place(rect, x, foot-height, width, height)
		widgets.SetVisible(rect, height > 0)
		if end = x + width; i == b.marked {
			tip := r.says.MinSize().Width + 2*tipSide
			at := max(0, min(x+width/2-tip/2, size.Width-tip))
			y := foot - height - tipGap - r.tipHeight()
			widgets.Place(r.tip, at, y, tip, r.tipHeight())
			widgets.PlaceText(r.says, at+tipSide, y+tipEnd, fyne.NewSize(tip-2*tipSide, r.tipHeight()-2*tipEnd))
			widgets.SetVisible(r.tip, true)
			widgets.SetVisible(r.says, true)
		}
	}
	first, last := b.first.MinSize(), b.last.MinSize()
	widgets.Place(b.first, 0, foot+tipGap, first.Width, first.Height)
	at := max(end-last.Width, first.Width+2*tipGap)
	if b.first.Text() == "" {
		at = 0
	}
	widgets.Place(b.last, min(at, size.Width-last.Width), foot+tipGap, last.Width, last.Height)
}

func (r *barsRenderer) paint() {
	b := r.b
	for len(r.rects) < len(b.all) {
		rect := canvas.NewRectangle(nil)
		rect.TopLeftCornerRadius, rect.TopRightCornerRadius = 4, 4
		r.rects = append(r.rects, rect)
	}
	r.rects = r.rects[:len(b.all)]
	accent, _ := color.NRGBAModel.Convert(fynetheme.Color(theme.ColorAccent)).(color.NRGBA)
	for i, rect := range r.rects {
		paint := accent
		if i != b.marked {
			paint.A = 97
		}
		rect.FillColor = paint
	}
	r.tip.Paint(theme.ColorToast, "", 0)
	r.says.Text = ""
	if b.marked >= 0 && b.marked < len(b.all) {
		r.says.Text = b.all[b.marked].Says
	}
	widgets.PaintText(r.says, theme.ColorOnToast, fynetheme.Size(fynetheme.SizeNameCaptionText))
}
