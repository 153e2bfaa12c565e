package list

import (
	"strings"

	"parlando/views/wheel"
	"parlando/views/widgets"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// ShowSearchMenu opens a menu of many items with a search field. Typing shows only the items with a
// word that begins with the typed text; Enter chooses the first item.
func ShowSearchMenu(c fyne.Canvas, name string, items []widgets.MenuItem) *widgets.Overlay {
	if c == nil {
		return nil
	}
	var menu *widgets.Overlay
	rows := container.NewVBox()
	scroll := wheel.NewVScroll(rows)
	scroll.SetMinSize(fyne.NewSize(260, 320))
	field := widgets.NewField(name, name)
	field.SetLeading("search")
	var first func()
	fill := func(typed string) {
		rows.RemoveAll()
		first = nil
		for _, item := range items {
			if !hasWordBeginning(item.Text, typed) {
				continue
			}
			do := func() { menu.Hide(); item.Do() }
			row := widgets.NewNavRow(item.Icon, item.Text, do)
			if item.Chosen {
				row.SetMark("check")
			}
			if first == nil {
				first = do
			}
			rows.Add(row)
		}
		scroll.ScrollToTop()
		rows.Refresh()
	}
	field.OnChanged = fill
	field.OnSubmitted = func(string) { widgets.CallIfSet(first) }
	field.OnEscape = func() { menu.Hide() }
	fill("")
	menu = widgets.ShowOverlay(c, container.NewBorder(field, nil, nil, nil, scroll), true, widgets.Centered(320))
	c.Focus(field)
	return menu
}

// hasWordBeginning reports whether a name, or a word in it, begins with the typed text.
func hasWordBeginning(name, typed string) bool {
	name, typed = strings.ToLower(name), strings.ToLower(strings.TrimSpace(typed))
	return strings.HasPrefix(name, typed) || strings.Contains(name, " "+typed)
}
