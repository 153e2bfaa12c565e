package textflow

import (
	"math"
	"strings"

	"github.com/go-text/typesetting/font"

	"parlando/app/direction"
)

// Run is a piece of text in one style. "\n" in it breaks the line.
type Run struct {
	Text  string
	Style Style
	// Link is its address, "" for none. Code marks inline code.
	Link string
	Code bool
	// Formula is the source of the formula that the run displays; "" for text. A formula that is
	// not shaded differs from its source and is indivisible: Start and End then apply to all its
	// fragments.
	Formula string
	// Start and End are its byte range in the source.
	Start, End int
}

// Fragment is a part of one run on one line.
type Fragment struct {
	Text string
	// X is the distance from the left edge of the flow, W the width.
	X, W float32
	// Run is the index of its run, Style the style it is drawn in, which may differ from that of
	// its run.
	Run   int
	Style Style
	// Separator is the text between the previous fragment and this one that is not drawn: the space
	// or the break at which the line was broken.
	Separator string
	// Start and End are its byte range in the source.
	Start, End int

	level Level
	face  *font.Face // of text from the right
}

// Line is one line of a Flow.
type Line struct {
	// Fragments are in the order of the text, which is not that of their places if some of them are
	// read from the right.
	Fragments []Fragment
	// Width is the right edge of its rightmost fragment.
	Width float32
	// RightToLeft means that it belongs to a paragraph that is read from the right.
	RightToLeft bool

	start cursor
	// before is the text omitted between the previous line and this one.
	before string
	// torn means that the line begins inside a word that was too wide, so that layout cannot resume
	// here.
	torn bool
}

type cursor struct{ run, at int }

func (c cursor) before(d cursor) bool { return c.run < d.run || c.run == d.run && c.at < d.at }

// Flow is a text laid out in lines of one width. It is immutable; LayOut returns a new one that
// shares its lines.
type Flow struct {
	Runs  []Run
	Lines []Line

	width  float32
	levels []Level // of each byte of all runs, nil if all are 0
}

// RightToLeft reports whether the text begins with a paragraph that is read from the right.
func (f *Flow) RightToLeft() bool { return f.Lines[0].RightToLeft }

// Left returns the distance of line i from the left edge of a room: right-to-left text stands at
// the right.
func (f *Flow) Left(i int, room float32) float32 {
	if !f.Lines[i].RightToLeft {
		return 0
	}
	return room - f.Lines[i].Width
}

// LayOut breaks runs into lines no wider than width, unless a single character is wider. Lines of
// old that are unchanged are reused, so that appending to a long text costs its last two lines; old
// may be nil.
func LayOut(old *Flow, runs []Run, width float32, ruler *Ruler) *Flow {
	b := breaker{runs: runs, width: max(width, 1), ruler: ruler}
	b.join()
	same := cursor{}
	if old != nil {
		same = common(old.Runs, runs)
	}
	b.findLevels(old, same)
	if old != nil && old.width == width {
		b.keep(old, b.firstDifference(old, same))
	}
	b.lay()
	return &Flow{Runs: runs, Lines: b.lines, width: width, levels: b.levels}
}

// LayOutLine lays out one line of text, however wide, of which a line break is drawn as a space.
func LayOutLine(text string, style Style, ruler *Ruler) []Fragment {
	if !direction.HasRightToLeft(text) {
		return []Fragment{{Text: text, W: ruler.MeasureOnce(text, style), Style: style}}
	}
	text = strings.ReplaceAll(text, "\n", " ")
	return LayOut(nil, []Run{{Text: text, Style: style}}, math.MaxFloat32, ruler).Lines[0].Fragments
}

// source returns the offset in the source of byte at of the run's text. If text and source differ
// in length, as with escapes, the offset is clamped to the run.
func (r Run) source(at int) int { return min(r.Start+at, max(r.End, r.Start)) }
