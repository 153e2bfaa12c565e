package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
)

// IconButton is a button with an icon, which usually stands alone. Its name is its tooltip and its
// text for screen readers.
type IconButton struct {
	pressable

	icon, label string
	side        float32
	// filled means the accent background of the primary button.
	filled bool
	// round makes the button a circle.
	round bool
	// dot shows a red dot at the corner.
	dot   bool
	color fyne.ThemeColorName
}

// NewIconButton returns a button of 34 by 34, which grows with the text size. icon is the name of
// an icon in assets/icons.
func NewIconButton(icon, name string, onTapped func()) *IconButton {
	b := &IconButton{icon: icon, side: 34, color: theme.ColorMuted}
	b.name, b.onTapped = name, onTapped
	b.ExtendBaseWidget(b)
	b.SetHint(name)
	return b
}

// SetSide sets the side length of the button, for lower rows.
func (b *IconButton) SetSide(side float32) { b.side = side; b.Refresh() }

// SetFilled gives the button the accent background of the primary button.
func (b *IconButton) SetFilled(filled bool) { b.filled = filled; b.Refresh() }

// SetRound makes the button a circle.
func (b *IconButton) SetRound() { b.round = true; b.Refresh() }

// ShowRecording shows whether a recording is running on the button that opens the sidebar.
func ShowRecording(sidebar *IconButton, recording bool) {
	if sidebar.dot == recording {
		return
	}
	sidebar.dot = recording
	name := i18n.Text("Show sidebar")
	if recording {
		name = i18n.Text("Show sidebar. Recording in progress.")
	}
	sidebar.SetIcon(sidebar.icon, name)
}

// SetLabel shows a label beside the icon; "" shows the icon alone.
func (b *IconButton) SetLabel(label string) {
	if b.label != label {
		b.label = label
		b.Refresh()
	}
}

// WidthWith returns the width of the button with a label.
func (b *IconButton) WidthWith(label string) float32 {
	side := theme.TargetSize(b.side)
	if label == "" {
		return side
	}
	return side + measure(label, newText(label, textSize())).Width + labelEnd
}

// labelEnd is the padding after the label of an IconButton.
const labelEnd = 12

// SetColor sets the color of the icon.
func (b *IconButton) SetColor(name fyne.ThemeColorName) { b.color = name; b.Refresh() }

// SetIcon changes the icon and the name, for example from send to stop.
func (b *IconButton) SetIcon(icon, name string) {
	b.icon, b.name = icon, name
	b.SetHint(name)
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *IconButton) CreateRenderer() fyne.WidgetRenderer {
	ground, icon, dot := NewThemedRectangle(theme.RadiusControl), newPicture(b.icon, theme.IconSize), newDot()
	label := newText(b.label, textSize())
	return Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(b.WidthWith(b.label), theme.TargetSize(b.side)) },
		Place: func(s fyne.Size) {
			ground.Resize(s)
			if b.round {
				ground.CornerRadius = s.Height / 2
			}
			size := min(theme.ScaledIconSize(), s.Height-8)
			room := s.Width
			if b.label != "" {
				room = s.Height
				FitText(label, b.label, max(s.Width-room, 0))
				CenterVertically(label, room-2, label.MinSize().Width, s.Height)
			}
			Place(icon, (room-size)/2, (s.Height-size)/2, size, size)
			Place(dot.Circle, s.Width-dotSide-2, 2, dotSide, dotSide)
		},
		Paint: func() {
			fill, ring, width, color := fyne.ThemeColorName(""), fyne.ThemeColorName(""), float32(2), b.color
			switch {
			case b.filled && b.disabled:
				fill, color = theme.ColorHover, theme.ColorMuted
			case b.filled:
				fill, color = theme.ColorAccent, theme.ColorOnAccent
			case b.chosen:
				fill, ring, width = theme.ColorChosen, theme.ColorAccent, 1
			case b.hovered && !b.disabled:
				fill = theme.ColorHover
			}
			if b.disabled && !b.filled {
				color = theme.ColorDisabled
			}
			if b.hovered && !b.filled && !b.disabled && color == theme.ColorMuted {
				color = fynetheme.ColorNameForeground
			}
			if b.ringed() {
				ring, width = theme.ColorAccent, 2
				if b.filled || b.chosen {
					ring = fynetheme.ColorNameForeground
				}
			}
			ground.Paint(fill, ring, width)
			icon.paint(b.icon, color)
			if b.label != "" {
				PaintText(label, color, textSize())
			}
			dot.paint(b.dot)
		},
		Objects: func() []fyne.CanvasObject {
			if b.label == "" {
				return []fyne.CanvasObject{ground.Rectangle, icon.Image, dot.Circle}
			}
			return []fyne.CanvasObject{ground.Rectangle, icon.Image, label, dot.Circle}
		},
	}.Of(b)
}
