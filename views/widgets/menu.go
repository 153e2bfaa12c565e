package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/views/i18n"
	"parlando/views/wheel"
)

// MenuItem is one line of a menu.
type MenuItem struct {
	Icon string // of assets/icons, or "" for no icon
	Text string
	// Hint is small text under Text, "" for none.
	Hint   string
	Do     func()
	Danger bool
	// Chosen marks the current option.
	Chosen bool
	// DisabledReason, if not "", disables the line and is shown as the reason.
	DisabledReason string
	// Rare lines are left out by FoldRare.
	Rare bool
	// Items, if not nil, are the lines of a menu that opens in the place of this one; Do is not
	// called.
	Items []MenuItem
}

// Rarely returns lines as rare ones.
func Rarely(items ...MenuItem) []MenuItem {
	for i := range items {
		items[i].Rare = true
	}
	return items
}

// FoldRare returns the lines that are not rare, and "More…", which opens the others.
func FoldRare(items []MenuItem) (short []MenuItem) {
	var rare []MenuItem
	for _, item := range items {
		if item.Rare {
			rare = append(rare, item)
		} else {
			short = append(short, item)
		}
	}
	if len(rare) > 0 {
		short = append(short, MenuItem{Icon: "ellipsis", Text: i18n.Text("More…"), Items: rare})
	}
	return short
}

// ShowMenu opens a menu under an object, after which it is named. The arrow keys move within the
// menu, Enter chooses a line, Escape closes the menu.
func ShowMenu(anchor fyne.CanvasObject, items []MenuItem) *Overlay {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(anchor)
	name := menuName(anchor)
	menu := ShowMenuAt(CanvasOf(anchor), at, anchor.Size().Height, items)
	menu.SetName(name)
	return menu
}

// menuName returns the name of what opens a menu: of its anchor or, if that is no button, of the
// focused button.
func menuName(anchor fyne.CanvasObject) string {
	openers := []any{anchor}
	if c := CanvasOf(anchor); c != nil {
		openers = append(openers, c.Focused())
	}
	for _, o := range openers {
		switch o := o.(type) {
		case *Dropdown:
			return o.what
		case fyne.Accessible:
			if o.AccessibilityRole() == fyne.AccessibleRoleButton {
				return o.AccessibilityLabel()
			}
		}
	}
	return ""
}

// ShowMenuAt opens a menu under an area of the window with the top left corner at and a height.
func ShowMenuAt(c fyne.Canvas, at fyne.Position, height float32, items []MenuItem) *Overlay {
	if c == nil {
		return nil
	}
	var menu *Overlay
	list := container.New(layout.NewCustomPaddedVBoxLayout(0))
	var rows []*menuRow
	for _, item := range items {
		row := newMenuRow(item, func() {
			menu.Hide()
			if item.Items != nil {
				ShowMenuAt(c, at, height, item.Items).SetName(item.Text)
				return
			}
			item.Do()
		})
		row.onEscape = func() { menu.Hide() }
		row.onMove = func(step int) { c.Focus(rows[(slices.Index(rows, row)+step+len(rows))%len(rows)]) }
		rows = append(rows, row)
		list.Add(row)
	}
	scroll := wheel.NewVScroll(list) // for a menu that is higher than the window
	scroll.SetMinSize(list.MinSize())
	menu = ShowOverlay(c, scroll, false, Below(at, height, 180))
	first := slices.IndexFunc(items, func(i MenuItem) bool { return i.Chosen })
	if first < 0 {
		first = max(slices.IndexFunc(items, func(i MenuItem) bool { return i.DisabledReason == "" }), 0)
	}
	if len(rows) > 0 {
		c.Focus(rows[first])
	}
	return menu
}

// menuRow is a row of a menu that can be focused with the arrow keys.
type menuRow struct {
	NavRow
	onEscape func()
	onMove   func(step int)
}

func newMenuRow(item MenuItem, do func()) *menuRow {
	r := &menuRow{}
	r.icon, r.name, r.hint, r.onTapped, r.danger = item.Icon, item.Text, item.Hint, do, item.Danger
	if item.Chosen {
		r.mark = "check"
	}
	r.ExtendBaseWidget(r)
	if item.DisabledReason != "" {
		r.SetDisabled(item.DisabledReason)
	}
	return r
}

// TypedKey implements fyne.Focusable.
func (r *menuRow) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		r.onEscape()
	case fyne.KeyDown:
		r.onMove(1)
	case fyne.KeyUp:
		r.onMove(-1)
	default:
		r.NavRow.TypedKey(e)
	}
}
