package markdown

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

const longSize = 4 << 20

// longLines is a text of size bytes with a line break after each hundred bytes or so, and no blank
// line.
func longLines(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "The quick *brown* fox `jumps` over %d lazy dogs, and then some more words follow it, one by one.\n", i)
	}
	return b.String()
}

// oneLine is a text without any line break.
func oneLine(size int) string { return strings.ReplaceAll(longLines(size), "\n", " ") }

// shrink divides the bounds by eight during a test, so that short texts show what long ones do.
func shrink(t *testing.T) {
	was := bounds
	t.Cleanup(func() { bounds = was })
	bounds = sizes{was.advance / 8, was.longest / 8, was.continued / 8, was.decisive / 8, was.longestLeaf / 8, was.leaf / 8}
}

// undivided is the full render of a text that ends with a whole block, parsed without a division.
func undivided(text string) []Block {
	p, _ := parse(text, 0, entry{}, func(string) (string, bool) { return "", false }, nil, followed)
	return p.blocks
}

// different describes the first block that differs, "" if none.
func different(a, b []Block) string {
	n := firstChange(a, b)
	if n == len(a) && n == len(b) {
		return ""
	}
	one := func(blocks []Block) []Block { return blocks[min(n, len(blocks)):min(n+1, len(blocks))] }
	return fmt.Sprintf("block %d of %d and %d:\n%.3000s", n, len(a), len(b), cmp.Diff(one(a), one(b), cmpopts.EquateEmpty()))
}

// growInto sets a text in the given steps, and returns the blocks and how many bytes were parsed.
func growInto(text string, step func() int) (d *Document, parsed int) {
	d = &Document{}
	for end := 0; end < len(text); {
		end = min(len(text), end+step())
		d.SetOpen(text[:end])
		parsed += len(text[:end]) - d.tailStart
	}
	d.Set(text)
	return d, parsed
}

func TestALongParagraphIsTheSameInPieces(t *testing.T) {
	shrink(t)
	lines := longLines(15_000)
	for name, text := range map[string]string{
		"one line":      oneLine(15_000),
		"lines":         lines,
		"after others":  "# Head\n\n- a\n- b\n\n" + oneLine(11_000) + "\n\n" + lines,
		"odd lines":     strings.ReplaceAll(lines, ".\n", ".\n    2. one\n3. two\n+\n"),
		"item":          "1. one\n2. " + oneLine(15_000) + "\n3. three\n\n   more\n",
		"item lines":    "3. " + strings.ReplaceAll(lines, "\n", "\n   ") + "\n\n   more\n\n4. four",
		"lazy lines":    "- a\n- " + lines + "- b\n  - c\n",
		"nested":        "- a\n  1. " + oneLine(15_000) + "\n  2. b\n\n     more\n- c",
		"wide item":     "-    " + oneLine(11_000) + "\n\n     more\n",
		"shifted item":  "  10. " + oneLine(11_000) + "\n      - more\n",
		"quote":         "> a\n>\n> " + oneLine(15_000) + "\n> > b\n",
		"quote lines":   strings.ReplaceAll("\n"+lines, "\n", "\n> ") + "end\n\nb",
		"list in quote": "> 1. a\n> 2. " + oneLine(15_000) + "\n> 3. c\n",
		"task":          "- [ ] todo\n" + strings.Repeat("  7. item\n", 1_500),
		"quoted task":   "- > [x] done\n" + strings.Repeat("  > 7. item\n", 1_500),
		"heading":       "## " + oneLine(15_000) + "\nafter",
		"no spaces":     strings.Repeat("x", 15_000),
		"ideographs":    strings.Repeat("日本", 4_000),
		"invisible":     strings.ReplaceAll(oneLine(15_000), "fox", "f\u200box"),
		"returns":       strings.ReplaceAll(lines, "\n", "\r\n"),
		"link":          strings.ReplaceAll(lines, "fox", "[fox]") + "\n\nb\n\n[fox]: https://example.org",
	} {
		t.Run(name, func(t *testing.T) {
			text += "\n\nThe end.\n\n"
			var whole Document
			whole.Set(text)
			checkOffsets(t, text, whole.Blocks())
			for _, b := range whole.Blocks() {
				for _, r := range b.Runs {
					if !utf8.ValidString(r.Text) {
						t.Fatalf("divided inside a character: %.20q", r.Text)
					}
				}
			}
			if name != "link" {
				if diff := different(undivided(text), whole.Blocks()); diff != "" {
					t.Fatalf("a division shows:\n%s", diff)
				}
			}
			grown, _ := growInto(text, func() int { return 5_000 })
			if diff := different(whole.Blocks(), grown.Blocks()); diff != "" {
				t.Fatalf("growing is not one Set:\n%s", diff)
			}
			if whole.InvisibleCharacters() != grown.InvisibleCharacters() {
				t.Errorf("%d invisible at once, %d grown", whole.InvisibleCharacters(), grown.InvisibleCharacters())
			}
		})
	}
}

func TestAnySplitOfALongParagraphGivesTheSameBlocks(t *testing.T) {
	shrink(t)
	openers := []string{"", "> ", "- ", "12. ", "- a\n  - ", "> - ", "# ", "[ref]: https://example.org/a\n", "a | b\n--|--\n", "<div>\n", "```\nx\n```\n", "text\n\n"}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString(rapid.SampledFrom(openers).Draw(t, "opener"))
		fill := longLines(rapid.IntRange(8_700, 10_600).Draw(t, "size"))
		if rapid.Bool().Draw(t, "one line") {
			fill = strings.ReplaceAll(fill, "\n", " ")
		}
		at := rapid.IntRange(0, len(fill)).Draw(t, "place of fragments")
		b.WriteString(fill[:at] + drawText(t) + fill[at:] + drawText(t))
		text := b.String()
		var whole Document
		whole.Set(text)
		checkOffsets(t, text, whole.Blocks())
		grown, _ := growInto(text, func() int { return rapid.IntRange(2_500, 8_700).Draw(t, "step") })
		if diff := different(whole.Blocks(), grown.Blocks()); diff != "" {
			t.Fatalf("growing is not one Set:\n%s", diff)
		}
	})
}

func TestALongParagraphIsParsedInBoundedPieces(t *testing.T) {
	for name, text := range map[string]string{
		"one line": oneLine(1 << 20), "lines": longLines(1 << 20), "heading": "# " + oneLine(1<<20),
		"item": "- " + oneLine(1<<20), "item lines": "- " + longLines(1<<20), "quote": "> " + oneLine(1<<20),
		"quote lines": strings.ReplaceAll("\n"+longLines(1<<20), "\n", "\n> "),
	} {
		t.Run(name, func(t *testing.T) {
			const step = 8 << 10
			_, parsed := growInto(text, func() int { return step })
			// at most what a paragraph has before it is divided, at each step
			if most := (len(text)/step + 2) * (bounds.longest + bounds.decisive + 2*step); parsed > most {
				t.Errorf("%d bytes parsed for %d, at most %d wanted", parsed, len(text), most)
			}
			if mean := parsed / (len(text)/step + 1); mean > 2*bounds.continued {
				t.Errorf("%d bytes parsed at each step, want about %d", mean, bounds.continued)
			}
		})
	}
}

func TestALoadedTextAppearsInPieces(t *testing.T) {
	text := longLines(300_000) + "\n\n" + oneLine(300_000) + "\n\n" + reply(300_000)
	var whole, loaded Document
	whole.Set(text)
	loaded.Load(text, false)
	steps := 0
	for ; loaded.Unparsed(); steps++ {
		before := loaded.tailStart
		loaded.Advance()
		if n := loaded.tailStart - before; n > bounds.advance {
			t.Fatalf("%d bytes in one step", n)
		}
	}
	if least := len(text) / bounds.advance; steps < least {
		t.Errorf("%d steps, want at least %d", steps, least)
	}
	if diff := different(whole.Blocks(), loaded.Blocks()); diff != "" {
		t.Errorf("loading is not one Set:\n%s", diff)
	}
}

// BenchmarkOneLongParagraph reads 4 MB at once. Goal: one paragraph at most 1.3 times the same text
// with line breaks.
func BenchmarkOneLongParagraph(b *testing.B) {
	for name, text := range map[string]string{
		"one line": oneLine(longSize), "lines": longLines(longSize), "paragraphs": strings.ReplaceAll(longLines(longSize), "\n", "\n\n"),
		"item": "- " + oneLine(longSize), "quote": "> " + oneLine(longSize), "heading": "# " + oneLine(longSize),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				var d Document
				d.Set(text)
			}
		})
	}
}

// BenchmarkStreamOneParagraph grows one paragraph to 4 MB in steps of 1 KB. Goal: the last 100 KB
// at most 1.3 times the first after a warm-up.
func BenchmarkStreamOneParagraph(b *testing.B) {
	text := oneLine(longSize)
	for b.Loop() {
		var d Document
		var first, last time.Duration
		step := func(from, to int) time.Duration {
			start := time.Now()
			for end := from; end < to; end += 1 << 10 {
				d.SetOpen(text[:end])
			}
			return time.Since(start)
		}
		step(1, 200<<10)
		first = step(200<<10, 300<<10)
		d.SetOpen(text[:len(text)-100<<10])
		last = step(len(text)-100<<10, len(text))
		b.ReportMetric(float64(last)/float64(first), "last/first")
		b.ReportMetric(last.Seconds()*1000, "last-ms")
	}
}

func TestADividedHeadingKeepsItsNumberSigns(t *testing.T) {
	shrink(t)
	for n := range 5 {
		text := "# " + strings.Repeat("x", n) + strings.Repeat(" ab #", 3_000) + " end\n\nafter\n\n"
		whole := checkGrowing(t, text, func() int { return 1_000 })
		if diff := different(undivided(text), whole.Blocks()); diff != "" {
			t.Errorf("after %d letters a division shows:\n%s", n, diff)
		}
	}
}
