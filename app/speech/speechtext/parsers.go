package speechtext

import (
	"bytes"
	"sync"
	"unicode"

	"github.com/yuin/goldmark/parser"

	"parlando/app/markup"
)

// Like app/markdown, this package parses a text in two steps, first its blocks and then the words
// of each block, so that no quadratic algorithm ever gets more than a few kilobytes. Both use
// package markup, so that they agree on what is code, a table and so on. Markup that does not
// affect reading is not parsed: emphasis marks are left out wherever they are, and a link is read
// as a link whether or not its target is defined.

// blockParser parses blocks without parsing their inline content. It is safe for concurrent use.
var blockParser = sync.OnceValue(func() parser.Parser {
	return markup.NewBlockParser(parser.NewSetextHeadingParser(), markup.NewFenceParser(), markup.TableTransformer{Head: isHead})
})

// wordParser parses the inline content of one block. It is safe for concurrent use.
var wordParser = sync.OnceValue(func() parser.Parser { return markup.NewInlineParser(markup.FootnoteParser{Colon: true}) })

// isHead reports whether a line may be a table header: it contains a "|" and no sentence ends
// before that, because such a sentence may have been spoken before the "|" arrived. The window
// shows the table anyway, because it can still change what it shows.
func isHead(line []byte) bool {
	i := bytes.IndexByte(line, '|')
	return i >= 0 && bytes.IndexFunc(line[:i], func(r rune) bool { return unicode.Is(unicode.STerm, r) }) < 0
}

// context is a parser context that treats every link label as defined.
type context struct{ parser.Context }

func (context) Reference(label string) (parser.Reference, bool) {
	return parser.NewReference([]byte(label), nil, nil), true
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
