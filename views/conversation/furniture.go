package conversation

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/conversation/rows"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// floatingCard is a small card with text over the conversation. It scales with the text size.
type floatingCard struct {
	icon   string // "" for no icon
	box    *fyne.Container
	ground *canvas.Rectangle
	word   *canvas.Text
	image  *canvas.Image
	// area is the card's position in the view, empty while the card is hidden.
	area rows.Area
}

const (
	pillHeight = 36
	pillIcon   = 16
	pillFoot   = 12 // space below the lowest button
)

func newFloating(icon, words string) *floatingCard {
	f := &floatingCard{icon: icon, ground: canvas.NewRectangle(color.Transparent), word: canvas.NewText(words, color.Transparent)}
	f.ground.StrokeWidth = 1
	f.box = group(f.ground, f.word)
	f.box.Hide()
	return f
}

func (f *floatingCard) furnish() {
	f.ground.FillColor = fynetheme.Color(theme.ColorCard)
	f.ground.StrokeColor = fynetheme.Color(theme.ColorFrame)
	f.word.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	if f.icon != "" {
		f.image = icon(f.icon, fynetheme.ColorNameForeground, pillIcon)
		f.box.Objects = []fyne.CanvasObject{f.ground, f.word, f.image}
	}
}

// hide hides the card.
func (f *floatingCard) hide() {
	f.area = rows.Area{}
	widgets.SetVisible(f.box, false)
}

// place shows the card; left is the distance of its text from its left edge.
func (f *floatingCard) place(area rows.Area, radius, left float32) {
	f.area = area
	f.ground.CornerRadius = radius
	f.ground.Resize(fyne.NewSize(area.W, area.H))
	widgets.CenterVertically(f.word, left, f.word.MinSize().Width, area.H)
	widgets.Place(f.box, area.X, area.Y, area.W, area.H)
	widgets.SetVisible(f.box, true)
}

// asPill shows the card as a rounded button, centered horizontally; above is its distance from the
// bottom edge.
func (f *floatingCard) asPill(size fyne.Size, zoom, above float32) {
	f.word.TextSize = rows.TextSize * zoom
	w, h := float32(int(f.word.MinSize().Width+52*zoom)), pillHeight*zoom
	widgets.Place(f.image, 14*zoom, (h-pillIcon*zoom)/2, pillIcon*zoom, pillIcon*zoom)
	f.place(rows.Area{X: float32(int((size.Width - w) / 2)), Y: size.Height - h - above, W: w, H: h}, h/2, 36*zoom)
}

// asTip shows the card as a tooltip below an area, or above the area if there is no room below.
func (f *floatingCard) asTip(words string, over rows.Area, size fyne.Size, zoom float32) {
	f.word.TextSize = rows.SmallSize * zoom
	widgets.FitText(f.word, words, size.Width-24)
	need := f.word.MinSize()
	w, h := need.Width+16, need.Height+8
	y := over.Y + over.H + 4
	if y+h > size.Height {
		y = over.Y - h - 4
	}
	f.place(rows.Area{X: min(max(over.X+over.W/2-w/2, 4), max(size.Width-w-4, 4)), Y: y, W: w, H: h}, 6, 8)
}
