package markdown

import (
	"bytes"

	"parlando/app/markup"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// bareLink turns web addresses in the text into links: only those with http:// or https://, no bare
// host names or mail addresses.
type bareLink struct{}

func (bareLink) Trigger() []byte { return []byte{' ', '*', '_', '~', '(', '"', '\''} }

func (bareLink) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if pc.IsInLinkLabel() {
		return nil
	}
	line, segment := block.PeekLine()
	skip := 0
	switch line[0] {
	case ' ', '\t', '*', '_', '~', '(', '"', '\'':
		skip = 1
	}
	length := addressLength(line[skip:])
	if length == 0 {
		return nil
	}
	start := segment.Start + skip
	if skip > 0 {
		ast.MergeOrAppendTextSegment(parent, segment.WithStop(start))
	}
	block.Advance(skip + length)
	node := ast.NewAutoLink(ast.AutoLinkURL, ast.NewTextSegment(text.NewSegment(start, start+length)))
	node.SetPos(start)
	return node
}

// addressLength returns the length in bytes of the web address at the start of line, 0 if there is
// none or it must not be opened.
func addressLength(line []byte) int {
	n := markup.AddressLength(line, "http://", "https://")
	if n == 0 { // the usual case, in which no address must be parsed
		return 0
	}
	if _, ok := LinkInfo(string(line[:n])); !ok {
		return 0
	}
	return n
}

func hasPrefixFold(line []byte, prefix string) bool {
	return len(line) >= len(prefix) && bytes.EqualFold(line[:len(prefix)], []byte(prefix))
}
