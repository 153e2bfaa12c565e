package settings

import (
	"strings"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// connectionState describes the connection of new chats as text; Name is "" if there is none.
type connectionState struct {
	// Name is the connection's name, Where its destination, Wrong its problem, "" for none.
	Name, Where, Wrong string
}

// services adds the current connection, and links to the page of all connections and to a new one.
func (p *page) services() {
	c := p.state.Connection
	name, use := c.Name, i18n.Text("Used for new chats")
	switch {
	case c.Name == "":
		name, use = i18n.Text("Not connected yet."), ""
	case !strings.Contains(c.Where, c.Name): // else the name is the address
		use = i18n.Text("In use · {{.Address}}", map[string]any{"Address": c.Where})
	}
	p.Row(name, use, p.link(i18n.Text("Connections and proxy…"), Connections))
	if c.Wrong != "" {
		p.Add(widgets.Gap(10))
		p.Caution(c.Wrong)
	}
	p.Row(i18n.Text("Another service"), i18n.Text("Or a program on this computer that runs models"), p.link(i18n.Text("Add connection"), AddConnection))
}
