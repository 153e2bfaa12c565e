package textflow

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"

	"parlando/app/direction"
	"parlando/views/theme"
)

// waitingSegment is a segment, or part of a segment, that is not on a line yet.
type waitingSegment struct {
	cursor
	text  string
	style Style
	width float32
	level Level
	face  *font.Face // font of right-to-left text
}

// breaker is the state of one LayOut.
type breaker struct {
	runs  []Run
	width float32
	ruler *Ruler
	lines []Line
	from  cursor
	// text is the concatenated text of all runs, starts the offset of each run in text.
	text   string
	starts []int
	// levels has the embedding level of each byte of text, nil if all are 0.
	levels []Level
	right  bool // see Line.RightToLeft
	// fonts caches the fonts of the style fontsStyle.
	fonts      shaping.Fontmap
	fontsStyle fyne.TextStyle

	// line is the unfinished line; its fragments are copied when it ends. x is the right end of the
	// line, gap has the spaces that are drawn only if more text follows on the line.
	line    Line
	x       float32
	gap     []waitingSegment
	before  string
	cluster []waitingSegment
	ends    lineEnds
}

// join concatenates the texts of the runs.
func (b *breaker) join() {
	b.starts = make([]int, len(b.runs))
	if len(b.runs) == 1 {
		b.text = b.runs[0].Text
		return
	}
	var text strings.Builder
	for i, r := range b.runs {
		b.starts[i] = text.Len()
		text.WriteString(r.Text)
	}
	b.text = text.String()
}

// findLevels determines the levels of the text. Up to same, the text is the same as that of old.
func (b *breaker) findLevels(old *Flow, same cursor) {
	from := 0
	if old != nil && old.levels == nil { // the unchanged part has no right-to-left text
		from = max(b.offset(same)-utf8.UTFMax, 0) // same may be inside a character
	}
	if hasDirections(b.text[from:]) {
		b.levels = Levels(b.text)
	}
}

// offset returns the number of bytes of the text before c.
func (b *breaker) offset(c cursor) int {
	if c.run == len(b.runs) {
		return len(b.text)
	}
	return b.starts[c.run] + c.at
}

// levelAt returns the embedding level of the byte at c.
func (b *breaker) levelAt(c cursor) Level {
	if b.levels == nil {
		return 0
	}
	return b.levels[b.offset(c)]
}

// fontsOf returns the fonts of a style. It caches the last style, because styles rarely change.
func (b *breaker) fontsOf(style Style) shaping.Fontmap {
	if f := style.FyneStyle(); b.fonts == nil || f != b.fontsStyle {
		b.fonts, b.fontsStyle = theme.Fonts(f), f
	}
	return b.fonts
}

// beginParagraph sets the direction of the paragraph that begins at c.
func (b *breaker) beginParagraph(c cursor) {
	b.right = b.levels != nil && c.run < len(b.runs) && direction.RightToLeft(b.text[b.offset(c):])
}

// firstDifference returns the position of the first difference in text or level between the text
// and old. same is the position of the first difference in text.
func (b *breaker) firstDifference(old *Flow, same cursor) cursor {
	if b.levels == nil && old.levels == nil {
		return same
	}
	level := func(levels []Level, at int) Level {
		if levels == nil {
			return 0
		}
		return levels[at]
	}
	for at := range b.offset(same) {
		if level(old.levels, at) != level(b.levels, at) {
			run, starts := slices.BinarySearch(b.starts, at)
			if !starts {
				run--
			}
			return cursor{run, at - b.starts[run]}
		}
	}
	return same
}

// keep reuses the lines of old that end at least one line before the first difference: the end of a
// line depends on the beginning of the next line.
func (b *breaker) keep(old *Flow, diff cursor) {
	n := 0
	for n+2 < len(old.Lines) && old.Lines[n+2].start.before(diff) {
		n++
	}
	for n > 0 && old.Lines[n].torn {
		n--
	}
	if n == 0 {
		return
	}
	b.lines = append(make([]Line, 0, len(old.Lines)+2), old.Lines[:n]...)
	b.from = old.Lines[n].start
	b.before = old.Lines[n].before
	b.right = old.Lines[n].RightToLeft
}

// common returns the position of the first difference between two texts.
func common(a, b []Run) cursor {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] == b[i] {
			continue
		}
		x, y := a[i], b[i]
		if x.Style != y.Style || x.Link != y.Link || x.Code != y.Code || x.Formula != y.Formula || x.Start != y.Start {
			return cursor{i, 0}
		}
		n := 0
		for n < len(x.Text) && n < len(y.Text) && x.Text[n] == y.Text[n] {
			n++
		}
		return cursor{i, n}
	}
	return cursor{min(len(a), len(b)), 0}
}

func (b *breaker) lay() {
	if b.from == (cursor{}) {
		b.beginParagraph(b.from)
	}
	b.line = Line{start: b.from, before: b.before}
	if b.from.run < len(b.runs) {
		b.ends.reset(b.text, b.offset(b.from))
	}
	for i := b.from.run; i < len(b.runs); i++ {
		at := 0
		if i == b.from.run {
			at = b.from.at
		}
		text, start := b.runs[i].Text, b.starts[i]
		for at < len(text) {
			end, kind, brk := b.ends.segment(start+at, start+len(text))
			end -= start
			for n := 0; at < end; at += n {
				p := waitingSegment{cursor: cursor{i, at}, text: b.measuredPart(cursor{i, at}, text[at:end], kind)}
				n = len(p.text)
				p.level = b.levelAt(p.cursor)
				p.style = b.runs[i].Style.ForText(p.text)
				if p.style.RightToLeft = IsRightToLeft(p.level); p.style.RightToLeft {
					first, _ := utf8.DecodeRuneInString(p.text)
					p.face = faceOf(first, b.fontsOf(p.style))
				}
				b.take(p, kind, brk)
			}
			if brk && kind == word {
				b.place()
			}
		}
	}
	b.place()
	if len(b.line.Fragments) > 0 || len(b.lines) == 0 {
		b.endLine()
	}
}

// measuredPart returns the beginning of a segment that can be measured in one step: it is short
// enough, and has one direction.
func (b *breaker) measuredPart(at cursor, segment string, kind segmentKind) string {
	if b.levels != nil {
		most := min(len(segment), maxPart+utf8.UTFMax)
		segment = segment[:DrawnTogether(segment[:most], b.levels[b.offset(at):], b.fontsOf(b.runs[at.run].Style.ForText(segment)))]
	}
	if kind == word {
		segment = Part(segment)
	}
	return segment
}

func (b *breaker) take(p waitingSegment, kind segmentKind, brk bool) {
	switch kind {
	case newline:
		b.place()
		b.newLine(cursor{p.run, p.at + 1}, b.skipped()+"\n")
		b.beginParagraph(b.line.start)
	case space:
		after := ""
		if n := len(b.cluster); n > 0 && b.cluster[n-1].run == p.run && b.cluster[n-1].style == p.style {
			after = b.cluster[n-1].text
		}
		p.width = b.ruler.spaceAfter(after, p.style) * float32(len(p.text))
		if !brk { // no line end before the next character: the space belongs to the cluster
			b.cluster = append(b.cluster, p)
			return
		}
		b.place()
		b.gap = append(b.gap, p)
	default:
		p.width = b.ruler.Width(p.text, p.style)
		b.cluster = append(b.cluster, p)
	}
}

// place places the waiting cluster on the line if it fits, otherwise on the next line.
func (b *breaker) place() {
	if len(b.cluster) == 0 {
		return
	}
	var w, g float32
	for _, p := range b.cluster {
		w += p.width
	}
	for _, p := range b.gap {
		g += p.width
	}
	if b.x+g+w > b.width {
		if len(b.line.Fragments) > 0 {
			b.newLine(b.cluster[0].cursor, b.skipped())
		} else {
			b.before += b.skipped() // omit an indentation that leaves no room for a word
		}
	}
	for _, p := range b.gap {
		b.append(p)
	}
	b.gap = b.gap[:0]
	for _, p := range b.cluster {
		if w > b.width {
			b.appendBroken(p)
		} else {
			b.append(p)
		}
	}
	b.cluster = b.cluster[:0]
}

// skipped returns and drops the waiting spaces, because spaces at the end of a line are not drawn.
func (b *breaker) skipped() string {
	text := ""
	for _, p := range b.gap {
		text += p.text
	}
	b.gap = b.gap[:0]
	return text
}

// appendBroken places a word wider than a line, split between characters.
func (b *breaker) appendBroken(p waitingSegment) {
	style := p.style
	for p.text != "" {
		if b.x+p.width <= b.width {
			b.append(p)
			return
		}
		n, width := b.fit(p)
		if n > 0 {
			b.append(waitingSegment{cursor: p.cursor, text: p.text[:n], style: style, width: width, level: p.level, face: p.face})
			p.at += n
			p.text = p.text[n:]
			p.width = b.ruler.MeasureOnce(p.text, style)
		}
		if p.text != "" {
			b.newLine(p.cursor, "")
			b.line.torn = true
		}
	}
}

// fit returns the length and the width of the beginning of p that fits on the line; p as a whole is
// too wide. On an empty line, it returns at least one character.
func (b *breaker) fit(p waitingSegment) (length int, width float32) {
	bounds := edges(p.text)
	last, width := b.ruler.lastEdge(p.text, bounds, p.style, p.width, b.width-b.x)
	if last == 0 && len(b.line.Fragments) == 0 {
		return bounds[1], b.ruler.MeasureOnce(p.text[:bounds[1]], p.style)
	}
	return bounds[last], width
}

// append adds p at the end of the line: to the last fragment if run, style, level and font are the
// same, otherwise as a new fragment.
func (b *breaker) append(p waitingSegment) {
	if n := len(b.line.Fragments); n > 0 {
		last := &b.line.Fragments[n-1]
		if last.Run == p.run && last.Style == p.style && last.level == p.level && (last.face == p.face || p.face == nil) {
			run := b.runs[p.run]
			from := p.at - len(last.Text)
			last.Text = run.Text[from : p.at+len(p.text)]
			last.W += p.width
			last.End = run.source(p.at + len(p.text))
			b.x += p.width
			return
		}
	}
	run, face := b.runs[p.run], p.face
	if p.style.RightToLeft {
		face = atStart(face, b.fontsOf(p.style))
	}
	b.line.Fragments = append(b.line.Fragments, Fragment{
		Text: p.text, X: b.x, W: p.width, Run: p.run, Style: p.style, Separator: b.before,
		Start: run.source(p.at), End: run.source(p.at + len(p.text)), level: p.level, face: face,
	})
	b.before = ""
	b.x += p.width
}

func (b *breaker) newLine(at cursor, before string) {
	b.endLine()
	b.before += before
	b.line = Line{Fragments: b.line.Fragments[:0], start: at, before: b.before}
}

func (b *breaker) endLine() {
	b.line.RightToLeft = b.right
	if b.levels != nil {
		b.order()
	}
	b.line.Width = b.x
	ended := b.line
	ended.Fragments = slices.Clone(b.line.Fragments)
	b.lines = append(b.lines, ended)
	b.x = 0
}

// order positions the fragments of the line in visual order.
func (b *breaker) order() {
	fragments := b.line.Fragments
	levels := make([]Level, len(fragments))
	for i, f := range fragments {
		levels[i] = f.level
	}
	b.x = 0
	for _, i := range VisualOrder(levels) {
		fragments[i].X = b.x
		b.x += fragments[i].W
	}
}
