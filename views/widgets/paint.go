package widgets

import (
	"image/color"
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/clipperhouse/uax29/v2/graphemes"

	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

// ThemedRectangle is a rectangle whose colors are looked up in the theme at each Paint.
type ThemedRectangle struct {
	*canvas.Rectangle
}

// NewThemedRectangle returns a rectangle with round corners.
func NewThemedRectangle(radius float32) ThemedRectangle {
	r := canvas.NewRectangle(color.Transparent)
	r.CornerRadius = radius
	return ThemedRectangle{r}
}

// Paint sets the fill and the border color; an empty name omits the fill or the border.
func (g ThemedRectangle) Paint(fill, border fyne.ThemeColorName, width float32) {
	g.FillColor, g.StrokeColor, g.StrokeWidth = colorOf(fill), colorOf(border), width
	switch {
	case border == "", isTransparent(g.StrokeColor):
		g.StrokeWidth = 0
	case fill == "":
		g.FillColor = theme.TransparentFill(g.StrokeColor)
	}
	g.Rectangle.Refresh()
}

// Shadow returns the shadow of what floats over the window, in the current theme. Its blur of 60
// reaches 30 beyond the edge: Fyne puts half of it inside.
func Shadow() canvas.Shadow {
	return canvas.Shadow{Color: fynetheme.Color(theme.ColorShadow), BlurRadius: 60, Offset: fyne.NewPos(0, 8), Variant: canvas.BoxShadow}
}

// isTransparent reports whether nothing is visible of a color, such as an edge in the normal view.
func isTransparent(c color.Color) bool {
	_, _, _, alpha := c.RGBA()
	return alpha == 0
}

func colorOf(name fyne.ThemeColorName) color.Color {
	if name == "" {
		return color.Transparent
	}
	return fynetheme.Color(name)
}

// dotSide is the size of a dot.
const dotSide = 8

// dot is the red dot that marks a running recording.
type dot struct {
	*canvas.Circle
}

func newDot() dot { return dot{canvas.NewCircle(color.Transparent)} }

// paint shows or hides the dot.
func (d dot) paint(shown bool) {
	SetVisible(d.Circle, shown)
	d.FillColor = colorOf(theme.ColorDanger)
	d.Circle.Refresh()
}

// picture is an icon of a fixed size.
type picture struct {
	*canvas.Image
	// drawn identifies the icon and the color that were drawn last.
	drawn string
}

func newPicture(name string, size float32) *picture {
	img := canvas.NewImageFromResource(theme.Icon(name, fynetheme.ColorNameForeground))
	img.FillMode = canvas.ImageFillContain
	img.SetMinSize(fyne.NewSquareSize(size))
	return &picture{Image: img}
}

// paint draws the icon with a name in a color, unless it is drawn already: loading an icon is most
// of the cost of painting a button.
func (p *picture) paint(name string, color fyne.ThemeColorName) {
	icon := theme.Icon(name, color)
	p.Resource = icon
	drawn := icon.Name()
	if drawn == p.drawn {
		return
	}
	p.drawn = drawn
	if !p.Size().IsZero() { // otherwise Fyne draws it when it gets a size
		p.Image.Refresh()
	}
}

// paintIfSet is like paint, but hides the icon if name is "".
func (p *picture) paintIfSet(name string, color fyne.ThemeColorName) {
	SetVisible(p.Image, name != "")
	if name != "" {
		p.paint(name, color)
	}
}

func newText(s string, size float32) *canvas.Text {
	t := canvas.NewText(s, fynetheme.Color(fynetheme.ColorNameForeground))
	t.TextSize = size
	return t
}

// measure returns the size of s in the font and size of like.
func measure(s string, like *canvas.Text) fyne.Size {
	size, _ := fyne.CurrentApp().Driver().RenderedTextSize(s, like.TextSize, like.TextStyle, theme.FontFor(s, like.TextStyle))
	return size
}

// PaintText sets the color and the size of a text.
func PaintText(t *canvas.Text, color fyne.ThemeColorName, size float32) {
	t.Color = fynetheme.Color(color)
	t.TextSize = size
	t.Refresh()
}

// textSize and smallSize return sizes that follow the user's text size.
func textSize() float32  { return fynetheme.Size(fynetheme.SizeNameText) }
func smallSize() float32 { return fynetheme.Size(fynetheme.SizeNameCaptionText) }

// smallIcon returns the size of an icon beside a button's label, which scales with the text.
func smallIcon() float32 { return theme.ScaledIconSize() - 2 }

// place places an icon of size smallIcon, centered vertically.
func place(p *picture, x, height float32) { placeIcon(p, x, height, smallIcon()) }

// placeIcon places an icon of size side, centered vertically.
func placeIcon(p *picture, x, height, side float32) {
	Place(p, x, (height-side)/2, side, side)
}

// FitText sets the text of t to as much of s as fits into width.
func FitText(t *canvas.Text, s string, width float32) {
	s = TruncateText(s, t, width)
	t.Text, t.FontSource = textflow.OneLine(s, t.TextStyle), theme.FontFor(s, t.TextStyle)
}

// PlaceText is Place for one line of text. If letters are higher than the line, PlaceText makes
// room for them, which changes the MinSize of t.
func PlaceText(t *canvas.Text, x, y float32, size fyne.Size) {
	if !theme.HasCommonLetters(t.Text, t.TextStyle.Monospace) {
		ink := theme.MeasureInk(t.Text, t.TextSize, t.TextStyle)
		if ems := ink.Ems(t.TextSize); ems > 0 {
			t.FontSource = theme.TallFont(t.TextStyle, ems)
		}
		y -= ink.Drop()
	}
	Place(t, x, y, size.Width, size.Height)
}

// TextHeight returns the height of a line that clips no letter of s, and how much lower the
// baseline is than in a line of Latin letters.
func TextHeight(s string, like *canvas.Text) (height, up float32) {
	height = measure(s, like).Height
	if !theme.IsTall(s) {
		return height, 0
	}
	up, down := theme.MeasureInk(s, like.TextSize, like.TextStyle).Growth()
	return up + height + down, up
}

// TruncateText returns s, or if s is wider than width, as much of it as fits with an ellipsis.
func TruncateText(s string, like *canvas.Text, width float32) string {
	wide := func(s string) bool { return measure(s, like).Width > width+0.5 }
	if width <= 0 || !wide(s) {
		return s
	}
	ends := []int{0} // ends of characters, which may have several runes
	for all := graphemes.FromString(s); all.Next(); {
		ends = append(ends, all.End())
	}
	n := sort.Search(len(ends)-1, func(n int) bool { return wide(s[:ends[n+1]] + "…") })
	return strings.TrimRight(s[:ends[n]], " ") + "…"
}
