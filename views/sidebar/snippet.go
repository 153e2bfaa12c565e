package sidebar

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// snippetOf sets one line of a message with the found words on a marked ground.
func snippetOf(h Hit) []fyne.CanvasObject {
	var out []fyne.CanvasObject
	at := begin(h)
	text := func(s string, marked bool) {
		if s == "" {
			return
		}
		s = strings.ReplaceAll(s, "\n", " ")
		if marked {
			out = append(out, canvas.NewRectangle(fynetheme.Color(theme.ColorReadingMark)))
		}
		t := canvas.NewText(s, fynetheme.Color(theme.ColorMuted))
		t.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
		if marked {
			t.Color = fynetheme.Color(fynetheme.ColorNameForeground)
		}
		out = append(out, t)
	}
	if at > 0 {
		text("…", false)
	}
	for _, m := range h.Marks {
		if m[0] < at || m[1] > len(h.Snippet) || m[0] > m[1] {
			continue
		}
		text(h.Snippet[at:m[0]], false)
		text(h.Snippet[m[0]:m[1]], true)
		at = m[1]
	}
	text(h.Snippet[at:], false)
	return out
}

// before is how much of a message stands before the first found word, in characters: so much that the word is still seen
// in a row of the sidebar, with room to go on.
const before = 14

// begin is where a snippet begins to be shown: a few words before the first found one.
func begin(h Hit) int {
	if len(h.Marks) == 0 || h.Marks[0][0] <= 0 || h.Marks[0][0] > len(h.Snippet) {
		return 0
	}
	lead := h.Snippet[:h.Marks[0][0]]
	from := len(lead)
	for n := 0; from > 0 && n < before; n++ {
		_, size := utf8.DecodeLastRuneInString(lead[:from])
		from -= size
	}
	// At a whole word, if there is one.
	if space := strings.IndexByte(lead[from:], ' '); from > 0 && space >= 0 && from+space+1 < len(lead) && lead[from-1] != ' ' {
		from += space + 1
	}
	return from
}

// laySnippet places the pieces beside each other and cuts what goes beyond the row.
func (p *rowRenderer) laySnippet(x, y, right float32) {
	var ground *canvas.Rectangle
	for _, o := range p.snippet {
		switch o := o.(type) {
		case *canvas.Rectangle:
			ground = o
		case *canvas.Text:
			if x >= right {
				o.Text = ""
			}
			fit(o, o.Text, right-x)
			m := o.MinSize()
			o.Move(fyne.NewPos(x, y))
			if ground != nil {
				ground.Move(fyne.NewPos(x, y))
				ground.Resize(m)
				ground = nil
			}
			x += m.Width
		}
	}
}

// marksOf are the grounds of the found words of a title.
func marksOf(h Hit) []fyne.CanvasObject {
	var out []fyne.CanvasObject
	for _, m := range h.Marks {
		if m[0] < 0 || m[1] > len(h.Title) || m[0] > m[1] {
			continue
		}
		out = append(out, canvas.NewRectangle(fynetheme.Color(theme.ColorReadingMark)))
	}
	return out
}

// layMarks places the grounds behind the title, as far as it is shown.
func (p *rowRenderer) layMarks(x, y, right float32) {
	title, size, i := p.r.line.hit.Title, p.title.TextSize, 0
	width := func(s string) float32 { return fyne.MeasureText(s, size, fyne.TextStyle{}).Width }
	for _, m := range p.r.line.hit.Marks {
		if i >= len(p.marks) || m[0] < 0 || m[1] > len(title) || m[0] > m[1] {
			continue
		}
		from := min(x+width(title[:m[0]]), right)
		to := min(from+width(title[m[0]:m[1]]), right)
		p.marks[i].Move(fyne.NewPos(from, y))
		p.marks[i].Resize(fyne.NewSize(to-from, p.title.MinSize().Height))
		i++
	}
}
