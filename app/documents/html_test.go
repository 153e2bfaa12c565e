package documents

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	xunicode "golang.org/x/text/encoding/unicode"

	"parlando/app/speech/speechtext"
)

func TestHTML(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"headings and paragraphs": {
			"<h1>One</h1><p>a\n  b<h3>Two</h3>c<div>d</div>", "# One\n\na b\n\n### Two\n\nc\n\nd\n",
		},
		"a heading that is not closed": {"<h1>One<p>a", "# One\n\na\n"},
		"what nobody hears": {
			"<p>a<script>x</script><style>y</style><img alt=z><svg><text>q</text></svg><span hidden>h</span> <nav>n<nav>m</nav>o</nav>b",
			"a b\n",
		},
		"what is not shown": {
			`<p>a<span style="color:red; display: none">h</span><span style="visibility:hidden">i</span><span aria-hidden="true">j</span>b<div aria-hidden=true>c</div>`,
			"ab\n\nc\n",
		},
		"powers and indices": {
			"<p>10<sup>6</sup> atoms of H<sub>2</sub>O, 2<sup>-10</sup>, x<sup>n</sup>, x<sub>i</sub>, x<sub>max</sub>, e<sup>a+b</sup>, a<sub>i,j</sub>",
			"10⁶ atoms of H₂O, 2⁻¹⁰, xⁿ, x_i, x_max, e^(a+b), a\\_(i,j)\n",
		},
		"ordinals and marks": {
			"<p>1<sup>st</sup>, 2<sup>e</sup>, M<sup>me</sup>, Parlando<sup>®</sup>, a<sup>not a power</sup>",
			"1st, 2e, Mme, Parlando®, anot a power\n",
		},
		"the numbers of notes": {
			`<p>One.<sup><a href="#n1">1</a></sup> Two<a href="notes.html#n2"><sup>2</sup></a> three <a href="#n3">[3]</a>, see <a href="#p12">12</a> and <a href="#x">this</a>, a footnote.<a href="#n4">4</a> It, p.<a href="#p5">5</a>.`,
			"One. Two three , see 12 and this, a footnote. It, p.5.\n",
		},
		"a formula": {
			`<p>So <math><mrow><msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>x</mi><mi>d</mi><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow></math> and <math><semantics><msqrt><mi>a</mi><mo>+</mo><msup><mi>b</mi><mn>2</mn></msup></msqrt><annotation encoding="application/x-tex">\sqrt{a}</annotation></semantics></math>.`,
			"So ∫₀¹xdx = 1/2 and √(a + b²).\n",
		},
		"furigana":                      {"<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>", "漢字\n"},
		"page numbers and notes":        {`<p>a<span epub:type="pagebreak">12</span><a role="doc-noteref">3</a>b`, "ab\n"},
		"lists":                         {"<ul><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ul>e", "-   a\n    -   b\n-   c\n\n    d\n\ne\n"},
		"numbers":                       {"<ol><li>a<li>b</ol>", "1. a\n2. b\n"},
		"numbers from five":             {"<ol start=5><li>a<li>b<ul><li>c</ul><li>d</ol>", "5. a\n6. b\n    -   c\n7. d\n"},
		"numbers that jump":             {`<ol><li>a<li value="7">b<li>c<li value=3>d</ol>`, "1. a\n7) b\n8) c\n3. d\n"},
		"numbers that count down":       {"<ol reversed start=3><li>a<li>b<li>c</ol>", "3. a\n2) b\n1. c\n"},
		"numbers of an unknown count":   {"<ol reversed><li>a<li>b<li value=4>c<li>d</ol>", "-   a\n-   b\n\n4. c\n3) d\n"},
		"numbers from zero and below":   {"<ol start=0><li>a</ol><p>x<ol start=-2><li>b<li>c</ol>", "0. a\n\nx\n\n-   -2. b\n-   -1. c\n"},
		"letters":                       {`<ol type=a start=26><li>a<li>b</ol><p>x<ol type=A><li>c</ol>`, "-   z. a\n-   aa. b\n\nx\n\n-   A. c\n"},
		"Roman numerals":                {`<ol type=i start=3><li>a<li>b</ol><p>x<ol style="list-style-type: upper-roman"><li value=1994>c<li type=1>d</ol>`, "-   iii. a\n-   iv. b\n\nx\n\n-   MCMXCIV. c\n1995. d\n"},
		"no numbers":                    {`<ol type=disc start=x><li>a<li value=99999999999>b</ol><ul type=a start=5><li value=3>c</ul>`, "1. a\n2. b\n\n-   c\n"},
		"two lists of numbers":          {"<ol><li>a</ol><ol><li>b</ol>", "1. a\n1) b\n"},
		"an item behind wide numbers":   {"<ol start=100><li>a<ul><li>b</ul><p>c</ol>", "100. a\n     -   b\n\n     c\n"},
		"listings in items":             {"<ol start=7><li><pre><code>a</code></pre></ol><p>x<ol type=a><li><pre><code>b</code></pre></ol>", "7.  ```\n    a\n    ```\n\nx\n\n-   a.\n    ```\n    b\n    ```\n"},
		"what was struck out":           {"<p>It is <del>100</del> <ins>80</ins>, <s>not <b>ten</b></s><strike>so</strike> nine.<del><p>gone<p>all</del><p>there", "It is 80, nine.\n\nthere\n"},
		"deletions that are not closed": {"<p>a<s>b<p>c</p><ul><li>d<del>e</li><li>f</li></ul><p>g<strike>h<h2>i</h2>", "a\n\nc\n\n-   d\n-   f\n\ng\n\n## i\n"},
		"a list after a list":           {"<ol><li>a</ol><ul><li>b</ul>", "1. a\n\n-   b\n"},
		"an item without a list":        {"<li>a", "-   a\n"},
		"lines":                         {"<p>a<br>b<br/><br/>c", "a  \nb\n\nc\n"},
		"a rule":                        {"<hr>a<hr><hr>b", "a\n\n---\n\nb\n"},
		"a listing":                     {"<pre><code>if a {\n\tb\n}\n</code></pre>", "```\nif a {\n    b\n}\n```\n"},
		"a listing with fences":         {"<pre><code>```</code></pre>", "````\n```\n````\n"},
		"verse":                         {"<pre>one\n  two\n</pre>three", "one  \ntwo\n\nthree\n"},
		"a table":                       {"<table><caption>All</caption><tr><th>a<th>b<tr><td>c<td>d</table>", "All\n\n| a | b |\n| --- | --- |\n| c | d |\n"},
		"merged columns":                {"<table><tr><th colspan=2>a<th>b<tr><td>c<td>d<td>e</table>", "| a |  | b |\n| --- | --- | --- |\n| c | d | e |\n"},
		"merged rows":                   {"<table><tr><th rowspan=3 colspan=2>a<th>b<tr><td>c<tr><td rowspan=9>d<tr><td>e<td>f</table>", "| a |  | b |\n| --- | --- | --- |\n|  |  | c |\n|  |  | d |\n| e | f |  |\n"},
		"merged beyond all":             {"<table><tr><td colspan=1000000>a<tr><td rowspan=1000000>b<td>c<tr><td>d<td colspan=-1>e</table>", "| a |  |  |\n| --- | --- | --- |\n| b | c |  |\n|  | d | e |\n"},
		"a table that is not closed":    {"<table><tr><td>a<td>b<tr><td>c", "| a | b |\n| --- | --- |\n| c |  |\n"},
		"text that begins and ends far": {"&nbsp;\u00a0 a &lt;b&gt; \u200b", "a \\<b>\n"},
		"a fence that is words":         {"<p>~~~ a", "\\~\\~\\~ a\n"},
		"an underline that is words":    {"<p>a<br>===<br>b", "a  \n\\===  \nb\n"},
	} {
		doc, err := readBytes("a.html", []byte("<!DOCTYPE html><title>T</title><body>"+c.body))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if d := cmp.Diff(c.want, doc.Text); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if doc.Title != "T" {
			t.Errorf("%s is called %q", name, doc.Title)
		}
	}
}

// What is a page its beginning says, whichever of the usual ones it is, and its name where that
// leaves a doubt.
func TestAPageIsKnownByItsBeginning(t *testing.T) {
	wide := string(must(xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM).NewEncoder().Bytes([]byte("<html><p>Grüße</p></html>"))))
	for name, c := range map[string]struct{ data, want string }{
		"comment.txt":   {"<!-- saved from url=(0014)about:internet -->\r\n<html><p>hi</p></html>", "hi\n"},
		"declared.html": {`<?xml version="1.0"?><!-- x --><!DOCTYPE html><p>hi</p>`, "hi\n"},
		"fragment":      {"<div>hi</div>", "hi\n"},
		"fragment.txt":  {"\n <p class=a>hi</p>", "hi\n"},
		"meta.html":     {"<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2", "Привет\n"},
		"xml.xhtml": {
			`<?xml version="1.0" encoding="windows-1251"?><html xmlns="http://www.w3.org/1999/xhtml"><p>` + "\xcf\xf0\xe8\xe2\xe5\xf2</p></html>",
			"Привет\n",
		},
		"cyrillic.html":  {"<meta charset=iso-8859-5><p>\xbf\xe0\xd8\xd2\xd5\xe2", "Привет\n"},
		"wide.html":      {wide, "Grüße\n"},
		"wide-bare.html": {wide[2:], "Grüße\n"},
		"words.html":     {"only words", "only words"},
		"README.md":      {"<p align=center>\n\n# Parlando\n", "<p align=center>\n\n# Parlando\n"},
		"view.vue":       {"<template>\n", "<template>\n"},
		"sums.txt":       {"<3 this", "<3 this"},
		"list.xml":       {"<?xml version='1.0'?><list/>", "<?xml version='1.0'?><list/>"},
	} {
		if doc := mustRead(t, name, c.data); doc.Text != c.want {
			t.Errorf("%s: %q", name, doc.Text)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Whatever the words are, the voice says them: no mark among them is taken for Markdown.
func TestWordsStayWordsInMarkdown(t *testing.T) {
	for _, words := range hardWords {
		for _, md := range []string{paragraph(words), "# " + heading(words), "-   " + paragraph(words)} {
			if got, want := heard(md), letters(words); got != want {
				t.Errorf("%q is heard of %q as %q", want, md, got)
			}
		}
	}
}

var hardWords = []string{
	"a * b * c", "*a*", "**", "# a", "#a", "1. a", "12) a", "- a", "+ a", "> a", ">a", "=== ", "---", "- - -", "***", "___", "a `b` c", "``` a", "~~~ a", "~~a~~",
	"[a](b)", "[a]: b", "[^1]: b", "a[^1]", "![a](b)", "<b>a</b>", "<!-- a -->", "&amp; b", "&#65; b", "a \\ b", "\\* a", "\\(a\\)", "\\[a\\]",
	"$a$ b", "$$a$$", "$5 and $6", "a_b_c", "_a_", "__a__", "a\\", "a #", "a ##", "| a | b |", "|a|", "a | b", ":-- | --", "    a", "a\tb", "http a", "^a^ b", "==a==", ": a", "a: b",
	"\\$a$", "\\\\", "`", "``", "\\`a`", "[a][b]", "[a]", "1.", "-", "#", "a  ", "{a}", "(a)", "a\nb", "a\n# b", "a\n- b", "a\n\nb", "a\n---", "a\n===", "a\n: b", "a | b\n--- | ---", "a\n| --- |\nb",
	"0|\n|-", "0|\n|:-:|", "0|1\n-|:-", "0|\n|- |", "~a~", "a~b~", "[x] a", "[X]0",
}

func heard(md string) string {
	var b strings.Builder
	for _, s := range speechtext.Sentences(md, speechtext.Words{}) {
		b.WriteString(letters(s.Text))
	}
	return b.String()
}

// letters are those, and the digits, of a text.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}
