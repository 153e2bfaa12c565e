package tools

import (
	"parlando/app/catalog"
	"parlando/app/settings"
	"parlando/app/tools"
	"parlando/views/i18n"
	"parlando/views/words"
)

// Starter is a way to begin a chat that needs a tool.
type Starter struct {
	// Detail says which tool.
	Icon, Title, Detail string
	// Words are put into the message.
	Words string
	// tool is switched on, and model chosen unless it is "".
	tool, model string
}

// Offer is the possibility to begin a chat with a tool, and its model; "" is the one of the chat.
type Offer struct {
	OK    bool
	Model string
}

// Offer returns what the open chat can begin with. Where its model is known to take no tools that
// is nothing, but for practice: there another model costs nothing.
func (c *Control) Offer() Offer {
	open := c.chat.Open()
	if !c.takesNone(open) {
		return Offer{OK: true}
	}
	if c.chat.Service().Kind != settings.Practice {
		return Offer{}
	}
	for _, m := range c.models.Models(open.Connection) {
		if m.Tools == catalog.Yes {
			return Offer{OK: true, Model: m.ID}
		}
	}
	return Offer{}
}

// Starters returns the ways to begin that need a tool.
func (c *Control) Starters(o Offer) []Starter {
	if !o.OK {
		return nil
	}
	all := []Starter{
		{Title: i18n.Text("Calculate exactly"), Words: i18n.Text("What is 17 % of 1,250?"), tool: tools.Calculator},
		{Title: i18n.Text("Find something I wrote"), Words: i18n.Text("Search my chats for a recipe"), tool: tools.SearchMyChats},
	}
	for i := range all {
		s := &all[i]
		title, icon := words.Tool(s.tool)
		s.Icon, s.model, s.Detail = icon, o.Model, i18n.Text("Uses {{.Tool}}", map[string]any{"Tool": title})
	}
	return all
}

// Begin switches on what a starter needs.
func (c *Control) Begin(s Starter) {
	if s.model != "" {
		c.chat.Pick(s.model)
		c.frame.Toasts().Say(i18n.Text("{{.Model}} was chosen: it uses tools.", map[string]any{"Model": c.modelName()}), "", nil)
	}
	c.switchTool(s.tool, true)
}
