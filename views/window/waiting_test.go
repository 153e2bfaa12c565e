package window

import (
	"os"
	"path/filepath"
	"testing"

	"parlando/app/instance"
)

func TestFilesThatComeBeforeTheFirstConnectionAreAddedToTheFirstChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		var paths []string
		for _, name := range []string{"harbors.csv", "winds.csv"} {
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, []byte("name,depth\nPort,12\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
		p := h.start()
		p.sees("Welcome to Parlando")
		p.HandleRequest(instance.Request{Files: paths[:1]})
		p.sees("Your files will be added")
		p.takeFiles(paths[1:]) // let go over the window
		p.clicks("Try it now")
		p.sees("harbors.csv")
		p.sees("winds.csv")
		d := p.composer.Draft()
		if len(d.Parts) != 2 || d.Parts[0].Name != "harbors.csv" || d.Parts[1].Name != "winds.csv" {
			t.Errorf("added: %+v", d.Parts)
		}
	})
}
