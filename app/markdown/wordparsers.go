package markdown

import (
	"bytes"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// bareLink makes links of web addresses that stand in the text by themselves: only with http:// or https://,
// never of a bare name or mail address.
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

// addressLength gives how many bytes at the start of line are a web address, 0 if none.
func addressLength(line []byte) int {
	rest := line
	switch {
	case hasPrefixFold(line, "http://"):
		rest = line[len("http://"):]
	case hasPrefixFold(line, "https://"):
		rest = line[len("https://"):]
	default:
		return 0
	}
	head := len(line) - len(rest)
	end := 0
	for end < len(rest) {
		r, size := utf8.DecodeRune(rest[end:])
		if r <= ' ' || bytes.ContainsRune([]byte("<>\"`|\\^{}*"), r) || wide(r) && !letterOrDigit(r) {
			break
		}
		end += size
	}
	for end > 0 {
		last := rest[end-1]
		if bytes.IndexByte([]byte("?!.,:;*_~'"), last) >= 0 {
			end--
			continue
		}
		if last == ')' && bytes.Count(rest[:end], []byte{')'}) > bytes.Count(rest[:end], []byte{'('}) ||
			last == ']' && bytes.Count(rest[:end], []byte{']'}) > bytes.Count(rest[:end], []byte{'['}) {
			end--
			continue
		}
		break
	}
	if end == 0 {
		return 0
	}
	if _, ok := LinkInfo(string(line[:head+end])); !ok {
		return 0
	}
	return head + end
}

func hasPrefixFold(line []byte, prefix string) bool {
	return len(line) >= len(prefix) && bytes.EqualFold(line[:len(prefix)], []byte(prefix))
}
