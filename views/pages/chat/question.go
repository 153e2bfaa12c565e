package chat

import (
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/views/composer"
	"parlando/views/i18n"
	"parlando/views/words"
)

// modelNotice is the key of the notice about the model of the chat.
const modelNotice = "model"

// modelQuestion is a question about a model of a connection.
type modelQuestion struct {
	words.ModelQuestion
	connection chat.ID
	model      string
}

// question returns a notice if the model of the open chat ends soon, or a question if the model is
// gone.
func (b *base) question() words.ModelQuestion {
	if b.open.gone() {
		return words.ModelQuestion{}
	}
	return words.AskAboutModel(b.catalog, b.open.connection(), b.open.model(), catalog.PurposeChat, time.Now())
}

// refreshQuestion shows above the message that the model of the chat ends soon, or asks which model
// continues the chat. Sending does not answer the question: it uses the chat's model.
func (m *chooser) refreshQuestion() {
	q := m.question()
	if q.Gone && m.open.beginAgain() {
		m.refresh()
		return
	}
	connection, model := m.open.connection(), m.open.model()
	asked := modelQuestion{q, connection, model}
	if asked == m.asked { // do not rebuild the notice: a button of the question may have the focus
		return
	}
	m.asked = asked
	n := composer.Notice{Key: modelNotice, Text: q.Text, Button: i18n.Text("Choose another…"), Action: m.top.OpenPicker}
	if m.Compact {
		n.Button, n.Action = i18n.Text("Open in Parlando"), m.Links.OpenInMain
	}
	switch {
	case q.Gone:
		if q.Use != "" {
			n.Button, n.Action = q.Use, func() { m.useInstead(q.Instead) }
		}
		n.Other, n.OtherAction = q.Keep, func() {
			m.catalog.KeepModel(connection, model, catalog.PurposeChat)
			m.composer.FocusText()
		}
	case q.EndSeen:
		n.Text = ""
	default:
		n.OnClosed = func() { m.catalog.CloseEnd(connection, model) }
	}
	m.composer.SetNotice(n)
	// The card of a failed reply shows the same question.
	if id, ok := m.view.LastMessage(chat.Assistant); ok {
		m.view.RelayoutMessage(id)
	}
}

// useInstead answers the question: the chat continues with another model. In a new chat, the model
// also becomes the connection's default if the connection's default was the model that is gone.
func (m *chooser) useInstead(model string) {
	if c := m.open.service(); m.open.ID == "" && c.Model != "" && c.Model == m.open.model() {
		m.Links.ReportConnection(m.connections.SetDefaults(c.ID, model, c.Parameters))
	}
	m.recordChoice(m.open.connection(), model)
	m.pickModel(model)
}

// HelperModel returns the connection and the model for requests outside the chat, such as
// translating a transcript: those of the chat, or the suggested model if the chat's model is gone.
func (b *base) HelperModel() (connection chat.ID, model string) {
	if q := b.question(); q.Use != "" {
		return b.open.connection(), q.Instead
	}
	return b.open.connection(), b.open.model()
}
