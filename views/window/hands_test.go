package window

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/direction"
	"parlando/views/seen"
	"parlando/views/shell"
	"parlando/views/widgets"
)

// finds looks for what has a name, or has it in the language of the window.
func (p *user) finds(name string) seen.Matches {
	var found seen.Matches
	for _, name := range inItsLanguage(name) {
		if found = seen.Find(p.canvas, true, name); found.Best() != nil {
			break
		}
	}
	return found
}

// where is the middle of what has a name.
func (p *user) where(name string) (at fyne.Position, ok bool) {
	if place := p.finds(name).Best(); place != nil {
		return place.Center(), true
	}
	return fyne.Position{}, false
}

// text is everything that can be read, line by line as it is painted.
func (p *user) text() string {
	return strings.Join(strings.Fields(strings.Join(seen.Texts(p.canvas), " ")), " ")
}

func (p *user) reads(words string) bool {
	for _, words := range inItsLanguage(words) {
		text, words := unbroken.Replace(p.text()), unbroken.Replace(words)
		if direction.HasRightToLeft(words) { // which are drawn in parts
			text, words = unmarked.Replace(text), unmarked.Replace(words)
		}
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}

// unbroken joins what a line may be broken in without a space. Of no-break spaces text keeps none.
var unbroken = strings.NewReplacer("- ", "-", "/ ", "/", "\u00a0", " ")

// unmarked removes spaces and the marks of direction.
var unmarked = strings.NewReplacer(" ", "", "\u200e", "", "\u200f", "", "\u202c", "", "\u202d", "", "\u202e", "")

func (p *user) sees(words string) {
	p.t.Helper()
	p.until("the words "+words, func() bool { return p.reads(words) })
}

func (p *user) seesNot(words string) {
	p.t.Helper()
	p.until("the words "+words+" to go", func() bool { return !p.reads(words) })
}

// has waits for something with a name to be there.
func (p *user) has(name string) fyne.Position {
	p.t.Helper()
	var at fyne.Position
	p.until("something called "+name, func() (ok bool) {
		at, ok = p.where(name)
		return ok
	})
	return at
}

func (p *user) hasNot(name string) {
	p.t.Helper()
	if p.drain(); p.named(name) {
		p.t.Errorf("%q is there", name)
	}
}

// named reports whether something that can be pressed has exactly this name.
func (p *user) named(name string) bool {
	places := p.finds(name)
	return places.PaintedControl != nil || places.Control != nil
}

// clicks presses what has this name, once it is there.
func (p *user) clicks(name string) {
	p.t.Helper()
	p.clickAt(p.has(name))
	p.drain()
}

// under is the topmost object of a kind at a place, and the place in it; nil for none.
func (p *user) under(at fyne.Position, is func(o fyne.CanvasObject) bool) (over fyne.CanvasObject, local fyne.Position) {
	seen.Walk(p.canvas, true, func(o fyne.CanvasObject, from fyne.Position) {
		pos := at.Subtract(from)
		if pos.X >= 0 && pos.Y >= 0 && pos.X < o.Size().Width && pos.Y < o.Size().Height && is(o) {
			over, local = o, pos
		}
	})
	return over, local
}

func (p *user) clickAt(at fyne.Position) {
	target, local := p.under(at, func(o fyne.CanvasObject) bool { return seen.Pressable(o) })
	if target == nil {
		p.t.Fatalf("nothing to press at %v", at)
	}
	unfocusOthers := func() { // as the driver does after a press, and after a release
		if f := p.canvas.Focused(); f != nil && any(f) != any(target) {
			p.canvas.Unfocus()
		}
	}
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{AbsolutePosition: at, Position: local}, Button: desktop.MouseButtonPrimary}
	if h, ok := target.(desktop.Hoverable); ok {
		h.MouseIn(e)
		h.MouseMoved(e)
	}
	if m, ok := target.(desktop.Mouseable); ok {
		m.MouseDown(e)
		unfocusOthers()
		m.MouseUp(e)
	}
	unfocusOthers()
	if tapped, ok := target.(fyne.Tappable); ok {
		tapped.Tapped(&e.PointEvent)
	}
	if h, ok := target.(desktop.Hoverable); ok {
		h.MouseOut()
	}
}

// types types into what has the focus.
func (p *user) types(words string) {
	p.t.Helper()
	for _, r := range words {
		if f := p.canvas.Focused(); f != nil {
			f.TypedRune(r)
		} else if do := p.canvas.OnTypedRune(); do != nil {
			do(r)
		}
	}
	p.drain()
}

// keyDown sends the event before the key itself, as the driver does.
func (p *user) keyDown(key fyne.KeyName) {
	switch f := p.canvas.Focused().(type) {
	case nil:
		widgets.KeyPressed() // the window's own handler
	case desktop.Keyable:
		f.KeyDown(&fyne.KeyEvent{Name: key})
	}
}

// presses presses a key, which goes to what has the focus or else to the window.
func (p *user) presses(key fyne.KeyName) {
	e := &fyne.KeyEvent{Name: key}
	p.keyDown(key)
	if f := p.canvas.Focused(); f != nil {
		f.TypedKey(e)
	} else if do := p.canvas.OnTypedKey(); do != nil {
		do(e)
	}
	p.drain()
}

// holds presses a key with Ctrl.
func (p *user) holds(key fyne.KeyName) { p.holdsWith(key, fyne.KeyModifierShortcutDefault) }

func (p *user) holdsWith(key fyne.KeyName, mod fyne.KeyModifier) {
	if mod == fyne.KeyModifierShift { // with it alone a key is no shortcut
		p.canvas.modifiers = mod
		p.presses(key)
		p.canvas.modifiers = 0
		return
	}
	p.keyDown(desktop.KeyControlLeft)
	s := &desktop.CustomShortcut{KeyName: key, Modifier: mod}
	if f, ok := p.canvas.Focused().(fyne.Shortcutable); ok {
		f.TypedShortcut(s)
	} else {
		p.canvas.TypedShortcut(s)
	}
	p.drain()
}

// undoes presses Ctrl+Z.
func (p *user) undoes() {
	if f, ok := p.canvas.Focused().(fyne.Shortcutable); ok {
		f.TypedShortcut(&fyne.ShortcutUndo{})
	} else {
		p.canvas.TypedShortcut(&fyne.ShortcutUndo{})
	}
	p.drain()
}

// sends types a message and presses Enter.
func (p *user) sends(words string) {
	p.t.Helper()
	p.composer.FocusText()
	p.types(words)
	p.presses(fyne.KeyReturn)
}

// scrollsUp turns the wheel until the conversation begins.
func (p *user) scrollsUp() {
	p.t.Helper()
	e := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 1e6)}
	e.Position = fyne.NewPos(100, 100)
	p.view.Scrolled(e)
	p.drain()
}

// scrollsBackTo turns the wheel back, notch by notch, until the words are shown.
func (p *user) scrollsBackTo(words string) {
	p.t.Helper()
	e := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 10)}
	e.Position = fyne.NewPos(100, 100)
	for range 500 {
		p.drain()
		if p.reads(words) {
			return
		}
		p.view.Scrolled(e)
	}
	p.t.Fatalf("%q is not above\nthe window shows: %s", words, p.text())
}

// pointsAtReply moves the mouse over the last reply, which then shows what it took and cost.
func (p *user) pointsAtReply() {
	p.t.Helper()
	at := fyne.NewPos(p.view.Size().Width/2, p.view.Size().Height-100)
	e := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}}
	p.view.MouseMoved(e)
	p.drain()
}

// body is what stands in the middle of the window.
func (p *user) body() fyne.CanvasObject { return p.frame.Page().Scene().Body }

// shownKeys are the keys that the sheet of keys shows.
func shownKeys() []shell.KeyBinding {
	return slices.DeleteFunc(shell.KeyBindings(), func(k shell.KeyBinding) bool { return k.DisplayedKeys == "" })
}
