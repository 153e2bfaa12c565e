package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// fragments are the pieces from which texts are drawn: each has once been a reason for a block to
// change late.
var fragments = []string{
	"\n", "\n\n", "  \n", "\r\n", " ", "    ", "\t", "a", "word two", "- ", "- a\n", "* b\n", "+ c\n", "1. one\n", "2. two\n", "3) x\n",
	"  - nested\n", "    more\n", "   - odd\n", " - shifted\n", "-\n", "- \n", "-   wide\n", "-     code\n", "1.      far\n", "10. ten\n", "- [ ] todo\n", "- [x] done\n", "- - deep\n", "1. - mix\n",
	"> quote\n", "> [!NOTE]\n", "> > nested\n", ">\n", "> - item\n", "lazy line\n", "# Head\n", "## Two ##\n", "Title\n===\n", "Title\n---\n", "===\n", "---\n", "***\n", "* * *\n",
	"```\n", "```go\ncode\n```\n", "~~~\n", "  ```\n", "- ```\n  x\n  ```\n", "````\n```\n````\n", "```md\n", "```go\n", "  ```sh\n",
	"| a | b |\n", "|---|---|\n", "| 1 | 2 |\n", "| `x|y` | 2 | 3 |\n", "a | b\n", "--|--\n", "|\n", "text\n| h |\n|---|\n| c |\n",
	"[ref]: https://example.org/a\n", "[ref]", "[other][ref]", "[ref]: <b>\n", "[late]: /x 'title'\n", "[late]", "![pic][ref]", "![p](http://h/i.png)", "[^1]", "[^1]: note\n",
	"<div>\n", "</div>\n", "<!--\n", "-->\n", "<script>\n", "</script>\n", "<br>", "<b>", "</b>", "<sub>2</sub>", "<details>\n<summary>S</summary>\n", "<x\n", "<?\n",
	"**", "*", "_", "`", "``", "~~", "\\", "\\(", "\\)", "\\[\n", "\\]\n", "$$\n", "$$", "$x_1$", "&amp;", "&#x202e;",
	"https://example.org/x", "\u200b", "\u202e", "é", "日本", "：", "**a:**", "😀", "\x00", "    indented\n", "\n    indented\n", "\n\n\n",
}

func drawText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 25).Draw(t, "fragments"), "")
}

func TestAnySplitOfATextGivesTheSameBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t)
		var whole, grown Document
		whole.Set(text)
		for end := 0; end < len(text); {
			end = min(len(text), end+rapid.IntRange(1, 12).Draw(t, "step"))
			if rapid.Bool().Draw(t, "open") {
				grown.SetOpen(text[:end])
				checkOffsets(t, text[:end], grown.Blocks())
			} else {
				grown.Set(text[:end])
			}
		}
		grown.Set(text)
		if diff := cmp.Diff(plainParse(text), whole.Blocks(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("one Set of %q is not the full render:\n%s", text, diff)
		}
		if diff := cmp.Diff(whole.Blocks(), grown.Blocks(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("growing %q is not one Set:\n%s", text, diff)
		}
		if whole.InvisibleCharacters() != grown.InvisibleCharacters() {
			t.Fatalf("%q hides %d at once and %d grown", text, whole.InvisibleCharacters(), grown.InvisibleCharacters())
		}
	})
}

// plainParse is the full render: the whole text parsed in one piece.
func plainParse(text string) []Block {
	p, _ := parse(text, 0, entry{}, func(string) (string, bool) { return "", false }, nil, ended)
	return p.blocks
}

func TestSetTellsTheFirstBlockThatChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t)
		var d Document
		var before []Block
		for end := 0; end < len(text); {
			end = min(len(text), end+rapid.IntRange(1, 12).Draw(t, "step"))
			stable := d.Stable()
			changed := d.Set(text[:end])
			if d.Stable() > len(d.Blocks()) || changed > len(d.Blocks()) && changed > len(before) {
				t.Fatalf("%q: stable %d, changed %d of %d", text[:end], d.Stable(), changed, len(d.Blocks()))
			}
			if changed >= stable && d.Stable() < stable {
				t.Fatalf("%q: stable fell from %d to %d", text[:end], stable, d.Stable())
			}
			for i := range min(changed, len(before), len(d.Blocks())) {
				if diff := cmp.Diff(before[i], d.Blocks()[i]); diff != "" {
					t.Fatalf("%q: block %d changed before %d:\n%s", text[:end], i, changed, diff)
				}
			}
			if !strings.Contains(text, "]:") && changed < stable {
				t.Fatalf("%q: a finished block changed", text[:end])
			}
			before = append([]Block(nil), d.Blocks()...)
		}
	})
}

func TestOffsetsPointIntoTheSource(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t)
		var d Document
		d.Set(text)
		checkOffsets(t, text, d.Blocks())
	})
}

func TestSpacesOfASplitTabPointAtTheTab(t *testing.T) {
	for _, text := range []string{"- <div>\n\ta", "> <div>\n>\ta", "- ```\n\ta\n  ```", "-\t\tcode"} {
		var d Document
		d.Set(text)
		checkOffsets(t, text, d.Blocks())
	}
}

func TestAFormulaAfterAHeadingStaysCloseWhileTheTextGrows(t *testing.T) {
	text := "# Head\n$$\na$$\n"
	var d Document
	for _, end := range []int{3, len(text)} {
		d.SetOpen(text[:end])
	}
	d.Set(text)
	if diff := cmp.Diff(plainParse(text), d.Blocks(), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

type fataler interface{ Fatalf(string, ...any) }

func checkOffsets(t fataler, text string, blocks []Block) {
	last, plain := 0, isPlain(text)
	for i, b := range blocks {
		if b.Start < last || b.End < b.Start || b.End > len(text) {
			t.Fatalf("%.300q: block %d lies at %d to %d after %d", text, i, b.Start, b.End, last)
		}
		last = b.Start
		at := b.Start
		runs := append([]Run(nil), b.Runs...)
		if b.Table != nil {
			for _, row := range append([][]Cell{b.Table.Head}, b.Table.Rows...) {
				if len(row) != len(b.Table.Align) {
					t.Fatalf("%.300q: a row of %d cells in a table of %d columns", text, len(row), len(b.Table.Align))
				}
				for _, c := range row {
					runs = append(runs, c.Runs...)
				}
			}
		}
		for _, r := range runs {
			if r.Start < at || r.End < r.Start || r.End > max(b.End, r.Start) {
				t.Fatalf("%.300q: run %q of block %d (%d to %d) lies at %d to %d after %d", text, r.Text, i, b.Start, b.End, r.Start, r.End, at)
			}
			at = r.Start
			if r.IsSource() && r.Text != "" && plain {
				source := strings.NewReplacer("\n", " ", "\r", " ", "\\", " ", "\t", " ").Replace(text[r.Start:r.End])
				shown := strings.NewReplacer("\n", " ", "\\", " ", "\t", " ").Replace(r.Text)
				if source != shown {
					t.Fatalf("%.300q: run %q points to %q", text, r.Text, text[r.Start:r.End])
				}
			}
			if r.Link != "" {
				if _, ok := LinkInfo(r.Link); !ok {
					t.Fatalf("%.300q: link %q may not be opened", text, r.Link)
				}
			}
		}
	}
}

func TestALateDefinitionReachesFinishedBlocks(t *testing.T) {
	var d Document
	d.Set("See [the docs][d] and [d].\n\nSecond.\n\nThird.\n\n")
	if d.Blocks()[0].Runs[0].Link != "" || d.Stable() == 0 {
		t.Fatalf("before: %+v, stable %d", d.Blocks()[0], d.Stable())
	}
	changed := d.Set("See [the docs][d] and [d].\n\nSecond.\n\nThird.\n\n[d]: https://example.org/docs")
	if changed != 0 {
		t.Errorf("the first change is said to be at %d", changed)
	}
	if got := fmt.Sprint(links(d.Blocks())); got != "[https://example.org/docs https://example.org/docs]" {
		t.Errorf("links: %s", got)
	}
}

func links(blocks []Block) (out []string) {
	for _, b := range blocks {
		for _, r := range b.Runs {
			if r.Link != "" {
				out = append(out, r.Link)
			}
		}
	}
	return out
}

func TestAShorterOrOtherTextStartsAnew(t *testing.T) {
	var d Document
	d.Set("# One\n\nTwo\n\nThree")
	if changed := d.Set("# One\n\nOther"); changed != 1 || len(d.Blocks()) != 2 {
		t.Errorf("changed %d, %d blocks", changed, len(d.Blocks()))
	}
	d.Set("")
	if len(d.Blocks()) != 0 || d.Stable() != 0 {
		t.Errorf("an empty text has %d blocks", len(d.Blocks()))
	}
}
