package markup

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

const (
	// mostDefinitions is the maximum number of consecutive lines of definitions: each unclosed one
	// is searched to its end.
	mostDefinitions = 500
	// longestLabel is the maximum length of a link label, in bytes.
	longestLabel = 999
)

// DefinitionTransformer removes link reference definitions from a paragraph, but leaves footnotes
// in it.
type DefinitionTransformer struct{}

// Transform implements parser.ParagraphTransformer.
func (DefinitionTransformer) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	if node.Lines().Len() > mostDefinitions {
		return
	}
	first := node.Lines().At(0)
	line := bytes.TrimLeft(first.Value(reader.Source()), " \t")
	if len(line) == 0 || line[0] != '[' || bytes.HasPrefix(line, []byte("[^")) {
		return
	}
	// A label that does not end soon is none; goldmark would look for its end line by line, again
	// and again.
	from := first.Start
	if !bytes.Contains(reader.Source()[from:min(from+2*longestLabel, len(reader.Source()))], []byte("]:")) {
		return
	}
	parser.LinkReferenceParagraphTransformer.Transform(node, reader, pc)
}
