// Command arrows prints how the files of a package depend on each other. An arrow leads from a file
// to each other file that declares a name used there. The command finds an order of the files with
// as few upward arrows as possible, and prints that order and its upward arrows.
//
//	go run ./arrows ../../client
package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

func main() {
	log.SetFlags(0)
	for _, dir := range os.Args[1:] {
		if err := report(dir); err != nil {
			log.Fatalf("%s: %v", dir, err)
		}
	}
}

func report(dir string) error {
	found, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadSyntax}, ".")
	if err != nil {
		return err
	}
	if packages.PrintErrors(found) > 0 {
		return fmt.Errorf("it does not build")
	}
	for _, p := range found {
		arrows := between(p)
		order := sorted(p, arrows)
		up := climbing(order, arrows)
		fmt.Printf("%s: %d files, %d arrows, %d up\n", p.PkgPath, len(order), len(arrows), len(up))
		for _, name := range order {
			fmt.Println("   ", name)
		}
		for _, a := range up {
			fmt.Printf("  up: %s -> %s %v\n", a.from, a.to, arrows[a])
		}
	}
	return nil
}

// arrow leads from a file that uses a name to the file that declares that name.
type arrow struct{ from, to string }

// between returns the arrows between the files of a package, each with the names used.
func between(p *packages.Package) map[arrow][]string {
	arrows := map[arrow][]string{}
	file := func(at ast.Node) string { return filepath.Base(p.Fset.Position(at.Pos()).Filename) }
	for name, object := range p.TypesInfo.Uses {
		if object.Pkg() != p.Types || !declared(object) {
			continue
		}
		a := arrow{file(name), filepath.Base(p.Fset.Position(object.Pos()).Filename)}
		if a.from != a.to && !slices.Contains(arrows[a], name.Name) {
			arrows[a] = append(arrows[a], name.Name)
		}
	}
	return arrows
}

// declared reports whether an object is a method or is declared at package level.
func declared(object types.Object) bool {
	if f, ok := object.(*types.Func); ok && f.Signature().Recv() != nil {
		return true
	}
	return object.Parent() == object.Pkg().Scope()
}

// sorted returns the order with the fewest upward arrows found from several shuffled orders.
func sorted(p *packages.Package, arrows map[arrow][]string) (best []string) {
	random := rand.New(rand.NewPCG(1, 2))
	for range beginnings {
		var order []string
		for _, path := range p.CompiledGoFiles {
			order = append(order, filepath.Base(path))
		}
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		if order = settled(order, arrows); best == nil || len(climbing(order, arrows)) < len(climbing(best, arrows)) {
			best = order
		}
	}
	return best
}

// beginnings is the number of shuffled orders from which sorted searches.
const beginnings = 20

// settled moves each file to the position with the fewest upward arrows, until none improves.
func settled(order []string, arrows map[arrow][]string) []string {
	for better := true; better; {
		better = false
		for _, name := range slices.Clone(order) {
			at := slices.Index(order, name)
			rest := slices.Delete(slices.Clone(order), at, at+1)
			least := len(climbing(order, arrows))
			for i := range len(order) {
				tried := slices.Insert(slices.Clone(rest), i, name)
				if n := len(climbing(tried, arrows)); n < least {
					order, least, better = tried, n, true
				}
			}
		}
	}
	return order
}

// climbing returns the arrows that lead from a file to one above it.
func climbing(order []string, arrows map[arrow][]string) (up []arrow) {
	for i, to := range order {
		for _, from := range order[i+1:] {
			if a := (arrow{from, to}); arrows[a] != nil {
				up = append(up, a)
			}
		}
	}
	return up
}
