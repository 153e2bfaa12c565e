package tools

import (
	"parlando/app/settings"
	"parlando/app/tools"
	"parlando/views/i18n"
	"parlando/views/words"
)

// Starter is a way to begin a chat that uses a tool.
type Starter struct {
	Icon, Title string
	// Message is the text put into the message box.
	Message string
	// tool is the tool to switch on, model the model to switch to, "" for the current model.
	tool, model string
}

// Offer reports as OK if starters with tools can be shown. Model is the model that the starters
// need, "" for the chat's model.
type Offer struct {
	OK    bool
	Model string
}

// Offer returns the offer for the open chat. If the chat's model is known not to support tools, the
// offer is not OK, except in practice, where switching the model costs nothing.
func (c *Controller) Offer() Offer {
	open := c.chat.Open()
	if !c.takesNone(open) {
		return Offer{OK: true}
	}
	if c.chat.Service().Kind != settings.Practice {
		return Offer{}
	}
	m, ok := c.modelWithTools(open)
	return Offer{OK: ok, Model: m.ID}
}

// Starters returns the starters that use a tool.
func (c *Controller) Starters(o Offer) []Starter {
	if !o.OK {
		return nil
	}
	all := []Starter{
		{Title: i18n.Text("Calculate"), Message: i18n.Text("What is 17% of 1,250?"), tool: tools.Calculator},
		{Title: i18n.Text("Find something I wrote"), Message: i18n.Text("Search my chats for a recipe"), tool: tools.SearchMyChats},
	}
	for i := range all {
		s := &all[i]
		_, s.Icon = words.ToolName(s.tool)
		s.model = o.Model
	}
	return all
}

// UseStarter switches on the starter's tool, and switches to the starter's model if it has one.
func (c *Controller) UseStarter(s Starter) {
	if s.model != "" {
		c.chat.Pick(s.model)
		c.frame.Toasts().Say(i18n.Text("This chat now uses {{.Model}}, which supports tools.", map[string]any{"Model": c.modelName()}), "", nil)
	}
	c.switchTool(s.tool, true)
}
