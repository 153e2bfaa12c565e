package core

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// markdownLink matches the target of a link or picture.
var markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// links returns the targets of the links to files in a document, without anchors.
func links(document string) []string {
	var all []string
	for _, found := range markdownLink.FindAllStringSubmatch(document, -1) {
		target, _, _ := strings.Cut(found[1], "#")
		if target != "" && !strings.Contains(target, ":") {
			all = append(all, target)
		}
	}
	return all
}

// documents returns the documents of the project by path.
func documents(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	root := os.DirFS(moduleRoot(t))
	for _, from := range []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs"} {
		err := fs.WalkDir(root, from, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) != ".md" {
				return err
			}
			data, err := fs.ReadFile(root, name)
			all[name] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestEveryLinkOfADocumentLeadsToAFile(t *testing.T) {
	for name, text := range documents(t) {
		for _, target := range links(text) {
			if _, err := os.Stat(filepath.Join(moduleRoot(t), path.Dir(name), target)); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", name, target)
			}
		}
	}
}

// Each README leads to the same files, with the help and the pictures of its own language.
func TestTheREADMEsAgree(t *testing.T) {
	all := documents(t)
	targets := func(name, language string) []string {
		var found []string
		for _, target := range links(all[name]) {
			file := path.Join(path.Dir(name), target)
			if path.Base(path.Dir(file)) == language {
				file = strings.Replace(file, "/"+language+"/", "/*/", 1)
			}
			if !strings.Contains(file, "README") {
				found = append(found, file)
			}
		}
		slices.Sort(found)
		return found
	}
	want := targets("README.md", "en")
	if len(want) < 20 {
		t.Fatalf("README.md has %d links", len(want))
	}
	for _, language := range []string{"de", "ja"} {
		if got := targets("docs/readme/README."+language+".md", language); !slices.Equal(got, want) {
			t.Errorf("the README in %s leads to\n%s\nwant\n%s", language, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func TestTheREADMEIsShort(t *testing.T) {
	text := regexp.MustCompile(`(?s)<!--.*?-->|\]\([^)]*\)|[|#*]`).ReplaceAllString(documents(t)["README.md"], " ")
	if n := len(strings.Fields(text)); n > 600 {
		t.Errorf("README.md has %d words, want at most 600", n)
	}
}
