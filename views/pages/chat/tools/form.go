package tools

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
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

// toolForm is the form of a custom tool.
type toolForm struct {
	*Controller
	*form.Form
	own tools.OwnTool
	// was is the previous name, "" for a new tool. done is called after saving or deleting the
	// tool.
	was     string
	done    func()
	wrong   string
	overlay *widgets.Overlay
}

// edit opens the form of a custom tool. was is the tool's previous name, "" for a new tool. done is
// called after the tool was saved or deleted.
func (c *Controller) edit(own tools.OwnTool, was string, done func()) {
	f := &toolForm{Controller: c, own: own, was: was, done: done}
	f.Form = form.New(12, f.build)
	f.Draft = form.Open(c.frame.Forms(), "tool/"+was)
	f.overlay = f.ShowPage(c.frame.Canvas(), i18n.Text("Custom tool"), 560)
	f.Focus(c.frame.Canvas(), i18n.Text("Name"))
}

func (f *toolForm) build(*form.Form) {
	f.Muted(i18n.Text("When the model uses this tool, you see its request and enter the result yourself."))
	f.addField(&f.own.Name, form.Field{Name: i18n.Text("Name"), Placeholder: "book_appointment", Kept: "name"})
	f.addField(&f.own.Description, form.Field{Name: i18n.Text("What it does"), Placeholder: i18n.Text("Tells the model when to use this tool"), Kept: "description"})
	f.addField(&f.own.Parameters, form.Field{Name: i18n.Text("Parameters, as JSON Schema"), Rows: 8, Kept: "schema"}).TextStyle.Monospace = true
	f.Foot(func() {
		if f.wrong != "" {
			f.Body(f.wrong)
		}
		buttons := []fyne.CanvasObject{f.Primary(i18n.Text("Save"), f.save)}
		if f.was != "" {
			buttons = append(buttons, f.Button(i18n.Text("Delete"), f.remove))
		}
		f.Add(container.NewHBox(append(buttons, f.Draft.DiscardButton())...))
	})
}

// addField adds a field for a value below the field's label. Typing clears the error.
func (f *toolForm) addField(value *string, d form.Field) *widgets.Field {
	d.Value, d.OnChange, d.Wrong = *value, func(text string) { *value = text }, &f.wrong
	w := f.Field(d)
	f.Add(form.Labeled(d.Name, w))
	return w
}

func (f *toolForm) say(wrong string) {
	f.wrong = wrong
	f.Update()
}

func (f *toolForm) save() {
	next := tools.OwnTool{Name: strings.TrimSpace(f.own.Name), Description: strings.TrimSpace(f.own.Description), Parameters: f.own.Parameters}
	if err := f.owner.Save(next, f.was); err != nil {
		f.say(words.ToolError(err))
		f.Focus(f.frame.Canvas(), i18n.Text("Name"))
		return
	}
	f.close()
	if f.was != "" && f.was != next.Name && slices.Contains(f.chat.Open().Params.Tools, f.was) {
		f.switchTool(f.was, false)
	}
	f.switchTool(next.Name, true)
	f.done()
}

func (f *toolForm) remove() {
	if err := f.owner.Remove(f.was); err != nil {
		f.say(words.ToolError(err))
		return
	}
	f.close()
	f.switchTool(f.was, false)
	f.done()
}

func (f *toolForm) close() {
	f.Draft.Used()
	f.overlay.Hide()
}
