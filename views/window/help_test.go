package window

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parlando/app/settings"
	"parlando/docs/help"
	"parlando/views/i18n"
	"parlando/views/seen"
	"parlando/views/shell"
)

// opensHelp opens the help with F1 and wants a page there.
func (p *user) opensHelp(title, words string) {
	p.t.Helper()
	p.presses(fyne.KeyF1)
	p.has("Search help")
	p.has("Page of the help: " + title)
	p.sees(words)
}

func TestF1OpensTheHelpAtThePageThatIsShown(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.opensHelp("First steps", "needs no account and no internet")
		p.presses(fyne.KeyEscape)
		p.hasNot("Search help")
		p.clicks("Try it now")
		p.ShowTranscribe()
		p.opensHelp("Transcribe a recording", "Drop")
		p.presses(fyne.KeyEscape)
		p.ShowSpeak()
		p.opensHelp("Read aloud", "The sentence being read is marked.")
		p.presses(fyne.KeyEscape)
		p.showChat()
		p.opensHelp("Read aloud", "The sentence being read is marked.") // read last
		p.holds(fyne.KeySlash)
		p.has("Page of the help: Keys")
		p.sees("Start a new line")
		p.presses(fyne.KeyEscape)
		if p.frame.HasOverlay() {
			t.Error("a key has opened a second sheet")
		}
	})
}

func TestTheHelpIsOpenedWhereItIsNeeded(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		leadsTo := func(title string) {
			t.Helper()
			p.clicks("Help")
			p.has("Page of the help: " + title)
			p.presses(fyne.KeyEscape)
			p.hasNot("Search help")
		}
		leadsTo("First steps")
		p.clicks("Try it now")
		p.ShowTranscribe()
		leadsTo("Transcribe a recording")
		p.ShowSpeak()
		leadsTo("Read aloud")
		p.showChat()
		p.showCosts()
		leadsTo("Costs")
		p.sees("Set prices…") // a step back
		p.presses(fyne.KeyEscape)
		p.usesTools()
		p.clicks("Tools")
		leadsTo("Tools")
		p.has("Add your own tool…")
		p.presses(fyne.KeyEscape)
		p.opensSection("About")
		leadsTo("Tools") // read last
	})
}

func TestTheHelpIsSearchedAndReadWithTheKeyboard(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.opensHelp("First steps", "needs no account")
		p.hasKeyboard("Search help")
		p.types("BÈDTIME story")
		p.has("Page of the help: Read aloud")
		p.hasNot("First steps")
		p.sees("calmly, like a bedtime story")
		p.presses(fyne.KeyDown)
		p.hasKeyboard("Page of the help: Read aloud")
		p.presses(fyne.KeyDown) // there is no other
		p.hasKeyboard("Page of the help: Read aloud")
		p.canvas.FocusPrevious()
		p.types(" foghorn") // which no page has
		p.has("Page of the help: Read aloud")
		for range "BÈDTIME story " {
			p.presses(fyne.KeyHome)
			p.presses(fyne.KeyDelete)
		}
		p.sees("Nothing found.")
		p.sees("The sentence being read is marked.") // at the top of the page that stays
		p.help.Open(help.Costs)                      // which ends the search
		p.has("Page of the help: Costs")
		p.seesNot("Nothing found.")
		p.tabsTo("Page of the help: Costs")
		p.presses(fyne.KeyUp)
		p.sees("A project keeps chats")
		p.presses(fyne.KeyHome)
		p.sees("needs no account")
		p.tabsTo("Costs") // a link
		p.presses(fyne.KeyReturn)
		p.has("Page of the help: Costs")
		p.presses(fyne.KeyEscape)
		p.hasNot("Search help")
	})
}

// The search scrolls to the words, and leads to those of a page that is longer than the sheet.
func TestTheHelpShowsWhatWasFound(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(720, 500)
		p := h.looksAround()
		p.opensHelp("First steps", "")
		p.seesNot("needs no account") // which stands below the picture
		p.types("copied whole")
		p.drain()
		if y := p.topOf("If connecting does not work"); y < 0 || y > 480 {
			t.Errorf("it is at %v", y)
		}
	})
}

// A question in the user's own words has words that no page has.
func TestTheHelpIsFoundByAnyOfTheWords(t *testing.T) {
	story(t, func(_ *testing.T, h *home) {
		p := h.looksAround()
		p.opensHelp("First steps", "Parlando lets you chat")
		p.types("my espresso receipts")
		p.has("Page of the help: Tables")
		p.seesNot("Nothing found.")
		p.presses(fyne.KeyEscape)
	})
}

// The first paragraph of a page is read before its picture, which is never enlarged, and dark where
// the window is.
func TestThePictureOfAPageIsBelowItsFirstParagraph(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1280, 800), fyne.NewSize(720, 800)} {
		for _, textSize := range []float64{1, 2} {
			story(t, func(t *testing.T, h *home) {
				h.screen = size
				p := h.looksAround()
				p.settings.ChangeAppearance(func(s *settings.Settings) { s.TextSize, s.Theme = textSize, settings.Light })
				p.opensHelp("First steps", "Parlando lets you chat")
				light, at := p.pictureOfHelp()
				if natural := light.Image.Bounds().Size(); light.Size().Width > float32(natural.X) || light.Size().Height > float32(natural.Y) {
					t.Errorf("the picture of %v is %v large", natural, light.Size())
				}
				if above := p.topOf("Parlando lets you chat"); at < above {
					t.Errorf("the picture is at %v, the first paragraph at %v", at, above)
				}
				bright, _, _, _ := light.Image.At(0, 0).RGBA()
				p.settings.ChangeAppearance(func(s *settings.Settings) { s.Theme = settings.Dark })
				p.drain()
				dark, _ := p.pictureOfHelp()
				if dim, _, _, _ := dark.Image.At(0, 0).RGBA(); bright < 0xd000 || dim > 0x3000 {
					t.Errorf("the ground is %x in a light window and %x in a dark one", bright, dim)
				}
			})
		}
	}
}

// pictureOfHelp returns the picture of the open page and its top.
func (p *user) pictureOfHelp() (shown *canvas.Image, top float32) {
	p.t.Helper()
	seen.Walk(p.canvas, false, func(o fyne.CanvasObject, at fyne.Position) {
		if img, ok := o.(*canvas.Image); ok && img.Image != nil && img.Image.Bounds().Dx() > 400 {
			shown, top = img, at.Y
		}
	})
	if shown == nil {
		p.t.Fatal("the page has no picture")
	}
	return shown, top
}

func TestInANarrowWindowAMenuLeadsToThePagesOfTheHelp(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(720, 800)
		p := h.looksAround()
		p.settings.ChangeAppearance(func(s *settings.Settings) { s.TextSize = 2 })
		p.opensHelp("First steps", "Parlando lets you chat")
		p.clicks("Page of the help: First steps")
		p.clicks("Tables")
		p.has("Page of the help: Tables")
		p.presses(fyne.KeyEscape)
		p.hasNot("Search help")
	})
}

func TestALanguageWithoutHelpSaysSo(t *testing.T) {
	t.Cleanup(func() { i18n.Load("") })
	files := fstest.MapFS{"translations/pl.json": {Data: []byte(`{"Help": "Pomoc"}`)}}
	for language, translated := range map[fyne.Locale]bool{"en-US": true, "pl-PL": false} {
		t.Run(language.String(), func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p := h.looksAround()
				i18n.LoadFrom(files, language, "")
				p.frame.Do(shell.ShowHelp)
				p.sees("needs no account")
				if p.reads("This page is not translated yet.") == translated {
					t.Errorf("the window shows %s", p.text())
				}
			})
		})
	}
}

// The page of the keys has the list that the window shows, below its text.
func TestThePageOfTheKeysListsTheKeys(t *testing.T) {
	for _, language := range help.Languages() {
		t.Run(language, func(t *testing.T) {
			speaksLocale(t, language+".UTF-8")
			if got := i18n.Language(); got != language {
				t.Fatalf("the window speaks %q", got)
			}
			story(t, func(t *testing.T, h *home) {
				p := h.looksAround()
				path := filepath.Join("..", "..", "docs", "help", language, "keys.md")
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				text, _, _ := strings.Cut(string(data), "\n## ")
				want := strings.TrimRight(text, "\n") + "\n"
				for _, s := range shell.KeySections(p.controlKeys()) {
					want += "\n## " + s.Title + "\n\n"
					for _, k := range s.Keys {
						want += "- " + k[0] + ": " + k[1] + "\n"
					}
				}
				if *update {
					if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
						t.Fatal(err)
					}
				} else if want != string(data) {
					t.Errorf("%s has another list (-update writes it anew):\n%s", path, want)
				}
			})
		})
	}
}
