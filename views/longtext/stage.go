package longtext

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
	"parley/views/widgets"
)

// flat is the layout of what is placed by hand.
type flat struct{}

func (flat) Layout([]fyne.CanvasObject, fyne.Size) {}
func (flat) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// stage holds the objects of what is seen. It is the renderer of Box.
type stage struct {
	box *Box
	// content has the grounds, then the words, then the caret.
	content *fyne.Container
	clip    *container.Clip
	words   []*canvas.Text
	grounds []*canvas.Rectangle
	caret   *canvas.Rectangle
	thumb   *canvas.Rectangle
	hint    *canvas.Text
	// pulse is refreshed to have the window painted when nothing else tells Fyne.
	pulse *canvas.Rectangle
	bar   bar
	look  []color.Color
	// usedWords and usedGrounds count those in use.
	usedWords, usedGrounds int
}

// bar is where the thumb of the scroll bar is.
type bar struct{ top, height, room float32 }

const (
	barWidth = 6
	barEdge  = 4
	barGrab  = 16
	barLeast = 36
)

func newStage(b *Box) *stage {
	s := &stage{box: b, content: &fyne.Container{Layout: flat{}}}
	s.clip = container.NewClip(s.content)
	s.caret = canvas.NewRectangle(color.Transparent)
	s.thumb = canvas.NewRectangle(color.Transparent)
	s.thumb.CornerRadius = barWidth / 2
	s.pulse = canvas.NewRectangle(color.Transparent)
	s.pulse.Resize(fyne.NewSize(1, 1))
	s.hint = canvas.NewText(b.placeholder, color.Transparent)
	return s
}

// Objects is for Fyne.
func (s *stage) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{s.clip, s.thumb, s.pulse}
}

// MinSize is for Fyne.
func (s *stage) MinSize() fyne.Size { return fyne.NewSize(160, 80) }

// Destroy is for Fyne.
func (s *stage) Destroy() {}

// Layout is for Fyne: the box was given another size.
func (s *stage) Layout(size fyne.Size) {
	if s.clip.Size() == size {
		return
	}
	b := s.box
	at := b.text.starts[b.top]
	wide := s.clip.Size().Width != size.Width
	if top := b.text.segments[b.top]; wide && top.flow != nil {
		at += begin(top, int(b.above/b.line)) // the line at the top stays there
	}
	s.clip.Resize(size)
	s.content.Resize(size)
	if wide {
		b.unlay()
		b.bring(at, 0)
	} else {
		b.scroll(0)
	}
	s.show()
}

// Refresh is for Fyne: the theme may have changed.
func (s *stage) Refresh() {
	look := []color.Color{
		fynetheme.Color(fynetheme.ColorNameForeground), fynetheme.Color(theme.ColorReadingMark), fynetheme.Color(theme.ColorMuted),
	}
	if ruled := s.box.rule(); !ruled && slices.Equal(look, s.look) {
		return
	}
	s.look = look
	s.box.scroll(0)
	s.show()
}

// show puts the objects where what is seen is.
func (s *stage) show() {
	b := s.box
	size := b.Size()
	if size.Width <= 0 || size.Height <= 0 {
		return
	}
	s.usedWords, s.usedGrounds = 0, 0
	from, to := b.Selection()
	if b.locked {
		from, to = 0, 0
	}
	y := margin - b.above
	for i := b.top; i < len(b.text.segments) && y < size.Height; i++ {
		seg := b.lay(i)
		for n := range max(len(seg.flow.Lines), 1) {
			if y+b.line > 0 && y < size.Height {
				s.ground(i, n, y, b.mark[0], b.mark[1], theme.ColorReadingMark)
				s.ground(i, n, y, from, to, fynetheme.ColorNameSelection)
				s.line(seg, n, y)
			}
			y += b.line
		}
	}
	s.placeCaret()
	s.placeHint()
	s.placeBar(size)
	objects := make([]fyne.CanvasObject, 0, s.usedGrounds+s.usedWords+2)
	for _, g := range s.grounds[:s.usedGrounds] {
		objects = append(objects, g)
	}
	objects = append(objects, s.hint)
	for _, w := range s.words[:s.usedWords] {
		objects = append(objects, w)
	}
	s.content.Objects = append(objects, s.caret)
	canvas.Refresh(s.pulse)
}

// ground shades what lies between two places on a line.
func (s *stage) ground(i, n int, y float32, from, to int, name fyne.ThemeColorName) {
	b := s.box
	seg, start := b.text.segments[i], b.text.starts[i]
	if to <= from || to <= start || from >= b.text.after(i) {
		return
	}
	last := finish(seg, n)
	a, z := max(from-start, begin(seg, n)), min(to-start, last)
	if a > z {
		return
	}
	left, right := b.x(seg, n, a), b.x(seg, n, z)
	if left > right {
		left, right = right, left
	}
	if to-start > last && name == fynetheme.ColorNameSelection {
		right += 4 // the break is selected too
	}
	if right <= left {
		return
	}
	if s.usedGrounds == len(s.grounds) {
		s.grounds = append(s.grounds, canvas.NewRectangle(color.Transparent))
	}
	g := s.grounds[s.usedGrounds]
	s.usedGrounds++
	g.FillColor = fynetheme.Color(name)
	font := b.ruler.Font(b.style())
	g.Move(fyne.NewPos(margin+left, y+(b.line-font.Height)/2))
	g.Resize(fyne.NewSize(right-left, font.Height))
}

// line places the words of a line.
func (s *stage) line(seg *segment, n int, y float32) {
	if n >= len(seg.flow.Lines) {
		return
	}
	b := s.box
	font := b.ruler.Font(b.style())
	stand := float32(int(y + (b.line-font.Height)/2 + font.Baseline + 0.5))
	for _, p := range seg.flow.Lines[n].Pieces {
		if p.Text == "" {
			continue
		}
		if s.usedWords == len(s.words) {
			s.words = append(s.words, &canvas.Text{})
		}
		o := s.words[s.usedWords]
		s.usedWords++
		own := b.ruler.Font(p.Style)
		o.Text, o.TextSize, o.TextStyle = p.Text, p.Style.Size, p.Style.Fyne()
		o.FontSource = theme.FontFor(p.Text, o.TextStyle)
		o.Color = fynetheme.Color(fynetheme.ColorNameForeground)
		o.Resize(fyne.NewSize(p.W, own.Height))
		o.Move(fyne.NewPos(margin+p.X, stand-own.Baseline))
	}
}

// placeCaret shows the caret where it can be written; it does not blink.
func (s *stage) placeCaret() {
	b := s.box
	y, ok := b.y(b.caret)
	if !b.focused || b.locked || !ok {
		s.caret.Hide()
		return
	}
	i, in := b.text.find(b.caret)
	seg := b.lay(i)
	x := b.x(seg, lineAt(seg, in), in)
	s.caret.FillColor = fynetheme.Color(theme.ColorAccent)
	s.caret.Resize(fyne.NewSize(caretWidth, b.line-6))
	s.caret.Move(fyne.NewPos(margin+x-caretWidth/2, margin+y+3))
	s.caret.Show()
}

func (s *stage) placeHint() {
	b := s.box
	if !b.Empty() {
		s.hint.Hide()
		return
	}
	s.hint.TextSize = b.size
	s.hint.FontSource = theme.FontFor(b.placeholder, fyne.TextStyle{})
	s.hint.Color = fynetheme.Color(theme.ColorMuted)
	s.hint.Text = widgets.Fit(b.placeholder, s.hint, b.width())
	font := b.ruler.Font(b.style())
	s.hint.Move(fyne.NewPos(margin, margin+(b.line-font.Height)/2))
	s.hint.Resize(fyne.NewSize(b.width(), font.Height))
	s.hint.Show()
}

func (s *stage) placeBar(size fyne.Size) {
	b := s.box
	first, seen := b.seenBytes()
	rest := b.text.size - seen
	if rest <= 0 || first == 0 && seen >= b.text.size {
		s.bar = bar{}
		s.thumb.Hide()
		return
	}
	room := size.Height - 8
	height := float32(int(max(room*float32(seen)/float32(b.text.size), barLeast)))
	s.bar = bar{top: 4 + float32(int((room-height)*min(float32(first)/float32(rest), 1))), height: height, room: room}
	s.thumb.FillColor = fynetheme.Color(fynetheme.ColorNameScrollBar)
	s.thumb.Resize(fyne.NewSize(barWidth, height))
	s.thumb.Move(fyne.NewPos(size.Width-barWidth-barEdge, s.bar.top))
	s.thumb.Show()
}
