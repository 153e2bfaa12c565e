package composer

import (
	"slices"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Notice is a sentence above the message, with up to two buttons.
type Notice struct {
	// Key identifies the notice: a new notice replaces an earlier one with the same key. A notice
	// with an empty key can be closed, and is removed together with its draft.
	Key  string
	Text string
	// Button and Action are the main button, Other and OtherAction the secondary button; each pair
	// may be empty.
	Button      string
	Action      func()
	Other       string
	OtherAction func()
	// OnTapped makes the text a button of one line.
	OnTapped func()
	// OnClosed makes a notice with a key closable, and is called when the user closes the notice.
	OnClosed func()
	// Danger marks a failure that requires the user to act.
	Danger bool
}

// SetNotice replaces the notice with the same key; an empty text only removes that notice.
func (c *Composer) SetNotice(n Notice) {
	at := slices.IndexFunc(c.notices, func(s *strip) bool { return s.notice.Key == n.Key })
	if at < 0 {
		at = len(c.notices)
	}
	said := at < len(c.notices) && c.notices[at].notice.Text == n.Text
	c.dropNotice(n.Key)
	if n.Text != "" {
		var closed func()
		if n.Key == "" {
			closed = func() { c.ClearNotice(""); c.FocusText() }
		} else if n.OnClosed != nil {
			closed = func() { c.ClearNotice(n.Key); n.OnClosed(); c.FocusText() }
		}
		c.notices = slices.Insert(c.notices, at, newStrip(n, closed))
		if !said && (n.Danger || n.Button != "" || closed != nil) {
			widgets.CallWith(c.OnNotice, n.Text)
		}
	}
	c.rearrange()
}

// ClearNotice removes the notice with this key.
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

// stripButtonGap is the space between two buttons of a strip.
const stripButtonGap = 8

// strip shows a notice on a colored background.
type strip struct {
	widget.BaseWidget

	notice Notice
	words  *widgets.Text
	// link shows the text instead of words if the notice has OnTapped.
	link          *widgets.Button
	button, other *widgets.Button
	close         *widgets.IconButton
}

func newStrip(n Notice, closed func()) *strip {
	s := &strip{notice: n}
	s.words = widgets.NewText(n.Text, s.color(), fynetheme.SizeNameCaptionText, fyne.TextStyle{})
	if n.OnTapped != nil {
		s.link = widgets.NewButton(n.Text, widgets.Bare, n.OnTapped)
	}
	if n.Button != "" {
		s.button = widgets.NewButton(n.Button, widgets.Secondary, n.Action)
	}
	if n.Other != "" {
		s.other = widgets.NewButton(n.Other, widgets.Secondary, n.OtherAction)
	}
	if closed != nil {
		s.close = widgets.NewIconButton("x", i18n.Text("Close"), closed)
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

// heightFor returns the height at a width, including wrapped text.
func (s *strip) heightFor(width float32) float32 {
	h := s.textHeight(s.room(width))
	if s.button != nil && !s.below(width) {
		h = max(h, s.button.MinSize().Height+8)
	}
	return max(h, 36) + s.foot(width)
}

// foot returns the height of the buttons under the text, 0 if the buttons are beside the text.
func (s *strip) foot(width float32) float32 {
	if !s.below(width) {
		return 0
	}
	if !s.stacked(width) {
		return s.button.MinSize().Height + 8
	}
	high := float32(4)
	for _, b := range s.buttons() {
		high += b.MinSize().Height + stripButtonGap
	}
	return high
}

// textHeight returns the height of the text at a width.
func (s *strip) textHeight(width float32) float32 {
	if s.link != nil {
		return s.link.MinSize().Height
	}
	s.words.Resize(fyne.NewSize(width, 1))
	return s.words.MinSize().Height
}

// leastWords is the text width below which the buttons move under the text, at the default text
// size.
const leastWords = 220

// buttons returns the visible buttons, from right to left.
func (s *strip) buttons() (there []*widgets.Button) {
	for _, b := range []*widgets.Button{s.button, s.other} {
		if b != nil {
			there = append(there, b)
		}
	}
	return there
}

// below reports whether the buttons are under the text instead of beside it.
func (s *strip) below(width float32) bool {
	return s.button != nil && width-8-s.right() < leastWords*fynetheme.TextSize()/theme.SizeText
}

// stacked reports whether the buttons are under the text, one below the other.
func (s *strip) stacked(width float32) bool {
	wide := float32(8)
	for _, b := range s.buttons() {
		wide += b.MinSize().Width + stripButtonGap
	}
	return s.below(width) && wide > width
}

// room returns the width that the text may take.
func (s *strip) room(width float32) float32 {
	right := s.right()
	if s.below(width) {
		right = 4
		if s.close != nil {
			right += s.close.MinSize().Width + 4
		}
	}
	return max(width-8-right, 40)
}

// right returns the width of the buttons to the right of the text.
func (s *strip) right() float32 {
	w := float32(4)
	for _, b := range s.buttons() {
		w += b.MinSize().Width + stripButtonGap
	}
	if s.close != nil {
		w += s.close.MinSize().Width + 4
	}
	return w
}

// CreateRenderer implements fyne.Widget.
func (s *strip) CreateRenderer() fyne.WidgetRenderer {
	ground := widgets.NewThemedRectangle(theme.RadiusControl)
	objects := []fyne.CanvasObject{ground.Rectangle, s.words}
	if s.link != nil {
		objects[1] = s.link
	}
	for _, b := range s.buttons() {
		objects = append(objects, b)
	}
	if s.close != nil {
		objects = append(objects, s.close)
	}
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(100, 36) },
		Place: func(size fyne.Size) {
			ground.Resize(size)
			s.place(size)
		},
		Paint: func() {
			fill := theme.ColorCautionGround
			if s.notice.Danger {
				fill = theme.ColorDangerGround
			}
			ground.Paint(fill, "", 0)
			objects[1].Refresh()
		},
	}.Of(s, objects...)
}

func (s *strip) place(size fyne.Size) {
	width := s.room(size.Width)
	h := s.textHeight(width)
	top, bottom := size.Height-s.foot(size.Width), size.Height
	if margin := fynetheme.InnerPadding(); s.link != nil {
		widgets.Place(s.link, 4+margin, (top-h)/2, min(width-2*margin, s.link.MinSize().Width), h)
	} else {
		widgets.Place(s.words, 4, (top-h)/2, width, h)
	}
	x := size.Width - 4
	if s.close != nil {
		m := s.close.MinSize()
		widgets.Place(s.close, x-m.Width, (top-m.Height)/2, m.Width, m.Height)
		if top == bottom {
			x -= m.Width + 4
		}
	}
	if s.below(size.Width) {
		// left-aligned with the text above
		x = 8 - stripButtonGap
		for _, b := range s.buttons() {
			x += stripButtonGap + b.MinSize().Width
		}
	}
	y := top + 2
	for _, b := range s.buttons() {
		m := b.MinSize()
		switch {
		case s.stacked(size.Width):
			widgets.Place(b, 8, y, min(m.Width, size.Width-12), m.Height)
			y += m.Height + stripButtonGap
			continue
		case top == bottom:
			y = (bottom - m.Height) / 2
		}
		x -= m.Width
		widgets.Place(b, x, y, m.Width, m.Height)
		x -= stripButtonGap
	}
}
