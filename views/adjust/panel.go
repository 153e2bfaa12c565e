package adjust

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// margin is the horizontal margin, in device-independent pixels.
const margin = 20

// Panel shows the parameters of one chat. Set its callbacks before showing it.
type Panel struct {
	widget.BaseWidget

	// OnChange receives all parameters after each change by the user.
	OnChange func(chat.Parameters)
	// OnMakeDefault receives the parameters to use for new chats.
	OnMakeDefault func(chat.Parameters)
	// OnClose is called to close the panel.
	OnClose func()
	// OnExpanded is called when the rarely used settings are expanded or collapsed.
	OnExpanded func(open bool)
	// OnPresets opens the menu of presets below anchor; if nil, the panel shows no presets.
	OnPresets func(anchor fyne.CanvasObject)

	// OnAnswerForm opens the menu of answer forms below anchor; if nil, the panel does not show the
	// answer form.
	OnAnswerForm func(anchor fyne.CanvasObject)

	// OnRetry forgets that the model refuses these fields, so that they are sent again.
	OnRetry func(fields []string)

	// ToolTitle returns the displayed name of a tool.
	ToolTitle func(tool string) string

	params  chat.Parameters
	presets []settings.Preset
	refused []catalog.Refusal
	model   catalog.Model
	// beforeReset holds the parameters cleared by Reset all, nil if there is nothing to undo;
	// undoPreset undoes the last selection of a preset, nil after any later change.
	beforeReset *chat.Parameters
	undoPreset  func()
	// notes holds the notes below the settings, by the first wire field of each setting.
	notes map[string]string
	// stopText is the text typed as a stop sequence, userText the text typed as the user id.
	stopText, userText string
	// expanded is true while the rarely used settings are visible, wasExpanded once they were
	// built.
	expanded, wasExpanded bool
	// writing is true while the field of the instructions is visible.
	writing bool

	form       *form.Form
	presetMenu *widgets.Dropdown
	moreRow    *widgets.NavRow
	root       *fyne.Container
}

// New returns a panel without any values.
func New() *Panel {
	p := &Panel{notes: map[string]string{}}
	p.form = form.New(14, p.build)
	p.form.Scroll = wheel.NewVScroll(container.New(layout.NewCustomPaddedLayout(14, margin, margin, margin), p.form.Object()))
	shut := widgets.NewIconButton("x", i18n.Text("Close"), func() { p.OnClose() })
	p.root = container.NewBorder(
		container.New(layout.NewCustomPaddedLayout(8, 0, margin, 8), head(i18n.Text("Adjust"), shut)), nil, nil, nil,
		p.form.Scroll)
	p.form.Update()
	p.ExtendBaseWidget(p)
	return p
}

// head returns the header: the title and the close button.
func head(title string, shut fyne.CanvasObject) fyne.CanvasObject {
	heading := container.New(layout.NewCustomPaddedLayout(6, 0, 0, 0), widgets.NewTitle(title, fynetheme.SizeNameSubHeadingText))
	return container.NewBorder(nil, nil, nil, shut, heading)
}

func (p *Panel) build(f *form.Form) {
	p.preset(f)
	p.number(f, chat.FieldTemperature)
	p.longest(f)
	p.number(f, chat.FieldFrequencyPenalty)
	f.Block(0, func() {
		p.thinking(f)
		p.several(f)
		p.instructions(f)
		rule(f)
		p.more(f)
	})
	buttons := f.Group(&widgets.Flow{Gap: 4}, func() {
		f.Add(f.ButtonCalled("reset", i18n.Text("Reset all"), widgets.Quiet, p.resetAll).SetIcon("rotate-ccw").SetAccent())
		if p.beforeReset != nil {
			f.Add(f.ButtonCalled("undo reset", i18n.Text("Undo"), widgets.Quiet, p.undoReset).SetIcon("undo-2").SetAccent())
		}
		f.Add(f.ButtonCalled("default", i18n.Text("Use for new chats"), widgets.Quiet, func() { p.OnMakeDefault(p.params) }).SetAccent())
	})
	f.Add(container.New(layout.NewCustomPaddedLayout(0, 0, -rowEdge, -rowEdge), buttons))
}

// CommitEdit accepts the number or word being edited, as a click elsewhere does. Call it before the
// chat is left or a message is sent.
func (p *Panel) CommitEdit() {
	p.endEdit(true)
	p.takeStop()
}

// endEdit ends editing a number and accepts the typed text if keep is true.
func (p *Panel) endEdit(keep bool) {
	for _, n := range form.Controls[*number](p.form) {
		if n.typed() {
			c := widgets.CanvasOf(n)
			focused := c != nil && c.Focused() == fyne.Focusable(n.field)
			n.finish(n.field.Text, keep)
			if focused {
				c.Focus(n)
			}
		}
	}
}

// Set shows the parameters of a chat. It does not call OnChange, and discards a number being edited
// because it belongs to the previous parameters.
func (p *Panel) Set(params chat.Parameters) {
	p.endEdit(false)
	p.params, p.notes, p.stopText = params, map[string]string{}, ""
	if strings.TrimSpace(p.userText) != params.User { // the user may be typing a trailing space
		p.userText = params.User
	}
	p.beforeReset, p.undoPreset = nil, nil
	p.form.Reload()
}

// SetPresets sets the presets, with localized names.
func (p *Panel) SetPresets(list []settings.Preset) {
	p.presets = list
	p.form.Update()
}

// SetModel sets the chat's model and its known refusals.
func (p *Panel) SetModel(m catalog.Model, refused []catalog.Refusal) {
	p.model, p.refused = m, refused
	p.form.Update()
}

// OfferUndo shows an Undo button for the preset just selected, until a parameter changes or another
// chat is shown.
func (p *Panel) OfferUndo(undo func()) {
	p.undoPreset = undo
	p.form.Update()
}

// SetExpanded expands or collapses the rarely used settings.
func (p *Panel) SetExpanded(open bool) {
	p.expanded = open
	p.form.Update()
}

// PresetAnchor returns the object below which the menu of presets opens.
func (p *Panel) PresetAnchor() fyne.CanvasObject { return p.presetMenu }

// resetAll clears the parameters that the panel shows, and offers Undo until a parameter changes or
// another chat is shown. The tools and the answer form are chosen elsewhere and stay.
func (p *Panel) resetAll() {
	before := p.params.Clone()
	rest := chat.Parameters{Tools: before.Tools, Answer: before.Answer}
	p.Set(rest)
	p.changed()
	if !before.Equal(rest) {
		p.beforeReset = &before
		p.form.Update()
	}
}

// undoReset restores the parameters cleared by resetAll.
func (p *Panel) undoReset() {
	p.Set(*p.beforeReset)
	p.changed()
}

// changed updates the panel after a change by the user, and calls OnChange.
func (p *Panel) changed() {
	p.beforeReset, p.undoPreset = nil, nil
	p.form.Update()
	widgets.CallWith(p.OnChange, p.params)
}

// InnerContent implements widgets.ContentHolder.
func (p *Panel) InnerContent() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(p.root)
}
