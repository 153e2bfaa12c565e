package window

import (
	"io"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/core"
	"parlando/app/settings"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/seen"
	"parlando/views/widgets"
)

// topOf is where what has a name begins on the screen.
func (p *user) topOf(name string) float32 {
	p.t.Helper()
	p.has(name)
	return p.finds(name).Best().Position.Y
}

// wheels turns the wheel over a place, down for a way below 0.
func (p *user) wheels(at fyne.Position, way float32) {
	over, _ := p.under(at, func(o fyne.CanvasObject) bool { _, ok := o.(fyne.Scrollable); return ok })
	over.(fyne.Scrollable).Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, way)})
	p.drain()
}

// hasKeyboard wants the keyboard at what has a name.
func (p *user) hasKeyboard(name string) {
	p.t.Helper()
	if a, ok := p.canvas.Focused().(fyne.Accessible); !ok || !slices.Contains(inItsLanguage(name), a.AccessibilityLabel()) {
		p.t.Errorf("the keyboard is at %s, not at %q", called(p.canvas.Focused()), name)
	}
}

func TestEachSectionOfTheSettingsIsAPage(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.holds(fyne.KeyComma)
		if foot := p.app.Driver().AbsolutePositionForObject(p.settings.PageObject()).Y + p.settings.PageObject().Size().Height; foot < 740 {
			t.Errorf("in a window of 800 the settings end at %v", foot)
		}
		p.clicks("Dictation")
		p.has("Section: Dictation")
		if y := p.topOf("Microphone"); y > 180 {
			t.Errorf("the section begins at %v", y)
		}
		p.wheels(fyne.NewPos(700, 400), -1e6)
		p.clicks("Shortcuts") // begins at its top
		if y := p.topOf("Send messages with"); y > 180 {
			t.Errorf("the section begins at %v", y)
		}
		p.seesNot("Microphone")

		p.canvas.Unfocus()
		p.canvas.FocusNext()
		p.hasKeyboard("Section: Shortcuts")
		p.presses(fyne.KeyUp)
		p.presses(fyne.KeyUp)
		p.hasKeyboard("Section: Appearance")
		p.sees("Reading width")
		p.presses(fyne.KeyEnd)
		p.hasKeyboard("Section: About")
		p.presses(fyne.KeyReturn)
		p.hasKeyboard("Help")
		p.canvas.FocusPrevious()
		p.hasKeyboard("Section: About")
		p.presses(fyne.KeyEscape)
		p.seesNot("Licenses")
	})
}

// opensSection opens a section of the settings, with the list or the menu of sections.
func (p *user) opensSection(name string) {
	p.t.Helper()
	p.holds(fyne.KeyComma)
	if p.finds(name).Control == nil {
		section, _, _ := strings.Cut(format.Named(i18n.Text("Section"), "|"), "|")
		p.clicks(section)
	}
	p.clicks(name)
}

func TestWhereTheListOfSectionsHasNoRoomAMenuLeadsToThem(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.screen = fyne.NewSize(720, 800)
		p := h.looksAround()
		p.settings.SetTextSize(settings.MaxTextSize)
		p.holds(fyne.KeyComma)
		p.clicks("Section: Connections")
		p.clicks("Dictation")
		p.has("Section: Dictation")
		p.hasKeyboard("Section: Dictation") // as before the click
		p.presses(fyne.KeyReturn)
		p.presses(fyne.KeyDown)
		p.presses(fyne.KeyReturn)
		p.hasKeyboard("What Parlando remembers")
		p.has("Section: Memory")
	})
}

func TestNothingInTheSettingsIsWiderThanTheirPage(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 1280, Height: 800}, {Width: 720, Height: 800}, {Width: 480, Height: 400}} {
		story(t, func(t *testing.T, h *home) {
			p := h.looksAround()
			p.screen.Resize(size)
			for _, text := range []float64{settings.MinTextSize, 1, settings.MaxTextSize} {
				p.settings.SetTextSize(text)
				for _, section := range []string{"Connections", "Appearance", "Dictation", "Costs"} {
					p.opensSection(section)
					// a ring lies outside
					left := p.app.Driver().AbsolutePositionForObject(p.settings.PageObject()).X - 2
					right := left + 2 + p.settings.PageObject().Size().Width
					seen.Walk(p.canvas, true, func(o fyne.CanvasObject, at fyne.Position) {
						switch o := o.(type) {
						case *widgets.NavList: // on its own ground
							return
						case fyne.Disableable: // no Tab stop, but part of one
							if o.Disabled() {
								return
							}
						case *widgets.Switch:
							at.X -= widgets.SwitchRing
						}
						if _, ok := o.(fyne.Focusable); ok && at.Y > 80 && (at.X < left || at.X+o.Size().Width > right) {
							t.Errorf("%v, text %v: %s from %v to %v, the page from %v to %v", size, text, called(o.(fyne.Focusable)), at.X, at.X+o.Size().Width, left, right)
						}
					})
					p.presses(fyne.KeyEscape)
				}
			}
		})
	}
}

func TestWhatIsPressedInTheSettingsStaysWhereItIs(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.holds(fyne.KeyComma)
		stays := func(name string, change func()) {
			t.Helper()
			before := p.topOf(name)
			change()
			p.drain()
			if after := p.topOf(name); math.Abs(float64(after-before)) > 1 {
				t.Errorf("%s was at %v, and is at %v", name, before, after)
			}
		}
		p.clicks("Appearance")
		for _, name := range []string{"Dark", "Light", "Entire window", "Announce aloud"} {
			stays(name, func() { p.clicks(name) })
		}
		p.clicks("Dictation")
		p.wheels(fyne.NewPos(700, 400), -150)
		place := p.app.Driver().AbsolutePositionForObject
		var first fyne.CanvasObject // that is seen
		seen.Walk(p.canvas, true, func(o fyne.CanvasObject, at fyne.Position) {
			switch o.(type) {
			case *widgets.Button, *widgets.Field, *widgets.Dropdown, *widgets.SegmentedControl, *widgets.Switch:
				if first == nil && at.Y >= place(p.settings.PageObject()).Y {
					first = o
				}
			}
		})
		before := place(first).Y
		p.holds(fyne.KeyEqual)
		if after := place(first).Y; p.Settings.Get().TextSize <= 1 || math.Abs(float64(after-before)) > 1 {
			t.Errorf("with text of %v what was seen first was at %v, and is at %v", p.Settings.Get().TextSize, before, after)
		}
	})
}

func TestTheKeyboardStaysAtWhatItPressesInTheSettings(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.holds(fyne.KeyComma)
		p.clicks("Appearance")
		p.tabsTo("Theme: Same as this computer")
		p.presses(fyne.KeyRight)
		p.presses(fyne.KeyEnd)
		p.hasKeyboard("Theme: Dark")
		if got := p.Settings.Get().Theme; got != settings.Dark {
			t.Errorf("the theme is %q", got)
		}
		p.tabsTo("Text size: Normal")
		before := p.topOf("Largest")
		p.presses(fyne.KeyEnd)
		p.hasKeyboard("Text size: Largest")
		if after := p.topOf("Largest"); math.Abs(float64(after-before)) > 1 {
			t.Errorf("it was at %v, and is at %v", before, after)
		}
		p.canvas.FocusNext()
		p.hasKeyboard("Reading width: Normal")
	})
}

func TestWithoutAHomepageThereAreNoUpdates(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		p.holds(fyne.KeyComma)
		p.clicks("About")
		p.hasNot("Check for updates")
	})
}

func TestUpdatesSayWhatIsNew(t *testing.T) {
	var status int
	var list string
	core.Homepage = "https://api.example.org/parlando"
	t.Cleanup(func() { core.Homepage = "" })
	story(t, func(t *testing.T, h *home) {
		h.net.service = roundTrip(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(list))}, nil
		})
		p := h.looksAround()
		p.holds(fyne.KeyComma)
		p.clicks("About")
		p.has("Check for updates")
		if sent := h.net.requests(); len(sent) > 0 {
			t.Errorf("sent unasked: %q", sent)
		}

		status = http.StatusBadGateway
		p.clicks("Check for updates")
		p.sees("The homepage of Parlando couldn't be reached. Check your internet connection, then try again.")
		status, list = http.StatusOK, "<h1>Welcome to our Wi-Fi</h1>"
		p.clicks("Try again")
		p.sees("The homepage of Parlando didn't send the list of changes. You can look at all versions in your browser.")
		list = "# Changes\n\n## 9.1.0\n\n- It whistles\n  and *hums*.\n\n## 9.0.0\n\n- It sings.\n\n## 0.1.0\n\n- It speaks.\n"
		p.clicks("Try again")
		p.sees("Parlando 9.1.0 is available. You have " + core.Version + ".")
		p.sees("New in 9.1.0")
		p.sees("It whistles and *hums*.")
		p.sees("It sings.")
		p.seesNot("It speaks.")
		request := "GET " + core.Homepage + "/releases/latest/download/CHANGELOG.md"
		if sent := h.net.requests(); !slices.Equal(sent, []string{request, request, request}) {
			t.Errorf("sent %q", sent)
		}
		p.clicks("Go to the download")
		if want := []string{core.Homepage + "/releases"}; !slices.Equal(p.app.opened, want) {
			t.Errorf("opened %q, want %q", p.app.opened, want)
		}

		p.presses(fyne.KeyEscape)
		list = "## " + core.Version + "\n\n- It speaks.\n"
		p.clicks("Check for updates")
		p.sees("You have the latest version, " + core.Version + ".")
	})
}
