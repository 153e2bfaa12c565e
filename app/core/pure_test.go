package core

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The packages of .ci/pure are tested without the race detector, so their own code has nothing for
// it to find.
func TestPurePackagesHaveNoGoroutineLockOrChannel(t *testing.T) {
	root := moduleRoot(t)
	text, err := os.ReadFile(filepath.Join(root, ".ci", "pure"))
	if err != nil {
		t.Fatal(err)
	}
	listed := 0
	for line := range strings.Lines(string(text)) {
		folder, ok := strings.CutPrefix(strings.TrimSpace(line), module+"/")
		if !ok {
			continue
		}
		listed++
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s has no Go files: take it off the list", folder)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			if at, what := concurrency(parsed); what != "" {
				t.Errorf("%s has %s: take %s off .ci/pure", set.Position(at), what, folder)
			}
		}
	}
	if listed == 0 {
		t.Error(".ci/pure lists no package")
	}
}

// concurrency returns the first goroutine, lock or channel of a file.
func concurrency(f *ast.File) (at token.Pos, what string) {
	for _, i := range f.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		if path == "sync" || path == "sync/atomic" || strings.HasPrefix(path, "golang.org/x/sync") {
			return i.Pos(), path
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		found := ""
		switch n := n.(type) {
		case *ast.GoStmt:
			found = "a goroutine"
		case *ast.ChanType, *ast.SendStmt, *ast.SelectStmt:
			found = "a channel"
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				found = "a channel"
			}
		}
		if found != "" && what == "" {
			at, what = n.Pos(), found
		}
		return what == ""
	})
	return at, what
}

// A test that is renamed or moved would no longer run whole.
func TestShortenedTestsExist(t *testing.T) {
	root := moduleRoot(t)
	text, err := os.ReadFile(filepath.Join(root, ".ci", "shortened"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, folder, ok := strings.Cut(strings.TrimSpace(line), " "+module+"/")
		if !ok {
			continue
		}
		files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found = found || strings.Contains(string(source), "\nfunc "+name+"(")
		}
		if !found {
			t.Errorf("%s has no %s", folder, name)
		}
	}
}
