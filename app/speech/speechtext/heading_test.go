package speechtext

import (
	"strings"
	"testing"
)

func TestHeadingsAreFoundWhereTheyStand(t *testing.T) {
	source := "# The *first* `one`\n\nText.\n\nSecond\n======\n\nMore text.\n\n> ## In a quote [link](x)\n\n#\n\n```\n# code\n```\n\n### Is it?\n"
	var got []string
	for _, h := range Headings(source, Words{Code: "Code."}) {
		got = append(got, h.Title)
		if h.Start >= h.End || h.End > len(source) || !strings.Contains(source[h.Start:h.End], h.Title[:2]) {
			t.Errorf("%+v", h)
		}
	}
	if strings.Join(got, "|") != "The first one|Second|In a quote link|Is it?" {
		t.Errorf("%q", got)
	}
}

func TestWhatLooksLikeAHeadingInAPlainText(t *testing.T) {
	source := "Chapter 1\n\nIt was a dark night.\n\n\"Hello\"\n\nand so on\n\nA line that is followed by\nanother one\n\nII. The Whale\n\nNo sentence ends here\n"
	var got []string
	for _, h := range PlainHeadings(source) {
		got = append(got, h.Title)
		if source[h.Start:h.End] != h.Title {
			t.Errorf("%+v is %q", h, source[h.Start:h.End])
		}
	}
	if strings.Join(got, "|") != "Chapter 1|II. The Whale" {
		t.Errorf("%q", got)
	}
}

func FuzzHeadings(f *testing.F) {
	f.Add("# a\n\nb\n===\n\n* # c\n")
	f.Add("Chapter 1\n\ntext\n")
	f.Fuzz(func(t *testing.T, source string) {
		for _, all := range [][]Heading{Headings(source, Words{}), PlainHeadings(source)} {
			for _, h := range all {
				if h.Title == "" || h.Start < 0 || h.End > len(source) || h.Start > h.End {
					t.Fatalf("%+v", h)
				}
			}
		}
	})
}
