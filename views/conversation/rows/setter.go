package rows

import (
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/markdown"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

// Sizes and measures of the column, in Fyne's units.
const (
	TextSize  = 14
	SmallSize = 12
	CodeSize  = 13

	LineHeight      = 21
	SmallLineHeight = 18
	CodeLineHeight  = 20

	Gap       = 8  // between two blocks
	listStep  = 24 // indentation of a list
	quoteStep = 16
)

// Setter sets blocks into rows. It belongs to one message at one width.
type Setter struct {
	Ruler *textflow.Ruler
	// Width is that of the column.
	Width float32
	// Faint sets everything in the muted color, for thinking aloud, and Left so far from the left,
	// beside a bar.
	Faint bool
	Left  float32
	// Base is added to every place in the source; negative for a text that is not the message's
	// own, whose words get no place.
	Base int
	// OnLink is called with an address that was clicked, OnCopy with a text to copy.
	OnLink, OnCopy func(string)
	// OnTime is called with a time in square brackets that was clicked; nil where there is no
	// recording that it could be of.
	OnTime func(at time.Duration)
	// OnPicture is called with the address of a picture that was asked for.
	OnPicture func(addr string)
	// Colors gives the colored lines of a piece of code, or nil while there are none.
	Colors func(lang, code string) [][]markdown.Span
}

// Set lays one block out. before is the block above it in the same text, nil for the first. old is
// the setting of an earlier, shorter state of the same block, or nil; rows that are alike are taken
// over from it. open: more of the text may come.
func (s *Setter) Set(block markdown.Block, before *markdown.Block, old *Setting, open bool) *Setting {
	if old != nil && (old.kind != block.Kind || old.width != s.Width) {
		old = nil
	}
	set := &Setting{Open: open, kind: block.Kind, width: s.Width}
	left := s.Left + float32(block.Quote)*quoteStep + float32(block.Depth)*listStep
	switch block.Kind {
	case markdown.Code:
		s.code(set, block, old, left)
	case markdown.TableBlock:
		s.table(set, block, old, left, open)
	case markdown.Rule:
		s.rule(set, left)
	case markdown.Picture:
		s.picture(set, block, left)
	default:
		s.prose(set, block, old, left, open)
	}
	if len(set.Rows) == 0 {
		return set
	}
	if first := set.Rows[0]; first.Above == 0 && before != nil {
		first.Above = above(*before, block)
	}
	s.separate(set, block, before)
	s.quote(set, block, before)
	return set
}

// Setting is a block that was laid out.
type Setting struct {
	Rows []*Row
	// Open says that more of the block may come.
	Open  bool
	kind  markdown.Kind
	width float32
	flow  *textflow.Flow
	// code is the text of a piece of code that was laid out; whole is the text for its Copy, which
	// grows with it.
	code  string
	whole *string
	// wide: it is scrolled sideways, by scroll.
	wide   bool
	scroll *Scroll
}

// above is the space between two blocks.
func above(before, block markdown.Block) float32 {
	switch {
	case block.Kind == markdown.Heading && block.Level <= 2:
		return 18
	case block.Kind == markdown.Heading:
		return 10
	case before.Kind == markdown.Heading:
		return 5
	case before.Kind == markdown.Rule || block.Kind == markdown.Rule:
		return 12
	case before.Kind == markdown.TableBlock || before.Kind == markdown.Code:
		return 10
	case block.Tight:
		return 3
	}
	return Gap
}

// separate makes the first words of a block be copied on a line of their own.
func (s *Setter) separate(set *Setting, block markdown.Block, before *markdown.Block) {
	if before == nil || len(set.Rows[0].Texts) == 0 {
		return
	}
	for i := range set.Rows[0].Texts {
		if t := &set.Rows[0].Texts[i]; !t.Chrome {
			t.Before = "\n\n"
			if block.Tight {
				t.Before = "\n"
			}
			return
		}
	}
}

// quote draws the bars beside a quoted block, through the space above it if what is there is quoted
// too.
func (s *Setter) quote(set *Setting, block markdown.Block, before *markdown.Block) {
	first := 0
	if s.Left > 0 {
		first = -1 // thinking aloud has a bar of its own
	}
	for i, row := range set.Rows {
		for level := first; level < block.Quote; level++ {
			top := float32(0)
			if i > 0 || before != nil && before.Quote > level {
				top = -row.Above
			}
			x := s.Left + float32(level)*quoteStep
			if level < 0 {
				x = 7
			}
			bar := Box{Area: Area{x, top, 3, row.Height - top}, Fill: theme.ColorLine}
			if len(row.Boxes) > 0 && row.Boxes[0] == bar {
				continue // taken over from an earlier state
			}
			row.Boxes = append([]Box{bar}, row.Boxes...)
		}
	}
}

func (s *Setter) rule(set *Setting, left float32) {
	set.Rows = []*Row{{Height: 1, Boxes: []Box{{Area: Area{left, 0, s.Width - left, 1}, Fill: theme.ColorLine}}}}
}

func (s *Setter) color(c fyne.ThemeColorName) fyne.ThemeColorName {
	if s.Faint {
		return theme.ColorMuted
	}
	return c
}
