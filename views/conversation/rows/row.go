package rows

import (
	"strings"

	"fyne.io/fyne/v2"

	"parlando/views/textview/textflow"
)

// MaxLines is the maximum number of text lines in a row; a longer block becomes several rows.
const MaxLines = 40

// Row is one unit of the column. Positions are relative to its top left corner.
type Row struct {
	// SpaceAbove is the space between this row and the previous one, Height the row's own height.
	SpaceAbove, Height float32
	Boxes              []Box
	Texts              []Text
	Icons              []Icon
	Pictures           []Picture
	ClickAreas         []ClickArea
	// Viewport is the part that scrolls sideways, nil if there is none.
	Viewport *HorizontalViewport
	// From and To are the byte range of the row's text in the message. They are needed only until
	// the row is laid out.
	From, To int
	// pending lays out the content; it is nil once that is done.
	pending func(*Row)
}

// LayOut lays out the content of a row for which that was deferred; otherwise it does nothing. The
// height does not change.
func (r *Row) LayOut() {
	if pending := r.pending; pending != nil {
		r.pending = nil
		pending(r)
	}
}

// IsLaidOut reports whether the content has been laid out.
func (r *Row) IsLaidOut() bool { return r.pending == nil }

// PlainText returns the text of the row in reading order, without the labels of buttons and links.
func (r *Row) PlainText() string { return r.text(false) }

// SpokenText returns the text of the row in reading order, without the labels of buttons: a
// sentence includes its links.
func (r *Row) SpokenText() string { return r.text(true) }

func (r *Row) text(links bool) string {
	r.LayOut()
	var all strings.Builder
	for i := range r.Texts {
		if t := &r.Texts[i]; t.Text != "" && (!r.inSpot(t) || links && t.End > t.Start) {
			before := t.Separator
			if before == "" && i > 0 && t.LineTop != r.Texts[i-1].LineTop || t.Chrome {
				before = " "
			}
			all.WriteString(before + t.Text)
		}
	}
	return strings.Join(strings.Fields(all.String()), " ")
}

// inSpot reports whether a text is the label of the clickable area around it.
func (r *Row) inSpot(t *Text) bool {
	for i := range r.ClickAreas {
		s := &r.ClickAreas[i]
		if s.Name == t.Text && s.Contains(t.X+t.W/2, t.Y+t.H/2) {
			return true
		}
	}
	return false
}

// ClickAreaBounds returns the position of a clickable area in the row, after sideways scrolling.
func (r *Row) ClickAreaBounds(s *ClickArea) Area {
	a := s.Area
	if s.ScrollsSideways && r.Viewport != nil {
		a.X -= r.Viewport.Scroll.X
	}
	return a
}

// Area is a rectangle.
type Area struct{ X, Y, W, H float32 }

// Contains reports whether the area contains a point.
func (a Area) Contains(x, y float32) bool { return x >= a.X && x < a.X+a.W && y >= a.Y && y < a.Y+a.H }

// Transform returns the area scaled by zoom and moved by x and y.
func (a Area) Transform(x, y, zoom float32) Area {
	return Area{x + a.X*zoom, y + a.Y*zoom, a.W * zoom, a.H * zoom}
}

// Box is a filled rectangle behind the text.
type Box struct {
	Area
	// Fill and Border are the colors of the interior and the border; "" for none.
	Fill, Border fyne.ThemeColorName
	// Stroke is the width of the border, 0 means 1.
	Stroke float32
	// Top and Bottom are the radii of the upper and lower corners.
	Top, Bottom     float32
	ScrollsSideways bool
}

// Text is a piece of text in one style.
type Text struct {
	textflow.Style
	X, Y, W, H float32
	Text       string
	Color      fyne.ThemeColorName
	// Separator is copied between the previous text and this one.
	Separator string
	// Start and End are the byte range of this text in the message; End is 0 for text that is not
	// part of the message.
	Start, End int
	// Source is copied instead of Text, for example the source of a formula. It is copied once for
	// all texts with the same Start.
	Source string
	// Chrome marks interface text, which cannot be selected.
	Chrome bool
	// HoverOnly text is visible only while the pointer is near.
	HoverOnly bool
	// NotDrawn text is only copied: something else represents it, such as a task's check box.
	NotDrawn bool
	// Loose text is one word of a line that may still grow. Painting each word separately means
	// that an update renders only the changed word.
	Loose           bool
	ScrollsSideways bool
	// LineTop and LineHeight are the vertical extent of the text's line, for the selection.
	LineTop, LineHeight float32
}

// Lines returns the underline and the strikethrough of the text as boxes.
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

// Icon is an interface icon from the assets.
type Icon struct {
	X, Y, Size float32
	Name       string
	Color      fyne.ThemeColorName
	// HoverOnly icons are visible only while the pointer is near.
	HoverOnly bool
}

// Picture is a picture of the message, identified by the SHA-256 of its bytes.
type Picture struct {
	Area
	SHA256 string
	Radius float32
}

// ClickArea is a clickable area.
type ClickArea struct {
	Area
	// Name is the name of the action. If HasTooltip is set, it is also shown as a tooltip.
	Name       string
	HasTooltip bool
	// Radius is the corner radius of the shade under the pointer; a negative radius means no shade.
	Radius float32
	// HoverOnly areas are clickable only while they are visible, see Icon.HoverOnly.
	HoverOnly       bool
	ScrollsSideways bool
	Do              func()
}

// HorizontalViewport is the visible part of content that is wider than the column.
type HorizontalViewport struct {
	Area
	// Scroll is the offset that all rows of the block share.
	Scroll *ScrollOffset
	// Bar means that this row shows the scroll bar, at its bottom.
	Bar bool
}

// ScrollOffset is the sideways scroll offset X of a wide block, and the width Content of the block.
type ScrollOffset struct{ X, Content float32 }

// ScrollBy changes the offset by dx, clamped to the content; it reports whether the offset has
// changed.
func (w *HorizontalViewport) ScrollBy(dx float32) bool {
	x := min(max(w.Scroll.X+dx, 0), max(w.Scroll.Content-w.W, 0))
	if x == w.Scroll.X {
		return false
	}
	w.Scroll.X = x
	return true
}
