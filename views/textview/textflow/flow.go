package textflow

import (
	"math"
	"strings"

	"github.com/go-text/typesetting/font"

	"parlando/app/direction"
)

// Run is a piece of text in one style. A "\n" in the text ends the line.
type Run struct {
	Text  string
	Style Style
	// Link is the address of a link, "" for none. Code marks inline code.
	Link string
	Code bool
	// Formula is the source of the formula that the run displays; "" for text. If Code is false,
	// the displayed formula differs from its source and is indivisible: Start and End then apply to
	// all its fragments.
	Formula string
	// Start and End are the byte range of the run in the source.
	Start, End int
}

// Fragment is a part of one run on one line.
type Fragment struct {
	Text string
	// X is the distance from the left edge of the flow, W the width.
	X, W float32
	// Run is the index of the fragment's run. Style is the style of the fragment, which may differ
	// from the style of the run, see Style.ForText.
	Run   int
	Style Style
	// Separator is the text between the previous fragment and this one that is not drawn, such as
	// the space at which the line was broken.
	Separator string
	// Start and End are the byte range of the fragment in the source.
	Start, End int

	level Level
	face  *font.Face // font of right-to-left text
}

// Line is one line of a Flow.
type Line struct {
	// Fragments are in logical order, which differs from the visual order if some fragments are
	// right-to-left.
	Fragments []Fragment
	// Width is the right edge of the rightmost fragment.
	Width float32
	// RightToLeft means that the line belongs to a right-to-left paragraph.
	RightToLeft bool

	start cursor
	// before is the text omitted between the previous line and this one.
	before string
	// torn means that the line begins inside a word that was too wide for a line; layout cannot
	// resume at such a line.
	torn bool
}

type cursor struct{ run, at int }

func (c cursor) before(d cursor) bool { return c.run < d.run || c.run == d.run && c.at < d.at }

// Flow is a text laid out in lines of one width. It is immutable; LayOut returns a new Flow that
// shares unchanged lines.
type Flow struct {
	Runs  []Run
	Lines []Line

	width  float32
	levels []Level // embedding level of each byte of all runs, nil if all are 0
}

// RightToLeft reports whether the first paragraph of the text is right-to-left.
func (f *Flow) RightToLeft() bool { return f.Lines[0].RightToLeft }

// Left returns the left edge of line i in a text that is room wide: right-to-left lines are
// right-aligned.
func (f *Flow) Left(i int, room float32) float32 {
	if !f.Lines[i].RightToLeft {
		return 0
	}
	return room - f.Lines[i].Width
}

// LayOut breaks runs into lines no wider than width, unless a single character is wider. It reuses
// unchanged lines of old, so that appending to a long text only lays out its last two lines; old
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

// LayOutLine lays out a text in one line, however wide. Line breaks become spaces.
func LayOutLine(text string, style Style, ruler *Ruler) []Fragment {
	if !direction.HasRightToLeft(text) {
		return []Fragment{{Text: text, W: ruler.MeasureOnce(text, style), Style: style}}
	}
	text = strings.ReplaceAll(text, "\n", " ")
	return LayOut(nil, []Run{{Text: text, Style: style}}, math.MaxFloat32, ruler).Lines[0].Fragments
}

// source returns the source offset of byte at of the run's text. If text and source differ in
// length, as with escapes, the offset is clamped to the run.
func (r Run) source(at int) int { return min(r.Start+at, max(r.End, r.Start)) }
