package speechtext

import (
	"strings"
	"testing"
	"time"
)

// Each of these makes a naive reader take quadratic time, which exceeds the test's own time limit.
func TestHostileTextsAreReadInTime(t *testing.T) {
	for _, s := range []string{
		"[", "![", "[a](<b", "[a][", "*", "*a ", "_a ", "~~a ", "`", "`a``", ">", "> a\n", "- ", "1. ", "> - ", "- a\n  ", "<a ", "<", "<!-- ", "http://a ", "https://a/)", "h", "www.",
		"&", "&#x", "\\", "\\(", "$", "$$ a ", "\\[\n", "|a", "|-|\n", "|a|\n|-|\n", "[a]: b\n", "[a]: b \"\n", "# ", "a\n=\n", "```\n", "[^a", "\t", " \n", "\u200b", "\xff", "\x80", "\r",
		"Mr. ", "a. ", "1. A ", "No. 5 ", "? ", "(", ")", "「", "a", "\u0301", "一", "一。", "a\n", "-\n\n",
	} {
		source := strings.Repeat(s, hostileSize/len(s))
		check(t, source[:2000], Sentences(source[:2000], testWords))
		began := time.Now()
		all := Sentences(source, testWords)
		t.Logf("%q: %v", s, time.Since(began))
		for _, sentence := range all {
			if n := CountCharacters(sentence.Text); n > MaxCharacters {
				t.Errorf("%q: a sentence of %d characters", s, n)
			}
		}
	}
}

// essay is about 100 KB of an ordinary reply.
var essay = strings.Repeat("## A heading\n\nThe first sentence, with **bold** words and `code`, by Mr. Smith. Another one follows! See [here](https://e.org).\n\n- one item\n- another item\n\n```go\nx := 1\n```\n\n", 500)

func BenchmarkSentences(b *testing.B) {
	b.SetBytes(int64(len(essay)))
	for b.Loop() {
		Sentences(essay, testWords)
	}
}

func BenchmarkGrow(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		r := Reader{Words: testWords}
		for at := 200; at < 20_000; at += 200 {
			r.Grow(essay[:at])
		}
	}
}

func BenchmarkParts(b *testing.B) {
	all := Sentences(essay, testWords)
	for b.Loop() {
		allParts(all)
	}
}
