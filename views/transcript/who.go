package transcript

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// askWho asks for the speaker of a line, and whether the answer also applies to the following
// lines.
func (v *View) askWho(i int) {
	c := widgets.CanvasOf(v)
	if c == nil || v.lines.writer.locked != "" || i < 0 || i >= len(v.lines.table.rows) {
		return
	}
	var o *widgets.Overlay
	line := v.lines.table.rows[i]
	field := widgets.NewField(i18n.Text("Speaker name"), i18n.Text("Name"))
	field.SetText(line.Speaker)
	draft := v.o.Draft("speaker/" + strconv.FormatInt(line.ID, 10))
	draft.Keep("name", field)
	choose := func(onward bool) func() {
		return func() {
			draft.Used()
			o.Hide()
			v.lines.writer.setSpeaker(i, strings.Join(strings.Fields(field.Text), " "), onward)
			v.FocusText()
		}
	}
	field.OnSubmitted = func(string) { choose(true)() }
	field.OnEscape = func() { o.Hide(); v.FocusText() }
	names := container.New(&widgets.Flow{Gap: 6})
	for _, name := range v.lines.table.speakers() {
		names.Add(widgets.NewButton(name, widgets.Secondary, func() { field.SetText(name) }).SetSmall())
	}
	column := container.New(&widgets.Column{Gap: 10}, widgets.NewHeading(i18n.Text("Who is speaking?")).NoMargin(), field)
	if len(names.Objects) > 0 {
		column.Add(names)
	}
	column.Add(widgets.NewMuted(i18n.Text("“From this line on” applies until the next speaker. Leave the name empty to remove it.")).NoMargin())
	column.Add(container.New(&widgets.EndRow{Left: 1}, draft.DiscardButton(),
		widgets.NewButton(i18n.Text("Cancel"), widgets.Secondary, field.OnEscape),
		widgets.NewButton(i18n.Text("Only this line"), widgets.Secondary, choose(false)),
		widgets.NewButton(i18n.Text("From this line on"), widgets.Primary, choose(true))))
	o = widgets.ShowOverlay(c, column, true, widgets.Centered(400))
	c.Focus(field)
	field.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// askSpeakers shows the names of the speakers, to correct them in all lines.
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
	column := container.New(&widgets.Column{Gap: 10}, widgets.NewHeading(i18n.Text("Speakers")).NoMargin())
	fields := make([]*widgets.Field, len(names))
	draft := v.o.Draft("speakers")
	save := func() {
		draft.Used()
		o.Hide()
		for n, f := range fields {
			if name := strings.Join(strings.Fields(f.Text), " "); name != names[n] {
				v.o.Editor.RenameSpeaker(names[n], name)
			}
		}
		v.FocusText()
	}
	for n, name := range names {
		fields[n] = widgets.NewField(i18n.Text("New name for {{.Name}}", map[string]any{"Name": name}), name)
		fields[n].SetText(name)
		fields[n].OnSubmitted = func(string) { save() }
		fields[n].OnEscape = func() { o.Hide() }
		draft.Keep(name, fields[n])
		column.Add(fields[n])
	}
	column.Add(widgets.NewMuted(i18n.Text("Renaming a speaker changes every line. To change the speaker of one line, point at it and click the two people at its end.")).NoMargin())
	column.Add(container.New(&widgets.EndRow{Left: 1}, draft.DiscardButton(),
		widgets.NewButton(i18n.Text("Cancel"), widgets.Secondary, func() { o.Hide() }),
		widgets.NewButton(i18n.Text("Save"), widgets.Primary, save)))
	o = widgets.ShowOverlay(c, column, true, widgets.Centered(400))
	c.Focus(fields[0])
}
