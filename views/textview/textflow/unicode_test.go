package textflow_test

import (
	"bufio"
	"compress/gzip"
	"iter"
	"os"
	"strconv"
	"strings"
	"testing"
)

// unicodeTest returns the lines of one of Unicode's tests without their comments.
func unicodeTest(t *testing.T, name string) iter.Seq[string] {
	t.Helper()
	file, err := os.Open("testdata/" + name + ".txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
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

func number(s string, base int) int {
	n, err := strconv.ParseInt(s, base, 32)
	if err != nil {
		panic(err)
	}
	return int(n)
}
