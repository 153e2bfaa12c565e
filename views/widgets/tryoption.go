package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

// TryOption is one of several options, with a small button before the option's name that plays a
// sample.
type TryOption struct {
	pressable

	try *IconButton
}

// NewTryOption returns an option. onChosen chooses the option, onTried tries it; trying is the name
// of the button for that.
func NewTryOption(words, trying string, onChosen, onTried func()) *TryOption {
	s := &TryOption{}
	s.name, s.onTapped = words, onChosen
	s.try = NewIconButton("play", trying, onTried)
	s.try.SetSide(28)
	s.try.SetColor(fynetheme.ColorNameForeground)
	s.ExtendBaseWidget(s)
	return s
}

// SetTrying shows whether the option is being tried; trying is the new name of the button.
func (s *TryOption) SetTrying(on bool, trying string) {
	icon := "play"
	if on {
		icon = "square"
	}
	if s.try.icon != icon || s.try.name != trying {
		s.try.SetIcon(icon, trying)
	}
}

// CreateRenderer implements fyne.Widget.
func (s *TryOption) CreateRenderer() fyne.WidgetRenderer {
	ground, words := NewThemedRectangle(theme.RadiusControl), newText(s.name, textSize())
	return Renderer{
		MinSize: func() fyne.Size {
			m := measure(s.name, words)
			return fyne.NewSize(m.Width+sampleWords()+10, max(38, m.Height+14, theme.TargetSize(28)+8))
		},
		Place: func(size fyne.Size) {
			ground.Resize(size)
			side := theme.TargetSize(28)
			Place(s.try, 5, (size.Height-side)/2, side, side)
			FitText(words, s.name, size.Width-sampleWords()-8)
			CenterVertically(words, sampleWords(), words.MinSize().Width, size.Height)
		},
		Paint: func() {
			fill, border, width := theme.ColorTint, theme.ColorEdge, float32(1)
			switch {
			case s.chosen:
				fill, border, width = theme.ColorChosen, theme.ColorAccent, 2
			case s.hovered:
				fill = theme.ColorHover
			}
			if s.ringed() {
				border, width = fynetheme.ColorNameForeground, 2
			}
			ground.Paint(fill, border, width)
			PaintText(words, fynetheme.ColorNameForeground, textSize())
		},
	}.Of(s, ground.Rectangle, words, s.try)
}

// sampleWords returns the left edge of the name, after the button.
func sampleWords() float32 { return theme.TargetSize(28) + 6 }
