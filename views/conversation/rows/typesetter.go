package rows

import (
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/markdown"
	"parlando/app/sources"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

// The sizes of the column, in Fyne's units.
const (
	TextSize  = 14
	SmallSize = 12
	CodeSize  = 13

	LineHeight      = 21
	SmallLineHeight = 18
	CodeLineHeight  = 20

	BlockGap  = 8  // between two blocks
	listStep  = 24 // indentation of a list
	quoteStep = 16
)

// Typesetter lays out the blocks of one message at one width as rows.
type Typesetter struct {
	Ruler *textflow.Ruler
	// Width is the width of the column.
	Width float32
	// Muted uses the muted color of reasoning; Indent is the indentation beside reasoning's bar.
	Muted  bool
	Indent float32
	// SourceOffset is added to every byte offset in the source. It is negative for text that is not
	// part of the message; such text gets no offsets.
	SourceOffset int
	// OnLink is called with the address of a clicked link, OnCopy with a text to copy.
	OnLink, OnCopy func(string)
	// OnTime is called with a clicked time in square brackets. It is nil if there is no recording
	// to play.
	OnTime func(at time.Duration)
	// Sources are the sources of the message, nil if it has none; OnLink opens them.
	Sources *sources.Sources
	// OnPicture is called with the address of a picture that the user wants to see.
	OnPicture func(addr string)
	// Colors returns the colored lines of a code block, nil until they are computed.
	Colors func(lang, code string) [][]markdown.Span
}

// LayOutBlock lays out one block. before is the previous block of the same text, nil for the first
// block. old is the layout of an earlier, shorter state of this block, or nil; unchanged rows of
// old are reused. open means that the block may still grow.
func (s *Typesetter) LayOutBlock(block markdown.Block, before *markdown.Block, old *BlockLayout, open bool) *BlockLayout {
	if old != nil && (old.kind != block.Kind || old.width != s.Width) {
		old = nil
	}
	set := &BlockLayout{Open: open, kind: block.Kind, width: s.Width}
	left := s.Indent + float32(block.Quote)*quoteStep + float32(block.Depth)*listStep
	switch block.Kind {
	case markdown.CodeBlock:
		s.code(set, block, old, left)
	case markdown.TableBlock:
		s.table(set, block, old, left, open)
	case markdown.Rule:
		s.rule(set, left)
	case markdown.Picture:
		s.picture(set, block, left)
	case markdown.AlertName:
		s.alertName(set, block, left)
	default:
		s.prose(set, block, old, left, open)
	}
	if len(set.Rows) == 0 {
		return set
	}
	if first := set.Rows[0]; first.SpaceAbove == 0 && before != nil {
		first.SpaceAbove = above(*before, block)
	}
	s.separate(set, block, before)
	s.quote(set, block, before)
	if !open {
		set.flow = nil // free the flow: it takes as much memory as the rows
	}
	return set
}

// BlockLayout is the layout of a block.
type BlockLayout struct {
	Rows []*Row
	// Open means that the block may still grow.
	Open  bool
	kind  markdown.Kind
	width float32
	// flow is the flow of the block's text, to continue when an open block grows.
	flow *textflow.Flow
	// code is the code that was laid out. whole points to the current code, which Copy copies and
	// later layouts share. starts are the byte offsets of the rows in code, longest is the width of
	// the widest line in columns.
	code    string
	whole   *string
	starts  []int
	longest int
	// wide means that the block scrolls sideways; scroll is its offset.
	wide   bool
	scroll *ScrollOffset
}

// above returns the space between two blocks.
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
	case before.Kind == markdown.TableBlock || before.Kind == markdown.CodeBlock:
		return 10
	case block.Tight:
		return 3
	case before.Kind == markdown.AlertName:
		return 4
	case block.Kind == markdown.AlertName || block.Alert != before.Alert:
		return 12
	}
	return BlockGap
}

// separate sets the separator that is copied before the block: a new line or an empty line.
func (s *Typesetter) separate(set *BlockLayout, block markdown.Block, before *markdown.Block) {
	if before == nil || len(set.Rows[0].Texts) == 0 {
		return
	}
	for i := range set.Rows[0].Texts {
		if t := &set.Rows[0].Texts[i]; !t.Chrome {
			t.Separator = "\n\n"
			if block.Tight {
				t.Separator = "\n"
			}
			return
		}
	}
}

// quote draws the bars beside a quoted block. A bar continues through the space above the block if
// the previous block belongs to the same quote and alert.
func (s *Typesetter) quote(set *BlockLayout, block markdown.Block, before *markdown.Block) {
	first := 0
	if s.Indent > 0 {
		first = -1 // reasoning has a bar at its own level
	}
	for i, row := range set.Rows {
		for level := first; level < block.Quote; level++ {
			top := float32(0)
			if i > 0 || before != nil && before.Quote > level && before.Alert == block.Alert && block.Kind != markdown.AlertName {
				top = -row.SpaceAbove
			}
			x := s.Indent + float32(level)*quoteStep
			switch {
			case level < 0:
				x = 7
			case set.flow != nil && set.flow.RightToLeft():
				x = s.Indent + s.Width - x - 3
			}
			bar := Box{Area: Area{x, top, 3, row.Height - top}, Fill: theme.ColorLine}
			if level == 0 && block.Alert != "" {
				bar.Fill = alertOf(block.Alert).color
			}
			if len(row.Boxes) > 0 && row.Boxes[0] == bar {
				continue // the row is reused and already has its bar
			}
			row.Boxes = append([]Box{bar}, row.Boxes...)
		}
	}
}

func (s *Typesetter) rule(set *BlockLayout, left float32) {
	set.Rows = []*Row{{Height: 1, Boxes: []Box{{Area: Area{left, 0, s.Width - left, 1}, Fill: theme.ColorLine}}}}
}

func (s *Typesetter) color(c fyne.ThemeColorName) fyne.ThemeColorName {
	if s.Muted {
		return theme.ColorMuted
	}
	return c
}
