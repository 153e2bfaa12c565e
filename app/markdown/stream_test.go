package markdown

import (
	"fmt"
	"strings"
	"testing"
)

// reply is a text as models write them, of about size bytes.
func reply(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "## Part %d\n\nThis is a paragraph with **bold**, *italic* and `code`, about [a link](https://example.org/%d), "+
			"long enough to wrap over some lines. It goes on with [a reference][r] and more plain words.\n\n", i, i)
		switch i % 4 {
		case 0:
			b.WriteString("- first item\n- second item with `x := 1`\n  - nested\n- third\n\n")
		case 1:
			b.WriteString("```go\nfunc f(a int) int {\n\tif a > 1 {\n\t\treturn f(a - 1)\n\t}\n\treturn a\n}\n```\n\n")
		case 2:
			b.WriteString("| Name | Value |\n|---|--:|\n| one | 1 |\n| two | 2 |\n| three | 3 |\n\n")
		case 3:
			b.WriteString("1. **Step one**\n\n   ```sh\n   make run\n   ```\n\n2. **Step two**\n\n   Look.\n\n> A quote\n> of two lines\n\n")
		}
	}
	return b.String() + "[r]: https://example.org/reference\n"
}

// stream sets a text as it grows in steps of 32 bytes: 4 bytes a token, eight tokens a tick.
func stream(text string) *Document {
	var d Document
	for end := 0; end < len(text); {
		end = min(len(text), end+32)
		d.SetOpen(text[:end])
		_ = d.Blocks()
	}
	d.Set(text)
	return &d
}

func BenchmarkStream20000(b *testing.B) {
	text := reply(80_000)
	for b.Loop() {
		stream(text)
	}
}

func BenchmarkWhole84KB(b *testing.B) {
	text := reply(84_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var d Document
		d.Set(text)
	}
}

// long are texts of 100 KB without a boundary, of which nothing but the end may cost time.
func long() map[string]string {
	const size = 100_000
	words := "The quick *brown* fox `jumps` over the lazy dog, and then some more words follow it. "
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	return map[string]string{
		"paragraph":       fill(words),
		"paragraph lines": fill(words + "\n"),
		"no spaces":       fill("x"),
		"code":            "```go\n" + fill("\tfmt.Println(\"some code\")\n"),
		"code in an item": "- item\n\n  ```go\n" + fill("  fmt.Println(\"some code\")\n"),
		"list":            fill("- an item with *some* words in it\n"),
		"loose list":      fill("1. an item with *some* words in it\n\n"),
		"quote":           fill("> a quote with *some* words in it\n>\n"),
		"quote lines":     fill("> a quote with *some* words in it\n"),
		"table":           "| a | b | c |\n|---|---|---|\n" + fill("| some | words | here *and* |\n"),
		"nested list":     "- a\n" + fill("  - an item with *some* words in it\n"),
		"html":            "<!--\n" + fill("an unclosed comment\n"),
		"formula":         "$$\n" + fill("x_1^2 + y_1^2\n"),
		"indented":        fill("    code without a fence\n"),
		"hidden code":     "```\n" + fill("a\u200bb code\n"),
	}
}

func BenchmarkGrowAt100KB(b *testing.B) {
	for name, text := range long() {
		b.Run(name, func(b *testing.B) {
			var d Document
			d.Set(text)
			grown := text
			for b.Loop() {
				if len(grown) > len(text)+32_000 {
					b.StopTimer()
					grown = text
					d = Document{}
					d.Set(text)
					b.StartTimer()
				}
				grown += text[len(text)-32:]
				d.SetOpen(grown)
			}
		})
	}
}
