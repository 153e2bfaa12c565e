package adjust

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/app/settings"
	"parley/views/widgets"
)

// presetRow is the height of one preset, in device-independent pixels.
const presetRow = 40

// Presets is the list in which presets are put into order, renamed and deleted. Its callbacks are set before it is shown.
type Presets struct {
	widget.BaseWidget

	// OnPick lets the chat follow a preset.
	OnPick func(id chat.ID)
	// OnMove puts a preset at another place, counted from 0.
	OnMove func(id chat.ID, to int)
	// OnRename gives a preset another name, which is not empty.
	OnRename func(id chat.ID, name string)
	// OnDelete deletes a preset.
	OnDelete func(id chat.ID)
	// OnBringBack brings those back that were there at first.
	OnBringBack func()

	list   []settings.Preset
	rows   []*presetLine
	column *fyne.Container
	none   *widgets.Words
	said   *fyne.Container
	back   *widgets.Button
	root   fyne.CanvasObject
}

// NewPresets makes an empty list.
func NewPresets() *Presets {
	p := &Presets{column: container.New(&widgets.Column{})}
	p.none = widgets.NewBody(lang.L("There are no presets. Save the dials of a chat as one in Adjust.")).Flush()
	p.back = widgets.NewButton(lang.L("Bring back the first presets"), widgets.Secondary, func() { p.OnBringBack() }).SetIcon("undo-2")
	about := small(lang.L("Press a name to use it. Drag a preset by its handle, or go to the handle and press Up or Down."))
	p.said = container.NewHBox()
	p.said.Hide()
	foot := container.New(&widgets.Column{Gap: 8}, p.none, p.said, about, container.NewHBox(p.back))
	p.root = container.NewBorder(nil, foot, nil, nil, container.NewVScroll(p.column))
	p.ExtendBaseWidget(p)
	return p
}

// Set shows presets with their names as a person sees them; missing says that some of the first are not there. What is being written
// stays, and so does the keyboard's place.
func (p *Presets) Set(list []settings.Preset, missing bool) {
	p.list = slices.Clone(list)
	before := p.rows
	p.rows = nil
	p.column.RemoveAll()
	for i, one := range list {
		var r *presetLine
		if j := slices.IndexFunc(before, func(r *presetLine) bool { return r.id == one.ID }); j >= 0 {
			r = before[j]
			r.set(i, one)
		} else {
			r = newPresetLine(p, i, one)
		}
		p.rows = append(p.rows, r)
		p.column.Add(r)
	}
	widgets.Show(p.none, len(list) == 0)
	widgets.Show(p.back, missing)
	p.root.Refresh()
}

// Say says under the list what was done, with a button that takes it back; "" is nothing.
func (p *Presets) Say(sentence string, undo func()) {
	p.said.RemoveAll()
	if sentence != "" {
		p.said.Add(container.NewCenter(widgets.NewBody(sentence).NoWrap().Flush()))
		p.said.Add(widgets.NewButton(lang.L("Undo"), widgets.Secondary, undo))
	}
	widgets.Show(p.said, sentence != "")
	p.root.Refresh()
}

func (p *Presets) canvas() fyne.Canvas { return widgets.CanvasOf(p) }

// move puts the preset of a place at another, if there is one.
func (p *Presets) move(from, to int) {
	if to = min(max(to, 0), len(p.list)-1); to != from {
		p.OnMove(p.list[from].ID, to)
	}
}

// Inside implements widgets.Holder.
func (p *Presets) Inside() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *Presets) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.root) }
