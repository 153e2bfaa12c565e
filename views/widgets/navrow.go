package widgets

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/screenreader"
	"parlando/views/theme"
)

// NavRow is a row that opens a page or performs an action: icon, label, and an icon at the end.
type NavRow struct {
	pressable

	icon, mark string
	hint       string // under the label, "" for no hint
	selected   bool
	muted      bool
	danger     bool
	// keys is a key combination at the end, "" for none.
	keys string
	// OnMenu opens the menu of the row at a position in the window, for a right click; nil for
	// none.
	OnMenu func(at fyne.Position)

	// live is the text after a red dot at the end, "" for no dot; liveName is then the name for
	// screen readers.
	live, liveName string
}

// NewNavRow returns a row 36 high. icon is the name of an icon in assets/icons, or "" for none.
func NewNavRow(icon, words string, onTapped func()) *NavRow {
	r := &NavRow{icon: icon}
	r.name, r.onTapped = words, onTapped
	r.ExtendBaseWidget(r)
	return r
}

// SetSelected gives the row the background of the open item.
func (r *NavRow) SetSelected(selected bool) { r.selected = selected; r.Refresh() }

// SetDetail shows muted text under the label, shortened to its width; "" for none.
func (r *NavRow) SetDetail(words string) { r.hint = words; r.Refresh() }

// SetMark shows an icon at the end; "" hides it.
func (r *NavRow) SetMark(icon string) { r.mark = icon; r.Refresh() }

// SetKeys shows a key combination in muted text at the end, "" for none.
func (r *NavRow) SetKeys(keys string) { r.keys = keys; r.Refresh() }

// SetLive shows a red dot and text at the end, for work in progress; "" hides both. name is then
// the row's name for screen readers.
func (r *NavRow) SetLive(words, name string) {
	r.live, r.liveName = words, name
	r.Refresh()
}

// TappedSecondary implements fyne.SecondaryTappable.
func (r *NavRow) TappedSecondary(e *fyne.PointEvent) {
	PointerPressed()
	CallWith(r.OnMenu, e.AbsolutePosition)
}

// AccessibilityLabel implements fyne.Accessible.
func (r *NavRow) AccessibilityLabel() string {
	if r.live != "" {
		return r.liveName
	}
	return r.name
}

// AccessibilityDescription implements screenreader.Describer.
func (r *NavRow) AccessibilityDescription() string {
	name := r.AccessibilityLabel()
	if r.hint != "" {
		name += ", " + r.hint
	}
	return screenreader.DescribeChoice(name, r.selected || r.mark == "check")
}

// CreateRenderer implements fyne.Widget.
func (r *NavRow) CreateRenderer() fyne.WidgetRenderer {
	n := &navRowRenderer{
		r: r, ground: NewThemedRectangle(theme.RadiusControl), icon: newPicture("x", theme.IconSize),
		mark: newPicture("check", 16), words: newText("", textSize()),
		hint: newText("", smallSize()), dot: newDot(), live: newText("", smallSize()),
	}
	return Renderer{MinSize: n.least, Place: n.place, Paint: n.paint}.Of(r, n.ground.Rectangle, n.icon.Image, n.words, n.hint, n.mark.Image, n.dot.Circle, n.live)
}

type navRowRenderer struct {
	r          *NavRow
	ground     ThemedRectangle
	icon, mark *picture
	words      *canvas.Text
	hint       *canvas.Text
	dot        dot
	live       *canvas.Text
}

func (n *navRowRenderer) least() fyne.Size {
	m := fyne.MeasureText(n.r.name, n.words.TextSize, n.words.TextStyle)
	words, _ := TextHeight(n.r.name, n.words)
	hint := n.hintSize()
	w := max(m.Width, hint.Width) + 20
	if n.r.icon != "" {
		w += theme.ScaledIconSize() + 10
	}
	if n.r.mark != "" {
		w += smallIcon() + 8
	}
	w += n.liveWidth()
	return fyne.NewSize(w, max(float32(theme.RowHeight), words+hint.Height+12)+theme.ExtraTargetSize())
}

func (n *navRowRenderer) place(s fyne.Size) {
	n.ground.Resize(s)
	x := float32(10)
	if n.r.icon != "" {
		placeIcon(n.icon, x, s.Height, theme.ScaledIconSize())
		x += theme.ScaledIconSize() + 10
	}
	room := n.room(s.Width)
	SetVisible(n.live, n.showsEnd(room))
	if n.live.Visible() {
		room -= n.liveWidth()
	}
	FitText(n.words, n.r.name, room)
	FitText(n.hint, n.r.hint, room)
	words, up := TextHeight(n.r.name, n.words)
	top := (s.Height - words - n.hintSize().Height) / 2
	PlaceText(n.words, x, top+up, measure(n.words.Text, n.words))
	_, up = TextHeight(n.r.hint, n.hint)
	PlaceText(n.hint, x, top+words+up, measure(n.hint.Text, n.hint))
	place(n.mark, s.Width-10-smallIcon(), s.Height)
	end := s.Width - 10 - measure(n.end(), n.live).Width
	CenterVertically(n.live, end, s.Width-10-end, s.Height)
	Place(n.dot.Circle, end-liveGap-dotSide, (s.Height-dotSide)/2, dotSide, dotSide)
}

func (n *navRowRenderer) paint() {
	r := n.r
	fill, ring, color := fyne.ThemeColorName(""), fyne.ThemeColorName(""), fynetheme.ColorNameForeground
	if r.selected || r.hovered && !r.disabled {
		fill = theme.ColorHover
	}
	if r.ringed() {
		ring = theme.ColorAccent
	}
	switch {
	case r.disabled, r.muted:
		color = theme.ColorMuted
	case r.danger:
		color = theme.ColorDanger
	}
	n.ground.Paint(fill, ring, 2)
	n.icon.paintIfSet(r.icon, color)
	n.mark.paintIfSet(r.mark, color)
	n.dot.paint(r.live != "")
	n.live.Text = n.end()
	SetVisible(n.live, n.showsEnd(n.room(r.Size().Width)))
	if r.live != "" {
		PaintText(n.live, color, smallSize())
	} else {
		PaintText(n.live, theme.ColorMuted, smallSize())
	}
	PaintText(n.words, color, textSize())
	PaintText(n.hint, theme.ColorMuted, smallSize())
}

// hintSize returns the size of the hint, zero for none.
func (n *navRowRenderer) hintSize() fyne.Size {
	if n.r.hint == "" {
		return fyne.Size{}
	}
	size := measure(n.r.hint, n.hint)
	size.Height, _ = TextHeight(n.r.hint, n.hint)
	return size
}

// room returns the width of the label and the text at the end, in a row of the given width.
func (n *navRowRenderer) room(width float32) float32 {
	room := width - 20
	if n.r.icon != "" {
		room -= theme.ScaledIconSize() + 10
	}
	if n.r.mark != "" {
		room -= smallIcon() + 8
	}
	return room
}

// showsEnd reports whether the text at the end is shown: keys are not where the whole label needs
// their room.
func (n *navRowRenderer) showsEnd(room float32) bool {
	if n.r.live != "" || n.r.keys == "" {
		return n.r.live != ""
	}
	return measure(n.r.name, n.words).Width+n.liveWidth() <= room
}

// end returns the text at the end.
func (n *navRowRenderer) end() string { return cmp.Or(n.r.live, n.r.keys) }

// liveWidth returns the width of the text at the end, including the space before it.
func (n *navRowRenderer) liveWidth() float32 {
	if n.end() == "" {
		return 0
	}
	w := measure(n.end(), n.live).Width + liveGap
	if n.r.live != "" {
		w += dotSide + liveGap
	}
	return w
}

// liveGap is the space before the dot and the text of live.
const liveGap = 6
