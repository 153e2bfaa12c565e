package list

import (
	"cmp"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// The dimensions shared by all lists, in device-independent pixels.
const (
	beforeSide = 14 // side of an icon before the title; beforeGap is the space after that icon
	beforeGap  = 6
	behindGap  = 7 // before and after a mark
	dotSide    = 8
	dotGap     = 6
	tagGap     = 8
	barHeight  = 4
	barFoot    = 14 // from the top of the progress bar to the bottom of its row
)

// rowRenderer paints a row.
type rowRenderer struct {
	r                   *listRow
	ground              widgets.ThemedRectangle
	lead, before, check icon
	behind              []*widgets.MarkIcon
	title, detail       markedLine
	tail, end           *canvas.Text
	dot                 *canvas.Circle
	tag                 *widgets.Badge
	caution, note       *widgets.Text
	choices             *fyne.Container
}

func newRowRenderer(r *listRow) *rowRenderer {
	return &rowRenderer{
		r: r, ground: widgets.NewThemedRectangle(0), lead: newIcon(), before: newIcon(), check: newIcon(),
		tail: canvas.NewText("", nil), end: canvas.NewText("", nil), dot: canvas.NewCircle(color.Transparent),
	}
}

// MinSize implements fyne.WidgetRenderer. The list sets the actual height of the row.
func (p *rowRenderer) MinSize() fyne.Size { return fyne.NewSize(80, p.r.list.look.MinHeight) }

// Layout implements fyne.WidgetRenderer.
func (p *rowRenderer) Layout(s fyne.Size) { p.lay(s) }

// lay positions everything in the row and returns the height that the row needs.
func (p *rowRenderer) lay(s fyne.Size) float32 {
	r, look := p.r, &p.r.list.look
	p.ground.Resize(s)
	first := p.firstHeight()
	y := (s.Height - first) / 2
	switch {
	case r.kind == Heading:
		y = s.Height - first - look.HeadingFoot
	case r.data.Detail != "" || r.data.ShowProgress || r.data.Caution != "":
		y = look.Top
	}
	middle, beside := y+first/2, y+first/2
	if look.Beside {
		beside = s.Height / 2
	}
	left := p.layLead(s, middle, beside)
	right := p.layButtons(s, beside)
	p.layNaming(s, left)
	p.layTitle(left, right, middle)
	if !look.Beside {
		right = s.Width - look.Right
	}
	bottom := p.layBelow(s, left, right, y+first)
	return max(bottom-y+2*look.Top, look.MinHeight)
}

// fixed reports whether the look defines the height of the row.
func (p *rowRenderer) fixed() bool { return p.r.list.look.Heights != nil }

// firstHeight returns the height of the line with the title.
func (p *rowRenderer) firstHeight() float32 {
	h := p.title.height()
	if p.fixed() || p.r.list.look.Beside {
		return h
	}
	for _, s := range append(p.r.buttons, &p.r.lead) {
		if s.shown.ID != "" {
			h = max(h, s.object().MinSize().Height)
		}
	}
	return h
}

// layLead positions the icon or button at the left and returns the left edge of the text.
func (p *rowRenderer) layLead(s fyne.Size, middle, beside float32) float32 {
	r, look := p.r, &p.r.list.look
	side := float32(0)
	switch lead := r.data.Leading; {
	case lead.ID != "":
		side = r.lead.object().MinSize().Width
		if p.fixed() {
			beside = s.Height / 2
		}
		widgets.Place(r.lead.object(), look.LeadAt, beside-side/2, side, side)
	case lead.Icon != "":
		side = theme.ScaledIconSize() - theme.IconSize + lead.Side
		if !look.Beside {
			beside = middle
		}
		p.lead.place(look.LeadAt, beside, side)
	default:
		return look.Left
	}
	return look.LeadAt + side + look.LeadGap
}

// markSide returns the size of a mark after a title, which scales with the text.
func markSide() float32 { return theme.ScaledIconSize() - 3 }

// layButtons positions the buttons at the right end and returns the right edge of the text.
func (p *rowRenderer) layButtons(s fyne.Size, middle float32) float32 {
	r, look := p.r, &p.r.list.look
	x := s.Width - look.End
	if p.check.Visible() {
		x -= markSide()
		p.check.place(x, middle, markSide())
		x -= behindGap
	}
	right := min(x, s.Width-look.Right)
	for i := len(r.buttons) - 1; i >= 0; i-- {
		o := r.buttons[i].object()
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		x -= m.Width
		widgets.Place(o, x, middle-m.Height/2, m.Width, m.Height)
		right = x - max(look.TextGap, look.ButtonGap)
		x -= look.ButtonGap
	}
	if p.dot.Visible() {
		widgets.Place(p.dot, right-dotSide, middle-dotSide/2, dotSide, dotSide)
		right -= dotSide + dotGap
	}
	return right
}

// layNaming places the field for renaming.
func (p *rowRenderer) layNaming(s fyne.Size, left float32) {
	if p.r.naming.Open() {
		h := min(p.r.field.MinSize().Height, s.Height-2)
		widgets.Place(p.r.field, left-8, (s.Height-h)/2, s.Width-left+6, h)
	}
}

// layTitle places the title and the icons before and after it.
func (p *rowRenderer) layTitle(left, right, middle float32) {
	if p.before.Visible() {
		p.before.place(left, middle, beforeSide)
		left += beforeSide + beforeGap
	}
	p.showTime(right - left)
	if p.end.Visible() && p.r.data.Detail == "" {
		widgets.FitText(p.end, p.endWords(), (right-left)*maxEndShare)
		m := p.end.MinSize()
		widgets.Place(p.end, right-m.Width, middle-m.Height/2, m.Width, m.Height)
		right -= m.Width + behindGap
	}
	tail, tag := p.tail.MinSize(), fyne.Size{}
	for _, m := range p.behind {
		if m.Visible() {
			right -= markSide() + behindGap
		}
	}
	if p.tag != nil && p.tag.Visible() {
		tag = p.tag.MinSize()
		right -= tag.Width + tagGap
	}
	h := p.title.height()
	x := p.title.lay(left, middle-h/2, right-tail.Width)
	widgets.Place(p.tail, x, middle-tail.Height/2, tail.Width, tail.Height)
	if p.tag != nil {
		widgets.Place(p.tag, x+tagGap, middle-tag.Height/2, tag.Width, tag.Height)
	}
	for _, m := range p.behind {
		if m.Visible() {
			widgets.Place(m, x+behindGap, middle-markSide()/2, markSide(), markSide())
			x += behindGap + markSide()
		}
	}
}

// maxEndShare is the share of a line that the text at its right end may take.
const maxEndShare = 0.7

// endWords returns the text at the right end.
func (p *rowRenderer) endWords() string { return cmp.Or(p.r.data.End, p.r.data.Time) }

// titleLeast is the width of a title, as a multiple of the text size, that a time leaves to it.
const titleLeast = 9

// showTime shows or hides the time at the right end, where the title and the time have room.
func (p *rowRenderer) showTime(room float32) {
	d := &p.r.data
	if d.Time == "" || d.End != "" {
		return
	}
	for _, s := range p.r.buttons {
		if s.object().Visible() {
			room = 0
		}
	}
	time := fyne.MeasureText(d.Time, p.end.TextSize, p.end.TextStyle).Width
	widgets.SetVisible(p.end, !p.r.painted.renaming && room-time-behindGap >= titleLeast*fynetheme.Size(fynetheme.SizeNameText))
}

// layBelow positions the content below the title and returns the bottom of that content.
func (p *rowRenderer) layBelow(s fyne.Size, left, right, y float32) float32 {
	r, gap := p.r, p.r.list.look.LineGap
	if r.data.ShowProgress && p.fixed() {
		widgets.Place(r.bar, left, s.Height-barFoot, right-left, barHeight)
	} else if r.data.ShowProgress {
		widgets.Place(r.bar, left, y+gap, right-left, barHeight)
		y += gap + barHeight
	}
	if r.data.Detail != "" {
		p.layDetail(left, right, y+gap)
		y += gap + p.detail.height()
	}
	for _, w := range []*widgets.Text{p.caution, p.note} {
		if w != nil && w.Text() != "" {
			h := widgets.HeightAt(w, right-left)
			widgets.Place(w, left, y+gap, right-left, h)
			y += gap + h
		}
	}
	if p.choices != nil && len(r.choices) > 0 {
		h := widgets.HeightAt(p.choices, right-left)
		widgets.Place(p.choices, left, y+gap, right-left, h)
		y += gap + h
	}
	return y
}

// layDetail places the second line: the text and the links after it.
func (p *rowRenderer) layDetail(left, right, y float32) {
	if p.end.Visible() {
		m := p.end.MinSize()
		widgets.Place(p.end, right-m.Width, y, m.Width, m.Height)
		right -= m.Width + tagGap
	}
	for _, s := range p.r.links {
		right -= s.words.MinSize().Width + s.before.MinSize().Width
	}
	x, h := p.detail.lay(left, y, right), p.detail.height()
	for _, s := range p.r.links {
		s.before.Move(fyne.NewPos(x, y))
		x += s.before.MinSize().Width
		m := s.words.MinSize()
		widgets.Place(s.words, x, y+(h-m.Height)/2, m.Width, m.Height)
		x += m.Width
	}
}

// Refresh implements fyne.WidgetRenderer.
func (p *rowRenderer) Refresh() {
	r := p.r
	p.paintGround()
	p.paintTexts()
	p.paintBelow()
	renaming := r.painted.renaming
	widgets.SetVisible(r.field, renaming)
	lead := r.data.Leading
	if lead.ID != "" {
		lead.Icon = ""
	}
	lead.Color = cmp.Or(lead.Color, fynetheme.ColorNameForeground)
	p.lead.paint(lead.Icon, lead.Color)
	p.before.paint(r.data.IconBefore, fynetheme.ColorNameForeground)
	p.paintMarks()
	check := ""
	if r.data.Checked {
		check = "check"
	}
	p.check.paint(check, theme.ColorAccent)
	widgets.SetVisible(p.dot, r.data.Dot)
	p.dot.FillColor = fynetheme.Color(theme.ColorAccent)
	for _, s := range r.buttons {
		widgets.SetVisible(s.object(), !s.shown.HoverOnly || r.painted.active && !renaming)
	}
	if renaming {
		p.before.Hide()
	}
	p.lay(r.Size())
	canvas.Refresh(r.self)
}

// paintGround paints the background for the selected, the hovered and the focused state.
func (p *rowRenderer) paintGround() {
	look, now := &p.r.list.look, p.r.painted
	fill, border, width := fyne.ThemeColorName(""), fyne.ThemeColorName(""), float32(1)
	p.ground.CornerRadius = theme.RadiusControl
	if look.Card {
		fill, border = theme.ColorCard, theme.ColorLine
		p.ground.CornerRadius = theme.RadiusCard
	}
	switch {
	case look.Plain || now.kind == Heading:
	case look.Follow && now.current: // stronger than hovering, because Enter opens this row
		fill = theme.ColorLine
	case now.kind == Floating: // opaque, because other rows scroll behind it
		fill = fynetheme.ColorNameOverlayBackground
	case look.Follow:
	case now.hovered || now.dragged || now.accepts || p.r.data.Selected:
		fill = theme.ColorHover
	}
	if now.current && !look.Follow || now.accepts {
		border, width = theme.ColorAccent, 2
	}
	p.ground.Paint(fill, border, width)
}

// paintTexts paints the title and the second line.
func (p *rowRenderer) paintTexts() {
	r, d := p.r, &p.r.data
	size, ink := fynetheme.SizeNameText, fynetheme.ColorNameForeground
	if r.kind == Heading {
		ink = theme.ColorMuted
	}
	if r.kind == Heading || r.list.look.Small {
		size = fynetheme.SizeNameCaptionText
	}
	p.title.set(d.Title, d.Marks, ink, size)
	muted := theme.ColorMuted
	if d.Failed {
		muted = theme.ColorDanger
	}
	p.detail.set(d.Detail, d.DetailMarks, muted, fynetheme.SizeNameCaptionText)
	written := !r.painted.renaming
	p.title.show(written)
	p.detail.show(written)
	small := func(t *canvas.Text, words string, ink fyne.ThemeColorName) {
		t.Text, t.Color, t.TextSize = words, fynetheme.Color(ink), fynetheme.Size(fynetheme.SizeNameCaptionText)
		t.FontSource = theme.FontFor(words, t.TextStyle)
		widgets.SetVisible(t, words != "" && written)
	}
	small(p.tail, d.Suffix, fynetheme.ColorNameForeground)
	small(p.end, p.endWords(), theme.ColorMuted)
	for _, s := range r.links {
		small(s.before, between, muted)
		widgets.SetVisible(s.words, written)
	}
}

// paintMarks paints the icons after the title, and creates their objects when needed.
func (p *rowRenderer) paintMarks() {
	r := p.r
	for len(p.behind) < len(r.data.IconsAfter) {
		p.behind = append(p.behind, widgets.NewMarkIcon(r.point))
	}
	for i, s := range p.behind {
		if i >= len(r.data.IconsAfter) {
			s.Hide()
			continue
		}
		m := r.data.IconsAfter[i]
		s.Set(m)
		widgets.SetVisible(s, !r.painted.renaming && !(m.HiddenByButtons && r.painted.active))
	}
}

// paintBelow paints content that few rows have, and creates its objects when needed.
func (p *rowRenderer) paintBelow() {
	r, d := p.r, &p.r.data
	written := !r.painted.renaming
	widgets.SetVisible(r.bar, d.ShowProgress)
	if p.tag == nil && d.Tag != "" {
		p.tag = widgets.NewTag(d.Tag)
	}
	if p.tag != nil {
		p.tag.SetWord(d.Tag)
		widgets.SetVisible(p.tag, d.Tag != "" && written)
	}
	sentence := func(w **widgets.Text, s string, ink fyne.ThemeColorName) {
		if *w == nil && s != "" {
			*w = widgets.NewText("", ink, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()
		}
		if *w != nil {
			(*w).SetText(s)
			widgets.SetVisible(*w, s != "" && written)
		}
	}
	sentence(&p.caution, d.Caution, theme.ColorCaution)
	sentence(&p.note, d.Note, theme.ColorMuted)
	if p.choices == nil && len(r.choices) > 0 {
		p.choices = container.New(&widgets.Flow{Gap: 6})
	}
	if p.choices != nil {
		p.choices.Objects = p.choices.Objects[:0]
		for _, s := range r.choices {
			p.choices.Objects = append(p.choices.Objects, s.object())
		}
		widgets.SetVisible(p.choices, len(r.choices) > 0)
	}
}

// Objects implements fyne.WidgetRenderer. The Tab key follows their order.
func (p *rowRenderer) Objects() []fyne.CanvasObject {
	r := p.r
	out := []fyne.CanvasObject{p.ground.Rectangle}
	out = append(out, p.lead.Image, p.before.Image)
	if r.lead.shown.ID != "" {
		out = append(out, r.lead.object())
	}
	out = p.title.objects(out)
	out = append(out, p.tail)
	for _, s := range p.behind {
		out = append(out, s)
	}
	if p.tag != nil {
		out = append(out, p.tag)
	}
	out = p.detail.objects(out)
	for _, s := range r.links {
		out = append(out, s.before, s.words)
	}
	out = append(out, r.bar, r.field, p.end, p.dot, p.check.Image)
	for _, s := range r.buttons {
		out = append(out, s.object())
	}
	if p.caution != nil {
		out = append(out, p.caution)
	}
	if p.note != nil {
		out = append(out, p.note)
	}
	if p.choices != nil {
		out = append(out, p.choices)
	}
	return out
}

// Destroy implements fyne.WidgetRenderer.
func (p *rowRenderer) Destroy() {}
