package main

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"lint/tracked"
)

// camel matches a mixed-case word, which is probably a name in code.
var camel = regexp.MustCompile(`\b[A-Za-z]*[a-z][A-Z][A-Za-z0-9]*\b`)

// quoted matches code in a document.
var quoted = regexp.MustCompile("`[^`\n]+`")

// others are mixed-case words from elsewhere, such as companies, formats and other programs.
//
//go:embed others.txt
var others string

// words holds the names declared or used in the code, and the texts of comments and documents.
type words struct {
	known    map[string]bool
	comments []comment
}

// comment is a group of comments, or the code quoted in one line of a document.
type comment struct {
	file string
	line int
	text string
}

// read reads the names and comments of a Go file.
func (w *words) read(name string, files *token.FileSet, file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			w.known[n.Name] = true
		case *ast.BasicLit:
			for _, name := range camel.FindAllString(n.Value, -1) {
				w.known[name] = true
			}
		}
		return true
	})
	for _, g := range file.Comments {
		w.comments = append(w.comments, comment{name, files.Position(g.Pos()).Line, g.Text()})
	}
}

// readDocuments reads the quoted code in all documents except the changelog.
func (w *words) readDocuments(root string) error {
	names, err := tracked.Files(root, "*.md", ":!CHANGELOG.md")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			w.comments = append(w.comments, comment{name, i + 1, strings.Join(quoted.FindAllString(line, -1), " ")})
		}
	}
	return nil
}

// unknown finds names in comments and documents that exist nowhere in the code.
func (w *words) unknown() (all []place) {
	for _, c := range w.comments {
		for _, name := range camel.FindAllString(c.text, -1) {
			if !w.known[name] && !(strings.HasSuffix(c.file, ".md") && w.selects(name)) {
				all = append(all, place{"unknown", fmt.Sprintf("%s:%d", c.file, c.line), name})
			}
		}
	}
	return all
}

// selects reports whether the name of a test or benchmark contains a word: documents quote such
// words as values of the flags -run and -bench.
func (w *words) selects(word string) bool {
	for name := range w.known {
		if strings.Contains(name, word) && (strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Benchmark")) {
			return true
		}
	}
	return false
}
