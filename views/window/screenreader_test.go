//go:build accessibility

package window

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parlando/views/screenreader"
	"parlando/views/seen"
	"parlando/views/textview/edit"
	"parlando/views/widgets"
)

// announcement holds what Fyne passes to a screen reader for one object.
type announcement struct {
	name  string
	role  fyne.AccessibleRole
	place seen.Rect
}

// toldOf walks through a window as Fyne's driver for Windows does.
func toldOf(c fyne.Canvas) (all []announcement) {
	var in func(o fyne.CanvasObject, at fyne.Position)
	in = func(o fyne.CanvasObject, at fyne.Position) {
		if o == nil || !o.Visible() {
			return
		}
		at = at.Add(o.Position())
		if a, ok := o.(fyne.Accessible); ok {
			if role := a.AccessibilityRole(); role != fyne.AccessibleRoleContainer {
				all = append(all, announcement{a.AccessibilityLabel(), role, seen.Rect{Position: at, Size: o.Size()}})
			}
		}
		if c, ok := o.(*fyne.Container); ok {
			for _, child := range c.Objects {
				in(child, at)
			}
		}
	}
	in(c.Content(), fyne.Position{})
	for _, o := range c.Overlays().List() {
		in(o, fyne.Position{})
	}
	return all
}

// toldAs finds the one thing of a name.
func (p *user) toldAs(name string) announcement {
	p.t.Helper()
	p.drain()
	var found []announcement
	for _, one := range toldOf(p.canvas) {
		if one.name == name {
			found = append(found, one)
		}
	}
	if len(found) != 1 {
		p.t.Fatalf("%d things are called %q among %v", len(found), name, toldOf(p.canvas))
	}
	return found[0]
}

// Whoever goes through a page with Tab hears where the keyboard is, and everything that stands
// there can be read.
func TestAScreenReaderIsToldOfEverythingShown(t *testing.T) {
	for name, begin := range pages {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				h.practice.TokenInterval = -1
				p := begin(h)
				p.drain()
				p.wantsTexts()
				p.wantsStops()
			})
		})
	}
}

// wantsTexts wants each text that is shown to be told, and nothing to be told twice.
func (p *user) wantsTexts() {
	p.t.Helper()
	var names []string
	listed := map[string]bool{}
	for _, one := range toldOf(p.canvas) {
		line := fmt.Sprintf("%s %q %v", one.role, one.name, one.place)
		if one.name == "" || listed[line] {
			p.t.Errorf("has no name or is told twice: %s", line)
		}
		listed[line] = true
		names = append(names, one.name)
	}
	all := bare(strings.Join(names, ""))
	field := -1 // the depth of the field that is walked through; its placeholder is not told
	seen.WalkObjects(p.canvas, true, func(s seen.VisibleObject) {
		if s.Depth <= field {
			field = -1
		}
		switch o := s.Object.(type) {
		case *widgets.Field, *edit.Box:
			field = s.Depth
		case *canvas.Text:
			visible := s.Visible.Size.Width >= 1 && s.Visible.Size.Height >= 1
			if visible && field < 0 && !strings.Contains(all, bare(strings.TrimSuffix(o.Text, "…"))) {
				p.t.Errorf("%q is shown but not told", o.Text)
			}
		}
	})
}

// bare leaves the spaces out of words, which break differently where they are told.
func bare(words string) string { return strings.Join(strings.Fields(words), "") }

// wantsStops goes round with Tab and wants each stop to be told once, in its place.
func (p *user) wantsStops() {
	p.t.Helper()
	p.tabs(false)
	visited := map[fyne.Focusable]bool{}
	for n := 0; n < 500; n++ {
		f := p.canvas.Focused()
		o, ok := f.(fyne.CanvasObject)
		if !ok {
			p.t.Fatal("the keyboard is nowhere")
		}
		if visited[f] {
			if n > 3*len(visited)+100 || len(visited) == len(p.controls()) {
				return
			}
			p.tabs(false)
			continue
		}
		visited[f] = true
		p.wantsTold(o)
		p.tabs(false)
	}
}

func (p *user) wantsTold(o fyne.CanvasObject) {
	p.t.Helper()
	label := ""
	switch o := o.(type) {
	case fyne.Accessible:
		label = o.AccessibilityLabel()
	case screenreader.Describer:
		label = o.AccessibilityDescription()
	}
	var want seen.Rect
	seen.WalkObjects(p.canvas, true, func(s seen.VisibleObject) {
		if s.Object == o {
			want = s.Visible
		}
	})
	name, _, _ := strings.Cut(label, ":")
	found := slices.DeleteFunc(toldOf(p.canvas), func(one announcement) bool {
		return one.place != want || !strings.Contains(one.name, name)
	})
	if len(found) != 1 || label == "" {
		p.t.Errorf("%T %q at %v is told as %v", o, label, want, found)
	}
}

func TestAScreenReaderIsToldKindAndValue(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = -1
		p := h.looksAround()
		p.sends("What is a lighthouse for?")
		p.readsToTheEnd()
		p.view.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 10_000)})
		if one := p.toldAs("You: What is a lighthouse for?"); one.role != fyne.AccessibleRoleText {
			t.Errorf("a message is a %s", one.role)
		}
		p.composer.FocusText()
		p.types("Hello")
		p.toldAs("Message, text field, Hello")
		p.holds(fyne.KeyJ)
		p.toldAs("Creativity, slider, not set")
		p.slides("Creativity", 0.5)
		if one := p.toldAs("Creativity, slider, 1"); one.role != fyne.AccessibleRoleText {
			t.Errorf("a slider is a %s", one.role)
		}
	})
}

func TestAScreenReaderIsToldOfMenus(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		widgets.ShowMenuAt(p.canvas, fyne.NewPos(100, 100), 0, []widgets.MenuItem{
			{Text: "By name", Chosen: true}, {Text: "By date", DisabledReason: "There are no dates"},
		})
		p.toldAs("By name, selected")
		if one := p.toldAs("By date, unavailable: There are no dates"); one.role != fyne.AccessibleRoleButton {
			t.Errorf("an item of a menu is a %s", one.role)
		}
	})
}

// A screen reader is told only of what lies over the window, and of the window again after it.
func TestAScreenReaderIsNotToldOfWhatLiesBehind(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.looksAround()
		field := "Message, text field, empty"
		p.toldAs(field)
		p.holds(fyne.KeyComma)
		p.drain()
		p.toldAs("Section, list, Connections")
		for _, one := range toldOf(p.canvas) {
			if one.name == field {
				t.Errorf("%q is told behind the settings", field)
			}
		}
		p.presses(fyne.KeyEscape)
		p.toldAs(field)
	})
}
