package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// ButtonKind is how much a button counts.
type ButtonKind uint8

// The kinds of button. A place has at most one Primary.
const (
	Secondary ButtonKind = iota // card with a border
	Primary                     // accent ground
	Quiet                       // no ground until pointed at
	Link                        // underlined words
	Danger                      // for what deletes
)

// Button is a button with words, 36 high.
type Button struct {
	pressable

	kind  ButtonKind
	icon  string
	after string
	bold  bool
}

// NewButton makes a button. Its words are also its name.
func NewButton(words string, kind ButtonKind, onTapped func()) *Button {
	b := &Button{kind: kind}
	b.name, b.onTapped = words, onTapped
	b.ExtendBaseWidget(b)
	return b
}

// SetIcon puts an icon of assets/icons before the words.
func (b *Button) SetIcon(icon string) *Button { b.icon = icon; b.Refresh(); return b }

// SetIconAfter puts an icon behind the words.
func (b *Button) SetIconAfter(icon string) *Button { b.after = icon; b.Refresh(); return b }

// SetWords changes the words.
func (b *Button) SetWords(words string) {
	if b.name != words {
		b.name = words
		b.Refresh()
	}
}

// SetOnTapped changes what it does.
func (b *Button) SetOnTapped(f func()) { b.onTapped = f }

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &buttonRenderer{
		b: b, ground: newGround(theme.RadiusControl), words: newText(b.name, textSize()),
		icon: newPicture("x", theme.IconSize), after: newPicture("chevron-down", 16), line: canvas.NewLine(nil),
	}
	r.Refresh()
	return r
}

type buttonRenderer struct {
	b           *Button
	ground      ground
	words       *canvas.Text
	icon, after *picture
	line        *canvas.Line
}

// side is what is left free at both ends.
func (r *buttonRenderer) side() float32 {
	if r.b.kind == Link {
		return 0
	}
	return 12
}

func (r *buttonRenderer) MinSize() fyne.Size {
	w := r.words.MinSize().Width + 2*r.side()
	if r.b.icon != "" {
		w += theme.IconSize + 8
	}
	if r.b.after != "" {
		w += 16 + 6
	}
	h := max(float32(theme.RowHeight), r.words.MinSize().Height+14)
	if r.b.kind == Link {
		h = r.words.MinSize().Height + 4
	}
	return fyne.NewSize(w, h)
}

func (r *buttonRenderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	x := (s.Width - r.MinSize().Width) / 2
	if r.b.kind == Quiet && r.b.icon != "" {
		x = 0 // rows of quiet buttons line up at the left
	}
	x += r.side()
	if r.b.icon != "" {
		r.icon.Move(fyne.NewPos(x, (s.Height-theme.IconSize)/2))
		x += theme.IconSize + 8
	}
	middle(r.words, x, s.Height)
	width := r.words.MinSize().Width
	base := r.words.Position().Y + r.words.MinSize().Height - 2
	r.line.Position1, r.line.Position2 = fyne.NewPos(x, base), fyne.NewPos(x+width, base)
	if r.b.after != "" {
		r.after.Resize(fyne.NewSquareSize(16))
		r.after.Move(fyne.NewPos(x+width+6, (s.Height-16)/2))
	}
}

func (r *buttonRenderer) Refresh() {
	b := r.b
	fill, border, color := r.colors()
	width := float32(1)
	if b.focused {
		border, width = theme.ColorAccent, 2
		if b.kind == Primary {
			border = fynetheme.ColorNameForeground
		}
	}
	r.ground.paint(fill, border, width)
	if r.words.Text != b.name {
		r.words.Text = b.name
	}
	size := textSize()
	if b.kind == Link {
		size = smallSize()
	}
	paintText(r.words, color, size)
	show(r.icon.Image, b.icon != "")
	show(r.after.Image, b.after != "")
	if b.icon != "" {
		r.icon.paint(b.icon, color)
	}
	if b.after != "" {
		r.after.paint(b.after, color)
	}
	show(r.line, b.kind == Link)
	r.line.StrokeColor = colorOf(color)
	r.line.Refresh()
	r.Layout(b.Size())
}

func (r *buttonRenderer) colors() (fill, border, color fyne.ThemeColorName) {
	b := r.b
	color = fynetheme.ColorNameForeground
	switch b.kind {
	case Primary:
		fill, color = theme.ColorAccent, theme.ColorOnAccent
	case Secondary:
		fill, border = theme.ColorCard, theme.ColorLine
	case Danger:
		fill, border, color = theme.ColorCard, theme.ColorLine, theme.ColorDanger
	case Quiet, Link:
	}
	if b.hovered && !b.disabled && b.kind != Primary && b.kind != Link {
		fill = theme.ColorHover
	}
	if b.disabled {
		color = theme.ColorMuted
		if b.kind == Primary {
			fill = theme.ColorHover
		}
	}
	return fill, border, color
}

func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground.Rectangle, r.icon.Image, r.words, r.after.Image, r.line}
}
func (r *buttonRenderer) Destroy() {}

func show(o fyne.CanvasObject, visible bool) {
	if o.Visible() == visible {
		return
	}
	if visible {
		o.Show()
	} else {
		o.Hide()
	}
}
