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

// Spots calls visit with each thing to click that is painted, from the top; from is measured from the top left corner of the view.
func (v *View) Spots(visit func(name string, from fyne.Position, size fyne.Size)) {
	left, _ := v.column()
	for _, w := range v.stage.shown {
		for _, s := range w.node.row.Spots {
			a := w.node.row.SpotArea(&s).At(left, w.y, v.zoom)
			visit(s.Name, fyne.NewPos(a.X, a.Y), fyne.NewSize(a.W, a.H))
		}
	}
	for _, p := range v.stage.pills() {
		if a := p.area; a != (rows.Area{}) {
			visit(p.word.Text, fyne.NewPos(a.X, a.Y), fyne.NewSize(a.W, a.H))
		}
	}
}

// Where is the middle of the nth of the Spots of a name, from 0.
func (v *View) Where(name string, n int) (at fyne.Position, ok bool) {
	v.Spots(func(spot string, from fyne.Position, size fyne.Size) {
		if spot != name {
			return
		}
		if n == 0 {
			at, ok = from.AddXY(size.Width/2, size.Height/2), true
		}
		n--
	})
	return at, ok
}
