package markup

import (
	"strings"
	"testing"
)

func TestCellsOfARow(t *testing.T) {
	for row, want := range map[string]string{
		"| a | b |":             "a/b",
		"a | b":                 "a/b",
		" | a || b | ":          "a//b",
		"":                      "",
		"|":                     "",
		"||":                    "",
		"| a |  |":              "a/",
		`| a \| b | c \|`:       `a \| b/c \|`,
		"| `a|b` | ``c ` |`` |": "`a|b`/``c ` |``",
		"| `a | b` c ` |":       "`a | b` c `",
		"| `a | b |":            "`a/b",
		"| ` | ` | `a|b` |":     "`/`/`a|b`",
		"| `` | b | `` |":       "``/b/``",
		"| `|` | `| a` |":       "`|`/`| a`",
		"| \\`a | b` |":         "\\`a/b`",
		`| \(a|b\) | \(c | d |`: `\(a|b\)/\(c/d`,
		"| $|a|$ | $5 | $6 |":   "$|a|$/$5/$6",
		"|$A_B|$C_D|":           "$A_B/$C_D",
		"| $$ | c | $$ |":       "$$/c/$$",
		"| $$|x|_2$$ | b":       "$$|x|_2$$/b",
		"| $P(A|B)$ | b":        "$P(A|B)$/b",
	} {
		var cells []string
		for _, c := range Cells([]byte(row)) {
			cells = append(cells, row[c[0]:c[1]])
		}
		if got := strings.Join(cells, "/"); got != want {
			t.Errorf("the cells of %q are %q, not %q", row, got, want)
		}
	}
}

func TestOpenBarIsTheFirstWhoseMeaningIsUndecided(t *testing.T) {
	for row, want := range map[string]int{
		"| a | b":     -1,
		"| `a":        -1,
		"| `a|b":      4,
		"| `a|b` | c": -1,
		"| $|y":       3,
		"| $5 | $6":   -1,
		"| $x | y":    -1,
		`| \(a|b`:     5,
	} {
		if got := OpenBar([]byte(row)); got != want {
			t.Errorf("the open bar of %q is at %d, not %d", row, got, want)
		}
	}
}
