package markdown

import "strings"

// grammar is a language: its name, its lexer file ("" if none), and the words that name it in a
// fence.
type grammar struct {
	name, file string
	words      string
}

// grammars are all languages with a display name or a lexer. The lexer files come from chroma (see
// lexers/LICENSE). They are embedded here because importing chroma's own collection adds 6 ms and 3
// MB to every start.
var grammars = []grammar{
	{"Apache config", "apacheconf", "apacheconf apache htaccess"},
	{"Arduino", "arduino", "arduino ino"},
	{"Assembly", "nasm", "nasm asm assembly x86asm"},
	{"AWK", "awk", "awk gawk mawk nawk"},
	{"Bash", "bash", "bash ksh"},
	{"Batch", "batchfile", "bat batch cmd dosbatch winbatch"},
	{"C", "c", "c h"},
	{"C#", "c#", "csharp c# cs"},
	{"C++", "c++", "cpp c++ cc cxx hpp"},
	{"Clojure", "clojure", "clojure clj cljs edn"},
	{"CMake", "cmake", "cmake"},
	{"CoffeeScript", "coffeescript", "coffeescript coffee"},
	{"Common Lisp", "common_lisp", "common-lisp cl lisp"},
	{"Crystal", "crystal", "crystal cr"},
	{"CSS", "css", "css"},
	{"CSV", "csv", "csv"},
	{"CUE", "cue", "cue"},
	{"D", "d", "d"},
	{"Dart", "dart", "dart"},
	{"Diff", "diff", "diff udiff patch"},
	{"Dockerfile", "docker", "docker dockerfile containerfile"},
	{"Elixir", "elixir", "elixir ex exs"},
	{"Elm", "elm", "elm"},
	{"Erlang", "erlang", "erlang erl"},
	{"F#", "fsharp", "fsharp f# fs"},
	{"Fish", "fish", "fish fishshell"},
	{"Fortran", "fortran", "fortran f90 f95"},
	{"GDScript", "gdscript3", "gdscript gd gdscript3"},
	{"Gleam", "gleam", "gleam"},
	{"GLSL", "glsl", "glsl"},
	{"Go", "go", "go golang"},
	{"GraphQL", "graphql", "graphql gql"},
	{"Groovy", "groovy", "groovy gradle"},
	{"Haskell", "haskell", "haskell hs"},
	{"HCL", "hcl", "hcl"},
	{"HTML", "html", "html xhtml htm"},
	{"HTTP", "", "http"},
	{"INI", "ini", "ini cfg conf dosini editorconfig"},
	{"Java", "java", "java"},
	{"JavaScript", "javascript", "javascript js mjs cjs node"},
	{"JSON", "json", "json jsonl ndjson json5 jsonc"},
	{"Jsonnet", "jsonnet", "jsonnet"},
	{"JSX", "react", "jsx react"},
	{"Julia", "julia", "julia jl"},
	{"Kotlin", "kotlin", "kotlin kt kts"},
	{"LaTeX", "tex", "latex tex math"},
	{"Lua", "lua", "lua"},
	{"Makefile", "makefile", "makefile make mf"},
	{"Markdown", "", "markdown md mdx"},
	{"MATLAB", "matlab", "matlab octave"},
	{"Mermaid", "", "mermaid"},
	{"MySQL", "mysql", "mysql mariadb"},
	{"Nginx config", "nginx_configuration_file", "nginx nginxconf"},
	{"Nim", "nim", "nim"},
	{"Nix", "nix", "nix"},
	{"Objective-C", "objective-c", "objective-c objectivec objc obj-c"},
	{"OCaml", "ocaml", "ocaml ml"},
	{"Perl", "perl", "perl pl"},
	{"PHP", "php", "php php3 php4 php5"},
	{"PostgreSQL", "postgresql_sql_dialect", "postgresql postgres pgsql"},
	{"PowerShell", "powershell", "powershell posh ps1 psm1 pwsh"},
	{"Prolog", "prolog", "prolog"},
	{"Properties", "properties", "properties java-properties env dotenv"},
	{"Protocol Buffers", "protocol_buffer", "protobuf proto"},
	{"Python", "python", "python py py3 python3 ipython starlark"},
	{"R", "r", "r"},
	{"Ruby", "ruby", "ruby rb"},
	{"Rust", "rust", "rust rs"},
	{"Sass", "sass", "sass"},
	{"Scala", "scala", "scala"},
	{"Scheme", "scheme", "scheme scm racket"},
	{"SCSS", "scss", "scss"},
	{"Shell", "bash", "sh shell zsh"},
	{"Solidity", "solidity", "solidity sol"},
	{"SQL", "sql", "sql sqlite"},
	{"SVG", "xml", "svg"},
	{"Svelte", "html", "svelte"},
	{"Swift", "swift", "swift"},
	{"systemd", "systemd", "systemd service"},
	{"Terminal", "bash_session", "console shell-session bash-session terminal"},
	{"Terraform", "terraform", "terraform tf"},
	{"Text", "", "text txt plaintext plain none output log"},
	{"TOML", "toml", "toml"},
	{"T-SQL", "transact-sql", "tsql t-sql mssql"},
	{"TSX", "typescript", "tsx"},
	{"TypeScript", "typescript", "typescript ts mts cts"},
	{"Typst", "typst", "typst typ"},
	{"VB.NET", "vb_net", "vb.net vbnet vb"},
	{"Verilog", "verilog", "verilog v systemverilog sv"},
	{"VHDL", "vhdl", "vhdl"},
	{"Vim script", "viml", "vim viml vimscript"},
	{"Vue", "vue", "vue vuejs"},
	{"XML", "xml", "xml xsd xsl xslt plist rss"},
	{"YAML", "yaml", "yaml yml"},
	{"Zig", "zig", "zig"},
}

// DisplayName returns the usual name of a code block's language: "py" is "Python". An unknown word
// is returned unchanged.
func DisplayName(lang string) string {
	if g := grammarOf(lang); g != nil {
		return g.name
	}
	return lang
}

// grammarOf returns the language named by a fence, nil if unknown. It never guesses from the code.
func grammarOf(lang string) *grammar {
	lang = strings.ToLower(lang)
	if lang == "" {
		return nil
	}
	for i := range grammars {
		for word := range strings.FieldsSeq(grammars[i].words) {
			if word == lang {
				return &grammars[i]
			}
		}
	}
	return nil
}
