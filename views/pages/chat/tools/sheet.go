package tools

import (
	"cmp"
	"slices"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/tools"
	"parlando/docs/help"
	"parlando/views/adjust"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
	"parlando/views/words"
)

// manyTools is the number of tools from which a warning is shown, because models choose badly among
// so many.
const manyTools = 25

// Show opens the list of tools.
func (c *Controller) Show() {
	var l *list
	everywhere, o := widgets.NewCheck(i18n.Text("Also search my chats with other services")), (*widgets.Overlay)(nil)
	l = newList(func(f *form.Form) {
		open := c.chat.Open()
		if c.takesNone(open) {
			return
		}
		name, hint, menu := adjust.ToolChoice(f, open.Params, c.ToolTitle, func(choice string) {
			p := c.chat.Open().Params.Clone()
			p.ToolChoice = choice
			c.chat.SetParameters(p)
			c.fill(l, everywhere)
			o.Relayout()
		})
		menu.SetDisabled(whyNoChoice(open.Params))
		f.Row(name, hint, menu)
	})
	everywhere.Set(c.owner.SearchesEverywhere())
	everywhere.OnChanged = func(on bool) {
		if err := c.owner.SetSearchEverywhere(on); err != nil {
			c.frame.ReportWriteError(err)
		}
	}
	l.OnSwitch = func(name string, on bool) {
		c.switchTool(name, on)
		c.fill(l, everywhere)
		o.Relayout()
	}
	l.OnRetry = func() {
		open := c.chat.Open()
		c.models.RetryTools(open.Connection, open.Model)
		c.fill(l, everywhere)
		o.Relayout()
	}
	l.OnChange = func() {
		if m, ok := c.modelWithTools(c.chat.Open()); ok {
			c.chat.Pick(m.ID)
			c.fill(l, everywhere)
			o.Relayout()
		}
	}
	c.fill(l, everywhere)
	edited := func() {
		c.fill(l, everywhere)
		o.Relayout()
	}
	l.OnAdd = func() { c.edit(tools.OwnTool{Parameters: tools.FieldSchema(nil)}, "", edited) }
	l.OnEdit = func(name string) {
		for _, own := range c.owner.OwnTools() {
			if own.Name == name {
				c.edit(own, name, edited)
			}
		}
	}
	o = widgets.ShowPage(c.frame.Canvas(), i18n.Text("Tools"), l, 680, 0, shell.NewHelpButton(c.frame, help.Tools))
}

// whyNoChoice returns the reason why the use of tools cannot be chosen, "" if it can. Its row is
// shown all the same, so that the first tool that is turned on moves no switch.
func whyNoChoice(p chat.Parameters) string {
	if len(p.Tools) > 0 {
		return ""
	}
	return i18n.Text("Turn on a tool first.")
}

// fill shows the tools, the cost of each tool, and the total cost of the tools that are sent.
func (c *Controller) fill(l *list, everywhere *widgets.Check) {
	open := c.chat.Open()
	on, refused := open.Params.Tools, c.models.RefusedTools(open.Connection, open.Model)
	var all []listedTool
	none := c.takesNone(open)
	tokens, sent := 0, 0
	for _, t := range c.owner.All() {
		row := listedTool{Name: t.Name, Purpose: words.ToolPurpose(t.Name), Cost: words.LengthInWords(t.Tokens), Own: t.Own, On: slices.Contains(on, t.Name)}
		row.Title, row.Icon = words.CalledTool(chat.ToolCall{Name: t.Name, Title: t.Title})
		switch {
		case t.Own:
			row.Purpose, row.Permission = cmp.Or(words.ShortName(t.Description, 120), i18n.Text("The model asks, and you answer.")), i18n.Text("you answer")
		case t.Asks:
			row.Permission = i18n.Text("asks you first")
		default:
			row.Permission = i18n.Text("runs by itself")
		}
		if slices.Contains(refused, t.Name) {
			row.Refusal = i18n.Text("This service doesn't accept this tool, so messages are sent without it.")
		}
		if t.Name == tools.SearchMyChats {
			row.Option = everywhere
			everywhere.SetDisabled(i18n.Text("Turn on the search first."))
			if row.On {
				everywhere.SetDisabled("")
			}
		}
		if row.On && row.Refusal == "" && !none {
			tokens, sent = tokens+t.Tokens, sent+1
		}
		all = append(all, row)
	}
	total := ""
	switch {
	case sent > 0:
		total = i18n.Text("These tools add {{.Words}} to every message", map[string]any{"Words": words.LengthInWords(tokens)})
	case !slices.ContainsFunc(all, func(t listedTool) bool { return t.On }):
		total = i18n.Text("No tools turned on")
	}
	if sent >= manyTools {
		total = format.Sentences(format.Period(total), i18n.Text("With this many tools, a model often chooses the wrong one. Turn some off."))
	}
	named := map[string]any{"Model": c.modelName()}
	refusal, change := "", ""
	if none {
		refusal = i18n.Text("{{.Model}} can't use tools.", named)
		other, _ := c.modelWithTools(open)
		change = other.Name
	}
	about := i18n.Text("{{.Model}} can use these tools. Parlando asks before anything of yours is read or sent.", named)
	if none || c.modelName() == "" {
		about = ""
	}
	about = format.Sentences(about, c.searchAdvice(open))
	l.Set(all, about, total, refusal, change)
}

// searchAdvice names a model or service that searches the web, "" if the model of the chat does.
func (c *Controller) searchAdvice(open chat.Conversation) string {
	if m, _ := c.models.Model(open.Connection, open.Model); m.MaySearch() || m.AlwaysSearches() {
		return ""
	}
	if other, ok := c.preferred(open, func(m catalog.Model) bool { return m.MaySearch() || m.AlwaysSearches() }); ok {
		return i18n.Text("To search the web, choose {{.Model}}.", map[string]any{"Model": other.Name})
	}
	return i18n.Text("To search the web, add a connection to a service that can, such as OpenRouter or Perplexity.")
}

// modelWithTools returns a model of the chat's connection that is known to support tools.
func (c *Controller) modelWithTools(open chat.Conversation) (catalog.Model, bool) {
	return c.preferred(open, func(m catalog.Model) bool { return m.Tools == catalog.Yes })
}

// preferred returns a model of the chat's connection that fits: preferably a favorite, then the
// last used model, then the first in the list.
func (c *Controller) preferred(open chat.Conversation, fits func(catalog.Model) bool) (best catalog.Model, ok bool) {
	for _, m := range c.models.Models(open.Connection) {
		if m.Gone || !fits(m) {
			continue
		}
		if !ok || m.Favorite && !best.Favorite || m.Favorite == best.Favorite && m.LastUsed.After(best.LastUsed) {
			best, ok = m, true
		}
	}
	return best, ok
}

func (c *Controller) modelName() string { return c.chat.ModelName(c.chat.Open().Model) }

// takesNone reports whether the model of a chat is known not to support tools.
func (c *Controller) takesNone(open chat.Conversation) bool {
	m, ok := c.models.Model(open.Connection, open.Model)
	return ok && m.Tools == catalog.No
}

// switchTool switches a tool on or off for this chat.
func (c *Controller) switchTool(name string, on bool) {
	p := c.chat.Open().Params.Clone()
	p.Tools = slices.DeleteFunc(p.Tools, func(n string) bool { return n == name })
	if on {
		p.Tools = append(p.Tools, name)
	}
	if !on && p.ToolChoice == name {
		p.ToolChoice = ""
	}
	c.chat.SetParameters(p)
}
