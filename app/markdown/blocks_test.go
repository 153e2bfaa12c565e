package markdown

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
)

// sketch draws blocks in a short form: kind and place, then the runs with their style.
func sketch(text string) string {
	var d Document
	d.Set(text)
	return sketchBlocks(d.Blocks())
}

func sketchBlocks(blocks []Block) string {
	var out []string
	for _, b := range blocks {
		line := strings.Repeat(">", b.Quote) + strings.Repeat("-", b.Depth) + b.Marker
		if b.Tight {
			line += "~"
		}
		switch b.Kind {
		case Heading:
			line += fmt.Sprintf("h%d:", b.Level)
		case CodeBlock:
			line += fmt.Sprintf("code(%s,%v):%q", b.Lang, b.Open, b.Text)
		case Rule:
			line += "rule"
		case Picture:
			line += "picture(" + b.Link + "):"
		case TableBlock:
			var align []string
			for _, a := range b.Table.Align {
				align = append(align, cmp.Or(string(a), "left"))
			}
			line += fmt.Sprint("table", align)
			for _, row := range append([][]Cell{b.Table.Head}, b.Table.Rows...) {
				line += "/"
				for _, c := range row {
					line += "|" + sketchRuns(c.Runs)
				}
			}
		}
		out = append(out, line+sketchRuns(b.Runs))
	}
	return strings.Join(out, "; ")
}

func sketchRuns(runs []Run) string {
	var joined []Run
	for _, r := range runs {
		// What is cut only because of its source looks like one.
		if n := len(joined); n > 0 && joined[n-1].Style == r.Style && joined[n-1].Link == r.Link && joined[n-1].Formula == r.Formula {
			joined[n-1].Text += r.Text
			continue
		}
		joined = append(joined, r)
	}
	var b strings.Builder
	for _, r := range joined {
		text := strings.ReplaceAll(r.Text, "\u00a0", " ")
		for _, s := range []struct {
			style Style
			mark  string
		}{{Monospace, "`"}, {Strikethrough, "~"}, {Italic, "/"}, {Bold, "*"}} {
			if r.Style&s.style != 0 {
				text = s.mark + text + s.mark
			}
		}
		if r.Link != "" {
			text = "<" + text + " " + r.Link + ">"
		}
		if r.Formula != "" {
			text = "{" + text + "}"
		}
		b.WriteString(strings.ReplaceAll(text, "\n", "⏎"))
	}
	return b.String()
}

func TestMarkdownBecomesBlocks(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", "plain"},
		{"one\ntwo  \nthree\\\nfour", "one two⏎three⏎four"},
		{"一二\n三四", "一二三四"},
		{"*i* **b** ***bi*** ~~s~~ `c`", "/i/ *b* */bi/* ~s~ `c`"},
		{"**bol", "**bol"},
		{"a_b_c __x__ 2*3*4", "a_b_c *x* 2/3/4"},
		{"&lt;b&gt; &copy; &#65; &nope; \\*x\\*", "<b> © A &nope; *x*"},
		{"`a | b` and `` ` ``", "`a | b` and ```"},
		{"# A *b* #\n## C", "h1:A /b/; h2:C"},
		{"Title\n===\nSub\n---", "h1:Title; h2:Sub"},
		{"---", "rule"},
		{"#hashtag", "#hashtag"},
		{"& \\&amp; Hb", "& &amp; Hb"},
		{"a & b &amp; c", "a & b & c"},
		{"- a\n- b\n  - c\n\n    d\n- e", "-•a; -•~b; --•~c; --d; -•~e"},
		{"1. a\n1. b\n\n1. c", "-1.a; -2.~b; -3.c"},
		{"7. a\n8. b", "-7.a; -8.~b"},
		{"- a\n\n* b", "-•a; -•b"},
		{"- [ ] a\n- [x] b *c*\n- [y] d\n- [x](https://e.org)", "-☐a; -☑~b /c/; -•~[y] d; -•~<x https://e.org>"},
		{"-\n- a", "-•; -•~a"},
		{"- - a", "-•; --•~a"},
		{"- # h\n- ```\n  x\n  ```", "-•h1:h; -•~code(,false):\"x\""},
		{"> a\nb\n> > c\n\nd", ">a b; >>c; d"},
		{"> - a\n>   - b", ">-•a; >--•~b"},
		{"- > q", ">-•q"},
		{"```py\nx\n\ny\n```\nz", "code(py,false):\"x\\n\\ny\"; z"},
		{"```python title=\"a.py\"\nx", "code(python,true):\"x\""},
		{"```{.r}\nx\n```", "code(r,false):\"x\""},
		{"~~~go:main.go\n~~~", "code(go,false):\"\""},
		{"```", "code(,true):\"\""},
		{"- ```\n  a\nb", "-•code(,false):\"a\"; b"},
		{"    indented\n\n    more", "code(,false):\"indented\\n\\nmore\""},
		{"| a | b |\n|:-:|--:|\n| *1* | `x\\|y` |\n| 2 |", "table[center right]/|a|b/|/1/|`x|y`/|2|"},
		{"| a | b |\n|---|---|\n| or | `a || b` | KEEPME |", "table[left left]/|a|b/|or|`a || b` | KEEPME"},
		{"| op | code | keep |\n|---|---|---|\n| or | `a || b` | me |\n| 1 | 2 | 3 | extra words |", "table[left left left]/|op|code|keep/|or|`a || b`|me/|1|2|3 | extra words"},
		{"| `a|b` | c |\n|---|---|\n| or `(a|b)` | either one |", "table[left left]/|`a|b`|c/|or `(a|b)`|either one"},
		{"| a | b |\n|---|---|\n| $|y|$ | last |\n| $P(A|B)$ | it", "table[left left]/|a|b/|{|y|}|last/|{P(A|B)}|it"},
		{"| a | b |\n|---|---|\n| $$ | cheap | $$ |\n|$HOME_A|$HOME_B|\n| $5 | $6 |", "table[left left]/|a|b/|$$|cheap | $$/|$HOME_A|$HOME_B/|$5|$6"},
		{"| a | b |\n|---|---|\n| 1 | 2 | 3 | |\n| 1 | 2 | | |\n| ` | x\n| 1", "table[left left]/|a|b/|1|2 | 3/|1|2/|`|x/|1|"},
		{"-       text far right\n- b\n\n1.      text\n        more\n2. b", "-•text far right; -•~b; -1.text more; -2.~b"},
		{"-\n      code\n\n> -      a\n>\n>       code", "-•code(,false):\"code\"; >-•a; >-code(,false):\"code\""},
		{"> [!NOTE]\n> Some *text*\n\n> [!warning]  \n>\n> - a\n\n> [!TIP]", ">*Note*; >Some /text/; >*Warning*; >-•a; >*Tip*"},
		{"> [!NOTE] text\n> [!NOTE]\n\n[!NOTE]\ntext\n\n> [!OTHER]\n> text", ">[!NOTE] text [!NOTE]; [!NOTE] text; >[!OTHER] text"},
		{"```markdown\n# A\n```bash\nls\n```\nend\n```\nafter", "code(markdown,false):\"# A\\n```bash\\nls\\n```\\nend\"; after"},
		{"Here:\n\n```markdown\n# Title\n\n```bash\nnpm i\n```\n\n## Usage\n\nText\n```\n\nDone.", "Here:; code(markdown,false):\"# Title\\n\\n```bash\\nnpm i\\n```\\n\\n## Usage\\n\\nText\"; Done."},
		{"```md\n```a\n```\n  ```b c\n\t```\n   ````\n~~~\n```\nafter", "code(md,false):\"```a\\n```\\n  ```b c\\n\\t```\\n   ````\\n~~~\"; after"},
		{"```\n````go\n```\n````\n```\nafter ```", "code(,false):\"````go\\n```\\n````\"; after ```"},
		{"- a\n  ```md\n  ```go\n  x\n  ```\n  ```\n- b", "-•a; -~code(md,false):\"```go\\nx\\n```\"; -•~b"},
		{"```go\n```sh\n```\nafter", "code(go,false):\"```sh\"; after"},
		{"```markdown\n```bash\nls\n```", "code(markdown,true):\"```bash\\nls\\n```\""},
		{"**注意：**正文 这是**「重要」**です **'서울'**입니다 *斜体，*后 ~~删，~~后", "*注意：*正文 这是*「重要」*です *'서울'*입니다 /斜体，/后 ~删，~后"},
		{"**别再点，等补包。**不是你的问题\n\n* **具体：**与其说“一棵树”", "*别再点，等补包。*不是你的问题; -•*具体：*与其说“一棵树”"},
		{"是**“重要”**的，**a**和**`b`**，（**c**）。*完。*是", "是*“重要”*的，*a*和*`b`*，（*c*）。/完。/是"},
		{"一**「a」**ー **(b)**ー", "一*「a」*ー *(b)*ー"},
		{"**Note:**text\n- **Tip:**1 **a:**b x**y:**z a ** b:**c", "*Note:*text; -•*Tip:*1 *a:*b x**y:**z a ** b:**c"},
		{"text\n| a |\n|---|\n| b |", "text; table[left]/|a/|b"},
		{"| a | b |\n|---|", "| a | b | |---|"},
		{"[a](https://e.org/x) <https://e.org> <me@e.org>", "<a https://e.org/x> <https://e.org https://e.org> <me@e.org mailto:me@e.org>"},
		{"[a](javascript:x) [b](file:///etc) [c](x/y) [/d](/d)", "a (javascript:x) b (file:///etc) c (x/y) /d"},
		{"[**a** b](https://e.org)", "<*a* https://e.org>< b https://e.org>"},
		{"[](https://e.org)", "<https://e.org https://e.org>"},
		{"see https://e.org/a_(b). and (https://e.org/c) www.e.org me@e.org", "see <https://e.org/a_(b) https://e.org/a_(b)>. and (<https://e.org/c https://e.org/c>) www.e.org me@e.org"},
		{"https://e.org/日本。次", "<https://e.org/日本 https://e.org/%E6%97%A5%E6%9C%AC>。次"},
		{"[a][r] [r] [none]\n\n[r]: https://e.org 'T'", "<a https://e.org> <r https://e.org> [none]"},
		{"a ![p *q*](http://h/i.png) b", "a; ~picture(http://h/i.png):p /q/; ~b"},
		{"![](http://h/i.png)", "picture(http://h/i.png):"},
		{"[![p](http://h/i.png)](https://e.org)", "picture(http://h/i.png):<p https://e.org>"},
		{"| ![p](http://h/i.png) |\n|---|\n| x |", "table[left]/|p/|x"},
		{"a<br>b <br/> c <b>d</b> <x y='z'>", "a⏎b⏎c *d* <x y='z'>"},
		{"<b>a <i>*b* c</i></b> <kbd>Ctrl</kbd> <del>**d</del>** </b> <s>e <B>f</B >", "*a *" + "*/b c/* `Ctrl` <del>*d</del>* </b> <s>e *f*"},
		{"H<sub>2</sub>O 10<sup>-3</sup> a<sub>&lt;</sub> <sup>th</sup>", "H₂O 10⁻³ a<sub><</sub> ᵗʰ"},
		{"<b>open\n\n| <b>a</b> | b |\n|---|---|\n| <u>c</u> | <b x=y>d</b> |", "<b>open; table[left left]/|*a*|b/|/c/|<b x=y>d</b>"},
		{"Use <details> and </summary> or <summary> to fold", "Use <details> and </summary> or <summary> to fold"},
		{"<details>\n<summary>More <i>of</i> it</summary>\n\nText\n\n</details>\n\n<details open><summary>A</summary>\nB\n</details>\n\nend", "*More *" + "*/of/*" + "* it*; Text; *A*; B; end"},
		{"<div>\n*a*<br>b\n</div>\n\n*c*", "<div>⏎*a*⏎b⏎</div>; /c/"},
		{"<!-- a\n\nb -->\n\nc", "<!-- a⏎⏎b -->; c"},
		{"<script>alert(1)</script>", "<script>alert(1)</script>"},
		{`\(a_1 * b_2 * c\) and \[x\] and $$y_1$$`, "{a₁ ∗ b₂ ∗ c} and {x} and {y₁}"},
		{`\(\vec{v}\) and **$x^q$**`, "{`\\(\\vec{v}\\)`} and {*`$x^q$`*}"},
		{"so:\n\\[\na\n+ b\n= c\n\\]\nend", "so:; -~{a + b = c}; end"},
		{"so:\n$$ a = b $$\nend", "so:; -~{a = b}; end"},
		{"1. $$ a = b $$\n2. \\[ c \\]", "-1.{a = b}; -2.~{c}"},
		{"so:\n\\[\n\\frac{a+b}{c}\n\\]\nend", "so:; code(math,false):\"\\\\[\\n\\\\frac{a+b}{c}\\n\\\\]\"; end"},
		{`A citation \[1\] … see \[citation needed\] here`, "A citation [1] … see [citation needed] here"},
		{"\\[Practice: 4.4 s of sound, no words\\]", "[Practice: 4.4 s of sound, no words]"},
		{"\\[citation need", "[citation need"},
		{`so \[ E = mc^2 \] holds, and \[n\]`, "so {E = mc²} holds, and {n}"},
		{"\\[\nx^2\n", "`\\[⏎x^2`"},
		{"\\[ x^2", "`\\[ x^2`"},
		{"$$x$$ or $$\\vec{y}$$", "{x} or {`$$\\vec{y}$$`}"},
		{"$$ $$", "{`$$ $$`}"},
		{"$$\nx\n\n*y*", "`$$⏎x`; /y/"},
		{"$x_1$ costs $5 or $6, $A and $B", "{x₁} costs $5 or $6, $A and $B"},
		{"`\\(x\\)` \\\\(y)", "`\\(x\\)` \\(y)"},
		{"a[^1] b\n\n[^1]: The *note*\n[^2]: https://e.org", "a[1] b; [1]: The /note/⏎[2]: <https://e.org https://e.org>"},
		{"a\u202eb\u200bc", "abc"},
		{"a&#x202e;b", "ab"},
		{"```\na\u202eb\n```", "code(,false):\"ab\""},
		{"a\r\n\r\nb\rc", "a; b c"},
	} {
		if got := sketch(c.text); got != c.want {
			t.Errorf("%q\n is %s\nnot %s", c.text, got, c.want)
		}
	}
}

func TestLinkInfoLetsOnlySafeAddressesPass(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.org/a?b=c#d": "example.org", "http://example.org:8080": "example.org", "HTTPS://Example.org": "example.org",
		"https://bücher.example/x": "xn--bcher-kva.example", "https://аpple.com": "xn--pple-43d.com", "http://127.0.0.1:631/": "127.0.0.1",
		"http://[::1]/": "[::1]", "mailto:me@example.org": "example.org", "mailto:me@example.org?subject=Hi%20you": "example.org",
		"https://my_host.example.org/": "my_host.example.org", "https://en.example.org/Schrödinger's_cat": "en.example.org",
		"": "", "//example.org": "", "example.org": "", "https://": "", "https:///x": "", "https://a@example.org": "", "https://user:pass@example.org": "",
		"https://example.org/a b": "", "https://example.org/\n": "", "https://example.org/\u202e": "", "https://example.org/'x'": "",
		"https://example.org/\\x": "", "javascript:alert(1)": "", "data:text/html,x": "", "tel:1": "", "mailto:": "", "mailto:me": "",
		"mailto:me@example.org?attach=/etc/passwd": "", "mailto:-a@example.org": "", "https://-x.example": "", "https://exa mple.org": "",
		"https://example.org:port/": "", "https://example.org\x00": "", "https://example.org/\xff": "", "http://[::1%25eth0]/": "",
	} {
		host, ok := LinkInfo(address)
		if host != want || ok != (want != "") {
			t.Errorf("%q leads to %q (%v), not %q", address, host, ok, want)
		}
	}
}

func TestCleanKeepsWhatScriptsAndEmojiNeed(t *testing.T) {
	for _, text := range []string{
		"👩‍👩‍👧 ❤️ 1️⃣ 🏳️‍🌈 👍🏽", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "می‌خواهم", "क्‍ष", "葛󠄀", "tab\tand\nline", "é ü ß", "�",
	} {
		if clean, hidden := Clean(text); clean != text || hidden != 0 {
			t.Errorf("%q became %q, %d hidden", text, clean, hidden)
		}
	}
	for text, want := range map[string]string{
		"a\u200db": "ab", "x\u200c\u200d\u200cy": "xy", "\ufeffa": "a", "a\ufe0f": "a", "\U000e0041\U000e0042": "", "a\u00adb": "ab",
		"a\x1b[31mb": "a[31mb", "a\r\nb": "a\nb", "a\u2028b": "a\nb", "a\xffb": "a�b", "\u0085": "", "🏴\U000e0067x": "🏴x",
		"می\u200c\u200cخ": "میخ",
	} {
		if clean, _ := Clean(text); clean != want {
			t.Errorf("%q became %q, not %q", text, clean, want)
		}
	}
}

func TestTheBlocksOfAnAlertHaveItsName(t *testing.T) {
	var d Document
	d.Set("> [!NOTE]\n> a\n>\n> - b\n>   > c\n>\n> [!TIP]\n> d\n\n> e\n\n- > [!TIP]\n  > f\n\n> [!WARNING]\n>\n> " + strings.Repeat("long ", 20_000))
	got := ""
	for _, b := range d.Blocks() {
		if words := RunsText(b.Runs); !strings.HasSuffix(got, "Warning long, ") {
			got += b.Alert + " " + strings.Fields(words)[0] + ", "
		} else if b.Alert != "Warning" {
			t.Fatalf("%q of %.20q", b.Alert, words)
		}
	}
	if want := "Note Note, Note a, Note b, Note c, Tip Tip, Tip d,  e,  Tip,  f, Warning Warning, Warning long, "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBlocksReadLikeThePage(t *testing.T) {
	text := "# Head\n\nA *b* [c](https://e.org).\n\n- one\n- two\n  1. in\n\n     more\n- [x] done\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```go\n\tx()\n\n  y\n```\n\n![pic](http://h/i)\n\n---\nend"
	want := "Head\n\nA b c.\n\n• one\n• two\n  1. in\n\n    more\n☑ done\n\n    said\n\na\tb\n1\t2\n\n\tx()\n\n  y\n\npic\n\n———\n\nend"
	var d Document
	d.Set(text)
	if got := PlainText(d.Blocks()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestHugeParagraphsBecomeSeveralBlocks(t *testing.T) {
	text := strings.Repeat("Some *words* here. ", 2000)
	var d Document
	d.Set(text)
	if n := len(d.Blocks()); n < 5 || n > 20 {
		t.Fatalf("%d blocks", n)
	}
	for i, b := range d.Blocks() {
		if b.Tight != (i > 0) || len(b.Runs) < 2 {
			t.Errorf("block %d: tight %v, %d runs", i, b.Tight, len(b.Runs))
		}
	}
	if got := PlainText(d.Blocks()); got != strings.TrimSpace(strings.Repeat("Some words here. ", 2000)) {
		t.Errorf("the paragraph is not whole: %d bytes", len(got))
	}
}

func TestRevealShowsWhatCleanTakesOut(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain é 東":             "plain é 東",
		"a\u202eb\u2069":        "a[U+202E]b[U+2069]",
		"👩\u200d🚀 ok\u200d":     "👩\u200d🚀 ok[U+200D]",
		"bell\a \xff":           "bell[U+0007] \ufffd",
		"tag \U000e0041 \ufeff": "tag [U+E0041] [U+FEFF]",
	} {
		shown, hidden := RevealInvisible(text)
		if _, taken := Clean(text); shown != want || hidden != taken {
			t.Errorf("%q: %q and %d, Clean takes out %d", text, shown, hidden, taken)
		}
	}
}
