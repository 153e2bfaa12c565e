package markdown

import (
	"strings"
	"sync"
	"testing"
)

func TestHighlightKeepsEveryCharacter(t *testing.T) {
	samples := []string{
		"", "\n", "\n\n", "x", "x\n", "# é 日本 😀\n\nx = \"a\" # b\n", "\t<a href='x'>&amp;</a>\r\n",
		"func main() { fmt.Println(\"a\", 1) } // c", "\x00\xff", "<?php echo 1; ?>", "$ ls -l\nfile\n", "/* open", "\"open",
		"```x", "FROM a\nRUN echo \"$X\" && \\\n  b\n", "<script>let a = 1</script><style>b{c:d}</style>",
	}
	for _, g := range grammars {
		for _, word := range strings.Fields(g.words) {
			for _, code := range samples {
				var lines []string
				for _, line := range Highlight(word, code) {
					var b strings.Builder
					for _, s := range line {
						b.WriteString(s.Text)
					}
					lines = append(lines, b.String())
				}
				if got := strings.Join(lines, "\n"); got != code {
					t.Fatalf("%s: %q became %q", word, code, got)
				}
			}
		}
	}
}

func TestEveryLexerFileLoads(t *testing.T) {
	files, err := lexerFiles()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, g := range grammars {
		if g.file == "" {
			continue
		}
		used[g.file+".xml"] = true
		l, err := shelf().lexer(g.file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Tokenise(nil, "a = 1\n"); err != nil {
			t.Errorf("%s: %v", g.file, err)
		}
	}
	for _, f := range files.File {
		if !used[f.Name] {
			t.Errorf("nothing uses %s of lexers.zip", f.Name)
		}
	}
}

func TestHighlightColorsTheNamedLanguage(t *testing.T) {
	for _, c := range []struct {
		lang, code, fragment string
		token                Token
	}{
		{"go", "func f() {}", "func", Keyword},
		{"go", "x := \"hi\"", "\"hi\"", String},
		{"py", "# note", "# note", Comment},
		{"PY", "def f():\n    return 42", "42", Number},
		{"js", "const a = 1", "const", Keyword},
		{"ts", "let a: string = 'x'", "'x'", String},
		{"rust", "fn main() {}", "fn", Keyword},
		{"sql", "SELECT 1", "SELECT", Keyword},
		{"json", `{"a": true}`, "true", Keyword},
		{"html", "<b>x</b>", "b", Name},
		{"html", "<script>let a = 1</script>", "let", Keyword},
		{"dockerfile", "FROM alpine", "FROM", Keyword},
		{"yaml", "# c", "# c", Comment},
		{"bash", "echo hi # x", "# x", Comment},
		{"c++", "return 1;", "return", Keyword},
		{"c#", "return 1;", "return", Keyword},
		{"java", "class A {}", "class", Keyword},
	} {
		if !hasSpan(Highlight(c.lang, c.code), c.fragment, c.token) {
			t.Errorf("%s: %q is not colored %d: %v", c.lang, c.fragment, c.token, Highlight(c.lang, c.code))
		}
	}
}

func hasSpan(lines [][]Span, fragment string, token Token) bool {
	for _, line := range lines {
		for _, s := range line {
			if strings.TrimSpace(s.Text) == fragment && s.Token == token {
				return true
			}
		}
	}
	return false
}

func TestHighlightLeavesUnknownAndLongCodePlain(t *testing.T) {
	for _, c := range [][2]string{
		{"", "func f() {}"},
		{"klingon", "func f() {}"},
		{"text", "func f() {}"},
		{"main.go", "func f() {}"},
		{"go", strings.Repeat("func f() {}\n", MaxHighlighted/12+1)},
	} {
		for _, line := range Highlight(c[0], c[1]) {
			for _, s := range line {
				if s.Token != Plain {
					t.Fatalf("%q is colored: %v", c[0], s)
				}
			}
		}
	}
}

func TestHighlightMayBeCalledFromSeveralPlaces(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, lang := range []string{"html", "go", "python", "docker"} {
				Highlight(lang, "import os\nFROM x\nRUN y\n<a>")
			}
		})
	}
	wg.Wait()
}

func TestDisplayNamesLanguages(t *testing.T) {
	for lang, want := range map[string]string{
		"py": "Python", "JS": "JavaScript", "c++": "C++", "sh": "Shell", "": "", "klingon": "klingon", "tsx": "TSX",
	} {
		if got := DisplayName(lang); got != want {
			t.Errorf("%q is called %q, not %q", lang, got, want)
		}
	}
}

func TestEachLanguageWordIsUsedOnce(t *testing.T) {
	seen := map[string]string{}
	for _, g := range grammars {
		for _, word := range strings.Fields(g.words) {
			if other, ok := seen[word]; ok {
				t.Errorf("%q names %s and %s", word, other, g.name)
			}
			seen[word] = g.name
		}
	}
}

func BenchmarkHighlight10KB(b *testing.B) {
	code := strings.Repeat("def f(x, y=\"text\"):  # note\n    return [i ** 2 for i in range(10) if i % 2]\n\n", 10<<10/80)
	for b.Loop() {
		Highlight("python", code)
	}
}
