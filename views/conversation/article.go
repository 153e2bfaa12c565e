package conversation

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/find"
	"parlando/app/markdown"
	"parlando/views/conversation/rows"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// The space above and below the figure of an article; a list that follows adds little of its own.
const (
	aboveFigure = 12
	belowFigure = 6
)

// articleRing is the distance of the ring around a paragraph from its text.
const articleRing = 3

// Article shows a finished text in Markdown as a reply is shown, in its full height. Tab moves to
// the article, in which the arrow keys go from paragraph to paragraph, and then to its links.
type Article struct {
	widget.BaseWidget
	widgets.KeyRecorder

	// Figure is shown below the first paragraph; nil means none. Set shows a new one.
	Figure fyne.CanvasObject
	// Appendix continues the text for the arrow keys with what is shown below the article. Set
	// begins a new one.
	Appendix []AppendedText
	// OnLink is called with the address of a pressed link.
	OnLink func(link string)
	// OnRune is called with each character typed while the article has the focus.
	OnRune func(r rune)

	column *column
	blocks []markdown.Block
	found  []find.Span
	rows   []articleRow
	links  []*widgets.LinkArea
	box    *fyne.Container
	height float32

	// at is the focused paragraph, steps the number of keys that moved it; ring is around it.
	at      spokenPlace
	steps   int
	focused bool
	ring    widgets.ThemedRectangle
}

// AppendedText is a text that is shown below an article by an object.
type AppendedText struct {
	Text   string
	Object fyne.CanvasObject
}

// articleRow is a row of an article and its top, in layout units.
type articleRow struct {
	*rows.Row
	top float32
}

// NewArticle returns an empty article.
func NewArticle() *Article {
	a := &Article{column: newColumn(&Options{}), box: group(), ring: widgets.NewThemedRectangle(6)}
	a.ExtendBaseWidget(a)
	return a
}

// Set shows the part of a text that begins after its title, with the matches of a search marked.
// The text ends at byte end.
func (a *Article) Set(text string, end int, found []find.Span) {
	var d markdown.Document
	d.Set(text[:end])
	a.blocks, a.found = d.Blocks(), found
	if len(a.blocks) > 0 && a.blocks[0].Kind == markdown.Heading {
		a.blocks = a.blocks[1:]
	}
	a.links, a.at, a.Appendix = nil, spokenPlace{}, nil
	a.Refresh()
}

// FirstMatch returns the top of the first marked row, and whether there is one.
func (a *Article) FirstMatch() (top float32, ok bool) {
	for _, r := range a.rows {
		for _, t := range r.Texts {
			if len(a.matches(t)) > 0 {
				return r.top * a.column.zoom, true
			}
		}
	}
	return 0, false
}

// Refresh implements fyne.Widget.
func (a *Article) Refresh() {
	a.layOut()
	if a.Figure != nil {
		a.Figure.Refresh()
	}
	a.BaseWidget.Refresh()
}

// Resize implements fyne.CanvasObject.
func (a *Article) Resize(size fyne.Size) {
	changed := size.Width != a.Size().Width
	a.BaseWidget.Resize(size)
	if changed {
		a.layOut()
	}
}

// MinSize implements fyne.CanvasObject. The height applies to the width of the last Resize.
func (a *Article) MinSize() fyne.Size { return fyne.NewSize(0, a.height) }

// VisibleTexts calls visit with the text of each row.
func (a *Article) VisibleTexts(visit func(text string, from fyne.Position, size fyne.Size)) {
	for _, r := range a.rows {
		if words := r.PlainText(); words != "" {
			visit(words, fyne.NewPos(0, r.top*a.column.zoom), fyne.NewSize(a.Size().Width, r.Height*a.column.zoom))
		}
	}
}

// CreateRenderer implements fyne.Widget.
func (a *Article) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(a.box) }

func (a *Article) layOut() {
	a.column.setZoom()
	zoom := a.column.zoom
	width := a.Size().Width / zoom
	if width <= 0 {
		return
	}
	set := &rows.Typesetter{Ruler: a.column.context.Ruler, Width: width, OnLink: func(link string) { widgets.CallWith(a.OnLink, link) }}
	a.rows, a.box.Objects = nil, nil
	var before *markdown.Block
	high, links := float32(0), 0
	for i := range a.blocks {
		for n, row := range set.LayOutBlock(a.blocks[i], before, nil, false).Rows {
			if i > 0 || n > 0 {
				high += row.SpaceAbove
			}
			row.LayOut()
			a.mark(row)
			a.rows = append(a.rows, articleRow{row, high})
			shown := newNode(&viewport{column: a.column})
			shown.fill(row)
			shown.box.Move(fyne.NewPos(0, high*zoom))
			a.box.Add(shown.box)
			for c := range row.ClickAreas {
				a.link(links, row, &row.ClickAreas[c], high)
				links++
			}
			high += row.Height
		}
		before = &a.blocks[i]
		if i == 0 && a.Figure != nil {
			needs := widgets.HeightAt(a.Figure, a.Size().Width)
			widgets.Place(a.Figure, 0, (high+aboveFigure)*zoom, a.Size().Width, needs)
			a.box.Add(a.Figure)
			high += aboveFigure + needs/zoom + belowFigure
		}
	}
	a.links = a.links[:links]
	for _, link := range a.links {
		a.box.Add(link)
	}
	a.box.Add(a.ring.Rectangle)
	a.height = high * zoom
	a.placeRing()
	a.box.Resize(fyne.NewSize(a.Size().Width, a.height))
}

// link places the area of link n of the article. An area is reused, so that it keeps the focus.
func (a *Article) link(n int, row *rows.Row, s *rows.ClickArea, top float32) {
	if n == len(a.links) {
		name := s.Name
		for i := range row.Texts {
			if t := &row.Texts[i]; t.X == s.X && t.LineTop == s.Y {
				name = t.Text
			}
		}
		a.links = append(a.links, widgets.NewLinkArea(name, nil))
	}
	a.links[n].SetOnTapped(s.Do)
	zoom := a.column.zoom
	widgets.Place(a.links[n], s.X*zoom, (top+s.Y)*zoom, s.W*zoom, s.H*zoom)
}

// mark puts a background behind the matches in a row.
func (a *Article) mark(row *rows.Row) {
	for _, t := range row.Texts {
		for _, m := range a.matches(t) {
			if b, ok := a.column.markBox(t, m[0]-t.Start, m[1]-t.Start, theme.ColorReadingMark, theme.ColorOutline, 1); ok {
				row.Boxes = append(row.Boxes, b)
			}
		}
	}
}

// matches returns the matches that overlap a text.
func (a *Article) matches(t rows.Text) []find.Span {
	if t.End <= t.Start {
		return nil
	}
	from, to := overlapping(a.found, t)
	return a.found[from:to]
}
