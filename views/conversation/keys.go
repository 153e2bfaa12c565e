package conversation

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/app/chat"
	"parlando/views/conversation/rows"
	"parlando/views/textview"
	"parlando/views/widgets"
)

// keyboard tracks the keyboard focus: a message, and one of its actions.
type keyboard struct {
	column   *column
	viewport *viewport
	selector *selector
	follower *follower
	// openMenu opens the menu of a message; at is relative to the view.
	openMenu func(item int, at fyne.Position)

	focused bool
	shift   textview.ShiftState
	// item is the focused message, -1 for none; spot counts its actions from 1, 0 for none.
	item, spot int
	// at is the part of the focused message that is spoken; steps counts the keys that moved the
	// focus.
	at    spokenPlace
	steps int
}

// to focuses a message, -1 for none.
func (k *keyboard) to(item int) {
	k.item, k.spot, k.at = item, 0, spokenPlace{text: -1}
	k.viewport.setNear(1, item)
}

// focusedMessage returns the id of the focused message, "" if none is focused.
func (k *keyboard) focusedMessage() chat.ID {
	if k.item < 0 || k.item >= len(k.column.items) {
		return ""
	}
	return k.column.items[k.item].head.ID
}

// refocus focuses a message with the same action and paragraph again after the items have changed,
// or none if the message is gone.
func (k *keyboard) refocus(message chat.ID) {
	spot, at := k.spot, k.at
	i, ok := k.column.index[message]
	if !ok {
		k.to(-1)
		return
	}
	k.to(i)
	k.spot, k.at = spot, at
}

// gained and lost handle focus events.
func (k *keyboard) gained() {
	k.focused = true
	k.ring()
}

func (k *keyboard) lost() {
	k.focused, k.shift = false, false
	k.to(-1)
	k.ring()
}

// up handles the release of a key.
func (k *keyboard) up(e *fyne.KeyEvent) {
	k.shift.Key(e, false)
	if e.Name == fyne.KeyTab && k.item < 0 { // Tab moved the focus into the view: show the ring
		k.to(k.column.lastVisible())
		k.steps++
		k.ring()
		k.viewport.Repaint()
	}
}

// acceptsTab reports whether Tab moves to another action of the focused message, instead of out of
// the view.
func (k *keyboard) acceptsTab() bool {
	if k.shift {
		return k.spot > 0
	}
	return k.spot < len(k.viewport.actions(k.current()))
}

// current returns the focused message, or the last visible one if none is focused.
func (k *keyboard) current() int {
	if k.item >= 0 && k.item < len(k.column.items) {
		return k.item
	}
	return k.column.lastVisible()
}

// key handles a key and reports whether the view uses it.
func (k *keyboard) key(name fyne.KeyName) bool {
	switch {
	case k.read(name):
	case k.scroll(name):
	case name == fyne.KeySpace:
		k.scroll(fyne.KeyPageDown)
	case name == fyne.KeyHome:
		k.follower.goTo(0)
	case name == fyne.KeyEnd:
		k.follower.goTo(1)
	case name == fyne.KeyTab:
		k.step()
	case name == fyne.KeyReturn, name == fyne.KeyEnter:
		if list := k.viewport.actions(k.current()); k.spot > 0 && k.spot <= len(list) {
			list[k.spot-1].spot.Do()
			return true
		}
		k.menuAtCurrent()
	case name == desktop.KeyMenu:
		k.menuAtCurrent()
	case name == fyne.KeyEscape && (k.selector.on || k.item >= 0):
		k.to(-1)
		k.steps++
		k.selector.set(selection{})
	default:
		return false
	}
	k.ring()
	return true
}

// scroll scrolls by an arrow or page key, and reports whether it was one.
func (k *keyboard) scroll(name fyne.KeyName) bool {
	dy, scrolls := textview.ScrollDistance(name, 48, max(k.column.size.Height-60, 40))
	if scrolls {
		k.follower.scroll(dy)
	}
	return scrolls
}

// step moves to the next action, or to the previous one while Shift is held.
func (k *keyboard) step() {
	if k.item < 0 {
		k.to(k.current())
	}
	k.steps++
	if k.shift {
		k.spot = max(k.spot-1, 0)
	} else {
		k.spot = min(k.spot+1, len(k.viewport.actions(k.item)))
	}
	k.viewport.setNear(1, k.item)
}

// shortcut handles a shortcut and reports whether the view uses it.
func (k *keyboard) shortcut(s fyne.Shortcut) bool {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		k.selector.copy()
		return true
	case *fyne.ShortcutSelectAll:
		i := k.current()
		if k.selector.on {
			i = k.selector.to.item
		}
		k.selector.selectItem(i)
		return true
	case *desktop.CustomShortcut:
		steps := map[fyne.KeyName]int{fyne.KeyUp: -1, fyne.KeyDown: 1}
		if by := steps[s.KeyName]; by != 0 && (s.Modifier == fyne.KeyModifierControl || s.Modifier == fyne.KeyModifierAlt) {
			k.choose(by)
			return true
		}
	}
	return false
}

// choose focuses the next (+1) or the previous (-1) message, and scrolls to it.
func (k *keyboard) choose(step int) {
	i := k.current()
	if k.item >= 0 {
		i = min(max(i+step, 0), len(k.column.items)-1)
	}
	if i < 0 {
		return
	}
	k.to(i)
	k.steps++
	if !k.shows(i) {
		k.column.bring(i, 0, 0)
		k.follower.moved()
	}
	k.ring()
}

// shows reports whether the top of a message is visible.
func (k *keyboard) shows(i int) bool {
	for _, at := range k.column.visible {
		if at.item == i && at.y >= 0 && at.y < k.column.size.Height-80 {
			return true
		}
	}
	return false
}

// ring draws the focus ring.
func (k *keyboard) ring() {
	r := k.viewport.focus
	var area rows.Area
	if k.focused && k.item >= 0 {
		list := k.viewport.actions(k.item)
		if k.spot > 0 && k.spot <= len(list) {
			area = list[k.spot-1].area
		} else {
			for _, at := range k.column.visible {
				if at.item == k.item {
					x, w := k.column.edges()
					area = rows.Area{X: x - 10, Y: at.y + 6, W: w*k.column.zoom + 20, H: k.column.items[at.item].height}
				}
			}
		}
	}
	widgets.Place(r, area.X, area.Y, area.W, area.H)
	widgets.SetVisible(r, area.W > 0)
}

// menuAtCurrent opens the menu of the current message.
func (k *keyboard) menuAtCurrent() {
	i := k.current()
	for _, at := range k.column.visible {
		if at.item == i {
			x, _ := k.column.edges()
			k.openMenu(i, fyne.NewPos(x, max(at.y, 0)+40))
		}
	}
}
