package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"parlando/app/connections"
	"parlando/app/history"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/i18n"
	"parlando/views/pages/chat/answers"
	"parlando/views/pages/chat/presets"
	"parlando/views/uithread"
	"parlando/views/words"
)

// parameters changes the parameters of the open chat.
type parameters struct {
	*base
	connections *connections.Connections
	history     *history.Store
	settings    *settings.Store

	presets *presets.Controller
	// save stores the parameters a moment after the last change.
	save *uithread.Debouncer
}

// connect sets the callbacks of the panel.
func (p *parameters) connect(chooser *chooser, answers *answers.Controller, toolTitle func(tool string) string) {
	p.panel.ToolTitle = toolTitle
	p.panel.OnClose = func() { p.showPanel(false) }
	p.panel.OnChange = p.changed
	p.panel.OnRetry = func(fields []string) {
		if slices.Contains(fields, chat.FieldResponseFormat) {
			p.catalog.RetryFormats(p.open.connection(), p.open.model())
		}
		p.catalog.ForgetRefusals(p.open.connection(), p.open.model(), fields...)
	}
	p.panel.OnMakeDefault = p.makeDefault
	p.panel.OnAnswerForm = answers.ShowForms
	p.presets = presets.New(p.Frame, p.settings, presets.Chat{
		Parameters: func() chat.Parameters { return p.open.Params }, SetParameters: p.set,
		Model: p.open.model, ChosenModel: func() string { return p.open.Model },
		ChooseModel: func(model string) {
			p.open.setModel(model)
			chooser.pickModel(p.open.model())
		},
		Question: func(model string) words.ModelQuestion {
			return words.AskAboutModel(p.catalog, p.open.connection(), model, catalog.PurposeChat, time.Now())
		},
		KeepModel: func(model string) { p.catalog.KeepModel(p.open.connection(), model, catalog.PurposeChat) },
		ModelName: p.modelName, Current: p.open.scope.Current,
	}, p.panel, p.top)
}

// makeDefault makes params the default for new chats: the connection's default if it has one, else
// the global default.
func (p *parameters) makeDefault(params chat.Parameters) {
	if p.storeDefaults(p.open.connection(), params) {
		p.Frame.Toasts().Say(i18n.Text("New chats will use these settings."), "", nil)
	}
}

func (p *parameters) storeDefaults(connection chat.ID, params chat.Parameters) (stored bool) {
	if c, ok := p.connections.Find(connection); ok && c.Parameters != nil {
		return p.Links.ReportConnection(p.connections.SetDefaults(c.ID, c.Model, &params))
	}
	p.settings.Change(func(s *settings.Settings) { s.Parameters = params })
	return true
}

// addInstructions adds a text below the instructions with which new chats begin. It returns how to
// take that back, nil if it could not be stored.
func (p *parameters) addInstructions(text string) (undo func()) {
	before := p.connections.ChatDefaults("").Parameters.Instructions
	after := strings.TrimSpace(before + "\n\n" + text)
	if !p.replaceInstructions(before, after) {
		return nil
	}
	return func() { p.replaceInstructions(after, before) }
}

// replaceInstructions replaces the instructions of new chats, also of the one that is open, unless
// they were changed since.
func (p *parameters) replaceInstructions(old, text string) (stored bool) {
	d := p.connections.ChatDefaults("")
	if d.Parameters.Instructions != old {
		return false
	}
	params := d.Parameters.Clone()
	params.Instructions = text
	if !p.storeDefaults(d.Connection, params) {
		return false
	}
	if p.open.ID == "" && p.open.Params.Instructions == old {
		open := p.open.Params.Clone()
		open.Instructions = text
		p.set(open)
	}
	return true
}

// show shows the parameters of the open chat.
func (p *parameters) show() {
	p.panel.Set(p.open.Params)
	p.showUse()
}

// showUse shows outside the panel whether tools are on, and the answer form.
func (p *parameters) showUse() {
	p.composer.SetToolsOn(len(p.open.Params.Tools) > 0)
	p.showSearch()
	p.composer.SetAnswerForm(words.AnswerChip(p.open.Params.Answer))
}

// flush stores pending changes.
func (p *parameters) flush() {
	p.panel.CommitEdit()
	p.save.Flush()
}

// sayNoPanel reports whether the simple view hides the parameters, and if so tells the user and
// offers to turn it off.
func (p *parameters) sayNoPanel() bool {
	if p.scene.HidePanel {
		p.Frame.Toasts().Say(i18n.Text("Simple view is on."), i18n.Text("Turn off"), func() { p.Links.SetSimple(false) })
	}
	return p.scene.HidePanel
}

func (p *parameters) toggle() {
	if !p.sayNoPanel() {
		p.showPanel(!p.scene.PanelOpen)
	}
}

func (p *parameters) showPanel(open bool) {
	p.Frame.ShowPanel(open)
	p.top.SetAdjustOpen(open)
	if !open {
		p.composer.FocusText()
	}
}

// afterMessage drops an answer form that applied to one message only. It need not store the change,
// because sending the message has stored it.
func (p *parameters) afterMessage() {
	if next := p.open.Params.AfterMessage(); !next.Equal(p.open.Params) {
		p.open.setParameters(next)
		p.show()
	}
}

// set replaces the parameters of the chat and stores them at once.
func (p *parameters) set(params chat.Parameters) {
	p.panel.Set(params)
	p.panel.OnChange(params)
	p.save.Flush()
}

// changed stores the parameters of a chat a moment after the last change.
func (p *parameters) changed(params chat.Parameters) {
	p.open.setParameters(params)
	p.showUse()
	id := p.open.ID
	if id == "" || p.body.ReadFailed() {
		return // stored when the chat is created or has been read
	}
	p.save.Set(func() {
		p.Frame.Change(func(ctx context.Context) error { return p.history.SetParameters(ctx, id, params) })
	})
}
