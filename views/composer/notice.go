package composer

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
	"parley/views/widgets"
)

// Notice is one sentence above the message, with at most one button that helps.
type Notice struct {
	// Key tells notices apart: one takes the place of an earlier one with the same key. Those with the key "" can be closed, and
	// end with the draft they belong to.
	Key  string
	Text string
	// Button and Action are left out together.
	Button string
	Action func()
	// Danger: something did not happen and the person must act.
	Danger bool
}

// SetNotice shows a notice; one without text takes away that with the same key.
func (c *Composer) SetNotice(n Notice) {
	c.given = false
	c.dropNotice(n.Key)
	if n.Text != "" {
		var closed func()
		if n.Key == "" {
			closed = func() { c.ClearNotice(""); c.FocusText() }
		}
		c.notices = append(c.notices, newStrip(n, closed))
	}
	c.rearrange()
}

// ClearNotice takes the notice with this key away.
func (c *Composer) ClearNotice(key string) {
	if c.dropNotice(key) {
		c.rearrange()
	}
}

func (c *Composer) dropNotice(key string) bool {
	before := len(c.notices)
	c.notices = slices.DeleteFunc(c.notices, func(s *strip) bool { return s.notice.Key == key })
	return len(c.notices) != before
}

// strip shows a notice on a coloured ground.
type strip struct {
	widget.BaseWidget

	notice Notice
	words  *widgets.Words
	button *widgets.Button
	close  *widgets.IconButton
}

func newStrip(n Notice, closed func()) *strip {
	s := &strip{notice: n}
	s.words = widgets.NewWords(n.Text, s.color(), fynetheme.SizeNameCaptionText, fyne.TextStyle{})
	if n.Button != "" {
		s.button = widgets.NewButton(n.Button, widgets.Secondary, n.Action)
	}
	if closed != nil {
		s.close = widgets.NewIconButton("x", lang.L("Close"), closed)
		s.close.SetSide(28)
	}
	s.ExtendBaseWidget(s)
	return s
}

func (s *strip) color() fyne.ThemeColorName {
	if s.notice.Danger {
		return theme.ColorDanger
	}
	return theme.ColorCaution
}

// heightFor is the height at a width, which decides how the words wrap.
func (s *strip) heightFor(width float32) float32 {
	s.words.Resize(fyne.NewSize(max(width-8-s.right(), 40), 1))
	h := s.words.MinSize().Height
	if s.button != nil {
		h = max(h, s.button.MinSize().Height+8)
	}
	return max(h, 36)
}

// right is what the buttons at the end take.
func (s *strip) right() float32 {
	w := float32(4)
	if s.button != nil {
		w += s.button.MinSize().Width + 4
	}
	if s.close != nil {
		w += s.close.MinSize().Width + 4
	}
	return w
}

// CreateRenderer implements fyne.Widget.
func (s *strip) CreateRenderer() fyne.WidgetRenderer {
	r := &stripRenderer{strip: s, ground: canvas.NewRectangle(nil)}
	r.ground.CornerRadius = theme.RadiusControl
	r.Refresh()
	return r
}

type stripRenderer struct {
	strip  *strip
	ground *canvas.Rectangle
}

func (r *stripRenderer) MinSize() fyne.Size { return fyne.NewSize(100, 36) }

func (r *stripRenderer) Layout(size fyne.Size) {
	s := r.strip
	r.ground.Resize(size)
	width := max(size.Width-8-s.right(), 40)
	s.words.Resize(fyne.NewSize(width, 1))
	h := s.words.MinSize().Height
	s.words.Resize(fyne.NewSize(width, h))
	s.words.Move(fyne.NewPos(4, (size.Height-h)/2))
	x := size.Width - 4
	for _, o := range []fyne.CanvasObject{iconOrNil(s.close), buttonOrNil(s.button)} {
		if o == nil {
			continue
		}
		m := o.MinSize()
		x -= m.Width
		o.Resize(m)
		o.Move(fyne.NewPos(x, (size.Height-m.Height)/2))
		x -= 4
	}
}

func iconOrNil(b *widgets.IconButton) fyne.CanvasObject {
	if b == nil {
		return nil
	}
	return b
}

func buttonOrNil(b *widgets.Button) fyne.CanvasObject {
	if b == nil {
		return nil
	}
	return b
}

func (r *stripRenderer) Refresh() {
	ground := theme.ColorCautionGround
	if r.strip.notice.Danger {
		ground = theme.ColorDangerGround
	}
	r.ground.FillColor = fynetheme.Color(ground)
	r.ground.Refresh()
	r.strip.words.Refresh()
}

func (r *stripRenderer) Objects() []fyne.CanvasObject {
	out := []fyne.CanvasObject{r.ground, r.strip.words}
	if r.strip.button != nil {
		out = append(out, r.strip.button)
	}
	if r.strip.close != nil {
		out = append(out, r.strip.close)
	}
	return out
}

func (r *stripRenderer) Destroy() {}
