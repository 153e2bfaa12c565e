package conversation

import (
	"fyne.io/fyne/v2"

	"parley/views/conversation/rows"
)

// Reading is what SetReading set.
func (v *View) Reading() Reading { return v.reading }

// ShowsReading reports whether some of the sentence being read is in the window.
func (v *View) ShowsReading() bool {
	_, _, seen := v.readingArea()
	return seen && v.reading.End > v.reading.Start
}

// Where tells where the nth thing to click of that name is in the window, from 0 and from the top; its place is
// measured from the top left corner of the view. It is for tests that click.
func (v *View) Where(name string, n int) (fyne.Position, bool) {
	left, _ := v.column()
	for _, w := range v.stage.shown {
		for _, s := range w.node.row.Spots {
			if s.Name != name {
				continue
			}
			if n > 0 {
				n--
				continue
			}
			a := s.Area
			if s.Wide && w.node.row.Wide != nil {
				a.X -= w.node.row.Wide.Scroll.X
			}
			a = a.At(left, w.y, v.zoom)
			return fyne.NewPos(a.X+a.W/2, a.Y+a.H/2), true
		}
	}
	for _, p := range v.stage.pills() {
		if a := p.area; name == p.word.Text && a != (rows.Area{}) {
			return fyne.NewPos(a.X+a.W/2, a.Y+a.H/2), true
		}
	}
	return fyne.Position{}, false
}
