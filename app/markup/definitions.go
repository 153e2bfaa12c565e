package markup

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

const (
	// mostDefinitions is the number of lines at the start of a paragraph in which definitions are
	// found, since each unclosed definition is searched to the end. Later lines do not change the
	// definitions in these lines, so a growing text gives the same result.
	mostDefinitions = 500
	// longestLabel is the maximum length of a link label, in bytes.
	longestLabel = 999
)

// DefinitionTransformer removes link reference definitions from a paragraph, except footnotes.
type DefinitionTransformer struct{}

// Transform implements parser.ParagraphTransformer.
func (DefinitionTransformer) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	first := node.Lines().At(0)
	line := bytes.TrimLeft(first.Value(reader.Source()), " \t")
	if len(line) == 0 || line[0] != '[' || bytes.HasPrefix(line, []byte("[^")) {
		return
	}
	// Skip a label that does not end soon: goldmark would search for its end again and again.
	from := first.Start
	if !bytes.Contains(reader.Source()[from:min(from+2*longestLabel, len(reader.Source()))], []byte("]:")) {
		return
	}
	lines := node.Lines()
	if lines.Len() <= mostDefinitions {
		parser.LinkReferenceParagraphTransformer.Transform(node, reader, pc)
		return
	}
	rest := slices.Clone(lines.Sliced(mostDefinitions, lines.Len()))
	lines.SetSliced(0, mostDefinitions)
	parent, next := node.Parent(), node.NextSibling()
	parser.LinkReferenceParagraphTransformer.Transform(node, reader, pc)
	if node.Parent() == nil { // all these lines were definitions
		parent.InsertBefore(parent, next, node)
	}
	node.Lines().AppendAll(rest)
}
