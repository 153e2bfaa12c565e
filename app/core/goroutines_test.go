package core

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// bareGoroutines lists the files and folders of app that may start goroutines by other means than
// owner.Goroutines, with the reason.
var bareGoroutines = map[string]string{
	"app/owner":                   "it starts the goroutines of all owners",
	"app/desktop":                 "it knows no package of the program (see rules)",
	"app/display":                 "its connection to X11 or Windows ends with the program",
	"app/instance":                "its one goroutine ends with the function that Listen returns",
	"app/core/practicegateway.go": "it is a program of its own, which ends with the server",
	"app/speechexports/local.go":  "it writes to a pipe, and ends when the body is closed",
}

// A goroutine that nobody waits for may write after its owner has closed, or lose what it has.
func TestOwnersWaitForTheirGoroutines(t *testing.T) {
	root := moduleRoot(t)
	unused := map[string]bool{}
	for place := range bareGoroutines {
		unused[place] = true
	}
	for file := range goImports(t) {
		folder := path.Dir(file)
		if !strings.HasPrefix(folder, "app/") || strings.HasPrefix(file, "app/e2e/") || strings.HasSuffix(file, "_test.go") {
			continue // package app itself is the event loop
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range unawaited(parsed) {
			place := file
			if bareGoroutines[folder] != "" {
				place = folder
			}
			if delete(unused, place); bareGoroutines[place] == "" {
				t.Errorf("%s: start it with owner.Goroutines.Go, or wait for it in the same function", set.Position(at))
			}
		}
	}
	for place := range unused {
		t.Errorf("%s starts no goroutine: take it off the list", place)
	}
}

// unawaited returns the places where a file starts a goroutine with a go statement, or with a
// sync.WaitGroup that is not a local variable with a Wait in the same function.
func unawaited(f *ast.File) (at []token.Pos) {
	for _, d := range f.Decls {
		waits := map[string]bool{}
		ast.Inspect(d, func(n ast.Node) bool {
			if group, ok := callOf(n, "Wait", 0); ok {
				waits[group] = true
			}
			return true
		})
		ast.Inspect(d, func(n ast.Node) bool {
			group, ok := callOf(n, "Go", 1)
			if _, bare := n.(*ast.GoStmt); bare || ok && !waits[group] {
				at = append(at, n.Pos())
			}
			return true
		})
	}
	return at
}

// callOf reports whether a node calls a method with a number of arguments, and returns the name of
// the local variable whose method it is, "" for a field.
func callOf(n ast.Node, method string, arguments int) (variable string, ok bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != arguments {
		return "", false
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != method {
		return "", false
	}
	if x, ok := selector.X.(*ast.Ident); ok {
		return x.Name, true
	}
	return "", method == "Go"
}
