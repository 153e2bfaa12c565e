package answers

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// exampleSchema is the placeholder of the schema field.
const exampleSchema = `{"type": "object", "properties": {…}}`

// sheet edits an answer form.
type sheet struct {
	*Control
	was     chat.AnswerForm
	isNew   bool
	name    *widgets.Field
	columns *columns
	schema  *widgets.Field
	wrong   *widgets.Text
	draft   *form.Draft
	overlay *widgets.Overlay
}

// edit opens the sheet for a form. A new one without a name is for the next message alone.
func (c *Control) edit(was chat.AnswerForm, isNew bool) {
	f := &sheet{Control: c, was: was, isNew: isNew, draft: form.Open(c.frame.Forms(), c.formID(was))}
	f.name = widgets.NewField(i18n.Text("Format name"), i18n.Text("For example Receipts. Leave empty to use it only once."))
	f.name.SetText(was.Name)
	f.wrong = widgets.NewText("", theme.ColorDanger, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
	f.wrong.Hide()
	title, about := i18n.Text("Reply as a table"), i18n.Text("Name the columns. The model fills them in from your message and attachments.")
	var fields fyne.CanvasObject
	var first fyne.Focusable
	if was.Kind == chat.AnswerJSON {
		title, about = i18n.Text("Reply as JSON"), i18n.Text("For programmers. Without a schema, the model can reply with any JSON object.")
		f.schema = widgets.NewTextArea(i18n.Text("JSON Schema"), "", 10)
		f.schema.SetPlaceHolder(exampleSchema)
		f.schema.TextStyle.Monospace = true
		f.schema.SetText(string(was.Schema))
		f.schema.OnChanged = func(string) { f.hideProblem() }
		f.draft.Keep("schema", f.schema)
		fields, first = f.schema, f.schema
	} else {
		f.columns = newColumns(was.Columns)
		changed := f.draft.KeepValue("columns", f.columns.text, f.columns.setText)
		f.columns.OnEdited = func() {
			changed()
			f.hideProblem()
		}
		fields, first = f.columns, f.columns.First()
	}
	f.draft.Keep("name", f.name)
	intro := widgets.NewMuted(about).NoMargin()
	named := form.Labeled(i18n.Text("Format name"), f.name)
	f.show(title, container.New(&widgets.Column{Gap: 12}, intro, fields, named))
	c.frame.Canvas().Focus(first)
}

// formID identifies what is edited: a named format, that of the open chat, or a new one.
func (c *Control) formID(was chat.AnswerForm) string {
	id := "format/" + string(was.Kind)
	switch {
	case was.Name != "":
		return id + "/" + was.Name
	case len(was.Columns) > 0 || len(was.Schema) > 0:
		return string(c.chat.Open().ID) + "/" + id
	}
	return id
}

// show opens the sheet around its fields.
func (f *sheet) show(title string, fields fyne.CanvasObject) {
	buttons := container.NewHBox(widgets.NewButton(i18n.Text("Use it"), widgets.Primary, f.save))
	if f.was.Name != "" {
		buttons.Add(widgets.NewButton(i18n.Text("Delete"), widgets.Secondary, f.remove))
	}
	buttons.Add(f.draft.DiscardButton())
	foot := container.New(&widgets.Column{Gap: 12}, f.wrong, buttons)
	var fit func()
	f.overlay, fit = widgets.ShowFormPage(f.frame.Canvas(), title, fields, foot, 620)
	if f.columns != nil {
		f.columns.OnResized = fit
	}
}

// save uses the form in the chat, and stores it if it has a name.
func (f *sheet) save() {
	next := chat.AnswerForm{Kind: f.was.Kind, Name: strings.TrimSpace(f.name.Text)}
	next.Once = f.was.Once || f.isNew && next.Name == ""
	if f.columns != nil {
		next.Columns = f.columns.Get()
	} else if schema := strings.TrimSpace(f.schema.Text); schema != "" {
		next.Schema = []byte(schema)
	}
	if err := answers.Validate(next); err != nil {
		f.wrong.SetText(words.AnswerFormError(err))
		f.wrong.Show()
		f.overlay.Relayout()
		return
	}
	f.draft.Used()
	f.overlay.Hide()
	if f.was.Name != "" && f.was.Name != next.Name {
		f.settings.Change(func(s *settings.Settings) { s.RemoveAnswerForm(f.was.Name) })
	}
	f.Use(&next)
}

// hideProblem hides what was wrong with the form, because the user is mending it.
func (f *sheet) hideProblem() {
	if f.wrong.Visible() {
		f.wrong.Hide()
		f.overlay.Relayout()
	}
}

// remove deletes a stored form. A chat that uses it keeps its copy.
func (f *sheet) remove() {
	f.draft.Used()
	f.overlay.Hide()
	f.settings.Change(func(s *settings.Settings) { s.RemoveAnswerForm(f.was.Name) })
	if now := f.current(); now != nil && now.Name == f.was.Name {
		f.AnswerInText()
	}
}
