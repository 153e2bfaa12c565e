package adjust

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// presetRow is the height of a preset's row at the default text size, in device-independent pixels.
const presetRow = 40

// Presets is the list in which the user reorders, renames and deletes presets. Set its callbacks
// before showing it.
type Presets struct {
	widget.BaseWidget

	// OnPick applies a preset to the chat.
	OnPick func(id chat.ID)
	// OnMove moves a preset to a zero-based index.
	OnMove func(id chat.ID, to int)
	// OnRename renames a preset; name is not empty.
	OnRename func(id chat.ID, name string)
	// OnDelete deletes a preset.
	OnDelete func(id chat.ID)
	// OnRestoreBuiltIn restores the built-in presets that were deleted.
	OnRestoreBuiltIn func()
	// Question returns the notice or question about the model of a preset. OnAnswer receives the
	// user's answer: use switches the preset to the suggested model, otherwise it keeps its model.
	Question func(model string) words.ModelQuestion
	OnAnswer func(id chat.ID, use bool)

	presets []settings.Preset
	// missing is true if a built-in preset was deleted.
	missing bool
	// sentence is shown below the list, with an Undo button that calls undo.
	sentence string
	undo     func()

	list *list.List
	foot *form.Form
	root fyne.CanvasObject
}

// The ids of a row's buttons.
const (
	renameID = "rename"
	deleteID = "delete"
	useID    = "use"
	keepID   = "keep"
)

// NewPresets returns an empty list.
func NewPresets() *Presets {
	p := &Presets{}
	look := list.Style{
		MinHeight: presetRow, Top: 5, LineGap: 4, Right: 8,
		LeadAt: 6, LeadGap: 14, End: 4, TextGap: 8, Stops: true, Controls: true,
	}
	p.list = list.New(look, list.Callbacks{
		Key: func(i int) string { return string(p.presets[i].ID) }, Row: p.row,
		Open:   func(i int) { p.OnPick(p.presets[i].ID) },
		Delete: func(i int) { p.OnDelete(p.presets[i].ID) },
		Button: func(i int, id string) {
			switch one := p.presets[i].ID; id {
			case renameID:
				p.list.Rename(string(one))
			case useID, keepID:
				p.OnAnswer(one, id == useID)
				p.list.Focus(widgets.CanvasOf(p), i) // the pressed button may be gone
			default:
				p.OnDelete(one)
			}
		},
		Rename: func(key, name string) { p.OnRename(chat.ID(key), name) },
		Move: func(from, to int) {
			one := p.presets[from]
			p.presets = slices.Insert(slices.Delete(p.presets, from, from+1), to, one)
			p.OnMove(one.ID, to)
		},
	})
	p.foot = form.New(8, p.fillFoot)
	p.root = container.NewBorder(nil, p.foot.Object(), nil, nil, p.list)
	p.ExtendBaseWidget(p)
	return p
}

func (p *Presets) fillFoot(f *form.Form) {
	if len(p.presets) == 0 {
		f.Body(i18n.Text("No presets. To create one, open Adjust in a chat and save its settings."))
	}
	if p.sentence != "" {
		f.Add(container.NewHBox(container.NewCenter(widgets.NewBody(p.sentence).NoWrap().NoMargin()), f.Button(i18n.Text("Undo"), p.undo)))
	}
	f.Muted(i18n.Text("Click a preset to use it. To reorder, drag it, or press Alt+Up or Alt+Down."))
	if p.missing {
		f.AddRow(f.Button(i18n.Text("Restore built-in presets"), p.OnRestoreBuiltIn).SetIcon("undo-2"))
	}
}

// row returns the list row of a preset: its name and its buttons.
func (p *Presets) row(i int) list.Row {
	name := p.presets[i].Name
	named := map[string]any{"Name": name}
	grip := list.Button{Icon: "grip-vertical", Color: theme.ColorMuted, Side: theme.IconSize}
	row := list.Row{Title: name, Leading: grip, Buttons: []list.Button{
		{ID: renameID, Icon: "pencil", Name: i18n.Text("Rename {{.Name}}", named), Side: 30},
		{ID: deleteID, Icon: "trash-2", Name: i18n.Text("Delete {{.Name}}", named), Side: 30},
	}}
	if model := p.presets[i].Model; model != "" {
		q := p.Question(model)
		row.Caution = q.Text
		for _, answer := range []list.Button{{ID: useID, Name: q.Use}, {ID: keepID, Name: q.Keep}} {
			if answer.Name != "" {
				row.Choices = append(row.Choices, answer)
			}
		}
	}
	return row
}

// Set shows presets with their localized names; missing reports whether a built-in preset was
// deleted. A name being edited and the focus are kept.
func (p *Presets) Set(presets []settings.Preset, missing bool) {
	p.presets, p.missing = slices.Clone(presets), missing
	p.list.Set(len(presets), false)
	p.updateFoot()
}

// Say shows a sentence below the list with an Undo button; "" clears it.
func (p *Presets) Say(sentence string, undo func()) {
	p.sentence, p.undo = sentence, undo
	p.updateFoot()
}

func (p *Presets) updateFoot() {
	p.foot.Update()
	p.root.Refresh() // gives the list the remaining height
}

// InnerContent implements widgets.ContentHolder.
func (p *Presets) InnerContent() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *Presets) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.root) }
