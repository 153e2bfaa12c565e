package core

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "parlando"

// rule lists the forbidden imports of files below a folder, with the reason.
type rule struct {
	below  string   // folder, from the module's root; "" is the root's own files
	except []string // folders below it that the rule passes over
	forbid []string // import paths; one that ends in "/" stands for everything below it
	allow  []string // exceptions from forbid
	// siblings: each folder in below is one of several that know nothing of each other, but may
	// import what lies in itself.
	siblings bool
	why      string
}

var rules = []rule{
	{
		below:  "",
		forbid: []string{"parlando/", "fyne.io/"},
		allow:  []string{"parlando/app"},
		why:    "the command hands over to package app",
	},
	{
		below: "app", except: []string{"app/e2e"},
		forbid: []string{"fyne.io/", "parlando/views/", "parlando/assets", "parlando/docs/"},
		why:    "the core builds and is tested without a window; only package app itself opens one",
	},
	{
		below: "app", except: []string{"app/core", "app/e2e"},
		forbid: []string{"parlando/client/practice"},
		why:    "practice differs from a real gateway in the transport alone, which core chooses",
	},
	{
		below:  "views",
		forbid: []string{"parlando/client/", "parlando/client", "parlando/media/", "net/http", "database/sql", "fyne.io/fyne/v2/app"},
		why:    "views show values and speak in callbacks; owners in app do the rest",
	},
	{
		below: "views", except: []string{"views/i18n"},
		forbid: []string{"fyne.io/fyne/v2/lang"},
		why:    "package i18n alone knows how words are translated",
	},
	{
		below:  "views/shell",
		forbid: []string{"parlando/app/"},
		allow:  []string{"parlando/app/changes"},
		why:    "a frame shows any page and knows no owner",
	},
	{
		below:  "views",
		except: []string{"views/window"},
		forbid: []string{"parlando/app/core", "parlando/views/window"},
		why:    "package window alone joins the core and the views, so nothing else holds a Window",
	},
	{
		below:  "views",
		forbid: []string{"github.com/godbus/", "github.com/ncruces/zenity", "parlando/media/portal"},
		why:    "app/desktop speaks to the desktop",
	},
	{
		below:    "views/pages",
		forbid:   []string{"parlando/views/pages/", "parlando/views/regions/", "parlando/views/sheets/"},
		siblings: true,
		why:      "a page declares what it needs of owners and where it leads; package window fills that in",
	},
	{
		below:    "views/sheets",
		forbid:   []string{"parlando/views/pages/", "parlando/views/regions/", "parlando/views/sheets/"},
		siblings: true,
		why:      "a sheet declares what it needs of owners and where it leads; package window fills that in",
	},
	{
		below:    "views/regions",
		forbid:   []string{"parlando/views/pages/", "parlando/views/regions/", "parlando/views/sheets/"},
		siblings: true,
		why:      "a region declares what it needs of owners and where it leads; package window fills that in",
	},
	{
		below: "client", except: []string{"client/practice"},
		forbid: []string{"parlando/app/", "parlando/views/", "parlando/media/", "fyne.io/", "github.com/", "golang.org/x/"},
		why:    "the client stands on the standard library",
	},
	{
		below:  "client/practice",
		forbid: []string{"parlando/app/", "parlando/views/", "fyne.io/"},
		why:    "the practice gateway is a whole gateway, usable by other clients",
	},
	{
		below:  "client/practice",
		forbid: []string{"parlando/client/fieldname"},
		why:    "practice reads requests as another program would: a misspelled name must fail there",
	},
	{
		below:  "docs",
		forbid: []string{"parlando/", "fyne.io/"},
		why:    "the help is text, which is read without the program, too",
	},
	{
		below:  "media",
		forbid: []string{"parlando/app/", "parlando/views/", "parlando/client/", "parlando/client", "fyne.io/", "net/http"},
		why:    "media is sound and pictures: no network, no window",
	},
	{
		below:  "app/tools",
		forbid: []string{"net", "net/", "parlando/client", "parlando/client/", "parlando/app/replies", "parlando/app/core"},
		allow:  []string{"parlando/client/tokens"},
		why:    "the owner of tools knows no network; replies declares what it needs of it",
	},
	{
		below:  "app/answers",
		forbid: []string{"net", "net/", "os", "database/sql", "parlando/client", "parlando/client/", "parlando/app/replies", "parlando/app/core"},
		why:    "answers are read and checked as values; replies sends, and the window saves",
	},
	{
		below:  "app/desktop",
		forbid: []string{"parlando/app/", "parlando/client/", "parlando/client"},
		why:    "the desktop's services know nothing of the program that uses them",
	},
	{
		below:  "app/chat",
		forbid: []string{"net/http", "database/sql", "parlando/client/", "os"},
		allow:  []string{"parlando/client/fieldname"},
		why:    "chat is a vocabulary of values",
	},
}

func TestImportsKeepTheLayers(t *testing.T) {
	for file, imports := range goImports(t) {
		for _, r := range rules {
			if !r.covers(file) {
				continue
			}
			for _, path := range imports {
				if r.forbids(path) && !r.inOneSibling(file, path) {
					t.Errorf("%s imports %s: %s", file, path, r.why)
				}
			}
		}
	}
}

// Only one file may reach the package that compiles OpenGL, so that everything else builds in
// seconds; and one package of views may start goroutines or reach the window's thread.
func TestOneDoorToTheWindowsThread(t *testing.T) {
	root := moduleRoot(t)
	for file, imports := range goImports(t) {
		for _, path := range imports {
			if path == "fyne.io/fyne/v2/app" && file != "app/open.go" {
				t.Errorf("%s imports Fyne's app; only app/open.go may", file)
			}
		}
		if !strings.HasPrefix(file, "views/") || strings.HasPrefix(file, "views/uithread/") || strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(src), "\n") {
			code := strings.TrimSpace(line)
			if strings.HasPrefix(code, "//") {
				continue
			}
			if strings.Contains(code, "fyne.Do(") || strings.Contains(code, "fyne.DoAndWait(") || strings.HasPrefix(code, "go ") {
				t.Errorf("%s:%d: %q belongs to views/uithread", file, n+1, code)
			}
			if strings.Contains(code, "*shell.Frame") && !strings.HasPrefix(file, "views/window/") {
				t.Errorf("%s:%d: only package window holds a Frame; others take a shell.Host", file, n+1)
			}
		}
	}
}

// A rule that covers no file guards nothing.
func TestEachRuleCoversAFile(t *testing.T) {
	all := goImports(t)
	for _, r := range rules {
		covered := false
		for file := range all {
			covered = covered || r.covers(file)
		}
		if !covered {
			t.Errorf("no file below %q", r.below)
		}
	}
}

func (r rule) covers(file string) bool {
	switch {
	case strings.HasSuffix(file, "_test.go"):
		return false
	case r.below == "":
		return !strings.Contains(file, "/")
	case path.Dir(file) == "app", !strings.HasPrefix(file, r.below+"/"):
		return false // package app itself joins the core and the window
	}
	for _, e := range r.except {
		if strings.HasPrefix(file, e+"/") {
			return false
		}
	}
	return true
}

// inOneSibling reports whether a file imports something of its own folder below the rule's.
func (r rule) inOneSibling(file, imported string) bool {
	if !r.siblings {
		return false
	}
	own, _, _ := strings.Cut(strings.TrimPrefix(file, r.below+"/"), "/")
	return strings.HasPrefix(imported+"/", path.Join(module, r.below, own)+"/")
}

func (r rule) forbids(path string) bool {
	for _, a := range r.allow {
		if path == a {
			return false
		}
	}
	for _, f := range r.forbid {
		if path == f || strings.HasSuffix(f, "/") && strings.HasPrefix(path, f) {
			return true
		}
	}
	return false
}

// goImports reads what every Go file of the module imports, by its path from the root.
func goImports(t *testing.T) map[string][]string {
	t.Helper()
	root := moduleRoot(t)
	out := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			_, nested := os.Stat(filepath.Join(path, "go.mod"))
			if path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "build" || nested == nil) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		list := []string{}
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			list = append(list, name)
		}
		out[filepath.ToSlash(rel)] = list
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if data, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && strings.HasPrefix(string(data), "module "+module+"\n") {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}

// maxInterfaceMethods bounds what a page or a region asks of one owner.
const maxInterfaceMethods = 10

func TestPagesAskLittleOfEachOwner(t *testing.T) {
	root := moduleRoot(t)
	found := 0
	for _, folder := range []string{"views/pages", "views/regions", "views/sheets"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				spec, ok := n.(*ast.TypeSpec)
				if !ok {
					return true
				}
				if i, ok := spec.Type.(*ast.InterfaceType); ok {
					found++
					if methods := i.Methods.NumFields(); methods > maxInterfaceMethods {
						t.Errorf("%s: %s has %d methods, at most %d", path, spec.Name.Name, methods, maxInterfaceMethods)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found == 0 {
		t.Error("no interface was found")
	}
}

// What is large or runs hostile input is linked into the helper program alone.
func TestTheProgramLinksNothingOfTheHelper(t *testing.T) {
	helpers := []string{"github.com/xuri/excelize/v2", "github.com/tetratelabs/wazero"}
	program, helper := linked(t, module), linked(t, module+"/app/parlando-helper")
	for _, library := range helpers {
		if program[library] {
			t.Errorf("the program links %s", library)
		}
		if !helper[library] {
			t.Errorf("the helper program does not link %s: take it off the list", library)
		}
	}
}

// linked returns the packages of this module that a program is made of, with all that they import.
func linked(t *testing.T, program string) map[string]bool {
	t.Helper()
	byPackage := map[string][]string{}
	for file, list := range goImports(t) {
		if !strings.HasSuffix(file, "_test.go") {
			name := path.Join(module, path.Dir(file))
			byPackage[name] = append(byPackage[name], list...)
		}
	}
	found := map[string]bool{}
	var follow func(name string)
	follow = func(name string) {
		if !found[name] {
			found[name] = true
			for _, imported := range byPackage[name] {
				follow(imported)
			}
		}
	}
	follow(program)
	if len(found) < 2 {
		t.Fatalf("%s imports nothing", program)
	}
	return found
}
