// Command counts counts the wording and naming faults of rules.go in the code, and fails if a
// number is above its ceiling in .ci/counts.txt. Ceilings can only fall: -w lowers each to today's
// number. -list prints every place. Run it from the folder .ci/lint with "go run ./counts ../..".
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"lint/tracked"
)

// ceilings is the file with the maximum of each rule, one "number rule" per line.
const ceilings = ".ci/counts.txt"

// place is one breach of a rule.
type place struct{ rule, file, what string }

func main() {
	write := flag.Bool("w", false, "lower the ceilings to today's numbers")
	list := flag.String("list", "", "print each place of the rules whose names begin so; \"all\" for all")
	flag.Parse()
	root := cmp.Or(flag.Arg(0), ".")
	if err := run(root, *write, *list); err != nil {
		fmt.Fprintln(os.Stderr, "counts:", err)
		os.Exit(1)
	}
}

func run(root string, write bool, list string) error {
	places, err := find(root)
	if err != nil {
		return err
	}
	byRule, byPackage := map[string]int{}, map[string]map[string]int{}
	for _, rule := range rules {
		byRule[rule] = 0
	}
	for _, p := range places {
		byRule[p.rule]++
		folder := path.Dir(p.file)
		if byPackage[folder] == nil {
			byPackage[folder] = map[string]int{}
		}
		byPackage[folder][p.rule]++
		if list == "all" || list != "" && strings.HasPrefix(p.rule, list) {
			fmt.Printf("%s: %s: %s\n", p.file, p.rule, p.what)
		}
	}
	if list == "" {
		show(byPackage, byRule)
	}
	return compare(filepath.Join(root, ceilings), byRule, write)
}

// show prints a table of the numbers: a row for each package, a column for each rule.
func show(byPackage map[string]map[string]int, sums map[string]int) {
	row := func(name string, n map[string]int) {
		for _, rule := range rules {
			fmt.Printf("%10d", n[rule])
		}
		fmt.Println("  " + name)
	}
	for _, rule := range rules {
		fmt.Printf("%10s", rule)
	}
	fmt.Println()
	for _, folder := range slices.Sorted(maps.Keys(byPackage)) {
		row(folder, byPackage[folder])
	}
	row("all", sums)
}

// compare returns an error if a number is above its ceiling. With write it lowers the ceilings.
func compare(name string, now map[string]int, write bool) error {
	data, err := os.ReadFile(name)
	if err != nil && !write {
		return err
	}
	highest := maps.Clone(now)
	for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
		number, rule, _ := strings.Cut(s.Text(), " ")
		if highest[rule], err = strconv.Atoi(number); err != nil {
			return fmt.Errorf("%s: %w", ceilings, err)
		}
	}
	var out bytes.Buffer
	var above []string
	for _, rule := range rules {
		if now[rule] > highest[rule] {
			above = append(above, fmt.Sprintf("%s: %d, at most %d (go run ./counts -list %s ../..)", rule, now[rule], highest[rule], rule))
		}
		fmt.Fprintln(&out, min(now[rule], highest[rule]), rule)
		if now[rule] < highest[rule] && !write {
			fmt.Printf("%s: %d is below the ceiling of %d: lower it (go run ./counts -w ../..)\n", rule, now[rule], highest[rule])
		}
	}
	if len(above) > 0 {
		return fmt.Errorf("%s", strings.Join(above, "\n"))
	}
	if write {
		return os.WriteFile(name, out.Bytes(), 0o644)
	}
	return nil
}

// find applies the rules to all Go files of the repository, in .ci only the rule unknown.
func find(root string) (all []place, err error) {
	names, err := tracked.Files(root, "*.go")
	if err != nil {
		return nil, err
	}
	w := words{known: set(others)}
	for _, name := range names {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, filepath.Join(root, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		w.read(name, files, file)
		if strings.HasPrefix(name, ".ci/") {
			continue
		}
		report := func(at token.Pos, rule, what string) {
			all = append(all, place{rule, fmt.Sprintf("%s:%d", name, files.Position(at).Line), what})
		}
		inComments(file, report)
		inDeclarations(file, report)
		if !strings.HasSuffix(name, "_test.go") {
			inFunctions(file, report)
			if !readsRequests.MatchString(name) {
				inLiterals(file, report)
			}
		}
	}
	if err := w.readDocuments(root); err != nil {
		return nil, err
	}
	return append(all, w.unknown()...), nil
}

// inComments reports the faults in comments.
func inComments(file *ast.File, report func(token.Pos, string, string)) {
	for _, g := range file.Comments {
		text := strings.Join(strings.Fields(g.Text()), " ")
		if riddle.MatchString(text) {
			report(g.Pos(), "riddle", first(text))
		}
		for range trouble.FindAllString(text, -1) {
			report(g.Pos(), "trouble", first(text))
		}
	}
}

// inDeclarations reports the faults in the names that a file declares.
func inDeclarations(file *ast.File, report func(token.Pos, string, string)) {
	name := func(id *ast.Ident) {
		for _, w := range wordsOf(id.Name) {
			switch {
			case strings.HasPrefix(w, "trouble"):
				report(id.Pos(), "trouble", id.Name)
			case housed[w]:
				report(id.Pos(), "word", id.Name)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			if vagueType(n.Name.Name) {
				report(n.Pos(), "type", n.Name.Name)
			}
			name(n.Name)
		case *ast.FuncDecl:
			name(n.Name)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				name(id)
			}
		case *ast.Field:
			for _, id := range n.Names {
				name(id)
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
					name(id)
				}
			}
		}
		return true
	})
}

// maxComplexity is the maximum cyclomatic complexity of a function.
const maxComplexity = 25

// inFunctions reports functions that are too complex, and the faults in comments inside functions.
func inFunctions(file *ast.File, report func(token.Pos, string, string)) {
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		paths := 1
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
				paths++
			case *ast.CaseClause:
				if n.List != nil {
					paths++
				}
			case *ast.CommClause:
				if n.Comm != nil {
					paths++
				}
			case *ast.BinaryExpr:
				if n.Op == token.LAND || n.Op == token.LOR {
					paths++
				}
			}
			return true
		})
		if paths > maxComplexity {
			report(f.Pos(), "complex", fmt.Sprintf("%s %d", f.Name.Name, paths))
		}
		for _, g := range file.Comments {
			if f.Body.Pos() < g.Pos() && g.End() <= f.Body.End() && inline.MatchString(strings.Join(strings.Fields(g.Text()), " ")) {
				report(g.Pos(), "inline", first(g.Text()))
			}
		}
	}
}

// inLiterals reports the names of request fields.
func inLiterals(file *ast.File, report func(token.Pos, string, string)) {
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && fieldNames[strings.Trim(l.Value, `"`)] {
			report(l.Pos(), "field", l.Value)
		}
		return true
	})
}

func first(text string) string {
	return text[:min(len(text), 90)]
}
