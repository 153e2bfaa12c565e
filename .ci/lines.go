//go:build ignore

// Lines counts the lines of Go code by folder of the top level: outside tests, without blank lines
// and comments. Modules in folders below count as well. It fails when a package of views is above
// its limit. Run it with "go run .ci/lines.go [folder]".
package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	maxPackage = 3000 // lines of a package below views
	maxWindow  = 1500 // of views/window, which only wires the others
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	if err := run(root); err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
		os.Exit(1)
	}
}

func run(root string) error {
	byFolder, byPackage := map[string]int{}, map[string]int{}
	total := 0
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "build" || d.Name() == "testdata") {
				return fs.SkipDir
			}
			return err
		}
		source, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			return err
		}
		n := lines(source)
		folder, _, below := strings.Cut(path, "/")
		if !below {
			folder = "."
		}
		byFolder[folder] += n
		byPackage[filepath.ToSlash(filepath.Dir(path))] += n
		total += n
		return nil
	})
	if err != nil {
		return err
	}
	for _, folder := range slices.SortedFunc(maps.Keys(byFolder), func(a, b string) int { return cmp.Compare(byFolder[b], byFolder[a]) }) {
		fmt.Printf("%7d  %s\n", byFolder[folder], folder)
	}
	fmt.Printf("%7d  all\n", total)
	var tooLarge []error
	for folder, n := range byPackage {
		limit := maxPackage
		if folder == "views/window" {
			limit = maxWindow
		}
		if strings.HasPrefix(folder, "views/") && n > limit {
			tooLarge = append(tooLarge, fmt.Errorf("%s has %d lines, at most %d", folder, n, limit))
		}
	}
	return errors.Join(tooLarge...)
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
		if tok == token.SEMICOLON && text == "\n" { // none is written there
			continue
		}
		from := file.Line(at)
		to := from + strings.Count(text, "\n")
		n += to - max(from-1, last)
		last = max(last, to)
	}
}
