// Package unicodetest reads the test files that Unicode publishes with its rules.
package unicodetest

import (
	"bufio"
	"compress/gzip"
	"embed"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"
)

//go:embed testdata/*.gz
var files embed.FS

// Lines returns the lines of a Unicode test file, such as LineBreakTest, without comments and empty
// lines.
func Lines(t *testing.T, name string) iter.Seq[string] {
	t.Helper()
	file, err := files.Open("testdata/" + name + ".txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	return func(yield func(string) bool) {
		lines := bufio.NewScanner(text)
		for lines.Scan() {
			line, _, _ := strings.Cut(lines.Text(), "#")
			if line = strings.TrimSpace(line); line != "" && !yield(line) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// Character returns the character of a hexadecimal code point.
func Character(t *testing.T, code string) rune {
	t.Helper()
	return rune(number(t, code, 16))
}

// Number parses a decimal number.
func Number(t *testing.T, digits string) int {
	t.Helper()
	return int(number(t, digits, 10))
}

func number(t *testing.T, s string, base int) int64 {
	t.Helper()
	n, err := strconv.ParseInt(s, base, 32)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Breaks runs a Unicode test file of boundaries against divide, which returns the ends of the parts
// of a text. It also fails if the file has fewer than least lines.
func Breaks(t *testing.T, name string, least int, divide func(text string) (ends []int)) {
	t.Helper()
	count, wrong := 0, 0
	for line := range Lines(t, name) {
		var text strings.Builder
		var want []int
		for i, field := range strings.Fields(line) {
			switch {
			case field == "÷" && i > 0:
				want = append(want, text.Len())
			case field != "÷" && field != "×":
				text.WriteRune(Character(t, field))
			}
		}
		count++
		if got := divide(text.String()); !slices.Equal(got, want) {
			if wrong++; wrong < 10 {
				t.Errorf("%s: %v, want %v", line, got, want)
			}
		}
	}
	if wrong > 0 || count < least {
		t.Errorf("%d of %d wrong", wrong, count)
	}
}
