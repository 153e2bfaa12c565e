package crop

import (
	"image"
	"image/draw"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// Crop lets the user select a part of a picture. Use it only on Fyne's thread.
type Crop struct {
	widget.BaseWidget

	// OnCrop receives the selected part, in pixels of the picture. OnCancel is called when the user
	// cancels.
	OnCrop   func(part image.Rectangle)
	OnCancel func()

	shown   image.Image
	size    image.Point
	screens []image.Rectangle
	// choices are the buttons of the screens, followed by one for all of them; empty for a single
	// screen.
	choices []*widgets.Button
	sheet   *sheet
	hint    *widgets.Text
	whole   *widgets.Button
	take    *widgets.Button
}

// New shows a picture of the given size, in pixels, that contains the given screens. shown is the
// same picture, possibly scaled down; selections are in pixels of size. The first screen is shown
// initially.
func New(shown image.Image, size image.Point, screens []image.Rectangle) *Crop {
	c := &Crop{shown: shown, size: size, screens: screens}
	c.sheet = newSheet()
	c.sheet.onChanged = c.chosen
	c.sheet.onTake = c.takePart
	c.sheet.onCancel = func() { widgets.CallIfSet(c.OnCancel) }
	c.hint = widgets.NewMuted("").NoMargin()
	c.whole = widgets.NewButton("", widgets.Secondary, c.takeWhole)
	c.take = widgets.NewButton(i18n.Text("Add selection"), widgets.Primary, c.takePart)
	if len(screens) > 1 {
		for i := range screens {
			words := i18n.Text("Screen {{.Number}}", map[string]any{"Number": i + 1})
			c.choices = append(c.choices, widgets.NewButton(words, widgets.Quiet, func() { c.choose(i) }).SetSmall())
		}
		c.choices = append(c.choices, widgets.NewButton(i18n.Text("All screens"), widgets.Quiet, func() { c.choose(len(screens)) }).SetSmall())
	}
	c.ExtendBaseWidget(c)
	c.choose(0)
	return c
}

// Focus focuses the picture. over is the canvas it is in, which Fyne does not know before the first
// paint.
func (c *Crop) Focus(over fyne.Canvas) { over.Focus(c.sheet) }

// choose shows screen i, or all of them if i is the number of screens.
func (c *Crop) choose(i int) {
	view := image.Rectangle{Max: c.size}
	if len(c.screens) > 0 && i < len(c.screens) {
		view = c.screens[i].Intersect(view)
	}
	whole := i18n.Text("Entire screen")
	if len(c.screens) > 1 && i == len(c.screens) {
		whole = i18n.Text("All screens")
	}
	c.whole.SetText(whole)
	for n, b := range c.choices {
		b.SetChosen(n == i)
	}
	c.sheet.show(c.part(view), view)
	c.chosen()
}

// part returns the part of shown that corresponds to view.
func (c *Crop) part(view image.Rectangle) image.Image {
	b := c.shown.Bounds()
	if view.Size() == c.size {
		return c.shown
	}
	x := func(px int) int { return b.Min.X + px*b.Dx()/max(c.size.X, 1) }
	y := func(px int) int { return b.Min.Y + px*b.Dy()/max(c.size.Y, 1) }
	part := image.NewRGBA(image.Rect(0, 0, x(view.Max.X)-x(view.Min.X), y(view.Max.Y)-y(view.Min.Y)))
	draw.Draw(part, part.Bounds(), c.shown, image.Pt(x(view.Min.X), y(view.Min.Y)), draw.Src)
	return part
}

// chosen shows the size of the selection, or a hint if nothing is selected.
func (c *Crop) chosen() {
	if r := c.sheet.selected; !r.Empty() {
		c.hint.SetText(strconv.Itoa(r.Dx()) + " × " + strconv.Itoa(r.Dy()))
		c.take.SetDisabled("")
		return
	}
	what := i18n.Text("Drag over the part you want, or use the arrow keys.")
	c.hint.SetText(what)
	c.take.SetDisabled(what)
}

func (c *Crop) takePart() {
	if r := c.sheet.selected; !r.Empty() && c.OnCrop != nil {
		c.OnCrop(r)
	}
}

func (c *Crop) takeWhole() {
	widgets.CallWith(c.OnCrop, c.sheet.view)
}

// CreateRenderer implements fyne.Widget.
func (c *Crop) CreateRenderer() fyne.WidgetRenderer {
	gap := layout.NewCustomPaddedHBoxLayout(8)
	buttons := container.New(gap, c.whole, c.take)
	hint := container.New(layout.NewCustomPaddedVBoxLayout(0), layout.NewSpacer(), c.hint, layout.NewSpacer())
	foot := container.New(layout.NewCustomPaddedLayout(12, 0, 0, 0), container.NewBorder(nil, nil, nil, buttons, hint))
	var head fyne.CanvasObject
	if len(c.choices) > 0 {
		row := container.New(gap)
		for _, b := range c.choices {
			row.Add(b)
		}
		head = container.New(layout.NewCustomPaddedLayout(0, 8, 0, 0), container.NewHScroll(row))
	}
	return widget.NewSimpleRenderer(container.NewBorder(head, foot, nil, nil, c.sheet))
}
