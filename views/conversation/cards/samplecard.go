package cards

import (
	"parlando/app/chat"
	"parlando/views/conversation/rows"
	"parlando/views/textview/textflow"
	"parlando/views/words"
)

// sampleNames has the names on a sample card.
type sampleNames struct {
	Models
	Tools
	model, service string
}

// ModelName implements Models.
func (s sampleNames) ModelName(string) string { return s.model }

// ServiceName implements Tools.
func (s sampleNames) ServiceName() string { return s.service }

// SearchesEverywhere implements Tools.
func (s sampleNames) SearchesEverywhere() bool { return false }

// SampleCard returns the card with which a model asks the user to answer a call, for a form that
// shows it. It has nothing that looks as if it could be pressed.
func SampleCard(ruler *textflow.Ruler, width float32, call chat.ToolCall, model, service string) *rows.Row {
	names := sampleNames{model: model, service: service}
	c := New(&Context{Callbacks: &Callbacks{Models: names, Tools: names}, Ruler: ruler}, &Folds{})
	c.Width, c.message = width, chat.Message{Role: chat.Assistant, Request: &chat.Request{Asked: model}}
	t := toolRows{&rows.Typesetter{Ruler: ruler, Width: width}, c}
	t.where(t.question(chat.ToolRequest{Call: call}, words.MaxShortArgument))
	c.Rows[len(c.Rows)-1].Height += cardFoot
	return framed(c.Rows, width)
}
