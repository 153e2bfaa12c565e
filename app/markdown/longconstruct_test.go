package markdown

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// constructs are texts of about size bytes that are one construct each.
func constructs(size int) map[string]string {
	fill := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(strings.ReplaceAll(format, "N", fmt.Sprint(i)))
		}
		return b.String()
	}
	return map[string]string{
		"html":               "<div>\n" + fill("<p>Some words of paragraph N, and then some more.</p>\n"),
		"comment":            "<!--\n" + fill("some words of line N of an unclosed comment\n\n"),
		"html on one line":   "<div>" + fill("<p>Some words of paragraph N.</p> "),
		"formula":            "$$\n" + fill("x_N^2 + y_N^2 = z_N^2\n"),
		"bracket formula":    "\\[\n" + fill("x_N^2 + y_N^2 = z_N^2 \\\\\n"),
		"indented code":      fill("    x[N] = f(N)\n"),
		"code in an item":    "- item\n\n" + fill("      x[N] = f(N)\n"),
		"nested list":        "- a\n" + fill("  - item N with *some* words\n"),
		"deep list":          "1. a\n   - b\n" + fill("     N. item with *some* words\n"),
		"list of ones":       strings.Repeat("1. a\n", 10) + fill("   - item N with *some* words\n") + "1. b\n",
		"quoted ones":        "> - 1. a\n" + strings.Repeat(">   1. a\n", 9) + fill(">      - item N with *some* words\n") + ">   1. b\n",
		"item of paragraphs": "- a\n\n" + fill("  Paragraph N with *some* words.\n\n"),
		"item of fences":     "1. a\n\n" + fill("   ```go\n   x[N] = f(N)\n   ```\n"),
		"quoted paragraphs":  "> - a\n" + fill(">\n>   Paragraph N with *some* words.\n"),
		"quoted list":        "> a\n" + fill("> - item N with *some* words\n"),
		"quote":              fill("> Line N with *some* words.\n"),
		"table":              "| a | b |\n|---|--:|\n" + fill("| row N | some *words* |\n"),
		"table in an item":   "- a\n\n  | a | b |\n  |---|--:|\n" + fill("  | row N | some *words* |\n"),
		"definitions":        fill("[label N]: https://example.org/N\n"),
	}
}

// checkGrowing checks that a text is the same when it grows.
func checkGrowing(t fataler, text string, step func() int) (whole *Document) {
	whole = &Document{}
	whole.Set(text)
	grown, _ := growInto(text, step)
	if diff := different(whole.Blocks(), grown.Blocks()); diff != "" {
		t.Fatalf("growing is not one Set:\n%s", diff)
	}
	if whole.InvisibleCharacters() != grown.InvisibleCharacters() {
		t.Fatalf("%d invisible at once, %d grown", whole.InvisibleCharacters(), grown.InvisibleCharacters())
	}
	return whole
}

func TestALongConstructIsTheSameInPieces(t *testing.T) {
	shrink(t)
	divided := map[string]int{ // into at least so many blocks
		"html": 2, "comment": 2, "html on one line": 2, "formula": 2, "bracket formula": 2, "indented code": 2, "code in an item": 3,
		"table": 2, "table in an item": 3,
	}
	for name, text := range constructs(30_000) {
		t.Run(name, func(t *testing.T) {
			for _, end := range []string{"", "-->\n</div>\n$$\n\\]\n", "\nThe end.\n\n- a\n\n"} {
				whole := checkGrowing(t, text+end, func() int { return 1_500 })
				if least := divided[name]; least > 0 && whole.Stable() < least {
					t.Errorf("only %d blocks are finished", whole.Stable())
				} else if least == 0 && name != "definitions" && strings.HasSuffix(end, "\n\n") {
					if diff := different(undivided(text+end), whole.Blocks()); diff != "" {
						t.Errorf("a boundary shows:\n%s", diff)
					}
				}
			}
		})
	}
}

func TestAnySplitOfLongContainersGivesTheSameBlocks(t *testing.T) {
	shrink(t)
	openers := []string{"", "- a\n", "- a\n\n", "> ", "> - a\n", "1. a\n   - b\n", "- - - a\n", "> > a\n", "- > 1. a\n", "<div>\n", "$$\n", "- a\n\n  | a | b |\n  |---|--:|\n", "- ```go\n", "> <!--\n"}
	indents := []string{"", "  ", "    ", "> ", "> > ", ">   ", "   ", "     ", "  > "}
	items := []string{"- item *N*\n", "7. item\n", "words *and* `more`\n", "words\n\n", "- a\n\n", "    code\n", "```\ncode\n```\n", "| a | b |\n", "<p>words</p>\n", "# Head\n", "\n", "x_1^2 = 3\n", "- a\n  - b\n"}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString(rapid.SampledFrom(openers).Draw(t, "opener"))
		indent, item := rapid.SampledFrom(indents).Draw(t, "indent"), rapid.SampledFrom(items).Draw(t, "item")
		size := rapid.IntRange(4_000, 20_000).Draw(t, "size")
		odd := rapid.IntRange(0, size).Draw(t, "place of fragments")
		for b.Len() < size {
			if odd >= 0 && b.Len() >= odd {
				b.WriteString(drawText(t))
				odd = -1
			}
			for line := range strings.Lines(item) {
				if strings.TrimSpace(line) == "" {
					b.WriteString(strings.TrimRight(indent, " ") + "\n")
					continue
				}
				b.WriteString(indent + line)
			}
		}
		b.WriteString(drawText(t))
		whole := checkGrowing(t, b.String(), func() int { return rapid.IntRange(300, 4_000).Draw(t, "step") })
		shrunk := bounds
		defer func() { bounds = shrunk }()
		bounds.continued, bounds.longest = math.MaxInt, math.MaxInt
		reference := plainParse(b.String())
		for i := range reference {
			if reference[i].End-reference[i].Start > shrunk.longest/2 {
				return // it may be divided
			}
		}
		if diff := different(reference, whole.Blocks()); diff != "" && !strings.Contains(diff, "Kind") {
			t.Fatalf("a boundary shows:\n%s", diff)
		}
	})
}

func TestADefinitionAtTheHeadOfALongParagraphIsOne(t *testing.T) {
	shrink(t)
	for name, head := range map[string]string{
		"alone": "[a]: https://e.org\n", "many": counted(600, "[b%d]: https://e.org\n"), "with a title": "[a]: https://e.org\n'title'\n",
	} {
		t.Run(name, func(t *testing.T) {
			text := head + strings.Repeat("words [a] [b0]\n", 600)
			whole := checkGrowing(t, text, func() int { return 1_500 })
			if diff := different(undivided(text), whole.Blocks()); diff != "" {
				t.Errorf("a boundary shows:\n%s", diff)
			}
			if first := whole.Blocks()[0].Runs[0]; first.Text == "[" || strings.HasPrefix(first.Text, "[a]:") || strings.HasPrefix(first.Text, "[b0]:") {
				t.Errorf("the definition is shown: %+v", first)
			}
		})
	}
}

func TestALongConstructIsParsedInBoundedPieces(t *testing.T) {
	shrink(t)
	for name, text := range constructs(100_000) {
		t.Run(name, func(t *testing.T) {
			const step = 1 << 10
			_, parsed := growInto(text, func() int { return step })
			if mean := parsed / (len(text)/step + 1); mean > bounds.longest {
				t.Errorf("%d bytes parsed at each step, want at most %d", mean, bounds.longest)
			}
		})
	}
}

// BenchmarkStreamOneConstruct grows one construct to 1 MB in deltas of 100 bytes, shown after each
// 2 KB as the window does at 2,000 tokens a second. Goal: the last 100 KB at most twice the first
// after a warm-up.
func BenchmarkStreamOneConstruct(b *testing.B) {
	const size, part = 1 << 20, 100 << 10
	for name, text := range constructs(size) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				var d Document
				var first, last time.Duration
				step := func(from, to int) time.Duration {
					start := time.Now()
					for end := from; end < to; end += 2 << 10 {
						d.SetOpen(text[:end])
					}
					return time.Since(start)
				}
				step(1, part)
				first = step(part, 2*part)
				d.SetOpen(text[:size-part])
				last = step(size-part, size)
				b.ReportMetric(float64(last)/float64(first), "last/first")
				b.ReportMetric(last.Seconds()*1000, "last-ms")
			}
		})
	}
}
