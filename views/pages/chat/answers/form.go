package answers

import (
	"strings"

	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/docs/help"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// exampleSchema is the placeholder of the schema field.
const exampleSchema = `{"type": "object", "properties": {…}}`

// sheet edits an answer form.
type sheet struct {
	*Controller
	*form.Form
	was   chat.AnswerForm
	isNew bool
	// reply is the reply to request again, "" to use the form from the next message on.
	reply chat.ID
	// name and schema are the texts of the fields for the name and the JSON schema.
	name, schema string
	// columns is nil for a JSON form.
	columns *columns
	wrong   string
	overlay *widgets.Overlay
}

// edit opens the sheet for an answer form. A new form without a name is for the next message only.
// reply is the reply to request again in the edited form, "" for none.
func (c *Controller) edit(was chat.AnswerForm, isNew bool, reply chat.ID) {
	f := &sheet{Controller: c, was: was, isNew: isNew, reply: reply, name: was.Name, schema: string(was.Schema)}
	f.Form = form.New(12, f.build)
	f.Draft = form.Open(c.frame.Forms(), c.formID(was))
	if was.Kind == chat.AnswerJSON {
		f.overlay = f.ShowPage(c.frame.Canvas(), i18n.Text("Reply as JSON"), 620)
		f.Focus(c.frame.Canvas(), i18n.Text("JSON Schema"))
		return
	}
	f.columns = newColumns(was.Columns)
	changed := f.Draft.KeepValue("columns", f.columns.text, f.columns.setText)
	f.columns.OnEdited = func() {
		changed()
		f.hideProblem()
	}
	f.overlay = f.ShowPage(c.frame.Canvas(), i18n.Text("Reply as a table"), 620, shell.NewHelpButton(c.frame, help.Tables))
	f.columns.OnResized, f.columns.OnSubmitted = f.OnUpdate, f.save
	c.frame.Canvas().Focus(f.columns.First())
}

func (f *sheet) build(*form.Form) {
	if f.columns != nil {
		f.Muted(i18n.Text("Give each column a name. The model fills in the rows from your message and attachments."))
		f.Add(f.columns)
	} else {
		f.Muted(i18n.Text("For programmers. Leave empty to accept any JSON object."))
		schema := f.Field(form.Field{
			Name: i18n.Text("JSON Schema"), Placeholder: exampleSchema, Rows: 10, Value: f.schema, Kept: "schema",
			OnChange: func(text string) { f.schema = text }, Wrong: &f.wrong,
		})
		schema.TextStyle.Monospace = true
		f.Add(schema)
	}
	name := form.Field{
		Name: i18n.Text("Name of this table format"), Placeholder: i18n.Text("For example: Receipts. With a name you can use it again."),
		Value: f.name, Kept: "name", OnChange: func(text string) { f.name = text },
	}
	f.Add(form.Labeled(name.Name, f.Field(name)))
	f.Foot(func() {
		if f.wrong != "" {
			f.Text(f.wrong, theme.ColorDanger, fynetheme.SizeNameText)
		}
		if main := f.Primary(f.verb(), f.save); f.was.Name != "" {
			f.AddEndRowWithDelete(f.remove, main)
		} else {
			f.AddEndRow(main)
		}
	})
}

// verb returns the label of the main button.
func (f *sheet) verb() string {
	switch {
	case f.reply != "":
		return i18n.Text("Ask again with this table")
	case f.columns != nil:
		return i18n.Text("Use this table")
	}
	return i18n.Text("Use this format")
}

// formID returns the draft id of a named form, of the form of the open chat, or of a new form.
func (c *Controller) formID(was chat.AnswerForm) string {
	id := "format/" + string(was.Kind)
	switch {
	case was.Name != "":
		return id + "/" + was.Name
	case len(was.Columns) > 0 || len(was.Schema) > 0:
		return string(c.chat.Open().ID) + "/" + id
	}
	return id
}

// save uses the form in the chat, and stores it if it has a name.
func (f *sheet) save() {
	next := chat.AnswerForm{Kind: f.was.Kind, Name: strings.TrimSpace(f.name)}
	next.Once = f.was.Once || f.isNew && next.Name == ""
	if f.columns != nil {
		next.Columns = f.columns.Get()
	} else if schema := strings.TrimSpace(f.schema); schema != "" {
		next.Schema = []byte(schema)
	}
	if err := answers.Validate(next); err != nil {
		f.wrong = words.AnswerFormError(err)
		f.Update()
		return
	}
	f.Draft.Used()
	f.overlay.Hide()
	if f.was.Name != "" && f.was.Name != next.Name {
		f.settings.Change(func(s *settings.Settings) { s.RemoveAnswerForm(f.was.Name) })
	}
	if now := f.current(); f.reply == "" || now != nil && now.Name == f.was.Name && !f.was.Once {
		f.Use(&next)
	}
	if f.reply != "" {
		f.askAgain(f.reply, next)
	}
}

// hideProblem hides the error because the user is correcting the form.
func (f *sheet) hideProblem() {
	if f.wrong != "" {
		f.wrong = ""
		f.Update()
	}
}

// remove deletes a stored form. If the open chat uses the form, the chat switches to plain text.
func (f *sheet) remove() {
	f.Draft.Used()
	f.overlay.Hide()
	f.settings.Change(func(s *settings.Settings) { s.RemoveAnswerForm(f.was.Name) })
	if now := f.current(); now != nil && now.Name == f.was.Name {
		f.AnswerInText()
	}
}
