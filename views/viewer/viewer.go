package viewer

import (
	"cmp"
	"image"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Picture describes a picture to view.
type Picture struct {
	// SHA256 identifies the picture.
	SHA256 string
	Name   string
	// Width and Height are in pixels, 0 if unknown; Bytes is the size of the file.
	Width, Height int
	Bytes         int64
}

// Viewer shows a picture with its buttons. Use it only on Fyne's thread. Callbacks may be nil.
type Viewer struct {
	widget.BaseWidget

	// OnReadPicture requests a picture when it becomes visible. The owner must call SetPicture or
	// SetDamaged.
	OnReadPicture func(p Picture)
	// OnReadRegion requests a visible region of the picture, rendered at a size of at most width by
	// height pixels. The owner must call SetRegion; until then, there is no further request.
	OnReadRegion func(p Picture, region image.Rectangle, width, height int)
	// OnSave, OnCopy and OnOpen are called by the buttons Save, Copy and Open, OnClose by Escape
	// and the close button.
	OnSave, OnCopy, OnOpen func(p Picture)
	// OnChange is called by the button Change this picture, which is hidden if OnChange is nil.
	OnChange func(p Picture)
	OnClose  func()

	pictures []Picture
	at       int
	// facts are the picture's details; said replaces them while it is not "".
	facts, said string

	zoomView             *zoomView
	title, about         *canvas.Text
	before, next         *widgets.IconButton
	farther, nearer, fit *widgets.IconButton
	actual               *widgets.Button
	percent              *canvas.Text
	save, copy           *widgets.IconButton
	// file holds the buttons at the right end of the bar. The first is Change this picture.
	file []fyne.CanvasObject
}

// New returns a viewer that starts with the picture at index at. SetPicture provides the image.
func New(pictures []Picture, at int) *Viewer {
	v := &Viewer{pictures: pictures, at: min(max(at, 0), max(len(pictures)-1, 0))}
	v.zoomView = newZoomView(v)
	v.title = canvas.NewText("", nil)
	v.title.TextStyle.Bold = true
	v.about = canvas.NewText("", nil)
	v.percent = canvas.NewText("", nil)
	v.percent.Alignment = fyne.TextAlignCenter
	button := func(icon, name string, do func()) *widgets.IconButton {
		return widgets.NewIconButton(icon, name, func() {
			do()
			v.takeKeys()
		})
	}
	v.before = button("chevron-left", i18n.Text("Previous picture"), func() { v.Step(-1) })
	v.next = button("chevron-right", i18n.Text("Next picture"), func() { v.Step(+1) })
	v.farther = button("zoom-out", i18n.Text("Smaller (−)"), func() { v.zoomView.zoomBy(1 / step) })
	v.nearer = button("zoom-in", i18n.Text("Larger (+)"), func() { v.zoomView.zoomBy(step) })
	v.fit = button("maximize", i18n.Text("Fit to window (0)"), v.zoomView.fitIn)
	v.actual = widgets.NewButton(i18n.Text("1:1"), widgets.Secondary, func() {
		v.zoomView.pixelByPixel()
		v.takeKeys()
	})
	v.actual.SetHint(i18n.Text("Actual size (1)"))
	tell := func(f *func(Picture)) func() {
		return func() {
			if *f != nil && len(v.pictures) > 0 {
				(*f)(v.pictures[v.at])
			}
		}
	}
	v.save = button("download", i18n.Text("Save as…"), tell(&v.OnSave))
	v.copy = button("copy", i18n.Text("Copy picture"), tell(&v.OnCopy))
	open := button("external-link", i18n.Text("Open in another program"), tell(&v.OnOpen))
	change := button("pencil", i18n.Text("Change this picture"), tell(&v.OnChange))
	v.file = []fyne.CanvasObject{change, v.save, v.copy, open, button("x", i18n.Text("Close"), v.shut)}
	v.ExtendBaseWidget(v)
	return v
}

// Start requests the picture and takes the focus. Call it once the window shows the viewer, which
// Fyne knows only after the first paint.
func (v *Viewer) Start(c fyne.Canvas) {
	widgets.SetVisible(v.file[0], v.OnChange != nil)
	v.show()
	c.Focus(v.zoomView)
}

// SetCopy disables copying the picture with a reason; "" enables it.
func (v *Viewer) SetCopy(reason string) { v.copy.SetDisabled(reason) }

// Say shows a sentence in place of the picture's details; "" restores them.
func (v *Viewer) Say(sentence string) {
	v.said = sentence
	v.Refresh()
}

// Step moves forward or back by a number of pictures; it does nothing at the ends.
func (v *Viewer) Step(by int) {
	to := v.at + by
	if by == 0 || to < 0 || to >= len(v.pictures) {
		return
	}
	v.at = to
	v.show()
}

// Shown returns the picture being shown.
func (v *Viewer) Shown() Picture {
	if len(v.pictures) == 0 {
		return Picture{}
	}
	return v.pictures[v.at]
}

// SetPicture provides a requested picture: its original size, and an image that may be smaller.
func (v *Viewer) SetPicture(sha256 string, width, height int, img image.Image) {
	if p := v.Shown(); p.SHA256 != sha256 {
		return // the user has moved to another picture
	}
	v.pictures[v.at].Width, v.pictures[v.at].Height = width, height
	v.zoomView.setWhole(width, height, img)
	v.label()
}

// SetRegion provides a requested region.
func (v *Viewer) SetRegion(sha256 string, region image.Rectangle, img image.Image) {
	if v.Shown().SHA256 == sha256 {
		v.zoomView.setPart(region, img)
	}
}

// SetDamaged shows a sentence instead of a requested picture, which cannot be shown.
func (v *Viewer) SetDamaged(sha256, sentence string) {
	if v.Shown().SHA256 == sha256 {
		v.zoomView.setDamaged(sentence)
		v.label()
	}
}

func (v *Viewer) show() {
	v.zoomView.clear()
	v.label()
	if v.OnReadPicture != nil && len(v.pictures) > 0 {
		v.OnReadPicture(v.pictures[v.at])
	}
}

func (v *Viewer) shut() {
	widgets.CallIfSet(v.OnClose)
}

// takeKeys focuses the picture again after a click on a button, which removes the focus.
func (v *Viewer) takeKeys() {
	if c := widgets.CanvasOf(v); c != nil && c.Focused() == nil {
		c.Focus(v.zoomView)
	}
}

// label updates the details of the picture, and disables the buttons without effect.
func (v *Viewer) label() {
	p := v.Shown()
	var facts []string
	if len(v.pictures) > 1 {
		facts = append(facts, i18n.Text("{{.N}} of {{.M}}", map[string]any{"N": format.Number(v.at + 1), "M": format.Number(len(v.pictures))}))
	}
	if p.Width > 0 {
		facts = append(facts, strconv.Itoa(p.Width)+" × "+strconv.Itoa(p.Height))
	}
	if p.Bytes > 0 {
		facts = append(facts, format.Size(p.Bytes))
	}
	v.facts = format.Facts(facts...)
	first, last := "", ""
	if v.at == 0 {
		first = i18n.Text("It's already first.")
	}
	if v.at >= len(v.pictures)-1 {
		last = i18n.Text("It's already last.")
	}
	v.before.SetDisabled(first)
	v.next.SetDisabled(last)
	for _, b := range []*widgets.IconButton{v.before, v.next} {
		widgets.SetVisible(b, len(v.pictures) > 1)
	}
	none := ""
	if !v.zoomView.ready() {
		none = i18n.Text("There is no picture to show.")
		if v.zoomView.damaged == "" {
			none = i18n.Text("Loading the picture.")
		}
	}
	for _, b := range []*widgets.IconButton{v.farther, v.nearer, v.fit} {
		b.SetDisabled(none)
	}
	v.actual.SetDisabled(none)
	v.say()
	v.Refresh()
}

// say shows the zoom level.
func (v *Viewer) say() {
	v.percent.Text = ""
	if v.zoomView.ready() {
		v.percent.Text = format.Percent(int(v.zoomView.zoom*100 + 0.5))
	}
	v.fit.SetChosen(v.zoomView.fitted)
	v.percent.Refresh()
}

// Sizes of the bar above the picture, at the default text size.
const (
	barHeight    = 40
	buttonSize   = 34
	percentWidth = 56
	titleLeast   = 120
)

// buttonSide returns the current side of a button, which grows with the text.
func buttonSide() float32 { return theme.TargetSize(buttonSize) }

// bar returns the current height of the bar, which fits two lines of text or the buttons.
func (v *Viewer) bar() float32 {
	title, _ := widgets.TextHeight(titleOf(v), v.title)
	about, _ := widgets.TextHeight(v.aboutText(), v.about)
	return max(barHeight, buttonSide()+barHeight-buttonSize, title+about+1)
}

// CreateRenderer implements fyne.Widget.
func (v *Viewer) CreateRenderer() fyne.WidgetRenderer {
	zoom, file := v.buttons()
	objects := append(append([]fyne.CanvasObject{v.zoomView, v.title, v.about}, zoom...), file...)
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(320, 240) }, Place: v.place, Paint: v.paint, RefreshesChildren: true,
	}.Of(v, objects...)
}

// buttons returns the zoom controls and the file buttons of the bar, each from left to right.
func (v *Viewer) buttons() (zoom, file []fyne.CanvasObject) {
	return []fyne.CanvasObject{v.before, v.next, v.farther, v.percent, v.nearer, v.fit, v.actual}, v.file
}

func (v *Viewer) place(size fyne.Size) {
	zoom, file := v.buttons()
	x, bar := size.Width, v.bar()
	place := func(o fyne.CanvasObject, y float32) {
		if !o.Visible() {
			return
		}
		w, h := v.width(o), buttonSide()
		if o == v.percent {
			h = v.percent.MinSize().Height
		}
		x -= w
		widgets.Place(o, x, y+(bar-h)/2, w, h)
	}
	row := func(y float32, all []fyne.CanvasObject) {
		for i := len(all) - 1; i >= 0; i-- {
			place(all[i], y)
		}
	}
	row(0, file)
	top, foot := bar, size.Height
	across := float32(0)
	for _, o := range zoom {
		if o.Visible() {
			across += v.width(o)
		}
	}
	if x-16-across >= titleLeast*fynetheme.TextSize()/theme.SizeText {
		x -= 16
		row(0, zoom)
	} else { // in a narrow window, center them at the bottom
		foot -= bar
		right := x
		x = (size.Width + across) / 2
		row(foot, zoom)
		x = right
	}
	width := x - 16
	widgets.FitText(v.title, titleOf(v), width)
	widgets.FitText(v.about, v.aboutText(), width)
	title, up := widgets.TextHeight(titleOf(v), v.title)
	widgets.PlaceText(v.title, 4, 1+up, fyne.NewSize(width, v.title.MinSize().Height))
	_, up = widgets.TextHeight(v.aboutText(), v.about)
	widgets.PlaceText(v.about, 4, 1+title+up, fyne.NewSize(width, v.about.MinSize().Height))
	widgets.Place(v.zoomView, 0, top+4, size.Width, foot-top-4)
}

// width returns the width of an object in the bar.
func (v *Viewer) width(o fyne.CanvasObject) float32 {
	switch o {
	case v.percent:
		most := format.Percent(nearest * 100)
		return max(percentWidth, fyne.MeasureText(most, v.percent.TextSize, v.percent.TextStyle).Width+8)
	case v.actual:
		return v.actual.MinSize().Width
	}
	return buttonSide()
}

func titleOf(v *Viewer) string {
	return cmp.Or(v.Shown().Name, i18n.Text("Picture"))
}

// aboutText is the text below the title: the sentence of Say or, by default, the picture's facts.
func (v *Viewer) aboutText() string { return cmp.Or(v.said, v.facts) }

func (v *Viewer) paint() {
	v.title.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	v.title.TextSize = fynetheme.TextSize()
	for _, t := range []*canvas.Text{v.about, v.percent} {
		t.Color = fynetheme.Color(theme.ColorMuted)
		t.TextSize = fynetheme.CaptionTextSize()
	}
	if v.said != "" {
		v.about.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	}
	v.title.Refresh()
	v.about.Refresh()
	v.percent.Refresh()
}
