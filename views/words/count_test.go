package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"parlando/views/format"
)

func TestThousandsAreSeparated(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 4950: "4,950", 1_234_567: "1,234,567", -1: "-1", -999: "-999", -4950: "-4,950"} {
		if got := format.Number(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// Whatever a region counts in a sentence is written by Number.
func TestEveryCountInASentenceIsWrittenByNumber(t *testing.T) {
	counts, called := map[string]bool{"N": true, "M": true, "All": true, "First": true, "Last": true, "Done": true, "Missing": true, "Failed": true, "Untimed": true}, 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, filepath.Join("..", "words")) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			if key, ok := literal(pair.Key); !ok || !counts[key] {
				return true
			}
			switch v := pair.Value.(type) {
			case *ast.Ident, *ast.SelectorExpr:
				t.Errorf("%s: %s is said as it is", path, name(v))
			case *ast.BinaryExpr:
				if v.Op == token.ADD || v.Op == token.SUB {
					t.Errorf("%s: a sum is said as it is", path)
				}
			case *ast.CallExpr:
				switch name(v.Fun) {
				case "len":
					t.Errorf("%s: a length is said as it is", path)
				case "format.Number":
					called++
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if called < 10 {
		t.Errorf("only %d counts found: does the test still look in the right place?", called)
	}
}

func TestTokensAreRounded(t *testing.T) {
	for n, want := range map[int]int{0: 0, 99: 99, 100: 100, 104: 100, 105: 110, 994: 990, 995: 1000, 12_499: 12_000, 12_500: 13_000} {
		if got := Rough(n); got != want {
			t.Errorf("%d is about %d, not %d", n, want, got)
		}
	}
}
