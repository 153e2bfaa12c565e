package main

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"lint/tracked"
)

// camel matches a word with a capital inside, as names of code have.
var camel = regexp.MustCompile(`\b[A-Za-z]*[a-z][A-Z][A-Za-z0-9]*\b`)

// quoted matches code in a document.
var quoted = regexp.MustCompile("`[^`\n]+`")

// others are words with a capital inside that are no names of this code: of companies, formats and
// other programs.
//
//go:embed others.txt
var others string

// unknown finds names in comments and documents that exist nowhere in the code.
func unknown(root string) (all []place, err error) {
	names, err := tracked.Files(root, "*.go")
	if err != nil {
		return nil, err
	}
	known := set(others)
	type comment struct {
		file string
		line int
		text string
	}
	var comments []comment
	for _, name := range names {
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, filepath.Join(root, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				known[n.Name] = true
			case *ast.BasicLit:
				for _, w := range camel.FindAllString(n.Value, -1) {
					known[w] = true
				}
			}
			return true
		})
		for _, g := range file.Comments {
			comments = append(comments, comment{name, files.Position(g.Pos()).Line, g.Text()})
		}
	}
	documents, err := tracked.Files(root, "*.md", ":!CHANGELOG.md")
	if err != nil {
		return nil, err
	}
	for _, name := range documents {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		for i, line := range strings.Split(string(text), "\n") {
			comments = append(comments, comment{name, i + 1, strings.Join(quoted.FindAllString(line, -1), " ")})
		}
	}
	for _, c := range comments {
		for _, w := range camel.FindAllString(c.text, -1) {
			if !known[w] && !(strings.HasSuffix(c.file, ".md") && inAny(known, w)) {
				all = append(all, place{"unknown", fmt.Sprintf("%s:%d", c.file, c.line), w})
			}
		}
	}
	return all, nil
}

// inAny reports whether a test or benchmark has a word in its name, as the flags -run and -bench of
// a command in a document select it.
func inAny(known map[string]bool, word string) bool {
	for name := range known {
		if strings.Contains(name, word) && (strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Benchmark")) {
			return true
		}
	}
	return false
}
