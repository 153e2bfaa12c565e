package window

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"parlando/app/chat"
	"parlando/views/widgets"
)

// typedForm is a form with words: how one opens it from a chat, where one types, and what stands
// below it.
type typedForm struct {
	name  string
	open  func(p *user)
	field string // "" where the focus is
	below string // what is there again once it is closed; "" for the chat
}

var typedForms = []typedForm{
	{"an own tool's result", func(p *user) {
		p.wait(time.Second) // the card does not react at once
		p.clicks("Answer…")
	}, "", "asks you: weather"},
	{"a custom tool", func(p *user) {
		if !p.reads("Add your own tool…") {
			p.clicks("Tools")
		}
		p.clicks("Add your own tool…")
	}, "What it is for", "Add your own tool…"},
	{"a table", func(p *user) {
		p.clicks("Add a picture or file")
		p.clicks("Reply as a table…")
	}, "Column name", ""},
	{"a price", func(p *user) {
		if !p.reads("Add a model…") {
			p.holds(fyne.KeyComma)
			p.clicks("Costs")
			p.clicks("Set prices…")
		}
		p.clicks("Add a model…")
	}, "Paste prices from a web page", "Add a model…"},
	{"the address of a picture", func(p *user) {
		p.clicks("Add a picture or file")
		p.clicks("Picture from a web address…")
	}, "", ""},
	{"a preset", func(p *user) {
		if !p.named("Preset: None") {
			p.clicks("Adjust replies")
		}
		p.clicks("Preset: None")
		p.clicks("Save as preset…")
	}, "", ""},
	{"a connection", func(p *user) {
		if !p.reads("Add connection") {
			p.connections.Open()
		}
		p.clicks("Add connection")
	}, "Address of the service", "Proxy"},
	{"a proxy", func(p *user) {
		p.connections.Open()
		if !p.reads("Proxy user name") {
			p.clicks("Custom")
		}
	}, "Proxy user name", ""},
}

// The ways to close the top layer of the window.
var closings = map[string]func(p *user){
	"Escape": func(p *user) { p.presses(fyne.KeyEscape) },
	"a click beside it": func(p *user) {
		p.canvas.Overlays().Top().(*widgets.Overlay).Tapped(&fyne.PointEvent{Position: fyne.NewPos(2, 2)})
		p.drain()
	},
	"Close": func(p *user) {
		if p.named("Close") {
			p.clicks("Close")
		} else {
			p.clicks("Cancel")
		}
	},
	"Back": func(p *user) {
		if p.named("Back") {
			p.clicks("Back")
		} else {
			p.presses(fyne.KeyEscape)
		}
	},
}

func TestAFormThatIsClosedOpensAgainWithItsWords(t *testing.T) {
	for _, f := range typedForms {
		t.Run(strings.ReplaceAll(f.name, " ", "-"), func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				h.practice.TokenInterval = -1
				p := h.looksAround()
				p.asksForWeather()
				typed, n := "", 0
				for way, closes := range closings {
					f.open(p)
					if f.field != "" {
						p.clicks(f.field)
					}
					if typed != "" {
						p.sees(typed)
					}
					n++
					p.types(fmt.Sprintf("word%d", n))
					typed += fmt.Sprintf("word%d", n)
					closes(p)
					if p.reads(typed) {
						t.Fatalf("%s does not close it", way)
					}
					if f.below != "" {
						p.sees(f.below)
					} else if p.frame.HasOverlay() {
						t.Fatalf("after %s there is %s", way, p.text())
					}
				}
				f.open(p)
				p.sees(typed)
				p.clicks("Discard")
				p.seesNot(typed)
				p.hasNot("Discard")
				p.presses(fyne.KeyEscape)
				f.open(p)
				if p.drain(); p.reads(typed) {
					t.Error("the words are there though they were discarded")
				}
			})
		})
	}
}

func TestWhatStandsInAFormIsThereAfterARestart(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.asksForWeather()
		p.wait(time.Second)
		p.clicks("Answer…")
		p.types("Sunny, I think")
		p.wait(500 * time.Millisecond)
		if stored, err := p.History.FormFields(t.Context()); err != nil || len(stored) != 1 || stored[0].Text != "Sunny, I think" {
			t.Errorf("half a second after the last key the disk has %+v, %v", stored, err)
		}
		p.quit()

		p = h.start()
		p.clicks("Try again")
		p.sees("asks you: weather")
		p.wait(time.Second)
		p.clicks("Answer…")
		p.sees("Sunny, I think")
		p.clicks("Answer")
		p.sees("Used weather")
		if !p.hasResult(func(r chat.ToolResult) bool { return r.Text == "Sunny, I think" }) {
			t.Errorf("the result is %+v", p.lastReply().Parts)
		}
	})
}

// A key is in memory alone, and only until it is used.
func TestAKeyThatWasTypedIsThereAgainButNowhereOnDisk(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.connections.Open()
		p.clicks("Add connection")
		p.clicks("Address of the service")
		p.types("https://api.example.org")
		p.clicks("Key from the service (API key)")
		p.types("sk-abcdefghijklmnop")
		p.presses(fyne.KeyEscape)
		p.wait(time.Second)
		p.clicks("Add connection")
		p.clicks("Show text")
		p.sees("sk-abcdefghijklmnop")
		p.quit()
		err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if bytes.Contains(data, []byte("sk-abcdefghijklmnop")) {
				t.Errorf("it is in %s", path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
