package markup

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// labels counts the labels that are looked up, and their bytes.
type labels struct {
	parser.Context
	count, bytes int
}

func (l *labels) Reference(label string) (parser.Reference, bool) {
	l.count++
	l.bytes += len(label)
	return nil, false
}

func TestDeepBracketsAreExaminedOnce(t *testing.T) {
	const deep = 400
	source := []byte(strings.Repeat("[", deep) + "a" + strings.Repeat("]", deep))
	pc := &labels{Context: parser.NewContext()}
	NewInlineParser(FootnoteParser{}).Parse(text.NewReader(source), parser.WithContext(pc))
	if pc.count != deepestBracket || pc.bytes > deepestBracket*2*deep {
		t.Errorf("%d labels of %d bytes are looked up for %d brackets", pc.count, pc.bytes, deep)
	}
}

func TestBracketsBeyondTheLimitTakeNoLinkWithThem(t *testing.T) {
	for source, want := range map[string]int{
		strings.Repeat("[a]", 100) + "[a](b)":                                                1,
		strings.Repeat("[", 100) + strings.Repeat("]", 100) + "[a](b)":                       1,
		strings.Repeat("]", 100) + "[a](b)":                                                  1,
		strings.Repeat("[", 20) + "[a](b)" + strings.Repeat("]", 20):                         1,
		strings.Repeat("![", 100) + strings.Repeat("]", 100) + "[a](b)":                      1,
		strings.Repeat("[a](b) ", 100):                                                       100,
		strings.Repeat("![a](b) ", 100):                                                      100,
		"! " + strings.Repeat("! ", 100) + "[a](b)":                                          1,
		strings.Repeat("[", 100) + "\n\n[a](b)":                                              1,
		strings.Repeat("[", deepestBracket) + "[a](b)" + strings.Repeat("]", deepestBracket): 0,
	} {
		links := 0
		root := NewInlineParser(FootnoteParser{}).Parse(text.NewReader([]byte(source)))
		_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			switch n.(type) {
			case *ast.Link, *ast.Image:
				if entering {
					links++
				}
			}
			return ast.WalkContinue, nil
		})
		if links != want {
			t.Errorf("%.60q has %d links, want %d", source, links, want)
		}
	}
}
