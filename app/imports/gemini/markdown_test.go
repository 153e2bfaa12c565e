package gemini

import (
	"strings"
	"testing"
	"time"
)

func TestAnswersBecomeMarkdown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"paragraphs": {"<p>One\n two</p>\n<p>Three<br>four</p>", "One two\n\nThree  \nfour"},
		"headings":   {"<h1>A</h1><h3>B</h3>text", "# A\n\n### B\n\ntext"},
		"emphasis":   {"<p>a <strong>b </strong><em>c</em> <del>d</del> <b></b>e</p>", "a **b** *c* ~~d~~ e"},
		"signs":      {"<p>2*3 &lt;b&gt; a_b `x`</p>", "2\\*3 \\<b> a_b \\`x\\`"},
		"code":       {"<p>Use <code>a*b `c`</code></p>", "Use `` a*b `c` ``"},
		"code block": {
			"<p>See</p><pre><code class=\"hljs language-go\">if a &lt; b {\n\n  x()\n}\n</code></pre><p>End</p>",
			"See\n\n```go\nif a < b {\n\n  x()\n}\n```\n\nEnd",
		},
		"lists": {
			"<ul>\n<li>one</li>\n<li><p>two</p><ol start=\"9\"><li>a</li><li>b</li></ol></li><li>three</li></ul><p>End</p>",
			"- one\n- two\n\n  9. a\n  10. b\n\n- three\n\nEnd",
		},
		"code in a list":   {"<ol><li>Do<pre>a\n  b</pre></li></ol>", "1. Do\n\n   ```\n   a\n     b\n   ```"},
		"quotation":        {"<blockquote><p>a</p><p>b</p></blockquote><p>c</p>", "> a\n>\n> b\n\nc"},
		"links":            {"<a href=\"https://a.example/x(1)\">here</a> <a href=\"javascript:x\">bad</a> <a href=\"https://b.example\">https://b.example</a>", "[here](https://a.example/x%281%29) bad https://b.example"},
		"table":            {"<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><p>1|2</p></td><td><b>3</b></td></tr></tbody></table>End", "| A | B |\n| --- | --- |\n| 1\\|2 | **3** |\n\nEnd"},
		"rule":             {"a<hr>b", "a\n\n---\n\nb"},
		"what is not read": {"<style>p{}</style><script>alert(1)</script><img src=\"https://a.example/b.png\">a<!-- c -->", "a"},
		"not closed":       {"<p><b>a <i>b<pre>c", "**a *b***\n\n```\nc\n```"},
		"entities":         {"a&nbsp;b &amp; &#x1F600;", "a\u00a0b & 😀"},
		"plain":            {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := markdown(c.html); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestHostileHTMLIsQuick(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"<ul><li>", "<b>", "<blockquote>", "<table><tr><td>", "<pre>`", "<a href=https://x>", "<td>x", "<code>`", "x<br>", "<b>x</b>", "<li>x</li>"} {
		started := time.Now()
		got := markdown("<table><tr><td>" + strings.Repeat(unit, 1<<18/len(unit)) + "</table>" + strings.Repeat(unit, 1<<18/len(unit)))
		if took := time.Since(started); took > 20*time.Second || len(got) > 32<<20 {
			t.Errorf("%s took %v and has %d bytes", unit, took, len(got))
		}
	}
}
