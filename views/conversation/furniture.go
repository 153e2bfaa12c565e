package conversation

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/conversation/rows"
	"parley/views/theme"
	"parley/views/widgets"
)

// pill is a round button over the text, such as the one that goes to the end. It grows with the text.
type pill struct {
	name   string // of its icon
	box    *fyne.Container
	ground *canvas.Rectangle
	word   *canvas.Text
	icon   *canvas.Image
	area   rows.Area
}

const (
	pillHeight = 36
	pillIcon   = 16
)

func newPill(icon, words string) *pill {
	l := &pill{name: icon, ground: canvas.NewRectangle(color.Transparent), word: canvas.NewText(words, color.Transparent)}
	l.ground.StrokeWidth = 1
	l.box = group(l.ground, l.word)
	l.box.Hide()
	return l
}

func (l *pill) furnish() {
	l.ground.FillColor = fynetheme.Color(theme.ColorCard)
	l.ground.StrokeColor = fynetheme.Color(theme.ColorFieldBorder)
	l.word.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	l.icon = icon(l.name, fynetheme.ColorNameForeground, pillIcon)
	l.box.Objects = []fyne.CanvasObject{l.ground, l.word, l.icon}
}

// place shows it in the middle, above the foot of size by so much, or takes it away.
func (l *pill) place(size fyne.Size, zoom, above float32, shown bool) {
	if !shown {
		l.area = rows.Area{}
		if l.box.Visible() {
			l.box.Hide()
		}
		return
	}
	l.word.TextSize = rows.TextSize * zoom
	words := l.word.MinSize()
	w, h := float32(int(words.Width+52*zoom)), pillHeight*zoom
	l.area = rows.Area{X: float32(int((size.Width - w) / 2)), Y: size.Height - h - above, W: w, H: h}
	l.ground.CornerRadius = h / 2
	l.ground.Resize(fyne.NewSize(w, h))
	widgets.Place(l.icon, 14*zoom, (h-pillIcon*zoom)/2, pillIcon*zoom, pillIcon*zoom)
	widgets.Place(l.word, 36*zoom, (h-words.Height)/2, words.Width, words.Height)
	widgets.Place(l.box, l.area.X, l.area.Y, w, h)
	if !l.box.Visible() {
		l.box.Show()
	}
}

// tip is the small text over an icon that has no word. It grows with the text.
type tip struct {
	box    *fyne.Container
	ground *canvas.Rectangle
	word   *canvas.Text
}

func newTip() *tip {
	t := &tip{ground: canvas.NewRectangle(color.Transparent), word: canvas.NewText("", color.Transparent)}
	t.ground.CornerRadius = 6
	t.ground.StrokeWidth = 1
	t.box = group(t.ground, t.word)
	t.box.Hide()
	return t
}

func (t *tip) furnish() {
	t.ground.FillColor = fynetheme.Color(theme.ColorCard)
	t.ground.StrokeColor = fynetheme.Color(theme.ColorFieldBorder)
	t.word.Color = fynetheme.Color(fynetheme.ColorNameForeground)
}

// show says words over the area, or under it where there is no room, within size.
func (t *tip) show(words string, over rows.Area, size fyne.Size, zoom float32) {
	if words == "" {
		if t.box.Visible() {
			t.box.Hide()
		}
		return
	}
	t.word.Text, t.word.TextSize = words, rows.SmallSize*zoom
	need := t.word.MinSize()
	w, h := need.Width+16, need.Height+8
	x := min(max(over.X+over.W/2-w/2, 4), max(size.Width-w-4, 4))
	y := over.Y + over.H + 4
	if y+h > size.Height {
		y = over.Y - h - 4
	}
	t.ground.Resize(fyne.NewSize(w, h))
	widgets.Place(t.word, 8, 4, need.Width, need.Height)
	widgets.Place(t.box, x, y, w, h)
	if !t.box.Visible() {
		t.box.Show()
	}
}
