package words

import (
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

var update = flag.Bool("update", false, "write new sentences into assets/translations/en.json")

const english = "../../assets/translations/en.json"

// Every sentence of the code is in the English file, so that a translator sees all of them; and
// none is there that the code does not say any more.
func TestEveryWordIsInTranslation(t *testing.T) {
	said := map[string]string{}
	for _, s := range sentencesInCode(t) {
		said[s] = s
	}
	if *update {
		data, err := json.MarshalIndent(said, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(english, append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(english)
	if err != nil {
		t.Fatal(err)
	}
	var listed map[string]string
	if err := json.Unmarshal(data, &listed); err != nil {
		t.Fatal(err)
	}
	for s := range said {
		if _, ok := listed[s]; !ok {
			t.Errorf("%q is said in the code and not in en.json (make words)", s)
		}
	}
	for s := range listed {
		if _, ok := said[s]; !ok {
			t.Errorf("%q is in en.json and not said any more (make words)", s)
		}
	}
	if len(said) < 50 {
		t.Errorf("only %d sentences found: does the test still look in the right place?", len(said))
	}
}

// sentencesInCode finds the first argument of i18n.Text, and complains of sentences that are given
// to a widget without it. A plural is said with its singular as a sentence of its own, as in
// PageCount: lang.N finds no singular in English and reports that.
func sentencesInCode(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if path != "../.." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "build" || name == "client" || name == "e2e") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fun := name(call.Fun)
			for i, arg := range call.Args {
				s, ok := literal(arg)
				if !ok {
					continue
				}
				switch {
				case fun == "i18n.Text":
					if i == 0 {
						out = append(out, s)
					}
				case fun == "lang.N" || fun == "lang.X" || fun == "lang.XN":
					t.Errorf("%s: %s says %q: i18n.Text does", path, fun, s)
				case isSentence(s) && shows(fun):
					t.Errorf("%s: %s is given %q without i18n.Text", path, fun, s)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func name(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return name(e.X) + "." + e.Sel.Name
	}
	return ""
}

func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(l.Value)
	return s, err == nil
}

// shows reports whether a call puts its words before a user's eyes.
func shows(fun string) bool {
	if !strings.HasPrefix(fun, "widgets.New") && !strings.HasPrefix(fun, "widget.New") && !strings.HasPrefix(fun, "canvas.NewText") {
		_, method, _ := strings.Cut(fun, ".")
		return strings.HasSuffix(method, "SetText") || strings.HasSuffix(method, "SetToolTip") || strings.HasSuffix(method, "Say")
	}
	return true
}

// isSentence: a name of an icon has no capital and no space, and the program's own name is the same
// in every language.
func isSentence(s string) bool {
	if s == "Parlando" {
		return false
	}
	first := []rune(s + " ")[0]
	return unicode.IsUpper(first) || strings.Contains(s, " ")
}

// awkward finds what a native speaker would not write in the window.
var awkward = regexp.MustCompile(`(?i)\b(cannot|could not|does not|did not|written down|write down|dials?|forgotten|goes on|go on|the one before|the next one|no longer there|not there|throw away|thrown away|of its own|is kept|anew|all the same|nobody|model decides everything|trouble)\b`)

func TestTheWindowSoundsNatural(t *testing.T) {
	for _, s := range sentencesInCode(t) {
		if found := awkward.FindString(s); found != "" && !strings.Contains(s, "{{.Trouble}}") {
			t.Errorf("%q says %q", s, found)
		}
	}
}
