package transcript

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// askWho asks for the speaker of a line, and whether to set the speaker of the following lines,
// too.
func (v *View) askWho(i int) {
	c := widgets.CanvasOf(v)
	if c == nil || v.lines.writer.locked != "" || i < 0 || i >= len(v.lines.table.rows) {
		return
	}
	var o *widgets.Overlay
	var field *widgets.Field
	line := v.lines.table.rows[i]
	leave := func() { o.Hide(); v.FocusText() }
	f := form.New(10, func(f *form.Form) {
		choose := func(onward bool) func() {
			return func() {
				f.Draft.Used()
				o.Hide()
				v.lines.writer.setSpeaker(i, strings.Join(strings.Fields(field.Text), " "), onward)
				v.FocusText()
			}
		}
		f.Heading(i18n.Text("Who is speaking?"))
		field = f.Field(form.Field{Name: i18n.Text("Speaker name"), Placeholder: i18n.Text("Name"), Value: line.Speaker, Kept: "name", OnSubmit: choose(true), OnEscape: leave})
		f.Add(field)
		var names []fyne.CanvasObject
		for _, name := range v.lines.table.speakers() {
			names = append(names, f.Button(name, func() { field.SetText(name) }).SetSmall())
		}
		if len(names) > 0 {
			f.Add(container.New(&widgets.Flow{Gap: 6}, names...))
		}
		f.Muted(i18n.Text("“From this line on” goes up to the next speaker. Leave the name empty to remove it."))
		f.AddEndRow(f.Button(i18n.Text("Cancel"), leave), f.Button(i18n.Text("Only this line"), choose(false)), f.Primary(i18n.Text("From this line on"), choose(true)))
	})
	f.Draft = v.o.Draft("speaker/" + strconv.FormatInt(line.ID, 10))
	o = f.ShowOver(c, 400)
	field.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// askSpeakers shows the names of the speakers. Changing a name changes it in all lines.
func (v *View) askSpeakers() {
	c := widgets.CanvasOf(v)
	if c == nil {
		return
	}
	names := v.lines.table.speakers()
	if len(names) == 0 {
		v.askWho(max(v.lines.table.written.row, v.lines.here()))
		return
	}
	var o *widgets.Overlay
	leave := func() { o.Hide() }
	f := form.New(10, func(f *form.Form) {
		fields := make([]*widgets.Field, len(names))
		save := func() {
			f.Draft.Used()
			o.Hide()
			for n, field := range fields {
				if name := strings.Join(strings.Fields(field.Text), " "); name != names[n] {
					v.o.Editor.RenameSpeaker(names[n], name)
				}
			}
			v.FocusText()
		}
		f.Heading(i18n.Text("Speakers"))
		for n, name := range names {
			label := i18n.Text("New name for {{.Name}}", map[string]any{"Name": name})
			fields[n] = f.Field(form.Field{Name: label, Placeholder: name, Value: name, Kept: name, OnSubmit: save, OnEscape: leave})
			f.Add(fields[n])
		}
		f.Muted(i18n.Text("Renaming a speaker changes all lines. To change one line, point at it and click the icon with two people."))
		f.AddEndRow(f.Button(i18n.Text("Cancel"), leave), f.Primary(i18n.Text("Save"), save))
	})
	f.Draft = v.o.Draft("speakers")
	o = f.ShowOver(c, 400)
}
