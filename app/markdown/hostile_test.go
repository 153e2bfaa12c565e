package markdown

import (
	"strings"
	"testing"
	"time"
)

// traps are texts that make naive markdown readers take quadratic time or memory, at about size
// bytes.
func traps(size int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, max(1, size/len(s))) }
	half := func(a, b string) string {
		n := size / (len(a) + len(b))
		return strings.Repeat(a, n) + strings.Repeat(b, n)
	}
	rising := func(c, gap string) string {
		var b strings.Builder
		for i := 1; b.Len() < size; i++ {
			b.WriteString(strings.Repeat(c, i) + gap)
		}
		return b.String()
	}
	stairs := func(mark string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(strings.Repeat("  ", i) + mark + "\n")
		}
		return b.String()
	}
	return map[string]string{
		"open brackets": fill("["), "open pictures": fill("!["), "pairs": half("[", "]"), "links": half("[", "](u)"),
		"link starts": fill("[a](<b"), "link titles": fill(`[a](b "`), "reference starts": fill("[a]["), "labels": fill("[a]"),
		"stars": fill("*"), "star words": fill("*a "), "star ends": fill("a* "), "double stars": fill("**a "), "mixed": fill("*a_ "),
		"mixed pairs": fill("*a **b "), "underscores": fill("_a "), "tildes": fill("~a "), "stars around": half("*a", "*"), "stars and under": fill("**x_ "),
		"backticks": fill("`"), "rising backticks": rising("`", " "), "rising backticks in words": rising("`", "a"),
		"quotes": fill(">"), "quotes on lines": fill(strings.Repeat(">", 200) + "a\n"), "quote spaces": fill("> "),
		"lists in lists": fill("- "), "numbers in lists": fill("1. "), "list stairs": stairs("- a"), "quote lists": fill("> - "), "star lists": fill("* a\n * b\n"),
		"tags": fill("<a "), "tag starts": fill("<"), "attributes": "<a " + fill(`b="c" `), "comments": fill("<!-- "), "declarations": fill("<!A "),
		"instructions": fill("<?"), "cdata": fill("<![CDATA["), "closing tags": fill("</a "), "autolinks": fill("<http://a"), "mails": fill("a@b."),
		"bare links": fill("http://a "), "bare link ends": "https://a/" + fill(")"), "bare link dots": "https://a/" + fill("."), "colons": fill(":// "),
		"format tags": fill("<b>"), "format tags closed": half("<b>", "</b>"), "raised": fill("<sup>"), "folded": fill("<details><summary>"),
		"entities": fill("&"), "entity starts": fill("&#x"), "backslashes": fill("\\"), "formula starts": fill(`\(`), "dollars": fill("$"), "dollar words": fill("$a "),
		"double dollars": fill("$$ a "), "formula lines": fill("\\[\n"),
		"columns": fill("|a") + "\n" + fill("|-") + "\n" + fill("|b\n"), "rows": "|a|b|\n|-|-|\n" + fill("\n|"), "wide rows": strings.Repeat("|a", 60) + "|\n" + strings.Repeat("|-", 60) + "|\n" + fill("b\n"),
		"delimiter rows": fill("|-|\n"), "delimiter rows and text": "a\n" + fill("|-|\nb\n"), "pipes": fill("|"), "escaped pipes": "|a|\n|-|\n" + fill("\\|`"),
		"backticks in a row": "|a|\n|-|\n|" + rising("`", "|"), "formulas in a row": "|a|\n|-|\n|" + fill(`\(|`), "dollars in a row": "|a|\n|-|\n|" + fill("$a_|"),
		"definitions": fill("[a]: b\n"), "definition starts": fill("[a]: "), "definition titles": fill("[a]: b \"\n"), "definition lines": "[" + fill("a\n") + "]: b",
		"headings": fill("# "), "heading ends": "# a" + fill(" #"), "underlines": fill("a\n=\n"), "rules": fill("- - "), "long heading": "# " + fill("*a "),
		"fences": fill("```\n"), "fence starts": fill("``` a\n~~~ b\n"), "long cell": "|a|\n|-|\n|" + fill("*a "), "footnotes": fill("[^a"),
		"tabs": fill("\t"), "tabs in lists": fill("-\t"), "spaces": fill(" "), "blank lines": fill(" \n"), "hidden": fill("\u200b"), "bad bytes": fill("\xff"), "returns": fill("\r"),
		"underline of many lines": fill("a\n") + "===", "lazy": "> a\n" + fill("b\n"), "lazy deep": strings.Repeat("> ", 50) + "a\n" + fill("b\n"), "items of one": fill("-\n"), "spaced items": fill("-\n\n"),
	}
}

func TestHostileTextsAreReadInTime(t *testing.T) {
	for name, text := range traps(hostileSize) {
		t.Run(name, func(t *testing.T) {
			var d Document
			start := time.Now()
			d.Set(text)
			took := time.Since(start)
			checkOffsets(t, text, d.Blocks())
			if limit := 10 * time.Second; took > limit {
				t.Errorf("reading took %v", took)
			}
			t.Logf("%v, %d blocks", took, len(d.Blocks()))
			d.SetOpen(text + "a ")
		})
	}
}
