// Sizes checks that the types and functions below views stay small enough to read: it counts
// fields, callbacks, and lines of functions, and fails if one is above its limit. It also prints
// numbers without a limit: the lines of all code, the product separate from the rest, and below
// views the long packages and the types with the most methods. It compares the lines of each
// capability with the price list in docs/architecture.md, which -w corrects. Run it from the folder
// .ci/lint with "go run ./sizes ../..".
package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

const (
	maxFields        = 25 // of one struct
	maxCallbacks     = 12 // of one widget, including its parts
	maxFunctionLines = 60 // without the tables in the function

	manyMethods   = 50 // of one type, including promoted methods; a type with this many is listed
	tableElements = 10 // a composite literal with this many elements is a table
)

func main() {
	write := flag.Bool("w", false, "correct the lines by capability in "+priceList)
	flag.Parse()
	root := cmp.Or(flag.Arg(0), ".")
	found, err := check(root)
	if err == nil {
		err = countLines(root, *write)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sizes:", err)
		os.Exit(1)
	}
	for _, f := range found {
		fmt.Println(f)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// check loads the packages below views and returns a line for each exceeded limit.
func check(root string) ([]string, error) {
	config := &packages.Config{
		Dir: root,
		Mode: packages.NeedName | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports,
	}
	loaded, err := packages.Load(config, "./views/...")
	if err != nil {
		return nil, err
	}
	var found []string
	for _, p := range loaded {
		for _, e := range p.Errors {
			return nil, e
		}
		_, folder, _ := strings.Cut(p.PkgPath, "/")
		report := func(format string, args ...any) {
			found = append(found, folder+": "+fmt.Sprintf(format, args...))
		}
		checkTypes(p.Types, report)
		for _, file := range p.Syntax {
			checkFunctions(p.Fset, file, report)
		}
	}
	slices.Sort(found)
	return found, nil
}

// checkTypes counts the fields of the types that a package declares, and prints the types with many
// methods.
func checkTypes(p *types.Package, report func(string, ...any)) {
	for _, name := range p.Scope().Names() {
		declared, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		switch t := declared.Type().Underlying().(type) {
		case *types.Interface:
			continue
		case *types.Struct:
			if n := t.NumFields(); n > maxFields {
				report("struct %s has %d fields, at most %d", name, n, maxFields)
			}
			if n := callbacks(t, p.Path()); declared.Exported() && n > maxCallbacks {
				report("struct %s has %d callbacks, at most %d", name, n, maxCallbacks)
			}
		}
		n, methods := 0, types.NewMethodSet(types.NewPointer(declared.Type()))
		for i := range methods.Len() {
			// Unexported methods of another package cannot be called here, even if they are
			// promoted.
			if m := methods.At(i).Obj(); m.Exported() || m.Pkg() == p {
				n++
			}
		}
		if n >= manyMethods {
			_, folder, _ := strings.Cut(p.Path(), "/")
			fmt.Printf("%7d  methods of %s.%s\n", n, folder, name)
		}
	}
}

// callbacks counts the exported function fields of a struct. It includes the fields of nested
// structs of this module that are embedded or contain only functions.
func callbacks(t *types.Struct, from string) (n int) {
	module, _, _ := strings.Cut(from, "/")
	for f := range t.Fields() {
		typ := f.Type()
		if p, ok := typ.(*types.Pointer); ok && f.Embedded() {
			typ = p.Elem()
		}
		named, _ := typ.(*types.Named)
		switch u := typ.Underlying().(type) {
		case *types.Signature:
			if f.Exported() {
				n++
			}
		case *types.Struct:
			if named != nil && strings.HasPrefix(named.Obj().Pkg().Path(), module+"/") {
				if f.Embedded() || onlyFunctions(u) {
					n += callbacks(u, from)
				}
			}
		}
	}
	return n
}

// onlyFunctions reports whether all fields of a struct are functions.
func onlyFunctions(s *types.Struct) bool {
	for f := range s.Fields() {
		if _, ok := f.Type().Underlying().(*types.Signature); !ok {
			return false
		}
	}
	return true
}

// checkFunctions counts the lines of each function of a file, without those of tables.
func checkFunctions(files *token.FileSet, file *ast.File, report func(string, ...any)) {
	lines := func(n ast.Node) int { return files.Position(n.End()).Line - files.Position(n.Pos()).Line + 1 }
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		size := lines(f)
		ast.Inspect(f, func(n ast.Node) bool {
			table, ok := n.(*ast.CompositeLit)
			if !ok || len(table.Elts) < tableElements {
				return true
			}
			size -= lines(table)
			return false
		})
		if size > maxFunctionLines {
			report("func %s has %d lines, at most %d", f.Name.Name, size, maxFunctionLines)
		}
	}
}
