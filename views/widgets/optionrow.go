package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/clipperhouse/uax29/v2/graphemes"

	"parlando/views/theme"
)

// OptionRow is a row of the options below a field: the first letter of a name in a circle, and the
// name. Tab skips it, because the arrow keys of the field reach it.
type OptionRow struct {
	pressable
	marked bool
}

// NewOptionRow returns a row 36 high.
func NewOptionRow(name string) *OptionRow {
	r := &OptionRow{}
	r.name = name
	r.ExtendBaseWidget(r)
	return r
}

// SetMarked sets whether the row looks as under the pointer, for the arrow keys of the field.
func (r *OptionRow) SetMarked(marked bool) {
	if r.marked != marked {
		r.marked = marked
		r.Refresh()
	}
}

// Disabled implements fyne.Disableable.
func (r *OptionRow) Disabled() bool { return true }

// Enable implements fyne.Disableable.
func (r *OptionRow) Enable() {}

// Disable implements fyne.Disableable.
func (r *OptionRow) Disable() {}

// CreateRenderer implements fyne.Widget.
func (r *OptionRow) CreateRenderer() fyne.WidgetRenderer {
	ground, circle := NewThemedRectangle(theme.RadiusControl), NewThemedRectangle(0)
	letter, name := newText(firstLetter(r.name), smallSize()), newText(r.name, textSize())
	letter.TextStyle.Bold = true
	check := newPicture("check", theme.IconSize)
	side := func() float32 { return theme.ScaledIconSize() + 4 }
	left := func() float32 { return 10 + side() + 10 }
	return Renderer{
		MinSize: func() fyne.Size {
			m := measure(r.name, name)
			return fyne.NewSize(left()+m.Width+8+smallIcon()+10, max(float32(theme.RowHeight), m.Height+12)+theme.ExtraTargetSize())
		},
		Place: func(s fyne.Size) {
			ground.Resize(s)
			circle.CornerRadius = side() / 2
			Place(circle, 10, (s.Height-side())/2, side(), side())
			m := measure(letter.Text, letter)
			CenterVertically(letter, 10+(side()-m.Width)/2, m.Width, s.Height)
			room := s.Width - left() - 8 - smallIcon() - 10
			FitText(name, r.name, room)
			CenterVertically(name, left(), room, s.Height)
			place(check, s.Width-10-smallIcon(), s.Height)
		},
		Paint: func() {
			fill, border, tint := fyne.ThemeColorName(""), fyne.ThemeColorName(""), theme.ColorTint
			switch {
			case r.chosen:
				fill, tint = theme.ColorChosen, theme.ColorCard
			case r.hovered || r.marked:
				fill, tint = theme.ColorHover, theme.ColorCard
			}
			if r.marked {
				border = theme.ColorAccent
			}
			ground.Paint(fill, border, 2)
			circle.Paint(tint, theme.ColorEdge, 1)
			SetVisible(check, r.chosen)
			check.paint("check", fynetheme.ColorNameForeground)
			PaintText(letter, fynetheme.ColorNameForeground, smallSize())
			PaintText(name, fynetheme.ColorNameForeground, textSize())
		},
	}.Of(r, ground.Rectangle, circle.Rectangle, letter, name, check.Image)
}

// firstLetter returns the first letter of a name as a capital, "" if there is none.
func firstLetter(name string) string {
	if all := graphemes.FromString(name); all.Next() {
		return strings.ToUpper(all.Value())
	}
	return ""
}
