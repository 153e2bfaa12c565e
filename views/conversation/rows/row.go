package rows

import (
	"strings"

	"fyne.io/fyne/v2"

	"parlando/views/textview/textflow"
)

// MaxLines is the number of lines of text in a row, so that a very long block is not built whole.
const MaxLines = 40

// Row is one piece of the column. Places are measured from its top left corner.
type Row struct {
	// Above is the empty space between it and the row before, Height its own height.
	Above, Height float32
	Boxes         []Box
	Texts         []Text
	Icons         []Icon
	Pictures      []Picture
	Spots         []Spot
	// Wide is the part that can be scrolled sideways, nil if there is none.
	Wide *Wide
	// From and To are the places in the text of the message that its words come from, where it is
	// still to be laid out.
	From, To int
	// pending lays out what it shows, nil where that was done.
	pending func(*Row)
}

// Lay lays out what the row shows, where that was put off until somebody looks at it. Its height
// does not change by that.
func (r *Row) Lay() {
	if pending := r.pending; pending != nil {
		r.pending = nil
		pending(r)
	}
}

// IsLaid reports whether what the row shows was laid out.
func (r *Row) IsLaid() bool { return r.pending == nil }

// Words are the texts of the row in reading order, those of its spots left out.
func (r *Row) Words() string {
	r.Lay()
	var all strings.Builder
	for i := range r.Texts {
		if t := &r.Texts[i]; t.Text != "" && !r.inSpot(t) {
			before := t.Before
			if before == "" && i > 0 && t.LineTop != r.Texts[i-1].LineTop || t.Chrome {
				before = " "
			}
			all.WriteString(before + t.Text)
		}
	}
	return strings.Join(strings.Fields(all.String()), " ")
}

// inSpot reports whether a text is the name of a spot it lies in.
func (r *Row) inSpot(t *Text) bool {
	for i := range r.Spots {
		s := &r.Spots[i]
		if s.Name == t.Text && s.Holds(t.X+t.W/2, t.Y+t.H/2) {
			return true
		}
	}
	return false
}

// SpotArea returns where a spot of the row is: one that is Wide moves with the part that is
// scrolled sideways.
func (r *Row) SpotArea(s *Spot) Area {
	a := s.Area
	if s.Wide && r.Wide != nil {
		a.X -= r.Wide.Scroll.X
	}
	return a
}

// Area is a rectangle.
type Area struct{ X, Y, W, H float32 }

// Holds reports whether a point lies in the area.
func (a Area) Holds(x, y float32) bool { return x >= a.X && x < a.X+a.W && y >= a.Y && y < a.Y+a.H }

// At is the area enlarged by zoom and moved by x and y.
func (a Area) At(x, y, zoom float32) Area {
	return Area{x + a.X*zoom, y + a.Y*zoom, a.W * zoom, a.H * zoom}
}

// Box is a filled rectangle behind the text.
type Box struct {
	Area
	// Fill and Line are the colors of its inside and its edge; "" leaves them out.
	Fill, Line fyne.ThemeColorName
	// Stroke is the width of the edge, 1 where it is 0.
	Stroke float32
	// Top and Bottom are the radii of its upper and lower corners.
	Top, Bottom float32
	Wide        bool
}

// Text is a stretch of words in one style.
type Text struct {
	textflow.Style
	X, Y, W, H float32
	Text       string
	Color      fyne.ThemeColorName
	// Before is copied between it and the text before it.
	Before string
	// Start and End are its bounds in the text of the message, in bytes; End is 0 for words that
	// are not of the message.
	Start, End int
	// Source is copied instead of Text, once for all texts of the same Start: the formula that Text
	// is written for.
	Source string
	// Chrome marks words of the program, which are never selected.
	Chrome bool
	// Unseen words are copied but drawn by something else, such as the box of a task.
	Unseen bool
	// Loose text may still grow and is drawn word by word, so that each growth makes one small
	// picture.
	Loose bool
	Wide  bool
	// LineTop and LineHeight are the line it stands on, for the shade behind a selection.
	LineTop, LineHeight float32
}

// Lines are the lines under and through a text of that font.
func (t *Text) Lines(font textflow.Font) []Box {
	var out []Box
	stand := t.Y + font.Baseline
	if t.Underline {
		out = append(out, Box{Area: Area{t.X, stand + 2, t.W, 1}, Fill: t.Color})
	}
	if t.Strike {
		out = append(out, Box{Area: Area{t.X, stand - float32(int(t.Size/3)), t.W, 1}, Fill: t.Color})
	}
	return out
}

// Icon is a small picture of the program, from the assets.
type Icon struct {
	X, Y, Size float32
	Name       string
	Color      fyne.ThemeColorName
	// Quiet icons are drawn only while the pointer is near.
	Quiet bool
}

// Picture is a picture of the message, found by the SHA-256 of its bytes.
type Picture struct {
	Area
	SHA256 string
	Radius float32
}

// Spot is a place that can be clicked.
type Spot struct {
	Area
	// Name is its action, shown in its tooltip if Tip, and to tests.
	Name string
	Tip  bool
	// Radius rounds the shade shown while the pointer is on it; negative for no shade.
	Radius float32
	// Quiet spots work only while they are shown, see Icon.Quiet.
	Quiet bool
	Wide  bool
	Do    func()
}

// Wide is a window onto content that is wider than it.
type Wide struct {
	Area
	// Scroll is shared by all rows of one block.
	Scroll *Scroll
	// Bar: the scroll bar is drawn at its bottom.
	Bar bool
}

// Scroll is the distance that a wide block is moved to the left, and its width.
type Scroll struct{ X, Content float32 }

// Move changes the place by dx and keeps it within what there is; it reports whether anything
// changed.
func (w *Wide) Move(dx float32) bool {
	x := min(max(w.Scroll.X+dx, 0), max(w.Scroll.Content-w.W, 0))
	if x == w.Scroll.X {
		return false
	}
	w.Scroll.X = x
	return true
}
