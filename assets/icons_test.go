package assets

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every icon that the views name is embedded and can be colored by the theme; a missing one would
// be an empty button.
func TestEveryIconThatIsNamedIsThere(t *testing.T) {
	takes := map[string]int{ // the call, and which argument names the icon
		"NewIconButton": 0, "NewNavRow": 0, "SetMark": 0, "SetIconAfter": 0, "SetLeading": 0, "SetIcon": 0, "Icon": 0, "newPicture": 0,
	}
	found := map[string]bool{}
	err := filepath.WalkDir("../views", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		look := func(e ast.Expr) {
			l, ok := e.(*ast.BasicLit)
			if !ok || l.Kind != token.STRING {
				return
			}
			name, err := strconv.Unquote(l.Value)
			if err != nil || name == "" {
				return
			}
			found[name] = true
			svg := string(Icon(name))
			if svg == "" {
				t.Errorf("%s names the icon %q, which is not in assets/icons", path, name)
			} else if !strings.Contains(svg, "currentColor") {
				t.Errorf("%s.svg cannot be colored by the theme", name)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				fun := ""
				switch f := n.Fun.(type) {
				case *ast.Ident:
					fun = f.Name
				case *ast.SelectorExpr:
					fun = f.Sel.Name
				}
				if i, ok := takes[fun]; ok && i < len(n.Args) {
					look(n.Args[i])
				}
			case *ast.KeyValueExpr:
				if k, ok := n.Key.(*ast.Ident); ok && slices.Contains([]string{"Icon", "icon"}, k.Name) {
					look(n.Value)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 10 {
		t.Errorf("only %d icons found: does the test still look in the right place?", len(found))
	}
}
