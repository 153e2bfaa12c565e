package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"parlando/app/markdown/markdowntest"
)

// What follows too many blocks is shown as it is, whether the text is whole, is loaded in pieces or
// grows, and nothing of it is lost.
func TestARestOfTooManyBlocksIsLiteral(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"items", strings.Repeat("- a\n", 12_000)},
		{"numbered", strings.Repeat("1. a\n", 12_000)},
		{"headings", strings.Repeat("# a\n", 12_000)},
		{"paragraphs", strings.Repeat("a\n\n", 12_000)},
		{"nested", strings.Repeat("- - - - a\n", 3_000)},
		{"fences", strings.Repeat("```\n", 24_000)},
		{"definitions", counted(12_000, "[a%d]: https://example.org/%[1]d\n\n[a%[1]d] [z]\n\n") + "[z]: https://example.org\n"},
		{"empty", strings.Repeat("- \n", 12_000)},
		{"formulas", strings.Repeat("$$\nx^2\n$$\n", 12_000)},
		{"tasks", strings.Repeat("- [ ] a\n", 12_000)},
		{"invisible", strings.Repeat("- a\u200b\r\n", 12_000)},
		{"no line end", strings.Repeat("- a\n", 12_000) + "\n\n**b** `c`"},
		{"with a link of the rest", "[a][z]\n\n" + strings.Repeat("- a\n", 12_000) + "\n[z]: https://example.org\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var whole Document
			whole.Set(c.text)
			blocks := whole.Blocks()
			if len(blocks) < mostBlocks || len(blocks) > mostBlocks+10 {
				t.Fatalf("%d blocks", len(blocks))
			}
			last := blocks[len(blocks)-1]
			if last.Kind != CodeBlock || last.Start != blocks[len(blocks)-1].Lines[0] {
				t.Fatalf("the last block is %v at %d", last.Kind, last.Start)
			}
			rest, _ := Clean(c.text[last.Start:])
			if last.Text != strings.TrimSuffix(rest, "\n") {
				t.Errorf("the rest has %d bytes, not %d", len(last.Text), len(rest))
			}
			if !strings.HasSuffix(PlainText(blocks), last.Text) {
				t.Error("the plain text lacks the rest")
			}
			checkGrown(t, c.text, blocks)
		})
	}
}

func counted(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// checkGrown compares the blocks of a text that is loaded in pieces, and of one that grows.
func checkGrown(t *testing.T, text string, want []Block) {
	t.Helper()
	var loaded, grown Document
	loaded.Load(text, false)
	for loaded.Unparsed() {
		loaded.Advance()
	}
	for i, end := 0, 0; end < len(text); i++ {
		end = min(len(text), end+[]int{5000, 20_011, 9}[i%3])
		if grown.SetOpen(text[:end]); i%2 == 0 {
			grown.Set(text[:end])
		}
	}
	grown.Set(text)
	for name, d := range map[string]*Document{"loaded": &loaded, "grown": &grown} {
		if at := firstChange(want, d.Blocks()); at < max(len(want), len(d.Blocks())) {
			t.Errorf("%s: %d blocks, not %d; number %d differs: %s", name, len(d.Blocks()), len(want), at,
				cmp.Diff(want[at:min(at+2, len(want))], d.Blocks()[at:min(at+2, len(d.Blocks()))], cmpopts.EquateEmpty()))
		}
	}
}

func TestStuckShapesAreTheSameWholeAndGrowing(t *testing.T) {
	for _, shape := range markdowntest.Shapes() {
		text := shape.Text(60_000)
		var whole Document
		if whole.Set(text); len(whole.Blocks()) < mostBlocks {
			continue // without a rest
		}
		t.Run(shape.Name, func(t *testing.T) { checkGrown(t, text, whole.Blocks()) })
	}
}
