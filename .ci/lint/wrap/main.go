// Command wrap finds comments of Go files, and lines of Markdown files, that are longer than 100
// columns. With -w it rewraps their paragraphs and lists; code, tables, directives and unbreakable
// words stay as they are.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"lint/tracked"
)

const (
	// maxColumns is the maximum length of a line, in which a tab counts as tabWidth columns.
	maxColumns = 100
	tabWidth   = 4
)

// translated are the folders with documents in several languages: they have a line for each
// paragraph, because some languages have no spaces at which a line could end.
var translated = []string{"docs/help/", "docs/readme/"}

func main() {
	write := flag.Bool("w", false, "wrap the lines")
	flag.Parse()
	root := "."
	if flag.NArg() > 0 {
		root = flag.Arg(0)
	}
	long, err := run(root, *write)
	if err != nil {
		fmt.Fprintln(os.Stderr, "wrap:", err)
		os.Exit(2)
	}
	for _, l := range long {
		fmt.Println(l)
	}
	if len(long) > 0 {
		os.Exit(1)
	}
}

// run checks every tracked Go and Markdown file. With write it rewraps them; otherwise it returns
// the first overlong line of each.
func run(root string, write bool) (long []string, err error) {
	names, err := tracked.Files(root, "*.go", "*.md")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if slices.ContainsFunc(translated, func(folder string) bool { return strings.HasPrefix(name, folder) }) && strings.HasSuffix(name, ".md") {
			continue
		}
		path := filepath.Join(root, name)
		before, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		after := before
		if strings.HasSuffix(name, ".md") {
			after = wrapMarkdown(before)
		} else if after, err = wrapGo(name, before); err != nil {
			return nil, err
		}
		if write && !bytes.Equal(before, after) {
			if err := os.WriteFile(path, after, 0o644); err != nil {
				return nil, err
			}
			continue
		}
		long = append(long, differences(name, before, after)...)
	}
	return long, nil
}

// differences returns the first line of a file that wrapping would change.
func differences(name string, before, after []byte) []string {
	if bytes.Equal(before, after) {
		return nil
	}
	a, b := strings.Split(string(before), "\n"), strings.Split(string(after), "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return []string{fmt.Sprintf("%s:%d: longer than %d columns (cd .ci/lint && go run ./wrap -w ../..)", name, i+1, maxColumns)}
		}
	}
	return nil
}

// wrapGo wraps the comments of a Go file.
func wrapGo(name string, src []byte) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(src), "\n")
	groups := slices.Clone(file.Comments)
	slices.Reverse(groups) // from the end, so that earlier line numbers stay valid
	for _, g := range groups {
		if strings.HasPrefix(g.List[0].Text, "/*") || isVerbatim(file, g) {
			continue
		}
		first, last := files.Position(g.Pos()), files.Position(g.End())
		if indent := lines[first.Line-1][:first.Column-1]; strings.TrimSpace(indent) != "" {
			lines = above(lines, first, g)
			continue
		}
		indent := lines[first.Line-1][:first.Column-1]
		var block []string
		for _, c := range g.List {
			block = append(block, strings.TrimPrefix(c.Text, "//"))
		}
		lines = slices.Replace(lines, first.Line-1, last.Line, wrapBlock(indent+"//", block)...)
	}
	return []byte(strings.Join(lines, "\n")), nil
}

// isVerbatim reports whether a program reads the comment: the C code before import "C", or the
// expected output of an example.
func isVerbatim(file *ast.File, g *ast.CommentGroup) bool {
	for _, d := range file.Decls {
		if i, ok := d.(*ast.GenDecl); ok && i.Tok == token.IMPORT && i.Doc == g {
			return true
		}
	}
	return strings.Contains(g.Text(), "Output:\n")
}

// above moves the trailing comment of a line that is too long to the line above.
func above(lines []string, at token.Position, g *ast.CommentGroup) []string {
	line := lines[at.Line-1]
	text := g.List[0].Text
	if columns(line) <= maxColumns || !strings.HasPrefix(text, "// ") || len(g.List) > 1 {
		return lines
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, "\t "))]
	code := strings.TrimRight(line[:at.Column-1], "\t ")
	return slices.Replace(lines, at.Line-1, at.Line, append(fill(indent+"//", " ", " ", strings.Fields(text[2:])), code)...)
}

// item matches the beginning of a list item.
var item = regexp.MustCompile(`^(\s*)([-*•]|\d+[.)])(\s+)`)

// wrapBlock wraps the lines of a comment, given without the prefix that precedes each of them.
func wrapBlock(prefix string, block []string) (out []string) {
	for i := 0; i < len(block); {
		start, hanging := " ", " "
		body := block[i]
		if m := item.FindString(body); m != "" {
			start, hanging = m, strings.Repeat(" ", utf8.RuneCountInString(m))
			body = body[len(m):]
		} else if !isProse(body) {
			out = append(out, prefix+block[i])
			i++
			continue
		}
		words := strings.Fields(body)
		long := columns(prefix+block[i]) > maxColumns
		end := i + 1
		for end < len(block) && continues(block[end], hanging) {
			long = long || columns(prefix+block[end]) > maxColumns
			words = append(words, strings.Fields(block[end])...)
			end++
		}
		if long {
			out = append(out, fill(prefix, start, hanging, words)...)
		} else {
			for _, l := range block[i:end] {
				out = append(out, prefix+l)
			}
		}
		i = end
	}
	return out
}

// isProse reports whether a line of a comment is text: neither empty nor a directive, heading,
// table or code.
func isProse(line string) bool {
	return len(line) > 2 && line[0] == ' ' && !strings.ContainsRune(" \t#|", rune(line[1]))
}

// continues reports whether a line continues the paragraph or list item before it.
func continues(line, hanging string) bool {
	if item.MatchString(line) {
		return false
	}
	if hanging == " " {
		return isProse(line)
	}
	return strings.HasPrefix(line, hanging) && len(line) > len(hanging) && line[len(hanging)] != ' '
}

// marker matches a word that would begin a list, a heading or a table at the beginning of a line.
var marker = regexp.MustCompile(`^([-*•+]|\d+[.)]|[#|>].*)$`)

// fill joins words to lines, the first line beginning with start, the others with hanging. No line
// begins with a marker.
func fill(prefix, start, hanging string, words []string) (out []string) {
	lead := prefix + start
	var line []string
	width := columns(lead)
	flush := func(keep int) {
		out = append(out, lead+strings.Join(line[:len(line)-keep], " "))
		line = slices.Clone(line[len(line)-keep:])
		lead = prefix + hanging
		width = columns(lead + strings.Join(line, " "))
	}
	for _, w := range words {
		room := utf8.RuneCountInString(w)
		if len(line) > 0 {
			room++
		}
		if len(line) > 0 && width+room > maxColumns {
			keep := 0
			if marker.MatchString(w) && len(line) > 1 {
				keep = 1
			}
			flush(keep)
			room = utf8.RuneCountInString(w) + min(len(line), 1)
		}
		line = append(line, w)
		width += room
	}
	flush(0)
	return out
}

// columns returns the width of a line in columns.
func columns(line string) int {
	return utf8.RuneCountInString(line) + (tabWidth-1)*strings.Count(line, "\t")
}

// wrapMarkdown wraps the paragraphs and lists of a Markdown file.
func wrapMarkdown(src []byte) []byte {
	lines := strings.Split(string(src), "\n")
	var out []string
	fenced := false
	for i := 0; i < len(lines); {
		l := lines[i]
		if strings.HasPrefix(strings.TrimSpace(l), "```") {
			fenced = !fenced
		}
		m := item.FindString(l)
		if fenced || m == "" && !isParagraph(l) {
			out = append(out, l)
			i++
			continue
		}
		hanging := strings.Repeat(" ", utf8.RuneCountInString(m))
		words, long := strings.Fields(l[len(m):]), columns(l) > maxColumns
		end := i + 1
		for end < len(lines) && continuesMarkdown(lines[end], hanging) {
			long = long || columns(lines[end]) > maxColumns
			words = append(words, strings.Fields(lines[end])...)
			end++
		}
		if long {
			out = append(out, fill("", m, hanging, words)...)
		} else {
			out = append(out, lines[i:end]...)
		}
		i = end
	}
	return []byte(strings.Join(out, "\n"))
}

func continuesMarkdown(line, hanging string) bool {
	if hanging == "" {
		return isParagraph(line) && !item.MatchString(line)
	}
	return strings.HasPrefix(line, hanging) && !item.MatchString(line) && isParagraph(strings.TrimPrefix(line, hanging))
}

// isParagraph reports whether a line of Markdown is plain text: no heading, table, picture, quote,
// code or definition.
func isParagraph(line string) bool {
	return line != "" && !strings.ContainsRune("#|>!<\t ", rune(line[0])) && !strings.HasPrefix(line, "```") &&
		!strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "[")
}
