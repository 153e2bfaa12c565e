package form

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The fields of the window that are not a Field of a Form, by file, with the number of places that
// make one. Each is in a form, whose draft keeps its words; or it is one of those that have nothing
// to keep: a search, a name that is edited in place, and what acts as it is typed or when it is
// left, as Escape leaves it, too.
var (
	kept = map[string]int{
		"pages/chat/attacher.go": 1,
		"shell/host.go":          4,
	}
	keptByTheirForm = map[string]int{
		"pages/chat/answers/columns.go": 2,
	}
	nothingToKeep = map[string]int{
		"adjust/number.go":          1, // acts when it is left
		"pages/chat/findbar/bar.go": 1, // search
		"sheets/help/sheet.go":      1, // search
		"sidebar/sidebar.go":        1, // search
		"topbar/picker.go":          1, // search
		// search; the bar has its words until the transcript closes
		"transcript/finder.go":       2,
		"widgets/list/searchmenu.go": 1, // search
		"widgets/nameeditor.go":      1, // name in place
	}
)

func TestEveryFieldOfTheWindowKeepsItsWordsOrHasNone(t *testing.T) {
	want := maps.Clone(kept)
	maps.Copy(want, keptByTheirForm)
	maps.Copy(want, nothingToKeep)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		if name == "widgets/field.go" || name == "form/controls.go" {
			return nil // these define them
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		made, keeps := 0, false
		ast.Inspect(f, func(n ast.Node) bool {
			if d, ok := n.(*ast.CompositeLit); ok && isField(d) && !keepsOrActs(d) {
				t.Errorf("%s has a form.Field that neither keeps its words nor acts on them", name)
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var called string
			switch f := call.Fun.(type) {
			case *ast.Ident:
				called = f.Name
			case *ast.SelectorExpr:
				called = f.Sel.Name
			}
			switch called {
			case "NewField", "NewTextArea", "NewSecretField":
				made++
			case "Keep", "KeepValue":
				keeps = true
			}
			return true
		})
		if made != want[name] {
			t.Errorf("%s makes %d fields, known are %d: keep their words with a Draft, or say here why they have none", name, made, want[name])
		}
		if _, ok := kept[name]; ok && !keeps {
			t.Errorf("%s keeps nothing", name)
		}
		delete(want, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range want {
		t.Errorf("%s has no field any more", name)
	}
}

// isField reports whether a literal is a form.Field.
func isField(d *ast.CompositeLit) bool {
	of, ok := d.Type.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	in, ok := of.X.(*ast.Ident)
	return ok && in.Name == "form" && of.Sel.Name == "Field"
}

// keepsOrActs reports whether a Field is kept by a draft, or acts as it is typed or when it is
// left.
func keepsOrActs(d *ast.CompositeLit) bool {
	return slices.ContainsFunc(d.Elts, func(e ast.Expr) bool {
		set, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, ok := set.Key.(*ast.Ident)
		return ok && slices.Contains([]string{"Kept", "OnChange", "OnDone"}, key.Name)
	})
}
