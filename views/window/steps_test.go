package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/settings"
)

func TestTheSettingsGoOnToAConnectionAndBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.atTwoServices()
		p.holds(fyne.KeyComma)
		p.hasNot("Back")
		p.wheels(fyne.NewPos(700, 400), -20)
		p.tabsTo("Connections and proxy…")
		corner, place := p.has("Close"), p.topOf("Add connection")
		p.presses(fyne.KeySpace)
		p.sees("Only needed if your network")
		p.seesNot("Another service")
		p.has("Back")
		if now := p.has("Close"); now != corner {
			t.Errorf("the sheet is closed at %v, and at %v a step further", corner, now)
		}
		p.hasKeyboard("Home")
		p.presses(fyne.KeyDown)
		p.hasKeyboard("Work")
		p.presses(fyne.KeyReturn)
		p.clicks("Name")
		p.putsIn(" and play")
		if now := p.has("Close"); now != corner {
			t.Errorf("the sheet is closed at %v, and at %v two steps further", corner, now)
		}
		p.clicks("Back")
		p.has("More about Work and play") // what was typed is kept, and shown
		p.hasKeyboard("Work and play")
		p.presses(fyne.KeyEscape)
		p.sees("Another service")
		p.hasKeyboard("Connections and proxy…")
		if now := p.topOf("Add connection"); now != place {
			t.Errorf("the page was scrolled to %v, and is to %v", place, now)
		}
		p.presses(fyne.KeyEscape)
		p.seesNot("Another service")
		if p.frame.HasOverlay() {
			t.Error("something still lies over the window")
		}
	})
}

func TestCloseGoesBackOneStepAndAToastIsAboveAll(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 1280, Height: 800}, {Width: 720, Height: 800}} {
		story(t, func(t *testing.T, h *home) {
			h.screen = size
			p := h.atTwoServices()
			p.settings.SetTextSize(settings.MaxTextSize)
			p.holds(fyne.KeyComma)
			p.clicks("Connections and proxy…")
			p.clicks("Work")
			p.has("Change key…")
			p.wheels(fyne.NewPos(size.Width/2, 500), -1e6)
			p.clicks("Remove this connection")
			p.sees("“Work” was removed.")
			p.clicks("Undo")
			p.has("More about Work")
			p.clicks("More about Work")
			p.clicks("Remove")
			p.clicks("Close")
			p.sees("Another service") // one step back, as by Escape and by the arrow
			p.clicks("Close")
			if p.frame.HasOverlay() {
				t.Fatal("a step still lies over the window")
			}
			p.clicks("Undo") // is still offered, in the window
			if n := len(p.Connections.List()); n != 2 {
				t.Errorf("%d connections", n)
			}
		})
	}
}

func TestOpenedByItselfAStepHasNoArrow(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		for title, open := range map[string]func(){"Connections": p.connections.Open, "Costs": p.showCosts, "Prices": p.showPrices, "Recently deleted": p.deleted.Open, "Help": p.showKeys} {
			open()
			p.sees(title)
			p.hasNot("Back")
			p.presses(fyne.KeyEscape)
			if p.frame.HasOverlay() {
				t.Errorf("%s is still there", title)
			}
		}
	})
}
