package sidebar

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// snippetRun is a stretch of a snippet: found words have a ground.
type snippetRun struct {
	words  string
	text   *canvas.Text
	ground *canvas.Rectangle
}

// snippetOf sets one line of a message with the found words on a marked ground.
func snippetOf(h Hit) []snippetRun {
	var out []snippetRun
	at := begin(h)
	add := func(s string, marked bool) {
		if s == "" {
			return
		}
		run := snippetRun{words: strings.ReplaceAll(s, "\n", " ")}
		run.text = canvas.NewText(run.words, fynetheme.Color(theme.ColorMuted))
		run.text.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
		if marked {
			run.text.Color = fynetheme.Color(fynetheme.ColorNameForeground)
			run.ground = canvas.NewRectangle(fynetheme.Color(theme.ColorReadingMark))
		}
		out = append(out, run)
	}
	if at > 0 {
		add("…", false)
	}
	for _, m := range h.Marks {
		if m[0] < at || m[1] > len(h.Snippet) || m[0] > m[1] {
			continue
		}
		add(h.Snippet[at:m[0]], false)
		add(h.Snippet[m[0]:m[1]], true)
		at = m[1]
	}
	add(h.Snippet[at:], false)
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

// laySnippet places the runs beside each other. The first that goes beyond the row is cut, and nothing follows it.
func (p *rowRenderer) laySnippet(x, y, right float32) {
	cut := false
	for _, run := range p.snippet {
		run.text.Text = ""
		if !cut && x < right {
			fit(run.text, run.words, right-x)
			cut = run.text.Text != run.words
		}
		m := run.text.MinSize()
		run.text.Move(fyne.NewPos(x, y))
		if run.ground != nil {
			run.ground.Move(fyne.NewPos(x, y))
			run.ground.Resize(fyne.NewSize(shownWidth(run.text, cut), m.Height))
		}
		x += m.Width
	}
}

// shownWidth is how wide the letters of a text are: the ellipsis of one that is cut is none of them.
func shownWidth(t *canvas.Text, cut bool) float32 {
	words := t.Text
	if cut {
		words = strings.TrimSuffix(words, "…")
	}
	return fyne.MeasureText(words, t.TextSize, t.TextStyle).Width
}

// titleMarks are the found words that lie in the title.
func (h Hit) titleMarks() (out [][2]int) {
	for _, m := range h.TitleMarks {
		if m[0] >= 0 && m[1] <= len(h.Title) && m[0] <= m[1] {
			out = append(out, m)
		}
	}
	return out
}

// marksOf are the grounds of the found words of a title.
func marksOf(h Hit) []*canvas.Rectangle {
	out := make([]*canvas.Rectangle, len(h.titleMarks()))
	for i := range out {
		out[i] = canvas.NewRectangle(fynetheme.Color(theme.ColorReadingMark))
	}
	return out
}

// layMarks places the grounds behind the title, as far as its letters are shown.
func (p *rowRenderer) layMarks(x, y float32) {
	if len(p.marks) == 0 {
		return
	}
	title := p.r.line.hit.Title
	end := x + shownWidth(p.title, p.title.Text != title)
	width := func(s string) float32 { return fyne.MeasureText(s, p.title.TextSize, p.title.TextStyle).Width }
	for i, m := range p.r.line.hit.titleMarks() {
		if i >= len(p.marks) {
			return
		}
		from := min(x+width(title[:m[0]]), end)
		to := min(x+width(title[:m[1]]), end)
		p.marks[i].Move(fyne.NewPos(from, y))
		p.marks[i].Resize(fyne.NewSize(to-from, p.title.MinSize().Height))
	}
}
