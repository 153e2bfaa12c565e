package tools

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"parley/app/catalog"
	"parley/app/settings"
	"parley/app/tools"
	"parley/views/words"
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

// Starters returns the ways to begin that need a tool; none where the model is known to take no tools. For practice another model is chosen
// then, as it costs nothing.
func (c *Control) Starters() []Starter {
	open := c.chat.Open()
	model := ""
	if c.takesNone(open) {
		all := c.models.Models(open.Connection)
		at := slices.IndexFunc(all, func(m catalog.Model) bool { return m.Tools == catalog.Yes })
		if at < 0 || c.chat.Service().Kind != settings.Practice {
			return nil
		}
		model = all[at].ID
	}
	all := []Starter{
		{Title: lang.L("Calculate exactly"), Words: lang.L("What is 17 % of 1,250?"), tool: tools.Calculator},
		{Title: lang.L("Find something I wrote"), Words: lang.L("Search my chats for a recipe"), tool: tools.SearchMyChats},
	}
	for i := range all {
		s := &all[i]
		title, icon := words.Tool(s.tool)
		s.Icon, s.model, s.Detail = icon, model, lang.L("Uses {{.Tool}}", map[string]any{"Tool": title})
	}
	return all
}

// Begin switches on what a starter needs.
func (c *Control) Begin(s Starter) {
	if s.model != "" {
		c.chat.Pick(s.model)
		c.frame.Toasts.Say(lang.L("{{.Model}} was chosen: it uses tools.", map[string]any{"Model": c.modelName()}), "", nil)
	}
	c.switchTool(s.tool, true)
}
