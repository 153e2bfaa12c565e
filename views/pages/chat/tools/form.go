package tools

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/tools"
	"parlando/views/conversation"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// toolForm is the form of a tool that the user answers.
type toolForm struct {
	*Controller
	*form.Form
	title, purpose, schema string
	// name is the typed identifier, "" for the one made from the title.
	name string
	// fields are the rows. If fit is false, the schema has more than they can show, and they are
	// not shown.
	fields []tools.Field
	fit    bool
	// keep stores the name, the schema and the fields in the draft.
	keep []func()
	// was is the previous name, "" for a new tool. done is called after saving or deleting the
	// tool.
	was     string
	done    func()
	wrong   string
	sample  *conversation.SampleCard
	overlay *widgets.Overlay
}

// edit opens the form of a tool that the user answers. was is the tool's previous name, "" for a
// new tool. done is called after the tool was saved or deleted.
func (c *Controller) edit(own tools.OwnTool, was string, done func()) {
	f := &toolForm{Controller: c, title: cmp.Or(own.Title, own.Name), purpose: own.Description, name: was, was: was, done: done}
	f.setSchema(own.Parameters)
	f.sample = c.newSample()
	f.Form = form.New(12, f.build)
	f.Draft = form.Open(c.frame.Forms(), "tool/"+was)
	f.keepValue("identifier", func() string { return f.name }, func(text string) { f.name = text })
	f.keepValue("schema", func() string { return f.schema }, f.setSchema)
	f.keepValue("fields", f.fieldsText, f.setFieldsText)
	f.overlay = f.ShowPage(c.frame.Canvas(), i18n.Text("Your own tool"), 760)
	f.Focus(c.frame.Canvas(), i18n.Text("Name"))
}

// keepValue keeps a value in the draft.
func (f *toolForm) keepValue(name string, get func() string, set func(string)) {
	f.keep = append(f.keep, f.Draft.KeepValue(name, get, func(text string) {
		set(text)
		if f.overlay != nil {
			f.Update()
		}
	}))
}

// setSchema sets the schema, and the fields that it has.
func (f *toolForm) setSchema(text string) {
	f.schema = text
	fields, fit := tools.Fields(text)
	if f.fit = fit; fit {
		f.fields = fields
	}
	if len(f.fields) == 0 {
		f.fields = []tools.Field{{}}
	}
}

// fieldsText encodes the fields with those that the schema lacks because they have no name yet.
func (f *toolForm) fieldsText() string {
	text, _ := json.Marshal(f.fields) // texts can always be encoded
	return string(text)
}

func (f *toolForm) setFieldsText(text string) {
	var fields []tools.Field
	if json.Unmarshal([]byte(text), &fields) == nil && len(fields) > 0 {
		f.fields = fields
	}
}

// changed keeps and shows what was changed, and the schema of the fields if they were changed.
func (f *toolForm) changed(fields bool) {
	if fields {
		f.schema, f.fit = tools.FieldSchema(f.fields), true
	}
	for _, keep := range f.keep {
		keep()
	}
	f.wrong = ""
	f.Update()
}

func (f *toolForm) build(*form.Form) {
	f.Muted(i18n.Text("The model asks for it, you type the answer, and it continues with what you said."))
	name := form.Field{Name: i18n.Text("Name"), Placeholder: i18n.Text("For example Stock in the storeroom"), Value: f.title, Kept: "name"}
	name.OnChange = func(text string) { f.title = text; f.changed(false) }
	f.Add(form.Labeled(name.Name, f.Field(name)))
	purpose := form.Field{Name: i18n.Text("What it is for"), Placeholder: i18n.Text("Tells the model when to use it"), Rows: 2, Value: f.purpose, Kept: "description"}
	purpose.OnChange = func(text string) { f.purpose = text; f.changed(false) }
	f.Add(form.Labeled(purpose.Name, f.Field(purpose)))
	more := i18n.Text("More: identifier, JSON Schema")
	if f.fit {
		f.rows()
	} else {
		f.Body(f.whyNoRows())
		f.Expand(more)
	}
	f.More(more, f.details)
	f.sample.Set(f.sampleCall())
	f.Block(8, func() {
		f.labelBeside(i18n.Text("How you will be asked"), f.Button(i18n.Text("Try it"), f.rehearse))
		f.Add(f.sample)
	})
	f.Foot(f.buttons)
}

// whyNoRows returns the reason why the rows are not shown.
func (f *toolForm) whyNoRows() string {
	if errors.Is(tools.Verify(tools.OwnTool{Name: "x", Parameters: f.schema}), tools.ErrSchema) {
		return i18n.Text("The schema isn't complete. Edit it below.")
	}
	return i18n.Text("This tool uses more than the rows can show. Edit the schema.")
}

// details adds the identifier and the schema.
func (f *toolForm) details() {
	name := f.Field(form.Field{Name: i18n.Text("Identifier"), Value: f.own().Name, OnChange: func(text string) { f.name = text; f.changed(false) }})
	f.Add(form.Labeled(i18n.Text("Identifier"), name))
	schema := f.Field(form.Field{Name: i18n.Text("JSON Schema"), Rows: 8, Value: f.schema, OnChange: func(text string) {
		f.setSchema(text)
		f.changed(false)
	}})
	schema.TextStyle.Monospace = true
	f.Add(form.Labeled(i18n.Text("JSON Schema"), schema))
}

func (f *toolForm) buttons() {
	if f.wrong != "" {
		f.Text(f.wrong, theme.ColorDanger, fynetheme.SizeNameText)
	}
	if cancel, save := f.Button(i18n.Text("Cancel"), func() { f.overlay.Hide() }), f.Primary(i18n.Text("Save"), f.save); f.was != "" {
		f.AddEndRowWithDelete(f.remove, cancel, save)
	} else {
		f.AddEndRow(cancel, save)
	}
}

// own returns the tool as it would be saved.
func (f *toolForm) own() tools.OwnTool {
	title, name := strings.TrimSpace(f.title), strings.TrimSpace(f.name)
	if name == "" && title != "" {
		name = f.owner.NewName(title)
	}
	own := tools.OwnTool{Name: name, Description: strings.TrimSpace(f.purpose), Parameters: f.schema}
	if title != name {
		own.Title = title
	}
	return own
}

func (f *toolForm) save() {
	control, next := i18n.Text("Name"), f.own()
	if f.wrong = f.missing(); f.wrong == "" {
		err := f.owner.Save(next, f.was)
		if err == nil {
			f.saved(next)
			return
		}
		f.wrong = words.ToolError(err)
		if errors.Is(err, tools.ErrName) {
			f.Expand(i18n.Text("More: identifier, JSON Schema"))
			control = i18n.Text("Identifier")
		}
	}
	f.Update()
	f.Focus(f.frame.Canvas(), control)
}

// missing returns a sentence about what is not filled in, "" if nothing is missing.
func (f *toolForm) missing() string {
	if strings.TrimSpace(f.title) == "" {
		return i18n.Text("Enter a name.")
	}
	for _, one := range f.fields {
		switch {
		case !f.fit:
		case strings.TrimSpace(one.Name) == "" && (one.Meaning != "" || len(one.Options) > 0):
			return i18n.Text("Enter a name for each row.")
		case one.Kind == tools.FieldChoice && len(one.Options) == 0:
			return i18n.Text("Enter the options for each “Choice of…” row.")
		}
	}
	return ""
}

func (f *toolForm) saved(next tools.OwnTool) {
	f.close()
	if f.was != "" && f.was != next.Name && slices.Contains(f.chat.Open().Params.Tools, f.was) {
		f.switchTool(f.was, false)
	}
	f.switchTool(next.Name, true)
	f.done()
}

func (f *toolForm) remove() {
	if err := f.owner.Remove(f.was); err != nil {
		f.wrong = words.ToolError(err)
		f.Update()
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
