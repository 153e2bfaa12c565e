package documents

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"parley/app/speech/script"
)

func TestHTML(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"headings and paragraphs":       {"<h1>One</h1><p>a\n  b<h3>Two</h3>c<div>d</div>", "# One\n\na b\n\n### Two\n\nc\n\nd\n"},
		"a heading that is not closed":  {"<h1>One<p>a", "# One\n\na\n"},
		"what nobody hears":             {"<p>a<script>x</script><style>y</style><img alt=z><svg><text>q</text></svg><span hidden>h</span> <nav>n<nav>m</nav>o</nav>b", "a b\n"},
		"furigana":                      {"<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>", "漢字\n"},
		"page numbers and notes":        {`<p>a<span epub:type="pagebreak">12</span><a role="doc-noteref">3</a>b`, "ab\n"},
		"lists":                         {"<ul><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ul>e", "-   a\n    -   b\n-   c\n\n    d\n\ne\n"},
		"numbers":                       {"<ol><li>a<li>b</ol>", "1. a\n2. b\n"},
		"a list after a list":           {"<ol><li>a</ol><ul><li>b</ul>", "1. a\n\n-   b\n"},
		"an item without a list":        {"<li>a", "-   a\n"},
		"lines":                         {"<p>a<br>b<br/><br/>c", "a  \nb\n\nc\n"},
		"a rule":                        {"<hr>a<hr><hr>b", "a\n\n---\n\nb\n"},
		"a listing":                     {"<pre><code>if a {\n\tb\n}\n</code></pre>", "```\nif a {\n    b\n}\n```\n"},
		"a listing with fences":         {"<pre><code>```</code></pre>", "````\n```\n````\n"},
		"verse":                         {"<pre>one\n  two\n</pre>three", "one  \ntwo\n\nthree\n"},
		"a table":                       {"<table><caption>All</caption><tr><th>a<th>b<tr><td>c<td>d</table>", "All\n\n| a | b |\n| --- | --- |\n| c | d |\n"},
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
	for _, s := range script.Sentences(md, script.Words{}) {
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
