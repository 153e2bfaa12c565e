package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// Sample is one of several things to choose from, with a small button before its name that tries it.
type Sample struct {
	pressable

	chosen bool
	try    *IconButton
}

// NewSample makes one. onChosen chooses it; trying is the name of the button that tries it.
func NewSample(words, trying string, onChosen, onTried func()) *Sample {
	s := &Sample{}
	s.name, s.onTapped = words, onChosen
	s.try = NewIconButton("play", trying, onTried)
	s.try.SetSide(28)
	s.try.SetColor(fynetheme.ColorNameForeground)
	s.ExtendBaseWidget(s)
	return s
}

// SetChosen gives it the ground and the border of what is chosen.
func (s *Sample) SetChosen(chosen bool) {
	if s.chosen != chosen {
		s.chosen = chosen
		s.Refresh()
	}
}

// SetTrying shows that it is being tried; trying is what a press does now.
func (s *Sample) SetTrying(on bool, trying string) {
	icon := "play"
	if on {
		icon = "square"
	}
	if s.try.icon != icon || s.try.name != trying {
		s.try.SetIcon(icon, trying)
	}
}

// Chosen reports whether it is the one that is chosen.
func (s *Sample) Chosen() bool { return s.chosen }

// CreateRenderer implements fyne.Widget.
func (s *Sample) CreateRenderer() fyne.WidgetRenderer {
	r := &sampleRenderer{s: s, ground: newGround(theme.RadiusControl), words: newText(s.name, textSize())}
	r.Refresh()
	return r
}

type sampleRenderer struct {
	s      *Sample
	ground ground
	words  *canvas.Text
}

// sampleWords is where the name begins: after the button.
func sampleWords() float32 { return theme.Target(28) + 6 }

func (r *sampleRenderer) MinSize() fyne.Size {
	m := measure(r.s.name, r.words)
	return fyne.NewSize(m.Width+sampleWords()+10, max(38, m.Height+14, theme.Target(28)+8))
}

func (r *sampleRenderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	side := theme.Target(28)
	Place(r.s.try, 5, (s.Height-side)/2, side, side)
	r.words.Text = Fit(r.s.name, r.words, s.Width-sampleWords()-8)
	r.words.FontSource = theme.FontFor(r.words.Text, r.words.TextStyle)
	Middle(r.words, sampleWords(), r.words.MinSize().Width, s.Height)
}

func (r *sampleRenderer) Refresh() {
	fill, border, width := theme.ColorCard, theme.ColorFieldBorder, float32(1)
	switch {
	case r.s.chosen:
		fill, border, width = theme.ColorChosen, theme.ColorAccent, 2
	case r.s.hovered:
		fill = theme.ColorHover
	}
	if r.s.focused {
		border, width = fynetheme.ColorNameForeground, 2
	}
	r.ground.paint(fill, border, width)
	r.words.TextSize = textSize()
	r.Layout(r.s.Size())
	paintText(r.words, fynetheme.ColorNameForeground, textSize())
}

func (r *sampleRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground.Rectangle, r.words, r.s.try}
}
func (r *sampleRenderer) Destroy() {}
