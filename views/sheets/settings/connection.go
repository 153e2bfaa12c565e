package settings

import (
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// connectionState describes the connection of new chats as text; Name is "" if there is none.
type connectionState struct {
	// Name is the connection's name, Where its destination, Wrong its problem, "" for none.
	Name, Where, Wrong string
}

// services adds the current connection and a link to the page of all connections.
func (p *page) services() {
	c := p.state.Connection
	p.Heading(i18n.Text("Connections"))
	if c.Name == "" {
		p.Muted(i18n.Text("Not connected yet."))
	} else {
		use := i18n.Text("In use")
		if c.Where != c.Name {
			use = i18n.Text("In use · {{.Address}}", map[string]any{"Address": c.Where})
		}
		p.Add(newFrame(p.Group(&widgets.Column{Gap: 4}, func() {
			p.Body(c.Name)
			p.Muted(use)
			if c.Wrong != "" {
				p.Caution(c.Wrong)
			}
		})))
	}
	p.Add(widgets.Gap(2))
	p.AddRow(p.link(i18n.Text("Connections and proxy…"), Connections), p.link(i18n.Text("Add connection"), AddConnection))
}
