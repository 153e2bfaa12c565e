package words

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"parlando/client/practice"
)

var update = flag.Bool("update", false, "write new sentences into assets/translations/en.json")

const (
	english   = "../../assets/translations/en.json"
	singulars = "../i18n/singulars.go"
)

// entry is a sentence in the English file: a string, or what it needs more: a description for
// translators, a singular.
type entry struct {
	Description string `json:"description,omitempty"`
	One         string `json:"one,omitempty"`
	Other       string `json:"other"`
}

func (e entry) MarshalJSON() ([]byte, error) {
	if e.One == "" && e.Description == "" {
		return marshal(e.Other, "")
	}
	type object entry
	return marshal(object(e), "")
}

func (e *entry) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &e.Other) == nil {
		return nil
	}
	type object entry
	return json.Unmarshal(data, (*object)(e))
}

// fyneWords are the words of Fyne's own widgets and dialogs that can be shown, by their keys, and
// the language's own name.
var fyneWords = map[string]string{
	"Cancel": "Cancel", "Copy": "Copy", "Create Folder": "Create Folder", "Cut": "Cut", "Enter filename": "Enter filename", "File": "File",
	"Folder": "Folder", "language.name": "English", "New Folder": "New Folder", "Open": "Open", "Paste": "Paste", "Quit": "Quit", "Redo": "Redo", "Save": "Save",
	"Select all": "Select all", "Show Hidden Files": "Show Hidden Files", "Undo": "Undo", "file.name": "Name", "file.parent": "Parent",
}

// Every sentence of the code is in the English file, so that a translator sees all of them, and no
// other is. Singulars are written there by hand; views/i18n has them as a Go table.
func TestEveryWordIsInTranslation(t *testing.T) {
	data, err := os.ReadFile(english)
	if err != nil {
		t.Fatal(err)
	}
	var listed map[string]entry
	if err := json.Unmarshal(data, &listed); err != nil {
		t.Fatal(err)
	}
	said := map[string]entry{}
	for key, word := range fyneWords {
		said[key] = entry{Description: listed[key].Description, Other: word}
	}
	plurals := map[string]string{}
	sentences := append(sentencesInCode(t), sentencesOfPractice(t)...)
	for _, s := range sentences {
		one := s.one
		if s.counts && one == "" {
			if one = listed[s.text].One; one == "" {
				t.Errorf("%q has no singular in en.json (make words, then write it there)", s.text)
				one = s.text
			}
		}
		if s.counts {
			plurals[s.text] = one
		}
		if was, ok := said[s.key()]; ok && was.One != one {
			t.Errorf("%q is said with i18n.Text and with i18n.Plural", s.text)
		}
		said[s.key()] = entry{listed[s.key()].Description, one, s.text}
	}
	for _, fault := range contextFaults(sentences) {
		t.Error(fault)
	}
	if len(said) < 50 {
		t.Errorf("only %d sentences found: does the test still look in the right place?", len(said))
	}
	wantsFile(t, english, indented(t, said))
	wantsFile(t, singulars, goTable(t, plurals))
}

// wantsFile compares a generated file with what it should be, or writes it with -update.
func wantsFile(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s does not fit the code (make words):\n%s", path, diff)
	}
}

func indented(t *testing.T, said map[string]entry) []byte {
	t.Helper()
	data, err := marshal(said, "  ")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// marshal returns JSON for people to read and edit: "<" and "&" stay as they are.
func marshal(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	out.SetIndent("", indent)
	err := out.Encode(v)
	return b.Bytes(), err
}

// contextFaults describes the contexts that tell nothing apart, and the sentences that lack one. A
// word that Fyne says, too, has no context there.
func contextFaults(all []sentence) (faults []string) {
	contexts := map[string]map[string]bool{}
	for _, s := range all {
		if contexts[s.text] == nil {
			contexts[s.text] = map[string]bool{}
		}
		contexts[s.text][s.context] = true
	}
	for _, text := range slices.Sorted(maps.Keys(contexts)) {
		of := contexts[text]
		if of[""] && len(of) > 1 {
			faults = append(faults, fmt.Sprintf("%q is said with and without a context", text))
		}
		if _, fyneSays := fyneWords[text]; !of[""] && len(of) == 1 && !fyneSays {
			faults = append(faults, fmt.Sprintf("%q has one meaning and needs no context", text))
		}
	}
	return faults
}

func TestAContextSeparatesTwoMeanings(t *testing.T) {
	for _, c := range []struct {
		said []sentence
		want string
	}{
		{[]sentence{{text: "None"}, {text: "None"}}, ""},
		{[]sentence{{text: "None", context: "proxy"}, {text: "None", context: "preset"}}, ""},
		{[]sentence{{text: "Open", context: "state"}}, ""}, // Fyne says it, too
		{[]sentence{{text: "None", context: "proxy"}, {text: "None", context: "proxy"}}, "needs no context"},
		{[]sentence{{text: "None", context: "proxy"}, {text: "None", context: "preset"}, {text: "None"}}, "with and without"},
	} {
		if got := strings.Join(contextFaults(c.said), "\n"); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q", c.said, got, c.want)
		}
	}
}

// goTable returns the file views/i18n/singulars.go.
func goTable(t *testing.T, plurals map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("// Code generated from assets/translations/en.json by make words. DO NOT EDIT.\n\npackage i18n\n\n" +
		"// singulars has the English singular of each sentence that Plural is given.\nvar singulars = map[string]string{\n")
	for _, s := range slices.Sorted(maps.Keys(plurals)) {
		fmt.Fprintf(&b, "\t%q: %q,\n", s, plurals[s])
	}
	b.WriteString("}\n")
	source, err := format.Source(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// sentence is one that the code says.
type sentence struct {
	text string
	// context tells apart what the sentence means (i18n.TextIn), "" for the only meaning.
	context string
	// counts is true for i18n.Plural. one is its singular if the code has it.
	counts bool
	one    string
}

// key returns its key in the files.
func (s sentence) key() string {
	if s.context == "" {
		return s.text
	}
	return s.text + " [" + s.context + "]"
}

// sentencesInCode finds what i18n.Text, TextIn and Plural are given, and complains of sentences
// that are given to a widget without them, and of code that chooses between singular and plural.
func sentencesInCode(t *testing.T) []sentence {
	t.Helper()
	var out []sentence
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
			switch n := n.(type) {
			case *ast.IfStmt:
				if comparesWithOne(n.Cond) && says(n.Body) {
					t.Errorf("%s: a sentence is chosen by a count of one: i18n.Plural does", path)
				}
			case *ast.CaseClause:
				if slices.ContainsFunc(n.List, comparesWithOne) && says(&ast.BlockStmt{List: n.Body}) {
					t.Errorf("%s: a sentence is chosen by a count of one: i18n.Plural does", path)
				}
			case *ast.CallExpr:
				out = append(out, sentencesOf(t, path, n)...)
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

// sentencesOfPractice finds the sentences of the practice models: those that are given to the
// methods text and plural of its translator, and those of its tables.
func sentencesOfPractice(t *testing.T) []sentence {
	t.Helper()
	var out []sentence
	for _, s := range practice.Sentences() {
		out = append(out, sentence{text: s})
	}
	files, err := filepath.Glob("../../client/practice/*.go")
	if err != nil {
		t.Fatal(err)
	}
	constants := map[string]string{}
	var calls []*ast.CallExpr
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, v := range n.Values {
					if s, ok := constant(v, nil); ok {
						constants[n.Names[i].Name] = s
					}
				}
			case *ast.CallExpr:
				calls = append(calls, n)
			}
			return true
		})
	}
	for _, call := range calls {
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		switch name := method.Sel.Name; {
		case name == "text" && len(call.Args) == 2:
			if s, ok := constant(call.Args[0], constants); ok {
				out = append(out, sentence{text: s})
			}
		case name == "plural" && len(call.Args) == 4:
			one, ok := constant(call.Args[0], constants)
			other, also := constant(call.Args[1], constants)
			if !ok || !also {
				t.Error("practice counts with a sentence that is no constant")
			}
			out = append(out, sentence{text: other, counts: true, one: one})
		}
	}
	return out
}

// constant returns the value of a text that is made of literals and constants.
func constant(e ast.Expr, constants map[string]string) (string, bool) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		x, ok := constant(e.X, constants)
		y, also := constant(e.Y, constants)
		return x + y, ok && also && e.Op == token.ADD
	case *ast.Ident:
		s, ok := constants[e.Name]
		return s, ok
	}
	return literal(e)
}

// sentencesOf returns the sentence that a call says.
func sentencesOf(t *testing.T, path string, call *ast.CallExpr) (out []sentence) {
	t.Helper()
	fun := name(call.Fun)
	for i, arg := range call.Args {
		s, ok := literal(arg)
		if !ok {
			continue
		}
		switch {
		case fun == "i18n.Text" || fun == "i18n.Plural":
			if i == 0 {
				out = append(out, sentence{text: s, counts: fun == "i18n.Plural"})
			}
		case fun == "i18n.TextIn":
			if context, _ := literal(call.Args[0]); i == 1 && context == "" {
				t.Errorf("%s: %q has no context", path, s)
			} else if i == 1 {
				out = append(out, sentence{text: s, context: context})
			}
		case fun == "say" && i == 0 && strings.Contains(path, "/app/"), strings.HasPrefix(fun, "set.") && strings.HasSuffix(fun, "Var") && i == len(call.Args)-1:
			out = append(out, sentence{text: s}) // of the terminal
		case fun == "lang.N" || fun == "lang.X" || fun == "lang.XN":
			t.Errorf("%s: %s says %q: i18n.Text does", path, fun, s)
		case isSentence(s) && shows(fun):
			t.Errorf("%s: %s is given %q without i18n.Text", path, fun, s)
		}
	}
	return out
}

// comparesWithOne reports whether a condition is "n == 1", or "1" in a case of a switch. A list of
// one may be another case than a longer list, and not only other words.
func comparesWithOne(e ast.Expr) bool {
	list := false
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.EQL {
		_, list = b.X.(*ast.CallExpr)
		e = b.Y
	}
	one, ok := e.(*ast.BasicLit)
	return ok && one.Value == "1" && !list
}

// says reports whether one of the statements says a sentence.
func says(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		found = found || ok && strings.HasPrefix(name(call.Fun), "i18n.")
		return !found
	})
	return found
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
var awkward = regexp.MustCompile(`(?i)\b(cannot|could not|does not|did not|written down|write down|dials?|forgotten|goes on|go on|the one before|the next one|no longer there|not there|throw away|thrown away|of its own|is kept|anew|all the same|nobody|trouble|until then|had arrived|put it back|the text only|asks to use|usual settings|is transcribed|are translated|not now|find out by itself|service of this|what you had|practice-(?:ears|eyes|writer))\b`)

func TestTheWindowSoundsNatural(t *testing.T) {
	for _, s := range sentencesInCode(t) {
		if found := awkward.FindString(s.text); found != "" && !strings.Contains(s.text, "{{.Trouble}}") {
			t.Errorf("%q says %q", s.text, found)
		}
	}
}
