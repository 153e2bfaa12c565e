package window

import (
	"strings"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// walk visits everything that can be seen, what lies on top first; overlays hide what is below them from the hands only.
func (p *person) walk(reach bool, visit func(o fyne.CanvasObject, at fyne.Position)) {
	size := p.canvas.Size()
	var in func(o fyne.CanvasObject, at fyne.Position)
	in = func(o fyne.CanvasObject, at fyne.Position) {
		if o == nil || !o.Visible() {
			return
		}
		at = at.Add(o.Position())
		if at.X >= size.Width || at.Y >= size.Height || at.X+o.Size().Width <= 0 || at.Y+o.Size().Height <= 0 {
			return
		}
		visit(o, at)
		switch o := o.(type) {
		case *fyne.Container:
			for _, child := range o.Objects {
				in(child, at)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				in(child, at)
			}
		}
	}
	overlays := p.canvas.Overlays().List()
	for i := len(overlays) - 1; i >= 0; i-- {
		in(overlays[i], fyne.Position{})
		if reach {
			return
		}
	}
	in(p.canvas.Content(), fyne.Position{})
}

// where is the middle of what has a name: what names itself before words that are only painted, an exact name before one that
// begins like it, in the conversation the newest.
func (p *person) where(name string) (at fyne.Position, ok bool) {
	best, has := p.find(name)
	for i, ok := range has {
		if ok {
			return best[i], true
		}
	}
	return fyne.Position{}, false
}

// find looks for what can be pressed and has the name, what shows it as words, and those that only begin like it.
func (p *person) find(name string) (best [4]fyne.Position, has [4]bool) {
	found := func(rank int, at fyne.Position) {
		if !has[rank] {
			best[rank], has[rank] = at, true
		}
	}
	p.walk(true, func(o fyne.CanvasObject, at fyne.Position) {
		middle := at.AddXY(o.Size().Width/2, o.Size().Height/2)
		for rank, n := range names(o) {
			switch {
			case n == "":
			case n == name:
				found(rank, middle)
			case strings.HasPrefix(n, name):
				found(rank+2, middle)
			}
		}
		c, ok := o.(interface {
			Where(name string, n int) (fyne.Position, bool)
		})
		for i := 0; ok && i < 100; i++ {
			spot, here := c.Where(name, i)
			if !here {
				break
			}
			best[0], has[0] = spot.Add(at), true
		}
	})
	return best, has
}

// names are what an object is called by screen readers, and the words it paints.
func names(o fyne.CanvasObject) [2]string {
	switch o := o.(type) {
	case fyne.Accessible:
		if !pressable(o) {
			return [2]string{"", o.AccessibilityLabel()}
		}
		return [2]string{o.AccessibilityLabel(), ""}
	case *widget.Entry:
		return [2]string{o.PlaceHolder, ""}
	case *fynecanvas.Text:
		return [2]string{"", o.Text}
	}
	return [2]string{}
}

func pressable(o any) bool {
	switch o.(type) {
	case fyne.Tappable, desktop.Mouseable, fyne.Focusable:
		return true
	}
	return false
}

// text is everything that can be read, line by line as it is painted.
func (p *person) text() string {
	var all []string
	p.walk(false, func(o fyne.CanvasObject, _ fyne.Position) {
		if o, ok := o.(*fynecanvas.Text); ok {
			all = append(all, o.Text)
		}
	})
	return strings.Join(strings.Fields(strings.Join(all, " ")), " ")
}

func (p *person) reads(words string) bool { return strings.Contains(p.text(), words) }

func (p *person) sees(words string) {
	p.t.Helper()
	p.until("the words "+words, func() bool { return p.reads(words) })
}

func (p *person) seesNot(words string) {
	p.t.Helper()
	p.until("the words "+words+" to go", func() bool { return !p.reads(words) })
}

// has waits for something with a name to be there.
func (p *person) has(name string) fyne.Position {
	p.t.Helper()
	var at fyne.Position
	p.until("something called "+name, func() (ok bool) {
		at, ok = p.where(name)
		return ok
	})
	return at
}

func (p *person) hasNot(name string) {
	p.t.Helper()
	if p.settle(); p.named(name) {
		p.t.Errorf("%q is there", name)
	}
}

// named reports whether something that can be pressed has exactly this name.
func (p *person) named(name string) bool {
	_, has := p.find(name)
	return has[0]
}

// clicks presses what has this name, once it is there.
func (p *person) clicks(name string) {
	p.t.Helper()
	p.clickAt(p.has(name))
	p.settle()
}

func (p *person) clickAt(at fyne.Position) {
	var target fyne.CanvasObject
	var local fyne.Position
	p.walk(true, func(o fyne.CanvasObject, from fyne.Position) {
		pos := at.Subtract(from)
		if pos.X < 0 || pos.Y < 0 || pos.X >= o.Size().Width || pos.Y >= o.Size().Height {
			return
		}
		if pressable(o) {
			target, local = o, pos
		}
	})
	if target == nil {
		p.t.Fatalf("nothing to press at %v", at)
	}
	if f := p.canvas.Focused(); f != nil && any(f) != any(target) {
		p.canvas.Unfocus()
	}
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{AbsolutePosition: at, Position: local}, Button: desktop.MouseButtonPrimary}
	if h, ok := target.(desktop.Hoverable); ok {
		h.MouseIn(e)
		h.MouseMoved(e)
	}
	if m, ok := target.(desktop.Mouseable); ok {
		m.MouseDown(e)
		m.MouseUp(e)
	}
	if tapped, ok := target.(fyne.Tappable); ok {
		tapped.Tapped(&e.PointEvent)
	}
	if h, ok := target.(desktop.Hoverable); ok {
		h.MouseOut()
	}
}

// types types into what has the focus.
func (p *person) types(words string) {
	p.t.Helper()
	for _, r := range words {
		if f := p.canvas.Focused(); f != nil {
			f.TypedRune(r)
		} else if do := p.canvas.OnTypedRune(); do != nil {
			do(r)
		}
	}
	p.settle()
}

// presses presses a key, which goes to what has the focus or else to the window.
func (p *person) presses(key fyne.KeyName) {
	e := &fyne.KeyEvent{Name: key}
	if f := p.canvas.Focused(); f != nil {
		f.TypedKey(e)
	} else if do := p.canvas.OnTypedKey(); do != nil {
		do(e)
	}
	p.settle()
}

// holds presses a key with Ctrl.
func (p *person) holds(key fyne.KeyName) {
	s := &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
	if f, ok := p.canvas.Focused().(fyne.Shortcutable); ok {
		f.TypedShortcut(s)
	} else {
		p.canvas.TypedShortcut(s)
	}
	p.settle()
}

// sends types a message and presses Enter.
func (p *person) sends(words string) {
	p.t.Helper()
	p.composer.FocusText()
	p.types(words)
	p.presses(fyne.KeyReturn)
}

// scrollsUp turns the wheel until the conversation begins.
func (p *person) scrollsUp() {
	p.t.Helper()
	e := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 1e6)}
	e.Position = fyne.NewPos(100, 100)
	p.view.Scrolled(e)
	p.settle()
}
