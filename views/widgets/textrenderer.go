package widgets

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

// textRenderer draws the lines of a Text.
type textRenderer struct {
	w     *Text
	ruler *textflow.Ruler

	// flow is the layout of text in style at width; marked and unmarked are the marked part.
	flow *textflow.Flow
	text string

	marked, unmarked int

	style textflow.Style
	width float32

	// words are the fragments of the lines, marks the grounds behind marked ones.
	words, marks []fyne.CanvasObject
}

func newTextRenderer(w *Text) *textRenderer {
	r := &textRenderer{w: w, ruler: textflow.NewScreenRuler(1)}
	r.Refresh()
	return r
}

// unlimited is the width of lines that only end at line breaks.
const unlimited = math.MaxFloat32

// layOut lays out the text again if the text, the style or the width has changed.
func (r *textRenderer) layOut() {
	w, width := r.w, float32(unlimited)
	room := w.Size().Width - 2*r.margin()
	if room > 0 && (!w.noWrap || w.truncates) {
		width = room
	}
	style := textflow.Style{Size: fynetheme.Size(w.size), Bold: w.style.Bold, Italic: w.style.Italic, Mono: w.style.Monospace}
	if r.flow != nil && r.text == w.text && r.style == style && r.width == width && r.marked == w.marked && r.unmarked == w.unmarked {
		return
	}
	r.text, r.style, r.width, r.marked, r.unmarked = w.text, style, width, w.marked, w.unmarked
	shown := w.text
	if w.truncates {
		shown = TruncateText(shown, &canvas.Text{TextSize: style.Size, TextStyle: w.style}, width)
		width = unlimited
	}
	r.flow = textflow.LayOut(nil, r.runs(shown), width, r.ruler)
}

// runs returns the text as one run or, with a mark, as the marked part and what is around it.
func (r *textRenderer) runs(shown string) []textflow.Run {
	if r.marked >= r.unmarked {
		return []textflow.Run{{Text: shown, Style: r.style, End: len(shown)}}
	}
	var runs []textflow.Run
	for _, part := range [][2]int{{0, r.marked}, {r.marked, r.unmarked}, {r.unmarked, len(shown)}} {
		if part[0] < part[1] {
			runs = append(runs, textflow.Run{Text: shown[part[0]:part[1]], Style: r.style, Start: part[0], End: part[1]})
		}
	}
	return runs
}

// isMarked reports whether a fragment belongs to the marked part.
func (r *textRenderer) isMarked(f textflow.Fragment) bool {
	return f.Start >= r.marked && f.End <= r.unmarked && f.End > f.Start
}

// margin is the space around the text.
func (r *textRenderer) margin() float32 {
	if r.w.flush {
		return 0
	}
	return fynetheme.Size(fynetheme.SizeNameInnerPadding)
}

// growth returns how much space line i needs above and below the height of Latin letters.
func (r *textRenderer) growth(i int) (up, down float32) {
	font := r.ruler.Font(r.style)
	return r.flow.Growth(i, font.Baseline, font.Height-font.Baseline, r.ruler)
}

// MinSize implements fyne.WidgetRenderer. The height applies to the current width.
func (r *textRenderer) MinSize() fyne.Size {
	r.layOut()
	var size fyne.Size
	for i, line := range r.flow.Lines {
		up, down := r.growth(i)
		size.Height += r.ruler.Font(r.style).Height + up + down
		size.Width = max(size.Width, line.Width)
	}
	switch {
	case r.w.truncates:
		size.Width = r.ruler.Width("M…", r.style)
	case !r.w.noWrap:
		size.Width = 0
	}
	return size.Add(fyne.NewSquareSize(2 * r.margin()))
}

// Layout implements fyne.WidgetRenderer.
func (r *textRenderer) Layout(fyne.Size) { r.Refresh() }

// place places the words of all lines.
func (r *textRenderer) place() {
	margin, font := r.margin(), r.ruler.Font(r.style)
	room, y, n := r.w.Size().Width-2*margin, margin, 0
	r.marks = nil
	for i, line := range r.flow.Lines {
		up, down := r.growth(i)
		x := margin + r.left(i, room)
		from, to := float32(unlimited), float32(0)
		for _, f := range line.Fragments {
			r.draw(n, f, x+f.X, y+up+font.Baseline)
			n++
			if r.isMarked(f) {
				from, to = min(from, f.X), max(to, f.X+f.W)
			}
		}
		if from < to {
			r.mark(x+from, y+up, to-from, font.Height)
		}
		y += up + font.Height + down
	}
	r.words = r.words[:n]
	canvas.Refresh(r.w)
}

// left returns the x position of line i in a text that is room wide.
func (r *textRenderer) left(i int, room float32) float32 {
	line := r.flow.Lines[i]
	switch {
	case r.w.align == fyne.TextAlignCenter:
		return (room - line.Width) / 2
	case r.w.align == fyne.TextAlignTrailing:
		return room - line.Width
	case r.w.noWrap:
		return 0
	}
	return r.flow.Left(i, room)
}

// draw updates or creates the canvas object of word n.
func (r *textRenderer) draw(n int, f textflow.Fragment, x, baseline float32) {
	if n == len(r.words) {
		r.words = append(r.words, &canvas.Text{})
	}
	t, own, extent := r.words[n].(*canvas.Text), r.ruler.Font(f.Style), r.ruler.Extent(f.Text, f.Style)
	t.Text, t.TextSize, t.TextStyle = textflow.Drawn(f.Text, f.Style), f.Style.Size, f.Style.FyneStyle()
	color := r.w.color
	if r.isMarked(f) {
		color = fynetheme.ColorNameForeground
	}
	t.Color, t.FontSource = fynetheme.Color(color), extent.Font(f.Text, t.TextStyle)
	Place(t, x, baseline-own.Baseline-extent.Drop, f.W, own.Height)
}

// mark draws the ground behind the marked part of a line.
func (r *textRenderer) mark(x, y, width, height float32) {
	ground := canvas.NewRectangle(fynetheme.Color(theme.ColorReadingMark))
	ground.CornerRadius = 4
	Place(ground, x-2, y, width+4, height)
	r.marks = append(r.marks, ground)
}

// Refresh implements fyne.WidgetRenderer.
func (r *textRenderer) Refresh() {
	r.layOut()
	r.place()
}

// Objects implements fyne.WidgetRenderer.
func (r *textRenderer) Objects() []fyne.CanvasObject { return slices.Concat(r.marks, r.words) }

// Destroy implements fyne.WidgetRenderer.
func (r *textRenderer) Destroy() {}
