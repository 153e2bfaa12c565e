package tools

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/container"

	"parlando/app/tools"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/words"
)

// exampleSchema is the initial schema of a new tool.
const exampleSchema = `{
  "type": "object",
  "properties": {
    "city": {"type": "string", "description": "A city"}
  },
  "required": ["city"]
}`

// toolFields returns the fields of the form of a custom tool.
func toolFields(own tools.OwnTool) (name, description, schema *widgets.Field) {
	name = widgets.NewField(i18n.Text("Name"), "book_appointment")
	name.SetText(own.Name)
	description = widgets.NewField(i18n.Text("What it does"), i18n.Text("Tells the model when to use this tool"))
	description.SetText(own.Description)
	schema = widgets.NewTextArea(i18n.Text("Parameters, as JSON Schema"), "", 8)
	schema.TextStyle.Monospace = true
	schema.SetText(own.Parameters)
	return name, description, schema
}

// edit opens the form of a custom tool; was is its previous name, "" for a new one. done is called
// when the tool was saved or deleted.
func (c *Control) edit(own tools.OwnTool, was string, done func()) {
	name, description, schema := toolFields(own)
	wrong := widgets.NewBody("").NoMargin()
	wrong.Hide()
	var o *widgets.Overlay
	say := func(err error) {
		wrong.SetText(words.ToolError(err))
		wrong.Show()
		o.Relayout()
	}
	for _, f := range []*widgets.Field{name, description, schema} {
		f.OnChanged = func(string) {
			if wrong.Visible() {
				wrong.Hide()
				o.Relayout()
			}
		}
	}
	draft := form.Open(c.frame.Forms(), "tool/"+was)
	draft.Keep("name", name)
	draft.Keep("description", description)
	draft.Keep("schema", schema)
	save := func() {
		next := tools.OwnTool{Name: strings.TrimSpace(name.Text), Description: strings.TrimSpace(description.Text), Parameters: schema.Text}
		if err := c.owner.Save(next, was); err != nil {
			say(err)
			c.frame.Canvas().Focus(name)
			return
		}
		draft.Used()
		o.Hide()
		if was != "" && was != next.Name && slices.Contains(c.chat.Open().Params.Tools, was) {
			c.switchTool(was, false)
		}
		c.switchTool(next.Name, true)
		done()
	}
	about := widgets.NewMuted(i18n.Text("When the model uses this tool, you see its request and enter the result yourself.")).NoMargin()
	buttons := container.NewHBox(widgets.NewButton(i18n.Text("Save"), widgets.Primary, save))
	if was != "" {
		buttons.Add(widgets.NewButton(i18n.Text("Delete"), widgets.Secondary, func() {
			if err := c.owner.Remove(was); err != nil {
				say(err)
				return
			}
			draft.Used()
			o.Hide()
			c.switchTool(was, false)
			done()
		}))
	}
	buttons.Add(draft.DiscardButton())
	fields := container.New(&widgets.Column{Gap: 12}, about, form.Labeled(i18n.Text("Name"), name), form.Labeled(i18n.Text("What it does"), description),
		form.Labeled(i18n.Text("Parameters, as JSON Schema"), schema))
	foot := container.New(&widgets.Column{Gap: 12}, wrong, buttons)
	o, _ = widgets.ShowFormPage(c.frame.Canvas(), i18n.Text("Custom tool"), fields, foot, 560)
	c.frame.Canvas().Focus(name)
}
