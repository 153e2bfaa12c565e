package markdown

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"
)

//go:embed lexers/lexers.zip
var lexersPacked []byte

// lexerFiles returns the XML files of chroma's lexers, which are zipped to a sixth of their size.
var lexerFiles = sync.OnceValues(func() (*zip.Reader, error) {
	return zip.NewReader(bytes.NewReader(lexersPacked), int64(len(lexersPacked)))
})

const (
	// MaxHighlighted is the maximum size in bytes of code that is highlighted; longer code stays
	// plain.
	MaxHighlighted = 50 << 10
	// slowestCode is the maximum time to highlight one block; code after that stays plain.
	slowestCode = 2 * time.Second
)

// Highlight splits code into lines of colored spans, which joined give the line. Only lang
// determines the language, it is never guessed. Code in an unknown language, or longer than 50 KiB,
// is plain. It may take seconds, so call it off the window's thread; it is safe for concurrent use.
func Highlight(lang, code string) [][]Span {
	g := grammarOf(lang)
	if g == nil || g.file == "" || len(code) > MaxHighlighted {
		return plainLines(code)
	}
	lines, err := color(g.file, code, time.Now().Add(slowestCode))
	if err != nil {
		return plainLines(code)
	}
	return lines
}

// plainLines splits code into lines with a single plain span each.
func plainLines(code string) [][]Span {
	var b lineBuilder
	b.add(code, Plain)
	return append(b.lines, b.line)
}

// color runs a lexer until the deadline. A panic of the lexer becomes an error.
func color(file, code string, deadline time.Time) (lines [][]Span, err error) {
	defer func() {
		if r := recover(); r != nil {
			lines, err = nil, fmt.Errorf("color %s: %v", file, r)
		}
	}()
	lexer, err := shelf().lexer(file)
	if err != nil {
		return nil, err
	}
	next, err := lexer.Tokenise(nil, code)
	if err != nil {
		return nil, fmt.Errorf("color %s: %w", file, err)
	}
	var b lineBuilder
	done := 0
	for t := next(); t != chroma.EOF && done < len(code); t = next() {
		value := t.Value
		if !strings.HasPrefix(code[done:], value) {
			if value != strings.TrimSuffix(value, "\n") && code[done:] == strings.TrimSuffix(value, "\n") {
				value = code[done:] // the lexer has added a line end
			} else {
				return nil, fmt.Errorf("color %s: the lexer changed the code", file)
			}
		}
		b.add(value, tokenOf(t.Type))
		done += len(value)
		if time.Now().After(deadline) {
			break
		}
	}
	b.add(code[done:], Plain)
	return append(b.lines, b.line), nil
}

// lineBuilder collects spans into lines.
type lineBuilder struct {
	lines [][]Span
	line  []Span
}

func (b *lineBuilder) add(text string, token Token) {
	for {
		part, rest, more := strings.Cut(text, "\n")
		if part != "" {
			if n := len(b.line); n > 0 && b.line[n-1].Token == token {
				b.line[n-1].Text += part
			} else {
				b.line = append(b.line, Span{part, token})
			}
		}
		if !more {
			return
		}
		b.lines, b.line = append(b.lines, b.line), nil
		text = rest
	}
}

// tokenOf returns the color class of a chroma token type.
func tokenOf(t chroma.TokenType) Token {
	switch {
	case t == chroma.NameFunction || t == chroma.NameClass || t == chroma.NameTag || t == chroma.NameBuiltin ||
		t == chroma.NameAttribute || t == chroma.NameDecorator || t == chroma.NameFunctionMagic ||
		t == chroma.NameNamespace || t == chroma.NameException || t == chroma.NameConstant:
		return Name
	case t == chroma.KeywordType:
		return Name
	case t.InCategory(chroma.Keyword) || t == chroma.OperatorWord:
		return Keyword
	case t.InSubCategory(chroma.LiteralString):
		return String
	case t.InSubCategory(chroma.LiteralNumber), t == chroma.LiteralDate:
		return Number
	case t.InCategory(chroma.Comment):
		return Comment
	case t == chroma.GenericInserted:
		return String
	case t == chroma.GenericDeleted, t == chroma.GenericHeading, t == chroma.GenericSubheading,
		t == chroma.NameVariable, t == chroma.NameEntity, t == chroma.NameProperty:
		return Other
	}
	return Plain
}

// lexerShelf is a cache of lexers.
type lexerShelf struct {
	mu       sync.Mutex
	registry *chroma.LexerRegistry
	lexers   map[string]chroma.Lexer
}

var shelf = sync.OnceValue(func() *lexerShelf {
	return &lexerShelf{registry: chroma.NewLexerRegistry(), lexers: map[string]chroma.Lexer{}}
})

// lexer returns the lexer of a file, loaded on first use.
func (s *lexerShelf) lexer(file string) (chroma.Lexer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.load(file)
}

func (s *lexerShelf) load(file string) (chroma.Lexer, error) {
	if l, ok := s.lexers[file]; ok {
		return l, nil
	}
	files, err := lexerFiles()
	if err != nil {
		return nil, fmt.Errorf("read the lexers: %w", err)
	}
	path := file + ".xml"
	l, err := chroma.NewXMLLexer(files, path)
	if err != nil {
		return nil, fmt.Errorf("read the lexer %s: %w", file, err)
	}
	s.lexers[file] = l
	s.registry.Register(l)
	source, err := fs.ReadFile(files, path)
	if err != nil {
		return nil, fmt.Errorf("read the lexer %s: %w", file, err)
	}
	for _, other := range lexersUsed(source) {
		if g := grammarOf(other); g != nil && g.file != "" {
			if _, err := s.load(g.file); err != nil {
				return nil, err
			}
		}
	}
	return l, nil
}

// lexersUsed returns the languages to which a lexer delegates parts of the text.
func lexersUsed(source []byte) []string {
	var out []string
	for {
		_, rest, ok := bytes.Cut(source, []byte(`<using lexer="`))
		if !ok {
			return out
		}
		name, rest, _ := bytes.Cut(rest, []byte{'"'})
		out = append(out, string(name))
		source = rest
	}
}
