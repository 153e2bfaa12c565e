package format

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// plain are the calls in views that write numbers or lists for a program, not for the user.
var plain = map[string]string{
	"theme/icon.go":               "coordinates in SVG",
	"widgets/dropzone.go":         "coordinates in SVG",
	"pages/speak/panel.go":        "a value of a request",
	"pages/transcribe/askcard.go": "a value of a request",
	"words/reading.go":            "positions in audio, the same everywhere: 1:02:03",
	"words/cost.go":               "minutes after an hour: 3 h 08 min",
	"seen/seentest/look.go":       "a test",
	"format/date.go":              "digits of a date",
	"format/money.go":             "input of the library",
	"format/number.go":            "counts decimals",
	"format/key.go":               "keys as the system parses them",
	"format/list.go":              "joins facts",
}

var withDecimals = regexp.MustCompile(`%[-+# 0]*\d*(\.\d*)?[feEgG]|%0\dd`)

// Other packages of views do not write numbers, times and lists for the user by themselves.
func TestOnlyThisPackageWritesNumbersAndTimes(t *testing.T) {
	calls := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				calls++
				if wrong := writes(call); wrong != "" && plain[name] == "" {
					t.Errorf("%s calls %s: package format does this", name, wrong)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if calls < 1000 {
		t.Errorf("only %d calls found: does the test still look in the right place?", calls)
	}
}

// writes returns the name of a function that writes a number, a time or a list without a language,
// "" for other calls. Lines may be joined, and words by spaces.
func writes(call *ast.CallExpr) string {
	of, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	from, _ := of.X.(*ast.Ident)
	last := ""
	if len(call.Args) > 0 {
		last = text(call.Args[len(call.Args)-1])
	}
	switch {
	case from != nil && from.Name == "strconv" && (of.Sel.Name == "FormatFloat" || of.Sel.Name == "AppendFloat"):
		return "strconv." + of.Sel.Name
	case from != nil && from.Name == "strings" && of.Sel.Name == "Join" && strings.TrimSpace(last) != "":
		return "strings.Join with " + last
	case from != nil && from.Name == "fmt" && len(call.Args) > 0 && withDecimals.MatchString(text(call.Args[0])):
		return "fmt." + of.Sel.Name
	case (of.Sel.Name == "Format" || of.Sel.Name == "AppendFormat") && last != "" && isLayout(last):
		return "Format with " + last
	}
	return ""
}

// text returns the value of a literal, and the name of a layout of package time.
func text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, err := strconv.Unquote(e.Value); err == nil {
			return s
		}
	case *ast.SelectorExpr:
		if from, ok := e.X.(*ast.Ident); ok && from.Name == "time" {
			return "time." + e.Sel.Name
		}
	}
	return ""
}

// isLayout reports whether a text is a layout of package time.
func isLayout(s string) bool {
	return strings.HasPrefix(s, "time.") || strings.ContainsAny(s, "0123456789") || s == "Jan"
}
