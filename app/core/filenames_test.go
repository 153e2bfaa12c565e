package core

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// namers are functions that are called like one that makes a file name, each with what it does
// instead.
var namers = map[string]string{
	"app/attachments/attachments.go: cleanName": "shortens the name that an attachment is shown under; saving one goes through filename",
	"app/catalog/model.go: cleanName":           "shortens the name that a model is shown under",
	"app/settings/connection.go: CleanName":     "shortens the name that a connection is shown under",
}

// namerName matches the name of a function that makes a file name.
var namerName = regexp.MustCompile(`(?i)(file|picture|clean|safe|sanitize|sanitized|valid|export|save)_?names?$`)

// Only app/filename knows what no file name may have. Another function that makes one would miss
// some of it.
func TestOnePackageMakesTheNamesOfFiles(t *testing.T) {
	root, found := moduleRoot(t), map[string]bool{}
	for file := range goImports(t) {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, "app/filename/") || strings.HasPrefix(file, "app/e2e/") {
			continue
		}
		src, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, what := range fileNamers(t, string(src)) {
			if what = file + ": " + what; namers[what] == "" {
				t.Errorf("%s makes a file name; use app/filename", what)
			}
			found[what] = true
		}
	}
	for what := range namers {
		if !found[what] {
			t.Errorf("%s is not there any more", what)
		}
	}
}

func TestAFunctionThatMakesFileNamesIsFound(t *testing.T) {
	for src, want := range map[string]string{
		"func fileName(title string) string { return title }":                                                         "[fileName]",
		"func (s *S) SafeName(a int, title string) (string, error) { return title, nil }":                             "[SafeName]",
		"func f(s string) string { return strings.Map(drop(`/\\:*?\"<>|`), s) }":                                      "[f]",
		"var r = strings.NewReplacer(\"/\", \"_\", \"\\\\\", \"_\", \":\", \"_\", \"*?\", \"_\", \"\\\"<>|\", \"_\")": "[r]",
		"var reserved = map[string]bool{\"con\": true, \"lpt1\": true}":                                               "[reserved]",
		"func name() string { return filename.New(\".txt\", title) }":                                                 "[]",
		"func ModelName(s string) string { return s }":                                                                "[]",
		"func rows() string { return \"a|b\" + \"*?\" }":                                                              "[]",
	} {
		if got := fmt.Sprint(fileNamers(t, "package p\n"+src)); got != want {
			t.Errorf("%s: %s, not %s", src, got, want)
		}
	}
}

// fileNamers names the declarations of a file that make a file name: by how they are called, by the
// characters that Windows refuses in a name, or by a device of Windows.
func fileNamers(t *testing.T, src string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := []string{}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if makesText(d) && namerName.MatchString(d.Name.Name) || knowsNames(d) {
				found = append(found, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && knowsNames(v) {
					found = append(found, v.Names[0].Name)
				}
			}
		}
	}
	return found
}

// makesText reports whether a function takes a text and returns one.
func makesText(f *ast.FuncDecl) bool {
	text := func(fields *ast.FieldList) bool {
		if fields == nil {
			return false
		}
		for _, field := range fields.List {
			if kind, ok := field.Type.(*ast.Ident); ok && kind.Name == "string" {
				return true
			}
		}
		return false
	}
	return text(f.Type.Params) && text(f.Type.Results)
}

// knowsNames reports whether literals hold a device of Windows, or one after the other the
// separators and wildcards of file names.
func knowsNames(n ast.Node) bool {
	knows := false
	separators := map[rune]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING && lit.Kind != token.CHAR {
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			return true
		}
		switch strings.ToLower(text) {
		case "aux", "lpt1", "com1", "prn":
			knows = true
		}
		if len(text) == 1 || strings.Trim(text, `/\:*?"<>|`+"\x00") == "" {
			for _, r := range text {
				separators[r] = true
			}
		}
		return true
	})
	for _, r := range `/\:*?"<>|` {
		if !separators[r] {
			return knows
		}
	}
	return true
}
