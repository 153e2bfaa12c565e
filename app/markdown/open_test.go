package markdown

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// shownOf returns the text of blocks without spaces.
func shownOf(blocks []Block) string {
	var b strings.Builder
	for i := range blocks {
		b.WriteString(blocks[i].Lang + PlainText(blocks[i:i+1]))
	}
	return strings.Join(strings.Fields(b.String()), "")
}

// shapeOf returns the properties of a block that must not change once it is shown.
func shapeOf(b *Block) Block {
	return Block{Kind: b.Kind, Level: b.Level, Quote: b.Quote, Depth: b.Depth, Marker: b.Marker, Tight: b.Tight, Lang: b.Lang}
}

// calm are texts of which each beginning, shown while the rest is being written, shows nothing that
// goes away again.
var calm = map[string]string{
	"emphasis":            "Some **bold words** and *italic* and ***both*** and __under__ and _scores_ and ~~gone~~ end. **Done**",
	"emphasis in it":      "**bold *and italic* words** then *italic **and bold***, **`code` in bold**, *a [link](https://e.org) in it* end",
	"emphasis over lines": "It **goes\non** for\n**lines** end\n*a*\n",
	"emphasis by itself":  "**Note:** words\n\n*All of it.*\n\n***Both***\n\n__a__",
	"wide letters":        "这是**粗体**和*斜体*文字。**完**",
	"wide signs":          "**注意：**正文 这是**「重要」**です。**'서울'**입니다 *斜体，*后 ~~删，~~后。是**“重要”**的，（**c**）",
	"a label":             "**Note:**text and **Tip:** text\n\n- **a:**b",
	"signs that stay":     "2 * 3 = 6, 2*3, a_b_c, snake_case, ~5 days, a ~ b, C:\\dir, x < y & z, AT&T, Wow! 5 > 4, a[0] [x] [12:34] f(x)",
	"a product":           "It is (a+b)*(c+d), then **so** end",
	"code":                "Run `make all` or ``a ` b`` or `**kwargs` or `x[0]` or `a_b` or `a<b>` or `a\\` end `z`",
	"code with marks":     "**Use `a** b` now** and `*` and `[` and `` ` `` end",
	"links":               "See [the docs](https://e.org/a_(b) \"Title\") and [**bold** link](https://e.org), **[inside](https://e.org)** or <https://e.org> or https://e.org/a_b end",
	"a link first":        "[Docs](https://e.org) are here\n\n[![badge](https://e.org/b.png)](https://e.org)\n\nend",
	"pictures":            "Look: ![a *tree*](https://e.org/t.png) end!\n\n![b](https://e.org/b.png)\n\nend",
	"entities and tags":   "a &amp; b &lt;c&gt; &#65; one<br>two<br/>three \\*x\\* end",
	"words in brackets":   "See \\[citation needed\\] here\n\n\\[1 apple\\] and \\[a word\\] too\n\n- \\[Practice: 4.4 s of sound\\]\n\n\\[a word\\]",
	"footnotes":           "A note[^1] here.\n\n[^1]: The *note*.",
	"headings":            "# One *i*\n## Two `c`\n\ntext\n### Three **b**\nmore\n###### Six",
	"lists":               "Here:\n- one **b**\n- two\n  - deep `c`\n  - deeper\n* star\n+ plus\n\n1. first\n2. second\n   - in it\n10. ten\n\n- **Bold:** word\n- *it* word",
	"tasks":               "- [ ] open\n- [x] done **b**\n- [X] Done\n- [link](https://e.org)",
	"quotes":              "> said **so**\n> again\n>\n> - item\n> > deep *i*\n\nend",
	"alerts":              "> [!NOTE]\n> said **so**\n\n> [!CAUTION]\n>\n> - item\n\nend",
	"tags that format":    "<b>bold and <i>it</i></b> end, H<sub>2</sub>O, <kbd>Ctrl</kbd>+<kbd>C</kbd> and a<sup>*</sup> end\n\n**a <u>b</u> c** end",
	"details":             "<details>\n<summary>More *it*</summary>\n\nSome **text**\n\n</details>\n\nend",
	"formulas":            "It is \\(x_1\\), `\\(a` and **\\(y\\)**.\n\n\\[\nx_1 = 2\n\\]\n\nThen\n\n$$\na^2 + b\n$$\n\n- so:\n\n  $$\n  c^2\n  $$\n\nend",
	"rules":               "one\n\n---\n\ntwo\n\n***\n\nthree\n\n- - -\nfour",
	"a list after words":  "Words\n- one\n- two\n\nWords\n* one\n\nWords\n1. one",
	"fences":              "Code:\n```python\nx = [1]\n# **no**\n- y\n| z\n\n`q` ``r\n```\nthen\n\n~~~\n``` in it\n~~~\n\n````md\n```go\n```\n````\nend",
	"fences in Markdown":  "File:\n```markdown\n# A\n\n```bash\nls\n```\n\n- b\n\n   ```go\n   x\n   ```\n```\nthen **so**\n\n```\n```go\n```\n```\nend",
	"a fence in a list":   "- item\n  ```go\n  x[0] = *p\n  ```\n- next",
	"table":               "Before:\n\n| Name | **Value** | Right |\n|:-----|:---:|----:|\n| *one* | `a` | 1 |\n| two | [x](https://e.org) | **2** |\n| - | a<br>b | x \\| y |\n\nAfter **it**",
	"bars in code":        "| a | b |\n|---|---|\n| `x || y` | KEEP |\n| ``(a|b)`` | `it` |\n| ` | one |\n| ` | ` |\n| $5 | $6 |\n",
	"a formula":           "It is $x_1$ and **$\\frac{1}{2}$**, but `$HOME` and $5 or $6, and $a|b$ end.\n\n- $y^2$\n\n| a |\n|---|\n| $z_1$ |\n",
	"cells too many":      "| a | b |\n|---|---|\n| 1 | 2 | 3 | `4` |\n| 1 | 2 | |\n",
	"table after words":   "Words\n| a | b |\n|---|---|\n| 1 | 2 |\nand so",
	"table in a quote":    "> | a | b |\n> |---|---|\n> | 1 | **2** |\n",
	"no table":            "| a | b |\nis no table\n\n|x| is none\n\nend",
	"returns":             "One **two**\r\n\r\n- a\r\n- b\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n",
	"numbers":             "42\n\n1984 was a year.\n\n3.14 is pi\n\n12 apples\n\n7",
	"long":                strings.Repeat("Some **bold** and `code` words, ", 220) + "**end**",
}

func TestNoMarkIsShownThatGoesAwayWhileATextIsWritten(t *testing.T) {
	for name, text := range calm {
		t.Run(name, func(t *testing.T) {
			var whole, grown Document
			whole.Set(text)
			want := shownOf(whole.Blocks())
			before := ""
			for end := max(0, len(text)-500); end <= len(text); end++ {
				if end < len(text) && !utf8.RuneStart(text[end]) {
					continue // letters come whole
				}
				grown.SetOpen(text[:end])
				got := shownOf(grown.Blocks())
				if !strings.HasPrefix(want, got) || !strings.HasPrefix(got, before) {
					t.Fatalf("after %q\nis shown  %q\nbefore    %q\nat last   %q", text[:end], got, before, want)
				}
				before = got
				for i := range grown.Blocks() {
					if shownOf(grown.Blocks()[i:i+1]) == "" {
						continue
					}
					if a, b := shapeOf(&whole.Blocks()[i]), shapeOf(&grown.Blocks()[i]); !same(&a, &b) {
						t.Fatalf("after %q block %d is not what it becomes:\n%+v\n%+v", text[:end], i, b, a)
					}
				}
			}
			grown.Set(text)
			if diff := cmp.Diff(plainParse(text), grown.Blocks(), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("when it has ended it is not the full render:\n%s", diff)
			}
		})
	}
}

func TestATextThatEndsInAMarkShowsItWhenItHasEnded(t *testing.T) {
	for text, c := range map[string]struct{ open, ended string }{
		"a **bo":                      {"a *bo*", "a **bo"},
		"a ***bo":                     {"a */bo/*", "a ***bo"},
		"a **b *c":                    {"a *b *" + "*/c/*", "a **b *c"},
		"a *b **c":                    {"a /b /" + "*/c/*", "a *b **c"},
		"a _b":                        {"a /b/", "a _b"},
		"a ~~b":                       {"a ~b~", "a ~~b"},
		"a **":                        {"a", "a **"},
		"a **[b":                      {"a", "a **[b"},
		"*a* **[b](":                  {"/a/ *b*", "/a/ **[b]("},
		"*a*[b":                       {"/a/", "/a/[b"},
		"a `b *c":                     {"a `b *c`", "a `b *c"},
		"a ``b` c":                    {"a `b` c`", "a ``b` c"},
		"**a `b":                      {"*a **`b`*", "**a `b"},
		"a [b":                        {"a", "a [b"},
		"a [b](https://e.org/c d)":    {"a [b](<https://e.org/c https://e.org/c> d)", "a [b](<https://e.org/c https://e.org/c> d)"},
		"a [b](https://e.org/c":       {"a b", "a [b](<https://e.org/c https://e.org/c>"},
		"a ![b](https://e.org":        {"a", "a ![b](<https://e.org https://e.org>"},
		"a &am":                       {"a", "a &am"},
		"a <b":                        {"a", "a <b"},
		"a\\":                         {"a", "a\\"},
		"a!":                          {"a!", "a!"},
		"a\n-":                        {"a", "a⏎-"},
		"a\n\n-":                      {"a", "a; -"},
		"a\n\n1.":                     {"a", "a; 1."},
		"a\n\n42":                     {"a", "a; 42"},
		"a\n\n##":                     {"a", "a; ##"},
		"a\n\n```py":                  {"a", "a; code(py,true):\"\""},
		"a\n\n| b | c |":              {"a", "a; | b | c |"},
		"a\n\n| b | c |\n|--":         {"a", "a; | b | c | |--"},
		"| a |\n|---|\n| **b":         {"table[left]/|a/|*b*", "table[left]/|a/|**b"},
		"| a |\n|---|\n| **b |":       {"table[left]/|a/|**b", "table[left]/|a/|**b"},
		"a\n\n| b | c |\n|---|---|\n": {"a; table[left left]/|b|c", "a; | b | c |⏎|---|---|"},
		"> | b |\n> |---|\n> |":       {">table[left]/|b", ">| b |⏎|---|⏎|"},
		"- a\n- ":                     {"-•a", "-•a; -"},
		"- a\n\n\t- ":                 {"-•a", "-•a; --"},
		"- a\n\n\t12.\n":              {"-•a; --12.", "-•a; -12."},
		"- a\n  - [ ]":                {"-•a", "-•a; -~- [ ]"},
		"- - #":                       {"", "- - #"},
		"> 1. b\n> 2.":                {">-1.b", ">-1.b; >2."},
		"> a\n> --":                   {">a", ">a⏎--"},
		"**a\n\nb":                    {"**a; b", "**a; b"},
		"a | b":                       {"a", "a | b"},
		"a | b\n--":                   {"a", "a | b⏎--"},
		"a | b\nc":                    {"a | b c", "a | b c"},
		"a | b\n--|--\nc | `d | e":    {"table[left left]/|a|b/|c|`d`", "table[left left]/|a|b/|c|`d | e"},
		"`a | b` c":                   {"`a | b` c", "`a | b` c"},
		"a $x_1 + ":                   {"a", "a $x_1 +"},
		"2*3 and 4*":                  {"2*3 and 4", "2/3 and 4/"},

		"a $x and " + strings.Repeat("b", 100): {"a $x and " + strings.Repeat("b", 100), "a $x and " + strings.Repeat("b", 100)},
	} {
		var d Document
		for end := range len(text) + 1 {
			d.SetOpen(text[:end])
		}
		if got := sketchBlocks(d.Blocks()); got != c.open {
			t.Errorf("%q\nis shown as %s\nnot         %s", text, got, c.open)
		}
		d.Set(text)
		if got := sketchBlocks(d.Blocks()); got != c.ended {
			t.Errorf("%q\nended is %s\nnot      %s", text, got, c.ended)
		}
	}
}

func TestATextThatWasCutOffEndsItsMarksAndKeepsItsWords(t *testing.T) {
	for text, want := range map[string]string{
		"a **12 words":          "a *12 words*",
		"a *This":               "a /This/",
		"a **b *c":              "a *b *" + "*/c/*",
		"a ~~b":                 "a ~b~",
		"a `b *c":               "a `b *c`",
		"a **":                  "a **",
		"a footnote*":           "a footnote*",
		"a `b*":                 "a `b*`",
		"a **b _c_":             "a *b *" + "*/c/*",
		"a ***b**":              "a */b/*",
		"a `":                   "a `",
		"a **bold**":            "a *bold*",
		"a **bold*":             "a *bold*",
		"- a\n- **b":            "-•a; -•~*b*",
		"# a **b":               "h1:a *b*",
		"a\n\n-":                "a; -",
		"**":                    "**",
		"a [b":                  "a [b",
		"a [b](https://e.org/c": "a [b](<https://e.org/c https://e.org/c>",
		"a &am":                 "a &am",
		"a <b":                  "a <b",
		"2 * 3":                 "2 * 3",
		"| a |\n|---|\n| **b":   "table[left]/|a/|*b*",
		"**a\n\nb **c":          "**a; b *c*",
		"a **b\n\n":             "a **b",
	} {
		var d Document
		d.SetOpen(text)
		d.SetCutOff(text)
		if got := sketchBlocks(d.Blocks()); got != want {
			t.Errorf("%q\nis shown as %s\nnot         %s", text, got, want)
		}
		d.Set(text)
		if diff := cmp.Diff(plainParse(text), d.Blocks(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q when it has ended after all is not the full render:\n%s", text, diff)
		}
	}
}
