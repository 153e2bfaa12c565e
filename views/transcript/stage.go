package transcript

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/conversation/textflow"
	"parley/views/theme"
	"parley/views/widgets"
)

// flat is the layout of what is placed by hand.
type flat struct{}

func (flat) Layout([]fyne.CanvasObject, fyne.Size) {}
func (flat) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// stage holds the objects of what is seen. It is the renderer of lines.
type stage struct {
	l *lines
	// content has the grounds, then the words, then the icons and the caret.
	content *fyne.Container
	clip    *container.Clip
	words   []*canvas.Text
	grounds []*canvas.Rectangle
	icons   []*canvas.Image
	named   []string // the icon and colour each of icons shows
	caret   *canvas.Rectangle
	thumb   *canvas.Rectangle
	// pulse is refreshed to have the window painted when nothing else tells Fyne.
	pulse *canvas.Rectangle
	// ring shows that Tab has come here while no line is written.
	ring                              *canvas.Rectangle
	bar                               bar
	colours                           []color.Color
	usedWords, usedGrounds, usedIcons int
	// first and last are the lines that are seen.
	first, last int
}

// bar is where the thumb of the scroll bar is.
type bar struct{ top, height, room float32 }

const (
	barWidth = 6
	barEdge  = 4
	barLeast = 36
)

func newStage(l *lines) *stage {
	s := &stage{l: l, content: &fyne.Container{Layout: flat{}}}
	s.clip = container.NewClip(s.content)
	s.caret = canvas.NewRectangle(color.Transparent)
	s.thumb = canvas.NewRectangle(color.Transparent)
	s.thumb.CornerRadius = barWidth / 2
	s.pulse = canvas.NewRectangle(color.Transparent)
	s.pulse.Resize(fyne.NewSize(1, 1))
	s.ring = canvas.NewRectangle(color.Transparent)
	s.ring.CornerRadius, s.ring.StrokeWidth = theme.RadiusControl, 2
	s.ring.Hide()
	return s
}

// Objects is for Fyne.
func (s *stage) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{s.clip, s.thumb, s.pulse, s.ring}
}

// MinSize is for Fyne.
func (s *stage) MinSize() fyne.Size { return fyne.NewSize(160, 80) }

// Destroy is for Fyne.
func (s *stage) Destroy() {}

// Layout is for Fyne: the view was given another size. The line at the top stays there.
func (s *stage) Layout(size fyne.Size) {
	if s.clip.Size() == size {
		return
	}
	s.clip.Resize(size)
	s.content.Resize(size)
	was := s.l.shape
	s.l.form()
	if s.l.shape != was {
		s.l.over = 0
	}
	s.l.scroll(0)
	s.show()
}

// Refresh is for Fyne: the theme may have changed.
func (s *stage) Refresh() {
	colours := []color.Color{
		fynetheme.Color(fynetheme.ColorNameForeground), fynetheme.Color(theme.ColorReadingMark), fynetheme.Color(theme.ColorMuted),
	}
	if ruled := s.l.rule(); !ruled && slices.Equal(colours, s.colours) {
		return
	}
	s.colours, s.named = colours, nil
	s.l.form()
	s.l.scroll(0)
	s.show()
}

// show puts the objects where what is seen is.
func (s *stage) show() {
	l := s.l
	size := l.Size()
	if size.Width <= 0 || size.Height <= 0 {
		return
	}
	s.usedWords, s.usedGrounds, s.usedIcons = 0, 0, 0
	s.caret.Hide()
	s.first, s.last = l.top, l.top-1
	y := -l.over
	found := l.firstMatch(l.top)
	for i := l.top; i < len(l.rows) && y < size.Height; i++ {
		found = s.row(i, y, size, found)
		s.last = i
		y += l.rows[i].height
	}
	s.placeBar(size)
	s.ring.StrokeColor = fynetheme.Color(theme.ColorAccent)
	s.ring.FillColor = theme.Hollow(s.ring.StrokeColor)
	widgets.Place(s.ring, 2, 2, size.Width-4, size.Height-4)
	widgets.Show(s.ring, l.typing.ring && l.typing.focused && l.typing.row < 0)
	objects := make([]fyne.CanvasObject, 0, s.usedGrounds+s.usedWords+s.usedIcons+1)
	for _, g := range s.grounds[:s.usedGrounds] {
		objects = append(objects, g)
	}
	for _, w := range s.words[:s.usedWords] {
		objects = append(objects, w)
	}
	for _, i := range s.icons[:s.usedIcons] {
		objects = append(objects, i)
	}
	s.content.Objects = append(objects, s.caret)
	canvas.Refresh(s.pulse)
	l.calls.OnShown()
}

// row shows one line, and returns the first match behind it.
func (s *stage) row(i int, y float32, size fyne.Size, found int) int {
	l := s.l
	r := l.lay(i)
	s.under(i, y, size.Width)
	high := l.lineHeight()
	from, to := 0, 0
	if l.typing.row == i && l.typing.focused && !l.typing.other {
		from, to = l.selection()
	}
	for n := range r.own.lines {
		top := y + above + float32(n)*high
		if top+high < 0 || top > size.Height {
			continue
		}
		first := found
		if first > 0 && l.find.all[first-1].last >= i { // it runs on from a line above
			first--
		}
		for m := first; m < len(l.find.all) && l.find.all[m].line <= i; m++ {
			a, z := l.find.all[m].within(i, len(r.Text))
			s.shade(&r.own, n, l.shape.text, top, a, z, theme.ColorReadingMark, m == l.find.at)
		}
		s.shade(&r.own, n, l.shape.text, top, from, to, fynetheme.ColorNameSelection, false)
		s.line(&r.own, n, l.shape.text, top, fynetheme.ColorNameForeground)
	}
	if l.translated {
		s.translation(i, y, size.Height)
	}
	if l.timed {
		colour := theme.ColorMuted
		if l.hover == (hover{i, onTime}) {
			colour = theme.ColorAccent
		}
		s.say(l.clock(r.Start), l.style(), l.shape.time, y+above, colour)
	}
	s.speaker(i, y)
	s.tools(i, y)
	if l.typing.row == i {
		s.placeCaret(y)
	}
	for found < len(l.find.all) && l.find.all[found].line <= i {
		found++
	}
	return found
}

// firstMatch is the first match in a line, or behind it.
func (l *lines) firstMatch(i int) int {
	n, _ := slices.BinarySearchFunc(l.find.all, i, func(m match, i int) int { return m.line - i })
	return n
}

// under is the ground of a line: marked while it sounds, framed while it is written in.
func (s *stage) under(i int, y, width float32) {
	l := s.l
	sounds, written := l.sound.line == i, l.typing.row == i && l.typing.focused
	if !sounds && !written {
		return
	}
	g := s.ground()
	g.CornerRadius = theme.RadiusControl
	if written {
		g.FillColor, g.StrokeColor, g.StrokeWidth = fynetheme.Color(theme.ColorCard), fynetheme.Color(theme.ColorFieldBorder), 1
	}
	if sounds {
		g.FillColor = fynetheme.Color(theme.ColorReadingMark)
	}
	g.Move(fyne.NewPos(edge, y))
	g.Resize(fyne.NewSize(width-2*edge, l.rows[i].height))
}

// ground is one more rectangle.
func (s *stage) ground() *canvas.Rectangle {
	if s.usedGrounds == len(s.grounds) {
		s.grounds = append(s.grounds, canvas.NewRectangle(color.Transparent))
	}
	g := s.grounds[s.usedGrounds]
	s.usedGrounds++
	g.CornerRadius, g.StrokeWidth, g.StrokeColor = 0, 0, color.Transparent
	return g
}

// shade colours what lies between two places on line n of a paragraph.
func (s *stage) shade(p *paragraph, n int, x, y float32, from, to int, name fyne.ThemeColorName, shown bool) {
	if to <= from {
		return
	}
	a, z := max(from, p.begin(n)), min(to, p.finish(n))
	if a >= z {
		return
	}
	l := s.l
	left, right := p.x(n, a, l.ruler), p.x(n, z, l.ruler)
	if left > right {
		left, right = right, left
	}
	font := l.ruler.Font(l.style())
	g := s.ground()
	g.FillColor = fynetheme.Color(name)
	if name == theme.ColorReadingMark {
		g.CornerRadius, g.StrokeWidth, g.StrokeColor = 3, 1, fynetheme.Color(theme.ColorFieldBorder)
		left, right = left-1, right+1
	}
	if shown {
		g.StrokeWidth, g.StrokeColor = 2, fynetheme.Color(theme.ColorAccent)
	}
	g.Move(fyne.NewPos(x+left, y+(l.lineHeight()-font.Height)/2))
	g.Resize(fyne.NewSize(right-left, font.Height))
}

// line places the words of line n of a paragraph.
func (s *stage) line(p *paragraph, n int, x, y float32, colour fyne.ThemeColorName) {
	_, pieces := p.pieces(n)
	x += p.shift(n)
	for _, piece := range pieces {
		if p.right && textflow.RightToLeft(piece.Text) {
			// Words that are shaped together are not as wide as one by one.
			wide := s.l.ruler.Exact(piece.Text, piece.Style)
			s.put(piece.Text, piece.Style, x+piece.X+piece.W-wide, y, wide, colour)
		} else if piece.Text != "" {
			s.put(piece.Text, piece.Style, x+piece.X, y, piece.W, colour)
		}
	}
}

// put places words in a line of the usual height.
func (s *stage) put(words string, style textflow.Style, x, y, width float32, colour fyne.ThemeColorName) {
	l := s.l
	if s.usedWords == len(s.words) {
		s.words = append(s.words, &canvas.Text{})
	}
	o := s.words[s.usedWords]
	s.usedWords++
	usual, own := l.ruler.Font(l.style()), l.ruler.Font(style)
	stand := float32(int(y + (l.lineHeight()-usual.Height)/2 + usual.Baseline + 0.5))
	o.Text, o.TextSize, o.TextStyle = words, style.Size, style.Fyne()
	o.FontSource = theme.FontFor(words, o.TextStyle)
	o.Color = fynetheme.Color(colour)
	o.Resize(fyne.NewSize(width, own.Height))
	o.Move(fyne.NewPos(x, stand-own.Baseline))
}

func (s *stage) say(words string, style textflow.Style, x, y float32, colour fyne.ThemeColorName) {
	s.put(words, style, x, y, s.l.ruler.Width(words, style), colour)
}

// translation places the words in the other language, beside or below.
func (s *stage) translation(i int, y, height float32) {
	l := s.l
	r := l.rows[i]
	if r.Translation == "" {
		return
	}
	x, first := l.column(r, true)
	top := y + above + float32(first)*l.lineHeight()
	from, to := 0, 0
	if l.typing.row == i && l.typing.focused && l.typing.other {
		from, to = l.selection()
	}
	for n := range r.other.lines {
		if at := top + float32(n)*l.lineHeight(); at+l.lineHeight() >= 0 && at <= height {
			s.shade(&r.other, n, x, at, from, to, fynetheme.ColorNameSelection, false)
			s.line(&r.other, n, x, at, theme.ColorMuted)
		}
	}
}

// speaker places the label before a line, where another one begins to speak, and at the upper edge.
func (s *stage) speaker(i int, y float32) {
	l := s.l
	r := l.rows[i]
	if l.shape.speaker == 0 || r.Speaker == "" {
		return
	}
	colour := theme.ColorAccent
	if i > 0 && l.rows[i-1].Speaker == r.Speaker {
		if i != l.hover.row && i != l.typing.row && (i != l.top || l.over > 0) {
			return
		}
		colour = theme.ColorMuted
	}
	like := canvas.NewText("", color.Transparent)
	like.TextSize = l.label().Size
	s.say(widgets.Fit(r.Speaker, like, mostLabel*l.zoom), l.label(), l.shape.speaker, y+above, colour)
}

// tools are the icons at the end of a line.
func (s *stage) tools(i int, y float32) {
	l := s.l
	colour := func(z zone) fyne.ThemeColorName {
		if l.hover == (hover{i, z}) {
			return fynetheme.ColorNameForeground
		}
		return theme.ColorMuted
	}
	if l.timed && i == l.sound.loop {
		s.icon("repeat", theme.ColorAccent, l.iconX(0), y)
	} else if l.timed && i == l.hover.row {
		s.icon("repeat", colour(onLoop), l.iconX(0), y)
	}
	if i == l.hover.row && l.locked == "" {
		s.icon("users", colour(onWho), l.iconX(l.iconsOfLoop()), y)
	}
}

func (s *stage) icon(name string, colour fyne.ThemeColorName, x, y float32) {
	if s.usedIcons == len(s.icons) {
		img := canvas.NewImageFromResource(nil)
		img.FillMode = canvas.ImageFillContain
		s.icons = append(s.icons, img)
	}
	n := s.usedIcons
	s.usedIcons++
	for len(s.named) < len(s.icons) {
		s.named = append(s.named, "")
	}
	img := s.icons[n]
	const size = 16
	img.Resize(fyne.NewSquareSize(size))
	img.Move(fyne.NewPos(x+(iconSize-size)/2, y+above+(s.l.lineHeight()-size)/2))
	if key := name + " " + string(colour); s.named[n] != key {
		s.named[n] = key
		img.Resource = theme.Icon(name, colour)
		img.Refresh()
	}
}

// placeCaret shows the caret where it can be written; it does not blink.
func (s *stage) placeCaret(y float32) {
	l := s.l
	t := l.typing
	if !t.focused || l.locked != "" {
		return
	}
	r := l.rows[t.row]
	p := r.paragraph(t.other)
	x, first := l.column(r, t.other)
	n := p.lineOf(t.at)
	s.caret.FillColor = fynetheme.Color(theme.ColorAccent)
	s.caret.Resize(fyne.NewSize(caretWidth, l.lineHeight()-2))
	s.caret.Move(fyne.NewPos(x+p.x(n, t.at, l.ruler)-caretWidth/2, y+above+float32(first+n)*l.lineHeight()+1))
	s.caret.Show()
}

func (s *stage) placeBar(size fyne.Size) {
	l := s.l
	whole := l.whole()
	s.bar = bar{}
	s.thumb.Hide()
	if whole <= size.Height+1 || size.Height < 2*barLeast {
		return
	}
	over := l.over
	for _, r := range l.rows[:l.top] {
		over += l.guess(r)
	}
	room := size.Height - 8
	height := float32(int(max(room*size.Height/whole, barLeast)))
	s.bar = bar{top: 4 + float32(int((room-height)*min(over/(whole-size.Height), 1))), height: height, room: room}
	s.thumb.FillColor = fynetheme.Color(fynetheme.ColorNameScrollBar)
	s.thumb.Resize(fyne.NewSize(barWidth, height))
	s.thumb.Move(fyne.NewPos(size.Width-barWidth-barEdge, s.bar.top))
	s.thumb.Show()
}

// Spots calls visit with each icon that the lines paint themselves: those of the line under the pointer.
func (l *lines) Spots(visit func(name string, from fyne.Position, size fyne.Size)) {
	h := l.hover.row
	if h < 0 {
		return
	}
	y, ok := l.y(h)
	for i, z := range []zone{onLoop, onWho} {
		if ok && (l.timed || z != onLoop) {
			from := fyne.NewPos(l.iconX(min(i, l.iconsOfLoop())), y+above+(l.lineHeight()-iconSize)/2)
			visit(l.tip(hover{h, z}), from, fyne.NewSquareSize(iconSize))
		}
	}
}
