package window

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"

	"parley/app/e2e/seen"
	"parley/app/settings"
	"parley/views/widgets"
)

// topOf is where what has a name begins on the screen.
func (p *person) topOf(name string) float32 {
	p.t.Helper()
	p.has(name)
	return seen.Find(p.canvas, true, name).Best().At.Y
}

// wheels turns the wheel over a place, down for a way below 0.
func (p *person) wheels(at fyne.Position, way float32) {
	var over fyne.Scrollable
	seen.Walk(p.canvas, true, func(o fyne.CanvasObject, from fyne.Position) {
		s, ok := o.(fyne.Scrollable)
		if pos := at.Subtract(from); ok && pos.X >= 0 && pos.Y >= 0 && pos.X < o.Size().Width && pos.Y < o.Size().Height {
			over = s
		}
	})
	over.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, way)})
	p.settle()
}

// hasKeyboard wants the keyboard at what has a name.
func (p *person) hasKeyboard(name string) {
	p.t.Helper()
	if a, ok := p.canvas.Focused().(fyne.Accessible); !ok || a.AccessibilityLabel() != name {
		p.t.Errorf("the keyboard is at %s, not at %q", called(p.canvas.Focused()), name)
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
			p.settle()
			if after := p.topOf(name); math.Abs(float64(after-before)) > 1 {
				t.Errorf("%s was at %v, and is at %v", name, before, after)
			}
		}
		p.wheels(fyne.NewPos(700, 400), -150)
		for _, name := range []string{"Largest", "Small", "Very large", "Normal", "Dark", "Light", "Whole window", "Big and simple", "Big and simple"} {
			stays(name, func() { p.clicks(name) })
		}
		if p.Settings.Get().Comfort.Simple {
			t.Error("the simple view is still on")
		}

		p.wheels(fyne.NewPos(700, 400), -600)
		place := p.app.Driver().AbsolutePositionForObject
		var first fyne.CanvasObject // that is seen
		seen.Walk(p.canvas, true, func(o fyne.CanvasObject, at fyne.Position) {
			switch o.(type) {
			case *widgets.Button, *widgets.Field, *widgets.Choice:
				if first == nil && at.Y >= place(p.settings).Y {
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
		p.tabsTo("Dark")
		p.presses(fyne.KeySpace)
		p.hasKeyboard("Dark")
		if got := p.Settings.Get().Theme; got != settings.Dark {
			t.Errorf("the theme is %q", got)
		}
		p.canvas.FocusPrevious()
		p.hasKeyboard("Light")
		p.tabsTo("Largest")
		before := p.topOf("Largest")
		p.presses(fyne.KeySpace)
		p.hasKeyboard("Largest")
		if after := p.topOf("Largest"); math.Abs(float64(after-before)) > 1 {
			t.Errorf("it was at %v, and is at %v", before, after)
		}
		p.canvas.FocusNext()
		p.hasKeyboard("Narrow")
	})
}
