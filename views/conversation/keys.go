package conversation

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parley/views/conversation/rows"
	"parley/views/widgets"
)

// keys is what the keyboard is at: a message, and one of its actions.
type keys struct {
	focused, shift bool
	// item is the message the keyboard is at, -1 for none; spot counts its actions from 1, 0 for none.
	item, spot int
}

var (
	_ fyne.Focusable    = (*View)(nil)
	_ fyne.Tabbable     = (*View)(nil)
	_ fyne.Shortcutable = (*View)(nil)
	_ desktop.Keyable   = (*View)(nil)
)

func (v *View) takeFocus() {
	if v.keys.focused {
		return
	}
	if c := widgets.CanvasOf(v); c != nil {
		c.Focus(v)
	}
}

// FocusGained is for Fyne.
func (v *View) FocusGained() {
	v.keys.focused = true
	v.ring()
}

// FocusLost is for Fyne.
func (v *View) FocusLost() {
	v.keys.focused, v.keys.shift = false, false
	v.keys.item, v.keys.spot = -1, 0
	v.stage.pointAt()
	v.ring()
}

// TypedRune is for Fyne: what is typed goes to where messages are written.
func (v *View) TypedRune(r rune) { v.OnType(r) }

// KeyDown is for Fyne.
func (v *View) KeyDown(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		v.keys.shift = true
	}
}

// KeyUp is for Fyne.
func (v *View) KeyUp(e *fyne.KeyEvent) {
	if e.Name == desktop.KeyShiftLeft || e.Name == desktop.KeyShiftRight {
		v.keys.shift = false
	}
	if e.Name == fyne.KeyTab && v.keys.item < 0 { // Tab came here: it is to be seen where that is
		v.keys.item = v.lastVisible()
		v.ring()
		v.stage.repaint()
	}
}

// AcceptsTab is for Fyne: Tab goes through the actions of the message the keyboard is at, and then on.
func (v *View) AcceptsTab() bool {
	if v.keys.shift {
		return v.keys.spot > 0
	}
	return v.keys.spot < len(v.actions(v.currentItem()))
}

// currentItem is the message the keyboard is at, the last in the window if none was chosen.
func (v *View) currentItem() int {
	if v.keys.item >= 0 && v.keys.item < len(v.items) {
		return v.keys.item
	}
	return v.lastVisible()
}

// action is a spot in the window.
type action struct {
	spot *rows.Spot
	area rows.Area
}

// actions are the spots of a message that are in the window, in reading order.
func (v *View) actions(item int) []action {
	var out []action
	left, _ := v.column()
	for _, w := range v.stage.shown {
		if w.item != item {
			continue
		}
		for i := range w.node.row.Spots {
			s := &w.node.row.Spots[i]
			a := w.node.row.SpotArea(s).At(left, w.y, v.zoom)
			if a.Y >= 0 && a.Y+a.H <= v.Size().Height {
				out = append(out, action{s, a})
			}
		}
	}
	return out
}

// TypedKey is for Fyne.
func (v *View) TypedKey(e *fyne.KeyEvent) {
	page := max(v.Size().Height-60, 40)
	switch e.Name {
	case fyne.KeyUp:
		v.scrollBy(-48)
	case fyne.KeyDown:
		v.scrollBy(48)
	case fyne.KeyPageUp:
		v.scrollBy(-page)
	case fyne.KeyPageDown, fyne.KeySpace:
		v.scrollBy(page)
	case fyne.KeyHome:
		v.scrollTo(0)
	case fyne.KeyEnd:
		v.GoToEnd()
	case fyne.KeyTab:
		v.step()
	case fyne.KeyReturn, fyne.KeyEnter:
		if list := v.actions(v.currentItem()); v.keys.spot > 0 && v.keys.spot <= len(list) {
			list[v.keys.spot-1].spot.Do()
			return
		}
		v.menuAtCurrent()
	case desktop.KeyMenu:
		v.menuAtCurrent()
	case fyne.KeyEscape:
		if !v.selection.on && v.keys.item < 0 {
			widgets.KeyToWindow(v, e)
			return
		}
		v.selection = selection{}
		v.keys.item, v.keys.spot = -1, 0
		v.stage.shade()
	default:
		widgets.KeyToWindow(v, e)
		return
	}
	v.ring()
}

// step goes to the next action, or the one before while Shift is held.
func (v *View) step() {
	v.keys.item = v.currentItem()
	n := len(v.actions(v.keys.item))
	if v.keys.shift {
		v.keys.spot = max(v.keys.spot-1, 0)
	} else {
		v.keys.spot = min(v.keys.spot+1, n)
	}
	v.stage.revealQuiet()
}

// TypedShortcut is for Fyne.
func (v *View) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		v.copySelection()
	case *fyne.ShortcutSelectAll:
		i := v.currentItem()
		if v.selection.on {
			i = v.selection.to.item
		}
		v.selectItem(i)
	case *desktop.CustomShortcut:
		mine := s.Modifier == fyne.KeyModifierControl || s.Modifier == fyne.KeyModifierAlt
		switch {
		case mine && s.KeyName == fyne.KeyUp:
			v.chooseItem(-1)
		case mine && s.KeyName == fyne.KeyDown:
			v.chooseItem(+1)
		default: // Fyne drops what the focused control does not know; the window may
			widgets.ShortcutToWindow(v, s)
		}
	}
}

// chooseItem goes to the message before or after the one the keyboard is at, and shows it.
func (v *View) chooseItem(step int) {
	i := v.currentItem()
	if v.keys.item >= 0 {
		i = min(max(i+step, 0), len(v.items)-1)
	}
	if i < 0 {
		return
	}
	v.keys.item, v.keys.spot = i, 0
	v.show(i)
	v.stage.revealQuiet()
	v.ring()
}

// show scrolls as little as is needed to have the top of a message in the window.
func (v *View) show(i int) {
	for _, at := range v.stage.visible {
		if at.item == i && at.y >= 0 && at.y < v.Size().Height-80 {
			return
		}
	}
	v.stick = false
	v.anchor = anchor{i, 0}
	v.place()
	v.movedByHand()
}

func (s *stage) revealQuiet() {
	for _, w := range s.shown {
		w.node.quiet(w.item == s.view.pointer.item || w.item == s.view.keys.item)
	}
}

// ring shows what the keyboard is at.
func (v *View) ring() {
	r := v.stage.focus
	var area rows.Area
	if v.keys.focused && v.keys.item >= 0 {
		list := v.actions(v.keys.item)
		if v.keys.spot > 0 && v.keys.spot <= len(list) {
			area = list[v.keys.spot-1].area
		} else {
			for _, at := range v.stage.visible {
				if at.item == v.keys.item {
					x, w := v.column()
					area = rows.Area{X: x - 10, Y: at.y + 6, W: w*v.zoom + 20, H: v.items[at.item].height}
				}
			}
		}
	}
	if area.W == 0 {
		if r.Visible() {
			r.Hide()
		}
		return
	}
	r.Resize(fyne.NewSize(area.W, area.H))
	r.Move(fyne.NewPos(area.X, area.Y))
	if !r.Visible() {
		r.Show()
	}
}
