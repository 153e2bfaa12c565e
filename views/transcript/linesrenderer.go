package transcript

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/textview"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// linesRenderer renders the visible part of lines.
type linesRenderer struct {
	textview.Surface
	l     *lines
	ink   *textview.TextObjects
	icons []*canvas.Image
	named []string // name and color of each of icons
	used  int      // number of used icons
	ring  *canvas.Rectangle
}

func newLinesRenderer(l *lines) *linesRenderer {
	p := &linesRenderer{l: l, Surface: textview.NewSurface(), ink: textview.NewTextObjects()}
	p.ring = canvas.NewRectangle(color.Transparent)
	p.ring.CornerRadius, p.ring.StrokeWidth = theme.RadiusControl, 2
	p.ring.Hide()
	return p
}

// Objects implements fyne.WidgetRenderer.
func (p *linesRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{p.Clip, p.Bar.Thumb, p.RepaintTrigger, p.ring}
}

// Layout implements fyne.WidgetRenderer. The line at the top of the view stays there.
func (p *linesRenderer) Layout(size fyne.Size) {
	if p.Resize(size) {
		t := p.l.table
		was := t.shape
		t.size = size
		if t.form(); t.shape != was {
			t.view.HiddenHeight = 0
		}
		t.view.Scroll(0)
		p.show()
	}
}

// Refresh implements fyne.WidgetRenderer. It applies changes of the theme.
func (p *linesRenderer) Refresh() {
	if changed := p.l.table.reformat(); !p.ColorsChanged() && !changed {
		return
	}
	p.named = nil
	p.l.table.form()
	p.l.table.view.Scroll(0)
	p.show()
}

// show updates the objects of the visible lines.
func (p *linesRenderer) show() {
	l, t := p.l, p.l.table
	if t.size.Width <= 0 || t.size.Height <= 0 {
		return
	}
	t.layOutVisible()
	p.ink.Reset()
	p.used = 0
	p.ink.Caret.Hide()
	found := l.find.first(t.view.Top)
	for i, y := range t.view.VisibleRows() {
		found = p.row(i, y, found)
	}
	over, whole := t.extent()
	p.Bar.Place(t.size, over, t.size.Height, whole)
	p.ring.StrokeColor = fynetheme.Color(theme.ColorAccent)
	p.ring.FillColor = theme.TransparentFill(p.ring.StrokeColor)
	widgets.Place(p.ring, 2, 2, t.size.Width-4, t.size.Height-4)
	widgets.SetVisible(p.ring, l.ring && l.focused && !l.writer.on())
	icons := make([]fyne.CanvasObject, p.used)
	for i, icon := range p.icons[:p.used] {
		icons[i] = icon
	}
	p.Content.Objects = p.ink.Objects(icons...)
	p.Repaint()
	l.onShown()
}

// row shows line i and its matches from index found on; it returns the index of the next match.
func (p *linesRenderer) row(i int, y float32, found int) int {
	l, t := p.l, p.l.table
	r := t.rows[i]
	p.ground(i, y)
	p.matches(i, y, found)
	p.cell(cell{i, false}, y, fynetheme.ColorNameForeground)
	if t.translated && r.Translation != "" {
		p.cell(cell{i, true}, y, theme.ColorMuted)
	}
	// Lines of one second show its time once.
	repeated := i > t.view.Top && t.clock(r.Start) == t.clock(t.rows[i-1].Start)
	hovered := l.hover == (hover{i, onTime})
	if t.timed && (hovered || !repeated) {
		color := theme.ColorMuted
		if hovered {
			color = theme.ColorAccent
		}
		p.say(t.clock(r.Start), t.format.Style, t.shape.time, y+above+r.own.GrowthAbove(), color)
	}
	p.speaker(i, y)
	p.tools(i, y)
	if c := t.written; c.row == i && l.focused && l.writer.locked == "" && r.paragraph(c.other).IsLaidOut(l.writer.caret.At) {
		x, top := t.column(r, c.other)
		p.ink.PlaceCaret(r.paragraph(c.other), l.writer.caret.At, x, y+above+top, 1)
	}
	for found < len(l.find.all) && l.find.all[found].line <= i {
		found++
	}
	return found
}

// words calls show with each visible line of text in a cell, and the top of that line.
func (p *linesRenderer) words(c cell, y float32, show func(words *textview.Paragraph, n int, x, top float32)) {
	t := p.l.table
	r := t.rows[c.row]
	x, top := t.column(r, c.other)
	words := r.paragraph(c.other)
	top += y + above
	high := words.LineHeight()
	for n := max(int(-top/high)-1, 0); n < words.Lines(); n++ {
		at := top + float32(n)*high
		if at > t.size.Height {
			break
		}
		if at+high >= 0 {
			show(words, n, x, at)
		}
	}
}

// cell shows the text of a cell, and the selection in it.
func (p *linesRenderer) cell(c cell, y float32, color fyne.ThemeColorName) {
	from, to := 0, 0
	if p.l.table.written == c && p.l.focused {
		from, to = p.l.writer.caret.Selection()
	}
	p.words(c, y, func(words *textview.Paragraph, n int, x, top float32) {
		p.ink.AddLineBackground(words, n, x, top, from, to, 0, fynetheme.ColorNameSelection)
		p.ink.AddLine(words, n, x, top, color)
	})
}

// matches highlights the matches in a line.
func (p *linesRenderer) matches(i int, y float32, first int) {
	f := p.l.find
	if first > 0 && f.all[first-1].last >= i { // the match continues from an earlier line
		first--
	}
	for m := first; m < len(f.all) && f.all[m].line <= i; m++ {
		from, to := f.all[m].within(i, len(p.l.table.rows[i].Text))
		p.words(cell{i, false}, y, func(words *textview.Paragraph, n int, x, top float32) {
			for _, g := range p.ink.AddLineBackground(words, n, x, top, from, to, 0, theme.ColorReadingMark) {
				g.CornerRadius, g.StrokeWidth, g.StrokeColor = 3, 1, fynetheme.Color(theme.ColorOutline)
				if m == f.at {
					g.StrokeWidth, g.StrokeColor = 2, fynetheme.Color(theme.ColorAccent)
				}
				g.Move(g.Position().SubtractXY(1, 0))
				g.Resize(g.Size().AddWidthHeight(2, 0))
			}
		})
	}
}

// ground paints the background of a line, highlighted while the line is playing and framed while
// the line is edited.
func (p *linesRenderer) ground(i int, y float32) {
	l, t := p.l, p.l.table
	sounds, written := l.sound.line == i, t.written.row == i && l.focused
	if !sounds && !written {
		return
	}
	g := p.ink.AddBackground()
	g.CornerRadius = theme.RadiusControl
	if written {
		g.FillColor, g.StrokeColor, g.StrokeWidth = fynetheme.Color(theme.ColorCard), fynetheme.Color(theme.ColorOutline), 1
	}
	if sounds {
		g.FillColor = fynetheme.Color(theme.ColorReadingMark)
	}
	widgets.Place(g, edge, y, t.size.Width-2*edge, t.rows[i].height)
}

func (p *linesRenderer) say(words string, style textflow.Style, x, y float32, color fyne.ThemeColorName) {
	format := p.l.table.format
	for _, f := range textflow.LayOutLine(words, style, format.Ruler) {
		p.ink.AddText(f.Text, format, f.Style, x+f.X, y, f.W, color)
	}
}

// speaker shows the speaker's label before a line if the speaker changes, and at the top of the
// view.
func (p *linesRenderer) speaker(i int, y float32) {
	t := p.l.table
	r := t.rows[i]
	if t.shape.speaker == 0 || r.Speaker == "" {
		return
	}
	name := theme.ColorAccent
	if i > 0 && t.rows[i-1].Speaker == r.Speaker {
		if i != p.l.hover.row && i != t.written.row && (i != t.view.Top || t.view.HiddenHeight > 0) {
			return
		}
		name = theme.ColorMuted
	}
	like := canvas.NewText("", color.Transparent)
	like.TextSize = t.label().Size
	p.say(widgets.TruncateText(r.Speaker, like, mostLabel*t.format.Zoom), t.label(), t.shape.speaker, y+above+r.own.GrowthAbove(), name)
}

// tools shows the icons at the end of a line.
func (p *linesRenderer) tools(i int, y float32) {
	l, t := p.l, p.l.table
	color := func(z zone) fyne.ThemeColorName {
		if l.hover == (hover{i, z}) {
			return fynetheme.ColorNameForeground
		}
		return theme.ColorMuted
	}
	if t.timed && i == l.sound.loop {
		p.icon("repeat", theme.ColorAccent, t.iconX(0), y)
	} else if t.timed && i == l.hover.row {
		p.icon("repeat", color(onLoop), t.iconX(0), y)
	}
	if i == l.hover.row && l.writer.locked == "" {
		p.icon("users", color(onWho), t.iconX(t.loopIcons()), y)
	}
}

func (p *linesRenderer) icon(name string, color fyne.ThemeColorName, x, y float32) {
	if p.used == len(p.icons) {
		img := canvas.NewImageFromResource(nil)
		img.FillMode = canvas.ImageFillContain
		p.icons = append(p.icons, img)
	}
	for len(p.named) < len(p.icons) {
		p.named = append(p.named, "")
	}
	n := p.used
	p.used++
	img := p.icons[n]
	const size = 16
	widgets.Place(img, x+(iconSize-size)/2, y+above+(p.l.table.format.LineHeight-size)/2, size, size)
	if key := name + " " + string(color); p.named[n] != key {
		p.named[n] = key
		img.Resource = theme.Icon(name, color)
		img.Refresh()
	}
}
