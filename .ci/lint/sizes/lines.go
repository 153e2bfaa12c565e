package main

import (
	"cmp"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// manyLines is the number of lines at which a package below views is listed as long.
const manyLines = 2500

// tools matches the folders that are not part of the product: the practice gateway, other modules,
// and test tools.
var tools = regexp.MustCompile(`^(\.ci|app/e2e|client/(practice|conformance|bench|faults)|media/(soundserver|virtualscreen))(/|$)|test$`)

// countLines counts the lines of code outside tests. It prints them by top-level folder, separately
// for the product and the rest, then the long packages of views, and compares the lines of each
// capability with the price list.
func countLines(root string, write bool) error {
	product, rest, byPackage, ofProduct := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "build" || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		folder, n := path.Dir(name), lines(source)
		top, _, _ := strings.Cut(folder, "/")
		if tools.MatchString(folder) {
			rest[top] += n
		} else {
			product[top] += n
			ofProduct[folder] += n
		}
		byPackage[folder] += n
		return nil
	})
	if err != nil {
		return err
	}
	show("product", product)
	show("practice, tools and other modules", rest)
	for _, folder := range slices.Sorted(maps.Keys(byPackage)) {
		if n := byPackage[folder]; strings.HasPrefix(folder, "views/") && n >= manyLines {
			fmt.Printf("%7d  lines of %s\n", n, folder)
		}
	}
	return compareCapabilities(root, ofProduct, write)
}

// show prints lines by folder, the folder with the most lines first, and their sum.
func show(what string, byFolder map[string]int) {
	sum := 0
	for _, folder := range slices.SortedFunc(maps.Keys(byFolder), func(a, b string) int { return cmp.Compare(byFolder[b], byFolder[a]) }) {
		fmt.Printf("%7d  %s\n", byFolder[folder], folder)
		sum += byFolder[folder]
	}
	fmt.Printf("%7d  lines of the %s\n", sum, what)
}

// lines counts the lines that contain code.
func lines(source []byte) int {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, source, nil, 0)
	n, last := 0, 0
	for {
		at, tok, text := s.Scan()
		if tok == token.EOF {
			return n
		}
		// inserted by the scanner at a line end
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		from := file.Line(at)
		to := from + strings.Count(text, "\n")
		n += to - max(from-1, last)
		last = max(last, to)
	}
}
