package window

import (
	"parley/app/chat"
	"parley/app/settings"
	"parley/views/widgets"
)

// refreshPractice says on the other pages, and in the quick window, whether what is asked there goes to practice, where no real model answers.
func (v *Window) refreshPractice() {
	current, _ := v.core.Connections.Current()
	v.top.SetPractice(v.practices(v.connection()))
	if v.quick != nil {
		asks := v.quick.chat.Connection
		if v.quick.chat.ID == "" {
			asks = current.ID
		}
		widgets.Show(v.quick.badge, v.practices(asks))
	}
}

// practices reports whether a connection is that of practice.
func (v *Window) practices(connection chat.ID) bool {
	c, _ := v.core.Connections.Find(connection)
	return c.Kind == settings.Practice
}
