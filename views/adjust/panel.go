package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/wheel"
	"parlando/views/widgets"
	"parlando/views/words"
)

// margin is the horizontal margin, in device-independent pixels.
const margin = 16

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
	// OnPresets opens the menu of presets below anchor, OnSavePreset saves the parameters under a
	// new name, and OnUpdatePreset overwrites the preset of the chat with them. If OnPresets is
	// nil, the panel shows no presets.
	OnPresets                    func(anchor fyne.CanvasObject)
	OnSavePreset, OnUpdatePreset func()

	// OnAnswerForm opens the menu of answer forms below anchor; if nil, the panel does not show the
	// answer form.
	OnAnswerForm func(anchor fyne.CanvasObject)

	// OnRetry forgets that the model refuses these fields, so that they are sent again.
	OnRetry func(fields []string)

	editedParameters
	refused      []catalog.Refusal
	refusals     []*refusal
	dials        []*parameterSlider
	longest      *longest
	preset       *preset
	more         *more
	instructions *widgets.Field
	reset, undo  *widgets.Button
	root         *fyne.Container
	column, foot *fyne.Container
	scroll       *wheel.Scroll
	quiet        bool
}

// editedParameters holds the parameters of a panel.
type editedParameters struct {
	params chat.Parameters
	// before holds the parameters cleared by Reset all, for Undo.
	before chat.Parameters
}

// New returns a panel without any values.
func New() *Panel {
	p := &Panel{}
	sliders := words.SliderTexts()
	for _, n := range chat.NumberParameters {
		p.dials = append(p.dials, newParameterSlider(n, sliders[n.Name], p))
	}
	p.longest = newLongest(p)
	p.instructions = widgets.NewTextArea(i18n.Text("Instructions"), i18n.Text("Write as you would to a friend."), 4)
	p.instructions.OnChanged = func(text string) {
		if !p.quiet {
			p.params.Instructions = text
			p.changed()
		}
	}
	p.preset = newPreset(p)
	p.more = newMore(p)
	p.reset = widgets.NewButton(i18n.Text("Reset all"), widgets.Quiet, p.resetAll)
	p.undo = widgets.NewButton(i18n.Text("Undo"), widgets.Quiet, p.undoReset)
	p.undo.SetIcon("undo-2").Hide()
	keep := widgets.NewButton(i18n.Text("Use for new chats"), widgets.Secondary, func() { p.OnMakeDefault(p.params) })
	shut := widgets.NewIconButton("x", i18n.Text("Close"), func() { p.OnClose() })
	p.scroll = wheel.NewVScroll(p.fill(keep))
	p.root = container.NewBorder(
		container.New(layout.NewCustomPaddedLayout(8, 0, margin, 8), head(i18n.Text("Adjust replies"), shut)), nil, nil, nil,
		p.scroll)
	p.ExtendBaseWidget(p)
	return p
}

// head returns the header: the title and the close button.
func head(title string, shut fyne.CanvasObject) fyne.CanvasObject {
	heading := container.New(layout.NewCustomPaddedLayout(6, 0, 0, 0), widgets.NewTitle(title, fynetheme.SizeNameSubHeadingText))
	return container.NewBorder(nil, nil, nil, shut, heading)
}

// fill creates the scrolled content.
func (p *Panel) fill(keep fyne.CanvasObject) fyne.CanvasObject {
	column := container.New(&widgets.Column{Gap: 14}, p.preset.object)
	for _, d := range p.dials {
		column.Add(p.withRefusal(d.noted, d.Name))
	}
	column.Add(p.withRefusal(p.longest.object, "max_tokens", "max_completion_tokens"))
	column.Add(container.New(layout.NewCustomPaddedVBoxLayout(6), widgets.NewBody(i18n.Text("Instructions")).NoMargin(), p.instructions,
		small(i18n.Text("Sent before your first message"))))
	column.Add(p.more.object)
	p.foot = container.New(&widgets.Flow{Gap: 4}, p.reset, p.undo)
	column.Add(container.New(layout.NewCustomPaddedVBoxLayout(4), keep, p.foot))
	p.column = container.New(layout.NewCustomPaddedLayout(14, margin, margin, margin), column)
	return p.column
}

// relayout lays the panel out again after the height of part has changed.
func (p *Panel) relayout(part *fyne.Container) {
	part.Refresh()
	if p.column != nil && !p.quiet {
		p.restack()
	}
}

// restack moves the parts to where their heights put them.
func (p *Panel) restack() {
	p.column.Objects[0].Refresh()
	p.root.Refresh()
}

// numbers returns all editable numbers.
func (p *Panel) numbers() (all []*number) {
	for _, d := range p.dials {
		all = append(all, d.line.number)
	}
	all = append(all, p.longest.line.number)
	if p.more.stop != nil {
		all = append(all, p.more.replies.line.number, p.more.seed.line.number)
	}
	return all
}

// CommitEdit accepts the number or word being edited, as a click elsewhere does. Call it before the
// chat is left or a message is sent.
func (p *Panel) CommitEdit() {
	p.close(true)
	if p.more.stop != nil {
		p.more.stop.take()
	}
}

func (p *Panel) close(keep bool) {
	for _, n := range p.numbers() {
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
	p.close(false)
	p.params = params
	p.quiet = true
	for _, d := range p.dials {
		d.show(*d.Of(&p.params))
	}
	p.longest.show(params.MaxTokens)
	if p.instructions.Text != params.Instructions {
		p.instructions.SetText(params.Instructions)
	}
	p.more.show(p)
	p.offerReset(false)
	p.showRefusals()
	p.preset.before = nil
	p.preset.show()
	p.quiet = false
	p.restack()
}

// SetPresets sets the presets, with localized names.
func (p *Panel) SetPresets(list []settings.Preset) {
	p.preset.list = list
	p.preset.show()
}

// OfferUndo shows an Undo button for the preset just selected, until a parameter changes or another
// chat is shown.
func (p *Panel) OfferUndo(undo func()) {
	p.preset.before = undo
	p.preset.show()
}

// SetExpanded expands or collapses the rarely used settings.
func (p *Panel) SetExpanded(open bool) { p.more.fold(!open) }

// PresetAnchor returns the object below which the menu of presets opens.
func (p *Panel) PresetAnchor() fyne.CanvasObject { return p.preset.choice }

// resetAll clears all parameters that the panel shows, and offers Undo until a parameter changes or
// another chat is shown. The tools and the form of answers stay: they are chosen elsewhere.
func (p *Panel) resetAll() {
	before := p.params.Clone()
	rest := chat.Parameters{Tools: before.Tools, Answer: before.Answer}
	p.Set(rest)
	p.changed()
	p.before = before
	p.offerReset(!before.Equal(rest))
}

// offerReset shows or hides the button that undoes a reset.
func (p *Panel) offerReset(on bool) {
	if p.undo.Visible() != on {
		widgets.SetVisible(p.undo, on)
		p.foot.Refresh()
	}
}

// undoReset restores the parameters cleared by resetAll. The focus moves to a visible button.
func (p *Panel) undoReset() {
	if c := widgets.CanvasOf(p.undo); c != nil && c.Focused() == fyne.Focusable(p.undo) {
		c.Focus(p.reset)
	}
	p.Set(p.before)
	p.changed()
}

func (p *Panel) changed() {
	p.offerReset(false)
	p.showRefusals()
	p.preset.before = nil
	p.preset.show()
	widgets.CallWith(p.OnChange, p.params)
}

// InnerContent implements widgets.ContentHolder.
func (p *Panel) InnerContent() fyne.CanvasObject { return p.root }

// CreateRenderer implements fyne.Widget.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(widgets.NewBox(p.root, theme.ColorSidebar, "", 0, 0, 0))
}
