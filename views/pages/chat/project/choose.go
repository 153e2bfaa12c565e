package project

import (
	"context"
	"strings"

	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/app/projects"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// AskToAdd asks to which project the attachments of a message are added; to that of the open chat
// without a question.
func (c *Controller) AskToAdd(parts []chat.Part) {
	add := func(to projects.Project) {
		for _, p := range parts {
			c.AddPart(to, p)
		}
	}
	if c.state.ID != "" {
		add(c.state.Project)
		return
	}
	uithread.Load(c.reads, func() ([]projects.Project, error) { return c.projects.List(c.frame.Context()) }, func(all []projects.Project) {
		c.showChoice(all, add)
	}, c.frame.ReadErrorHandler(i18n.Text("Your projects couldn't be listed. They're still saved."), func() { c.AskToAdd(parts) }))
}

// showChoice shows the projects, of which one is chosen, and a field for the name of a new one.
func (c *Controller) showChoice(all []projects.Project, chosen func(projects.Project)) {
	var o *widgets.Overlay
	name := ""
	create := func() {
		if strings.TrimSpace(name) == "" {
			return
		}
		var made projects.Project
		c.frame.ChangeThen(func(ctx context.Context) (err error) {
			made, err = c.projects.Create(ctx, name)
			return err
		}, func() {
			o.Hide()
			chosen(made)
		})
	}
	f := form.New(6, func(f *form.Form) {
		for _, p := range all {
			f.Scope(string(p.ID), func() {
				row := form.Control(f, p.Name, func() *widgets.NavRow { return widgets.NewNavRow("folder", words.ShortName(p.Name, 60), nil) })
				row.SetOnTapped(func() {
					o.Hide()
					chosen(p)
				})
				f.Add(row)
			})
		}
		f.Label(i18n.Text("New project"))
		f.Add(f.Field(form.Field{
			Name: i18n.Text("Name of the new project"), Placeholder: i18n.Text("For example: Moving house"), OnSubmit: create,
			OnChange: func(text string) { name = text },
		}))
		f.Foot(func() {
			f.Add(container.New(&widgets.EndRow{}, f.Button(i18n.Text("Cancel"), func() { o.Hide() }), f.Primary(i18n.Text("Create and add"), create)))
		})
	})
	o = f.ShowPage(c.frame.Canvas(), i18n.Text("Add to which project?"), 460)
	if len(all) == 0 {
		f.Focus(c.frame.Canvas(), i18n.Text("Name of the new project"))
	}
}
