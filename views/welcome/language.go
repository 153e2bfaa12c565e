package welcome

import (
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// languageButton returns the button with the language of the window, which opens a menu of the
// others. Each is called by its own name, so that everybody finds theirs.
func (w *Welcome) languageButton() *widgets.Button {
	var button *widgets.Button
	var items []widgets.MenuItem
	name := ""
	for _, l := range i18n.Languages() {
		now := l.Tag == i18n.Speaks()
		if now {
			name = l.Name
		}
		items = append(items, widgets.MenuItem{Text: l.Name, Chosen: now, Do: func() { widgets.CallWith(w.OnLanguage, l.Tag) }})
	}
	button = widgets.NewButton(name, widgets.Quiet, func() { widgets.ShowMenu(button, items) }).SetIcon("languages").SetSmall()
	button.SetMuted(true)
	button.SetHint(i18n.Text("Language"))
	return button
}
