package window

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlando/app/settings"
	"parlando/views/seen"
)

var update = flag.Bool("update", false, "write down anew what each page shows")

// mostLines is how many lines a golden may have.
const mostLines = 200

// What each page shows, where, and in which order Tab goes through it, is written down in
// testdata/pages.
func TestEachPageShowsWhatIsWrittenDown(t *testing.T) {
	for name, begin := range pages {
		for size, width := range map[string]float32{"": 1280, " narrow": 720} {
			t.Run(name+size, func(t *testing.T) {
				story(t, func(t *testing.T, h *home) {
					h.practice.TokenInterval = -1
					h.screen.Width = width
					p := begin(h)
					p.drain()
					lines := seen.Describe(p.canvas)
					if len(lines) > mostLines {
						t.Fatalf("%d lines", len(lines))
					}
					p.wantsGolden(filepath.Join("testdata", "pages", strings.ReplaceAll(name+size, " ", "-")+".txt"), strings.Join(lines, "\n")+"\n")
				})
			})
		}
	}
}

func TestTheQuickWindowShowsWhatIsWrittenDown(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		// the same words each time
		p.Settings.Change(func(s *settings.Settings) { s.Parameters.Temperature = new(float64) })
		p.ShowQuick()
		p.drain()
		list := func() string { return strings.Join(seen.Describe(p.quick.window.Canvas()), "\n") + "\n" }
		p.wantsGolden(filepath.Join("testdata", "pages", "quick-window.txt"), list())
		p.asksQuickly("What is a lighthouse for?")
		p.readsToTheEndOf(p.quick.page.Conversation().ID)
		p.wantsGolden(filepath.Join("testdata", "pages", "quick-window-asked.txt"), list())
	})
}

// wantsGolden compares a text with the one that is written down, or writes it down with -update.
func (p *user) wantsGolden(path, got string) {
	p.t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			p.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		p.t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			p.t.Fatalf("%s, line %d and on (go test ./views/window -run WrittenDown -update writes it anew):\nwas\n%s\nis\n%s",
				path, i+1, strings.Join(was[i:min(i+5, len(was))], "\n"), strings.Join(is[i:min(i+5, len(is))], "\n"))
		}
	}
}
