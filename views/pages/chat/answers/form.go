package answers

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// exampleSchema is the placeholder of the schema field.
const exampleSchema = `{"type": "object", "properties": {…}}`

// form is the sheet that edits an answer form.
type form struct {
	*Control
	was     chat.AnswerForm
	name    *widgets.Field
	columns *columns
	schema  *widgets.Field
	wrong   *widgets.Text
	overlay *widgets.Overlay
}

// edit opens the sheet for a form: a new one has no name and no columns.
func (c *Control) edit(was chat.AnswerForm) {
	f := &form{Control: c, was: was}
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
		fields, first = f.schema, f.schema
	} else {
		f.columns = newColumns(was.Columns)
		f.columns.OnEdited = f.hideProblem
		fields, first = f.columns, f.columns.First()
	}
	intro := widgets.NewMuted(about).NoMargin()
	named := container.New(&widgets.Column{Gap: 4}, widgets.NewMuted(i18n.Text("Format name")).NoMargin(), f.name)
	f.show(title, container.New(&widgets.Column{Gap: 12}, intro, fields, named))
	c.frame.Canvas().Focus(first)
}

// show opens the sheet around its fields.
func (f *form) show(title string, fields fyne.CanvasObject) {
	buttons := container.NewHBox(widgets.NewButton(i18n.Text("Use it"), widgets.Primary, f.save))
	if f.was.Name != "" {
		buttons.Add(widgets.NewButton(i18n.Text("Delete"), widgets.Secondary, f.remove))
	}
	foot := container.New(&widgets.Column{Gap: 12}, f.wrong, buttons)
	var fit func()
	f.overlay, fit = widgets.ShowFormPage(f.frame.Canvas(), title, fields, foot, 620)
	if f.columns != nil {
		f.columns.OnResized = fit
	}
}

// save uses the form in the chat, and stores it if it has a name.
func (f *form) save() {
	next := chat.AnswerForm{Kind: f.was.Kind, Name: strings.TrimSpace(f.name.Text), Once: f.was.Once}
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
	f.overlay.Hide()
	if f.was.Name != "" && f.was.Name != next.Name {
		f.settings.Change(func(s *settings.Settings) { s.RemoveAnswerForm(f.was.Name) })
	}
	f.Use(&next)
}

// hideProblem hides what was wrong with the form, because the user is mending it.
func (f *form) hideProblem() {
	if f.wrong.Visible() {
		f.wrong.Hide()
		f.overlay.Relayout()
	}
}

// remove deletes a stored form. A chat that uses it keeps its copy.
func (f *form) remove() {
	f.overlay.Hide()
	f.settings.Change(func(s *settings.Settings) { s.RemoveAnswerForm(f.was.Name) })
	if now := f.current(); now != nil && now.Name == f.was.Name {
		f.AnswerInText()
	}
}
