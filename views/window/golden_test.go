package window

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"parlando/app/settings"
	"parlando/views/seen/seentest"
	"parlando/views/theme"
)

var update = flag.Bool("update", false, "write down anew what each page shows")

// mostLines is how many lines a golden may have.
const mostLines = 200

// What each page shows, where, how it is painted, and in which order Tab goes through it, is
// written down in testdata/pages.
func TestEachPageShowsWhatIsWrittenDown(t *testing.T) {
	for name, begin := range pages {
		for size, width := range map[string]float32{"": 1280, " narrow": 720} {
			t.Run(name+size, func(t *testing.T) {
				story(t, func(t *testing.T, h *home) {
					h.practice.TokenInterval = -1
					h.screen.Width = width
					p := begin(h)
					p.drain()
					p.wantsGolden(golden("pages", name+size), p.describes())
					if size == "" && !*update && !raced {
						p.looksTheSameResizedAndDark(name)
					}
				})
			})
		}
	}
}

// staysAsItIs has the pages that look otherwise in a window that was made narrow than in one that
// was narrow from the start: menus stay where they are, and pages stay where they were scrolled to.
var staysAsItIs = map[string]bool{"the models": true, "the menu of a reply": true, "searching everything": true}

// looksTheSameResizedAndDark makes the window narrow, which shows what is written down for narrow
// windows, and then dark, which changes no color but for the one of the same name.
func (p *user) looksTheSameResizedAndDark(page string) {
	p.t.Helper()
	p.screen.Resize(fyne.NewSize(720, 800))
	p.drain()
	if !staysAsItIs[page] {
		p.wantsGolden(golden("pages", page+" narrow"), p.describes())
	}
	if page == "the settings" { // which show that it is dark
		return
	}
	sameInDark := strings.NewReplacer(string(theme.ColorChosen), string(theme.ColorUserBubble))
	p.canvas.Unfocus() // Fyne's caret keeps its color as long as its field has the focus
	p.drain()
	light := sameInDark.Replace(p.describes())
	p.settings.ChangeAppearance(func(s *settings.Settings) { s.Theme = settings.Dark })
	p.drain()
	if d := cmp.Diff(light, sameInDark.Replace(p.describes())); d != "" {
		p.t.Errorf("dark instead of light: %s", d)
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
		p.wantsGolden(golden("pages", "quick window"), describe(p.quick.window.Canvas()))
		p.asksQuickly("What is a lighthouse for?")
		p.readsToTheEndOf(p.quick.page.Conversation().ID)
		p.wantsGolden(golden("pages", "quick window asked"), describe(p.quick.window.Canvas()))
	})
}

// describe describes a window, one line for each object.
func describe(c fyne.Canvas) string { return strings.Join(seentest.Describe(c), "\n") + "\n" }

func (p *user) describes() string { return describe(p.canvas) }

// golden is the path of a text that is written down.
func golden(dir, name string) string {
	return filepath.Join("testdata", dir, strings.ReplaceAll(name, " ", "-")+".txt")
}

// wantsGolden compares a text with the one that is written down, or writes it down with -update.
func (p *user) wantsGolden(path, got string) {
	p.t.Helper()
	if n := strings.Count(got, "\n"); n > mostLines {
		p.t.Fatalf("%d lines", n)
	}
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
