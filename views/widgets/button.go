package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/format"
	"parlando/views/theme"
)

// ButtonKind is the visual importance of a button.
type ButtonKind uint8

// The kinds of button. Each page, card or menu has at most one Primary.
const (
	Secondary ButtonKind = iota // a tint without a border
	Primary                     // accent background
	Quiet                       // no background until the pointer is over the button
	Link                        // underlined text
	Danger                      // for deleting
	Bare                        // small text, underlined under the pointer
	OnToast                     // bold text on a toast, underlined under the pointer
)

// Button is a button with a label, 36 high.
type Button struct {
	pressable

	kind   ButtonKind
	icon   string
	marks  []Mark
	after  string
	bold   bool
	small  bool
	muted  bool
	accent bool
	danger bool
	round  bool
	chip   bool
	onTint bool
	// iconOnly hides the label, which the tooltip shows then.
	iconOnly bool
}

// NewButton returns a button. Its label is also its name for screen readers.
func NewButton(words string, kind ButtonKind, onTapped func()) *Button {
	b := &Button{kind: kind}
	b.name, b.onTapped = words, onTapped
	b.ExtendBaseWidget(b)
	return b
}

// SetKind changes the kind.
func (b *Button) SetKind(kind ButtonKind) {
	if b.kind != kind {
		b.kind = kind
		b.Refresh()
	}
}

// SetIcon adds an icon of assets/icons before the label.
func (b *Button) SetIcon(icon string) *Button { b.icon = icon; b.Refresh(); return b }

// SetIconAfter adds an icon after the label.
func (b *Button) SetIconAfter(icon string) *Button { b.after = icon; b.Refresh(); return b }

// SetMarks adds small icons after the label that show the capabilities of what the label names. The
// names of the icons form the tooltip.
func (b *Button) SetMarks(marks ...Mark) *Button {
	b.marks = marks
	var names []string
	for _, m := range marks {
		names = append(names, m.Name)
	}
	b.SetHint(format.Facts(names...))
	b.Refresh()
	return b
}

// SetSmall makes the button as high as an icon button, with small text.
func (b *Button) SetSmall() *Button { b.small = true; b.Refresh(); return b }

// SetRound makes the ends of the button round, for buttons that float over text.
func (b *Button) SetRound() *Button { b.round = true; b.Refresh(); return b }

// SetChip makes the ends of the button round and its icon muted, for suggestions.
func (b *Button) SetChip() *Button { b.chip = true; b.Refresh(); return b }

// SetOnTint tells a secondary button that it stands on a tint, from which it must differ.
func (b *Button) SetOnTint() *Button { b.onTint = true; b.Refresh(); return b }

// SetMuted uses the muted color for the label.
func (b *Button) SetMuted(muted bool) { b.muted = muted; b.Refresh() }

// SetBold makes the label bold.
func (b *Button) SetBold() *Button { b.bold = true; b.Refresh(); return b }

// SetAccent uses the accent color for the label, for a quiet button on the ground of the window.
func (b *Button) SetAccent() *Button { b.accent = true; b.Refresh(); return b }

// SetDanger uses the error color for the label.
func (b *Button) SetDanger(danger bool) *Button { b.danger = danger; b.Refresh(); return b }

// SetText changes the label.
func (b *Button) SetText(words string) {
	if b.name != words {
		b.name = words
		if b.iconOnly {
			b.SetHint(words)
		}
		b.Refresh()
	}
}

// SetIconOnly hides or shows the label beside the icon. Without a label, its tooltip has the name.
func (b *Button) SetIconOnly(on bool) {
	if b.iconOnly == on {
		return
	}
	b.iconOnly = on
	hint := ""
	if on {
		hint = b.name
	}
	b.SetHint(hint)
	b.Refresh()
}

// LabeledWidth returns the minimum width of the button with its label.
func (b *Button) LabeledWidth() float32 { return b.minWidth(false) }

// minWidth returns the minimum width of the button with or without its label.
func (b *Button) minWidth(iconOnly bool) float32 {
	was := b.iconOnly
	b.iconOnly = iconOnly
	width := b.MinSize().Width
	b.iconOnly = was
	return width
}

// label returns the shown label.
func (b *Button) label() string {
	if b.iconOnly {
		return ""
	}
	return b.name
}

// CreateRenderer implements fyne.Widget.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &buttonRenderer{
		b: b, ground: NewThemedRectangle(theme.RadiusControl), words: newText(b.name, textSize()),
		icon: newPicture("x", theme.IconSize), after: newPicture("chevron-down", theme.IconSize), line: canvas.NewLine(nil),
	}
	return Renderer{MinSize: r.least, Place: r.place, Paint: r.paint, Objects: r.shown}.Of(b)
}

type buttonRenderer struct {
	b           *Button
	ground      ThemedRectangle
	words       *canvas.Text
	icon, after *picture
	marks       []*picture
	line        *canvas.Line
}

func (r *buttonRenderer) least() fyne.Size {
	m := measure(r.b.label(), r.words)
	h := max(float32(theme.RowHeight), m.Height+14)
	switch {
	case r.b.kind == Link || r.b.kind == Bare:
		h = m.Height + 4
	case r.b.small, r.b.kind == OnToast:
		h = max(34, m.Height+14)
	}
	if r.b.kind != Link && r.b.kind != Bare {
		h += theme.ExtraTargetSize()
	}
	return fyne.NewSize(m.Width+r.beside(), h)
}

func (r *buttonRenderer) place(s fyne.Size) {
	r.ground.Resize(s)
	FitText(r.words, r.b.label(), s.Width-r.beside())
	width := r.words.MinSize().Width
	x := (s.Width - width - r.beside()) / 2
	if r.b.kind == Quiet && r.b.icon != "" {
		x = 0 // quiet buttons below each other align at the left
	}
	if r.b.kind == Bare {
		x = 0
	}
	x += r.side()
	if r.b.icon != "" {
		place(r.icon, x, s.Height)
		x += smallIcon() + 8
	}
	CenterVertically(r.words, x, r.words.MinSize().Width, s.Height)
	base := r.words.Position().Y + r.words.Size().Height - 1
	r.line.Position1, r.line.Position2 = fyne.NewPos(x, base), fyne.NewPos(x+width, base)
	x += width
	for _, mark := range r.marks {
		place(mark, x+7, s.Height)
		x += smallIcon() + 7
	}
	place(r.after, x+6, s.Height)
}

func (r *buttonRenderer) paint() {
	b := r.b
	fill, border, color := r.colors()
	width := float32(1)
	if b.ringed() {
		border, width = theme.ColorAccent, 2
		switch {
		case b.kind == OnToast:
			border = theme.ColorOnToast
		case b.kind == Primary || b.chosen:
			border = fynetheme.ColorNameForeground
		}
	}
	if b.round || b.chip {
		r.ground.CornerRadius = b.Size().Height / 2
	}
	if b.round && !b.ringed() && !b.chosen {
		border = theme.ColorFrame
	}
	r.ground.Paint(fill, border, width)
	size := textSize()
	if b.kind == Link || b.kind == Bare || b.small {
		size = smallSize()
	}
	r.words.TextStyle.Bold = b.bold || b.kind == OnToast
	iconColor := color
	if b.chip {
		iconColor = theme.ColorMuted
	}
	r.icon.paintIfSet(b.icon, iconColor)
	r.after.paintIfSet(b.after, color)
	r.paintMarks(color)
	SetVisible(r.line, b.kind == Link || (b.kind == Bare || b.kind == OnToast) && b.hovered && !b.disabled)
	r.line.StrokeColor = colorOf(color)
	r.line.Refresh()
	PaintText(r.words, color, size)
}

// side returns the padding at both ends.
func (r *buttonRenderer) side() float32 {
	if r.b.kind == Link || r.b.kind == Bare {
		return 0
	}
	return 12
}

// beside returns the total width of everything in the button except the label.
func (r *buttonRenderer) beside() float32 {
	w := 2*r.side() + float32(len(r.b.marks))*(smallIcon()+7)
	if r.b.icon != "" {
		w += smallIcon()
	}
	if r.b.icon != "" && !r.b.iconOnly {
		w += 8
	}
	if r.b.after != "" {
		w += smallIcon() + 6
	}
	return w
}

func (r *buttonRenderer) paintMarks(color fyne.ThemeColorName) {
	r.marks = r.marks[:min(len(r.marks), len(r.b.marks))]
	for i, m := range r.b.marks {
		if i == len(r.marks) {
			r.marks = append(r.marks, newPicture(m.Icon, theme.IconSize))
		}
		r.marks[i].paint(m.Icon, color)
	}
}

func (r *buttonRenderer) colors() (fill, border, color fyne.ThemeColorName) {
	b := r.b
	color = fynetheme.ColorNameForeground
	switch b.kind {
	case Primary:
		fill, color = theme.ColorAccent, theme.ColorOnAccent
	case Secondary:
		fill, border = theme.ColorTint, theme.ColorEdge
		if b.onTint {
			fill = theme.ColorCard
		}
	case Danger:
		fill, border, color = theme.ColorTint, theme.ColorEdge, theme.ColorDanger
	case OnToast:
		color = theme.ColorOnToast
	case Quiet, Link, Bare:
	}
	switch {
	case b.chosen:
		fill, border = theme.ColorChosen, theme.ColorAccent
	case b.hovered && !b.disabled && b.kind != Primary && b.kind != Link && b.kind != Bare && b.kind != OnToast:
		fill = theme.ColorHover
	}
	if b.accent {
		color = theme.ColorAccent
	}
	if b.danger {
		color = theme.ColorDanger
	}
	if b.muted && !b.hovered {
		color = theme.ColorMuted
	}
	switch {
	case b.disabled && b.kind == Primary:
		fill, color = theme.ColorHover, theme.ColorMuted
	case b.disabled:
		color = theme.ColorDisabled
	}
	return fill, border, color
}

func (r *buttonRenderer) shown() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{r.ground.Rectangle, r.icon.Image, r.words, r.after.Image, r.line}
	for _, mark := range r.marks {
		objects = append(objects, mark.Image)
	}
	return objects
}
