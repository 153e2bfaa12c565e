package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// connectionState describes the connection of new chats in words; without a Name there is none.
type connectionState struct {
	// Name is its name, Where its destination, Wrong its problem, "" for none.
	Name, Where, Wrong string
}

// services adds the current connection and a link to the page of all connections.
func (p *page) services() {
	c := p.state.Connection
	p.heading(i18n.Text("Connections"))
	if c.Name == "" {
		p.add(widgets.NewMuted(i18n.Text("Not connected yet.")).NoMargin())
	} else {
		use := i18n.Text("In use")
		if c.Where != c.Name {
			use = i18n.Text("In use · {{.Address}}", map[string]any{"Address": c.Where})
		}
		content := container.New(&widgets.Column{Gap: 4}, widgets.NewBody(c.Name).NoMargin(),
			widgets.NewMuted(use).NoMargin())
		if c.Wrong != "" {
			content.Add(widgets.NewText(c.Wrong, theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin())
		}
		p.add(newFrame(content))
	}
	p.add(widgets.Gap(2), row(p.link(i18n.Text("Connections and proxy…"), Connections), p.link(i18n.Text("Add connection"), AddConnection)))
}
