package widgets

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// The name of a button that is an icon alone is its tooltip and what a screen reader says. It is
// never left empty, and never words that cannot be translated.
func TestEveryButtonThatIsAnIconAloneHasAName(t *testing.T) {
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 3 || !isNewIconButton(call.Fun) {
				return true
			}
			found++
			if name, ok := call.Args[1].(*ast.BasicLit); ok {
				t.Errorf("%s: a button is called %s", path, name.Value)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 10 {
		t.Errorf("only %d buttons found: does the test still look in the right place?", found)
	}
}

func isNewIconButton(fun ast.Expr) bool {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name == "NewIconButton"
	case *ast.SelectorExpr:
		return f.Sel.Name == "NewIconButton"
	}
	return false
}
