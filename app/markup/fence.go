package markup

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// FenceParser parses fenced code. Within a block of Markdown, or one without a language, a fence
// with a language opens nested code, and the next fence closes the nested code instead of the
// block. Models write whole files in this way; CommonMark ends the block at the first inner fence.
type FenceParser struct{ parser.BlockParser }

// NewFenceParser returns a parser of fenced code.
func NewFenceParser() FenceParser { return FenceParser{parser.NewFencedCodeBlockParser()} }

// openFences are the opening fences of the block being parsed: its own and those nested in it.
type openFences struct {
	indent int
	all    []fenceLine
}

// fenceLine is a line that may open or close fenced code.
type fenceLine struct {
	char     byte
	length   int
	language string
}

var openFencesKey = parser.NewContextKey()

// holdsFences reports whether the code that a fence opens may contain nested fences.
func (f *fenceLine) holdsFences() bool {
	return slices.Contains([]string{"", "markdown", "md", "mdx"}, f.language)
}

// readFence reads a line that begins with a fence.
func readFence(line []byte) fenceLine {
	f := fenceLine{char: line[0], length: len(line) - len(bytes.TrimLeft(line, string(line[:1])))}
	words := bytes.Fields(line[f.length:])
	if len(words) > 0 {
		f.language = string(bytes.ToLower(words[0]))
	}
	return f
}

// Open implements parser.BlockParser.
func (p FenceParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	indent := pc.BlockOffset()
	node, state := p.BlockParser.Open(parent, reader, pc)
	if node != nil {
		pc.Set(openFencesKey, &openFences{indent, []fenceLine{readFence(line[indent:])}})
	}
	return node, state
}

// Continue implements parser.BlockParser.
func (p FenceParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	line, segment := reader.PeekLine()
	offset := reader.LineOffset()
	within := pc.Get(openFencesKey).(*openFences).next(line, offset)
	state := p.BlockParser.Continue(node, reader, pc)
	if state != parser.Close || !within {
		return state
	}
	indent := pc.Get(openFencesKey).(*openFences).indent
	at, padding := util.IndentPositionPadding(line, offset, segment.Padding, indent)
	if at < 0 {
		at, padding = max(0, util.FirstNonSpacePosition(line))-segment.Padding, 0
	}
	own := text.NewSegmentPadding(segment.Start+at, segment.Stop, padding)
	own.ForceNewline = true
	node.Lines().Append(own)
	return parser.Continue | parser.NoChildren
}

// next updates the open fences with a line of the block. It reports whether the line stays in the
// block even if it looks like the block's closing fence.
func (o *openFences) next(line []byte, offset int) bool {
	width, at := util.IndentWidth(line, offset)
	innermost := &o.all[len(o.all)-1]
	if width > 3 || at >= len(line) || line[at] != innermost.char {
		return false
	}
	f := readFence(line[at:])
	switch {
	case f.length < innermost.length:
		return len(o.all) > 1
	case f.language == "" && len(o.all) > 1:
		o.all = o.all[:len(o.all)-1]
		return true
	case f.language != "" && innermost.holdsFences() && !util.IsSpace(line[at+f.length]) && bytes.IndexByte(line[at+f.length:], f.char) < 0:
		o.all = append(o.all, f)
	}
	return false
}
